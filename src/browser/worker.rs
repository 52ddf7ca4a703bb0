//! The worker: what it is made of comes after the first view, it starts with its first question.

use std::cell::RefCell;
use std::collections::VecDeque;

use gloo_events::EventListener;
use js_sys::{Array, Reflect, WebAssembly};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, BlobPropertyBag, MessageEvent, Response, Url};

use super::window;
use crate::ui::live::later;

/// What a worker is made of.
#[derive(Clone)]
struct Parts {
    /// The address of its script.
    script: String,
    module: JsValue,
}

/// Whether the worker can be asked.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Ready {
    /// It did not come.
    Missing,
    /// It can.
    Now,
    /// It is still on its way.
    Soon,
}

/// What is to be done with an answer; none where the worker failed.
type Then = Box<dyn FnOnce(Option<String>)>;

thread_local! {
    static READY: ArcRwSignal<Ready> = ArcRwSignal::new(Ready::Soon);
    static PARTS: RefCell<Option<Parts>> = const { RefCell::new(None) };
    static RUNNING: RefCell<Option<Running>> = const { RefCell::new(None) };
}

struct Running {
    worker: web_sys::Worker,
    /// In the order of the questions, which is that of the answers.
    waiting: VecDeque<Then>,
    _answers: EventListener,
}

/// Loads what the worker is made of, and does `then` when that is over, whether it came or not.
pub fn load(then: impl FnOnce() + 'static) {
    later(async {
        let parts = parts().await;
        let ready = if parts.is_ok() { Ready::Now } else { Ready::Missing };
        PARTS.set(parts.ok());
        READY.with(|signal| signal.set(ready));
        then();
    });
}

/// Whether it can be asked; tracked.
pub fn ready() -> Ready {
    READY.with(|ready| ready.get())
}

/// Calls methods of the worker, each an array of a name and values, and hands over the last one's answer.
pub fn ask(calls: &Array, then: Then) {
    RUNNING.with_borrow_mut(|running| {
        if running.is_none() {
            *running = start();
        }
        let Some(running) = running else {
            return then(None);
        };
        let message = js_sys::Object::new();
        let _ = Reflect::set(&message, &"calls".into(), calls);
        running.waiting.push_back(then);
        let _ = running.worker.post_message(&message);
    });
}

/// One call, for [`ask`].
pub fn call<const N: usize>(method: &str, values: [JsValue; N]) -> JsValue {
    let call = Array::of1(&method.into());
    for value in values {
        call.push(&value);
    }
    call.into()
}

async fn parts() -> Result<Parts, JsValue> {
    let fetch = async |name: &str| -> Result<Response, JsValue> {
        let response: Response = JsFuture::from(window().fetch_with_str(name)).await?.dyn_into()?;
        if response.ok() { Ok(response) } else { Err(JsValue::NULL) }
    };
    let code = JsFuture::from(fetch("worker.wasm").await?.array_buffer()?).await?;
    let module = JsFuture::from(WebAssembly::compile(&code)).await?;
    let text = JsFuture::from(fetch("worker.js").await?.text()?).await?;
    let kind = BlobPropertyBag::new();
    kind.set_type("text/javascript");
    let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&text), &kind)?;
    Ok(Parts { script: Url::create_object_url_with_blob(&blob)?, module })
}

fn start() -> Option<Running> {
    let Parts { script, module } = PARTS.with_borrow(Clone::clone)?;
    let worker = web_sys::Worker::new(&script).ok()?;
    let message = js_sys::Object::new();
    Reflect::set(&message, &"module".into(), &module).ok()?;
    worker.post_message(&message).ok()?;
    let answers = EventListener::new(&worker, "message", |event| {
        let data = event.dyn_ref::<MessageEvent>().map(MessageEvent::data).unwrap_or_default();
        let answer = Reflect::get(&data, &"answer".into()).ok().and_then(|answer| answer.as_string());
        let then = RUNNING.with_borrow_mut(|running| running.as_mut()?.waiting.pop_front());
        if let Some(then) = then {
            then(answer);
        }
    });
    Some(Running { worker, waiting: VecDeque::new(), _answers: answers })
}
