//! What is delivered.

use hookonce_conformance::n8n::Request;
use hookonce_core::delivery::Delivery;
use hookonce_core::key::{RuleChoice, plan_with_sha2};
use serde_json::json;

/// How many there are.
const EVENTS: usize = 500;

/// An event, and the key that it must have.
pub struct Event {
    /// By the core's rule.
    pub key: String,
    body: Vec<u8>,
}

/// The events of a run; every fifth has no id, so that its key is a hash.
pub fn events(run: &str) -> Vec<Event> {
    let event = |number| {
        let mut body = json!({ "type": "order.paid", "order": { "run": run, "number": number } });
        if number % 5 != 0 {
            body["id"] = format!("evt_{run}, {number}").into();
        }
        Event::new(body.to_string().into_bytes())
    };
    (0..EVENTS).map(event).collect()
}

impl Event {
    fn new(body: Vec<u8>) -> Event {
        let delivery =
            Delivery { method: None, target: None, headers: Vec::new(), body: body.clone().into() };
        let key = plan_with_sha2(&delivery, &RuleChoice::Generic, None).key.expect("a key");
        Event { key, body }
    }

    /// A delivery of it, signed anew as senders do.
    pub fn request(&self, delivery: usize) -> Request {
        Request::json(self.body.clone()).header("X-Signature", &format!("made-up-{delivery}"))
    }
}
