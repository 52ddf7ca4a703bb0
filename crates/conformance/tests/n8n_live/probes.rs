//! Small scenarios that a receiver passes or fails: data, so that the negative control runs the same ones.

use hookonce_conformance::n8n::{Lab, Request};
use hookonce_core::delivery::Delivery;
use hookonce_core::key::{RuleChoice, plan_with_sha2};
use serde_json::Value;

use crate::receiver::{PROBED, Receiver};
use crate::shared::lab;

/// Deliveries to an empty receiver, one after the other.
pub struct Probe {
    pub name: &'static str,
    pub deliveries: Vec<Request>,
    pub expected: Expected,
}

/// What must come of it.
pub enum Expected {
    /// Every delivery is another event.
    Apart,
    /// There is no key: 4xx, and nothing is stored.
    Refused,
    /// All deliveries are one event.
    Same,
}

/// All of them.
pub fn all() -> Vec<Probe> {
    use Expected::{Apart, Refused, Same};
    let probe = |name, bodies: &[&str], expected| {
        let deliveries = bodies.iter().map(|body| Request::json(*body)).collect();
        Probe { name, deliveries, expected }
    };
    let event = |id: &str| format!("{{\"id\":{id},\"type\":\"order.paid\"}}");
    let text = |id: &str| event(&serde_json::to_string(id).expect("JSON"));
    let ids = |name, ids: &[&str]| {
        let deliveries = ids.iter().map(|id| Request::json(text(id))).collect();
        Probe { name, deliveries, expected: Apart }
    };
    let again = |name, id: &str| Probe {
        name,
        deliveries: vec![Request::json(text(id)), Request::json(text(id))],
        expected: Same,
    };
    let cloud = |body: &str| Request::new(body).header("Content-Type", "application/cloudevents+json");
    vec![
        probe("the same event twice", &[&event("\"evt_A\""), &event("\"evt_A\"")], Same),
        ids("two events", &["evt_A", "evt_B"]),
        probe("no id, the same body twice", &["{\"a\":1}", "{\"a\":1}"], Same),
        probe("no id, two bodies", &["{\"a\":1}", "{\"a\":2}"], Apart),
        ids("commas", &["a,b", "a,c", "a", ",a,b"]),
        again("a comma twice", "a,b"),
        ids("spaces around", &["a", " a", "a "]),
        ids("quotes", &["o'hare", "o''hare", "\"quoted\"", "`tick`", "'; DROP TABLE business_log; --"]),
        again("a quote twice", "o'hare"),
        ids("dollars", &["$1", "$2", "$1:raw", "${key}", "$$", "$&"]),
        ids("braces", &["{{ 1 + 1 }}", "{{ $json.key }}", "={{ 2 }}", "2", "{a}"]),
        ids("backslashes", &["\\", "\\\\", "a\\nb", "\\u0041", "\\'"]),
        ids("emoji", &["🎉", "🎊", "e\u{301}", "é"]),
        ids("255 bytes", &[&"a".repeat(255), &("a".repeat(254) + "b"), &"é".repeat(127)]),
        ids("numbers as text", &["42", "042", "42.0"]),
        probe("numbers around 2^53", &[&event("9007199254740990"), &event("9007199254740991")], Apart),
        probe("numbers above 2^53", &[&event("9007199254740992"), &event("9007199254740993")], Apart),
        probe("twenty digits", &[&event("12345678901234567890"), &event("12345678901234567891")], Apart),
        probe("objects as ids", &[&event("{\"a\":1}"), &event("{\"a\":2}")], Apart),
        probe("U+0000 in an id", &[&event("\"a\\u0000b\""), &event("\"a\\u0000b\"")], Same),
        probe("lone surrogates", &[&event("\"\\ud800\""), &event("\"\\ud801\"")], Apart),
        again("256 bytes", &"a".repeat(256)),
        again("4,000 characters", &"a".repeat(4_000)),
        Probe {
            name: "an empty body",
            deliveries: vec![Request::json(""), Request::json("")],
            expected: Refused,
        },
        Probe {
            name: "+json, with another text around the id",
            deliveries: vec![cloud(&event("\"evt_A\"")), cloud(&format!(" {}", event("\"evt_A\"")))],
            expected: Same,
        },
    ]
}

impl Probe {
    /// What went wrong, if anything did.
    pub fn run(&self, lab: &Lab, receiver: &Receiver) -> Result<(), String> {
        receiver.clear(lab);
        let mut expected_keys: Vec<String> = Vec::new();
        for (at, delivery) in self.deliveries.iter().enumerate() {
            let answer = lab.send(receiver.path, delivery).map_err(|error| format!("no answer: {error}"))?;
            let told = || format!("{at}: answered {} {}", answer.status, answer.body);
            let (status, word) = match self.expected {
                Expected::Refused => (400, "no key"),
                Expected::Same if at > 0 => (200, "duplicate"),
                Expected::Apart | Expected::Same => (200, "processed"),
            };
            if answer.status != status || answer.json()["status"] != word {
                return Err(told());
            }
            let key = core_key(&delivery.body);
            if answer.json()["key"] != key.clone().map_or(Value::Null, Value::from) {
                return Err(told());
            }
            expected_keys.extend(key.filter(|_| word == "processed"));
        }
        expected_keys.sort();
        let (keys, work) = (receiver.keys(lab), receiver.work(lab));
        if keys == expected_keys && work == keys {
            Ok(())
        } else {
            Err(format!("keys {keys:?}, work for {work:?}"))
        }
    }
}

/// What the core says.
fn core_key(body: &[u8]) -> Option<String> {
    let delivery = Delivery { method: None, target: None, headers: Vec::new(), body: body.into() };
    plan_with_sha2(&delivery, &RuleChoice::Generic, None).key
}

#[test]
fn the_generated_workflow_passes_every_probe() {
    let lab = lab();
    let failures = all().into_iter().filter_map(|probe| {
        let problem = probe.run(&lab, &PROBED).err()?;
        Some(format!("{}: {problem}", probe.name))
    });
    let failures: Vec<String> = failures.collect();
    assert!(failures.is_empty(), "{failures:#?}");
}
