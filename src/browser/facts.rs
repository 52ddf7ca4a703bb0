//! The senders' sheets: a script beside the page, loaded after the first view.

use gloo_events::EventListener;
use hookonce_core::lang::Lang;
use js_sys::Reflect;
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use super::{document, window};

thread_local! {
    static LOADED: ArcRwSignal<bool> = ArcRwSignal::new(false);
}

/// Loads the sheets, and does `then` when that is over, whether they came or not.
pub fn load(then: impl FnOnce() + 'static) {
    let document = document();
    let (Some(head), Ok(script)) = (document.head(), document.create_element("script")) else {
        return then();
    };
    let then = std::rc::Rc::new(std::cell::Cell::new(Some(then)));
    for event in ["load", "error"] {
        let then = std::rc::Rc::clone(&then);
        let listener = EventListener::once(&script, event, move |_| {
            LOADED.with(|loaded| loaded.set(event == "load"));
            if let Some(then) = then.take() {
                then();
            }
        });
        // It is called once, or never.
        listener.forget();
    }
    let _ = script.set_attribute("src", "facts.js");
    let _ = head.append_child(&script);
}

/// The sheet of this sender as HTML; none before it has come. Tracked.
pub fn sheet(id: &str, lang: Lang) -> Option<String> {
    LOADED.with(|loaded| loaded.get()).then_some(())?;
    let facts = member(&window(), "hookonceFacts")?;
    member(&member(&facts, lang.code())?, id)?.as_string()
}

fn member(value: &JsValue, name: &str) -> Option<JsValue> {
    Reflect::get(value, &name.into()).ok()
}
