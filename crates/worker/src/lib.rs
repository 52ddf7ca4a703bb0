//! What the page asks for after its first view, in a worker of the browser.
//!
//! It is a WebAssembly module of its own: the page shows a key before this has come, and what takes long
//! holds nobody. Answers are HTML, so that the page needs no code for them; its buttons carry what they do
//! in `data-…`. `worker.js` hands over the calls.

mod audit;
mod compare;
mod html;
mod inspect;
mod sheet;
mod words;

use hookonce_core::delivery::{Delivery, Header};
use hookonce_core::lang::Lang;
use wasm_bindgen::prelude::wasm_bindgen;

/// What a worker has been given so far.
#[wasm_bindgen]
#[derive(Default)]
pub struct Worker {
    deliveries: Vec<Delivery>,
}

#[wasm_bindgen]
impl Worker {
    /// A worker that has been given nothing.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Worker {
        Worker::default()
    }

    /// Forgets all deliveries.
    pub fn clear(&mut self) {
        self.deliveries.clear();
    }

    /// Takes a delivery. `headers` are names and values, each followed by U+0000.
    pub fn add(&mut self, method: Option<String>, target: Option<String>, headers: &str, body: Vec<u8>) {
        let mut texts = headers.split('\0');
        let headers = std::iter::from_fn(|| {
            let (name, value) = (texts.next()?.to_owned(), texts.next()?.to_owned());
            Some(Header { name, value })
        });
        self.deliveries.push(Delivery { method, target, headers: headers.collect(), body: body.into() });
    }

    /// Whether the deliveries are the same event, and what differs: HTML. `rule` and `scope` are as typed, `known` is
    /// `same`, `different` or empty.
    pub fn compare(&self, rule: &str, scope: &str, known: &str, lang: &str) -> String {
        compare::html(&self.deliveries, rule, scope, known, language(lang))
    }

    /// Every possible id of the first delivery, and what it is: HTML. `rule` and `scope` are as typed.
    pub fn inspect(&self, rule: &str, scope: &str, lang: &str) -> String {
        let first = self.deliveries.first();
        first.map(|delivery| inspect::html(delivery, rule, scope, language(lang))).unwrap_or_default()
    }

    /// All that is known of a sender: HTML; empty for an unknown one.
    pub fn sheet(&self, id: &str, lang: &str) -> String {
        sheet::html(id, language(lang))
    }
}

fn language(code: &str) -> Lang {
    Lang::ALL.into_iter().find(|lang| lang.code() == code).unwrap_or_default()
}
