//! Senders' own rules: their fixtures as real requests get the keys that the core gives.

use std::fs;
use std::path::Path;

use base64::prelude::{BASE64_STANDARD, Engine};
use hookonce_conformance::n8n::{Answer, Request};
use hookonce_core::delivery::{Delivery, Header};
use hookonce_core::key::{KeyPlan, RuleChoice, plan_with_sha2};
use serde_json::{Value, json};

use crate::batches::turn;
use crate::receiver::{BATCHES, Receiver, SENDERS};
use crate::shared::lab;

/// A, A again, B: by a body id, a header id, a composite key, and beside control messages.
#[test]
fn the_first_its_retry_and_another() {
    let lab = lab();
    for receiver in &SENDERS[..4] {
        receiver.clear(&lab);
        let mut keys = Vec::new();
        for case in cases(receiver.rule) {
            for (which, word) in [("first", "processed"), ("retry", "duplicate"), ("other", "processed")] {
                let key = plan(receiver, &case[which]).key.expect("a key");
                let answer = receiver.send(&lab, &request(&case[which]));
                let expected = json!({ "status": word, "key": key });
                assert_eq!(
                    (answer.status, answer.json()),
                    (200, expected),
                    "{}: {} {which}",
                    receiver.rule,
                    case["name"]
                );
                keys.push(key);
            }
        }
        keys.sort();
        keys.dedup();
        assert!(keys.len() >= 4 && !keys.iter().any(|key| key.starts_with("sha256:")), "{keys:?}");
        assert_eq!(receiver.keys(&lab), keys, "{}", receiver.rule);
        assert_eq!(receiver.work(&lab), keys, "{}", receiver.rule);
    }
}

/// The same for batches: an event is known however the sender groups it.
#[test]
fn batches_and_their_retries() {
    let (lab, _turn) = (lab(), turn());
    for receiver in &BATCHES[..3] {
        receiver.clear(&lab);
        let mut keys = Vec::new();
        for case in cases(receiver.rule) {
            for which in ["first", "retry", "other"] {
                let items: Vec<_> =
                    plan(receiver, &case[which]).items.expect("items").into_iter().flatten().collect();
                let answer = receiver.send(&lab, &request(&case[which]));
                let expected = json!({ "status": "processed", "events": items.len() });
                assert_eq!((answer.status, answer.json()), (200, expected), "{} {which}", case["name"]);
                keys.extend(items);
            }
        }
        keys.sort();
        keys.dedup();
        assert!(keys.len() > 5, "{keys:?}");
        assert_eq!(receiver.keys(&lab), keys);
        assert_eq!(receiver.work(&lab), keys);
    }
}

/// They are answered as the sender expects, and neither claimed nor worked on.
#[test]
fn control_messages_are_answered_and_not_claimed() {
    let lab = lab();
    let [_, github, _, slack, dropbox] = &SENDERS;
    let slack_message =
        |kind: &str| Request::json(json!({ "type": kind, "challenge": "c 1<b>" }).to_string());
    for _ in 0..2 {
        let answer = slack.send(&lab, &slack_message("url_verification"));
        assert_eq!((answer.status, answer.body.as_str()), (200, "c 1<b>"));
        assert!(
            answer.header("content-type").is_some_and(|kind| kind.starts_with("text/plain")),
            "{answer:?}"
        );
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_empty(&slack.send(&lab, &slack_message("app_rate_limited")));
        let ping = Request::json("{\"zen\":\"…\",\"hook_id\":1}").header("X-GitHub-Event", "ping");
        assert_empty(&github.send(&lab, &ping.header("X-GitHub-Delivery", "made-up")));
    }
    // Another scenario may send events meanwhile, but none of these.
    assert!(!github.keys(&lab).contains(&"evt:made-up".to_owned()));
    assert!(slack.keys(&lab).iter().chain(&slack.work(&lab)).all(|key| key.starts_with("evt:Ev")));
    let answer = lab.get(&format!("{}?challenge=a%20b%3Ci%3E", dropbox.path)).expect("an answer");
    assert_eq!((answer.status, answer.body.as_str()), (200, "a b<i>"));
    assert_eq!(lab.get(dropbox.path).expect("an answer").status, 400);
}

/// Nothing tells a repeat from a new event: each is worked on, and none claimed.
#[test]
fn what_can_have_no_key_is_worked_on_each_time() {
    let lab = lab();
    let receiver = &SENDERS[4];
    receiver.clear(&lab);
    let case = &cases(receiver.rule)[0];
    for which in ["first", "retry", "other"] {
        let answer = receiver.send(&lab, &request(&case[which]));
        assert_eq!((answer.status, answer.json()), (200, json!({ "status": "processed", "key": null })));
    }
    assert!(receiver.keys(&lab).is_empty());
    assert_eq!(receiver.work(&lab), ["(no key)"; 3]);
    receiver.rename(&lab, "business_log", "away");
    assert_eq!(receiver.send(&lab, &request(&case["first"])).status, 503);
    receiver.rename(&lab, "away", "business_log");
    assert_eq!(receiver.send(&lab, &Request::new("")).status, 400);
}

#[track_caller]
fn assert_empty(answer: &Answer) {
    assert_eq!((answer.status, answer.body.as_str()), (200, ""), "{answer:?}");
}

fn cases(sender: &str) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/providers");
    let text = fs::read(folder.join(format!("{sender}.json"))).expect("a fixture");
    let file: Value = serde_json::from_slice(&text).expect("JSON");
    file["cases"].as_array().expect("cases").clone()
}

fn headers(request: &Value) -> impl Iterator<Item = (&str, &str)> {
    let headers = request["headers"].as_array().expect("headers").iter();
    headers.map(|pair| (pair[0].as_str().expect("a name"), pair[1].as_str().expect("a value")))
}

fn body(request: &Value) -> Vec<u8> {
    BASE64_STANDARD.decode(request["body_base64"].as_str().expect("a body")).expect("base64")
}

fn request(of: &Value) -> Request {
    headers(of).fold(Request::new(body(of)), |request, (name, value)| request.header(name, value))
}

/// What the core makes of it.
fn plan(receiver: &Receiver, request: &Value) -> KeyPlan {
    let delivery = Delivery {
        method: request["method"].as_str().map(str::to_owned),
        target: request["url"].as_str().map(str::to_owned),
        headers: headers(request)
            .map(|(name, value)| Header { name: name.to_owned(), value: value.to_owned() })
            .collect(),
        body: body(request).into(),
    };
    plan_with_sha2(&delivery, &RuleChoice::new(receiver.rule).expect("a sender"), None)
}
