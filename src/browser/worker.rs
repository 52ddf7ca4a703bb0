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
        running.waiting.push_back(then);
        let _ = running.worker.post_message(&object(&[("calls", calls.into())]));
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
    let worker = spawn()?;
    let answers = EventListener::new(&worker, "message", |event| {
        let then = RUNNING.with_borrow_mut(|running| running.as_mut()?.waiting.pop_front());
        if let Some(then) = then {
            then(text(event, "answer"));
        }
    });
    Some(Running { worker, waiting: VecDeque::new(), _answers: answers })
}

/// A worker of its own that has its module.
fn spawn() -> Option<web_sys::Worker> {
    let Parts { script, module } = PARTS.with_borrow(Clone::clone)?;
    let worker = web_sys::Worker::new(&script).ok()?;
    worker.post_message(&object(&[("module", module)])).ok()?;
    Some(worker)
}

/// A file that a worker of its own reads; dropping it ends the worker.
pub struct FileRun {
    worker: web_sys::Worker,
    _answers: EventListener,
}

impl FileRun {
    /// Begins to read `file` with further members of the message; `progress` takes the bytes that are read, `then` the
    /// answer, which is none where the worker failed. None where there is no worker.
    pub fn start(
        file: &web_sys::File,
        more: &[(&str, JsValue)],
        progress: impl Fn(f64) + 'static,
        then: impl Fn(Option<String>) + 'static,
    ) -> Option<FileRun> {
        let worker = spawn()?;
        let message = object(more);
        Reflect::set(&message, &"file".into(), file).ok()?;
        worker.post_message(&message).ok()?;
        let answers =
            EventListener::new(&worker, "message", move |event| match member(event, "read").as_f64() {
                Some(read) => progress(read),
                None => then(text(event, "answer")),
            });
        Some(FileRun { worker, _answers: answers })
    }

    /// Asks for the same answer in another language.
    pub fn say_in(&self, lang: &str) {
        let _ = self.worker.post_message(&object(&[("lang", lang.into())]));
    }
}

impl Drop for FileRun {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

fn object(members: &[(&str, JsValue)]) -> js_sys::Object {
    let object = js_sys::Object::new();
    for (name, value) in members {
        let _ = Reflect::set(&object, &(*name).into(), value);
    }
    object
}

fn member(event: &web_sys::Event, name: &str) -> JsValue {
    let data = event.dyn_ref::<MessageEvent>().map(MessageEvent::data).unwrap_or_default();
    Reflect::get(&data, &name.into()).unwrap_or_default()
}

fn text(event: &web_sys::Event, name: &str) -> Option<String> {
    member(event, name).as_string()
}
