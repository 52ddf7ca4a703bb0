//! Batches: each event for itself, and one answer.

use std::sync::{Mutex, MutexGuard, PoisonError};

use hookonce_conformance::n8n::{Answer, Request};
use hookonce_core::key::downstream::idempotency_key;
use hookonce_core::sql::Guarantee;
use serde_json::{Value, json};

use crate::receiver::BATCHES;
use crate::shared::lab;
use crate::upstream::{self, Behaviour};

/// Some are new, some are known, one fails; then the retry.
#[test]
fn one_that_fails_holds_up_no_other() {
    let (lab, _turn) = (lab(), turn());
    for receiver in &BATCHES[..3] {
        receiver.clear(&lab);
        let [a, b, c, bad, d] = ["a", "b", "c", "bad", "d"].map(|id| format!("evt:{id}"));
        assert_processed(&receiver.send(&lab, &batch(&["a", "b"])), 2);
        let table = receiver.table("business_log");
        let constraint = format!("ALTER TABLE {table} ADD CONSTRAINT one CHECK (event_key <> 'evt:bad')");
        lab.connect().batch_execute(&constraint).unwrap();
        for _ in 0..2 {
            assert_incomplete(&receiver.send(&lab, &batch(&["b", "c", "bad", "d"])));
            assert_eq!(receiver.work(&lab), [&a, &b, &c, &d].map(String::clone), "{}", receiver.path);
            assert!(receiver.is_free(&lab, &bad) && !receiver.is_free(&lab, &d), "{}", receiver.path);
        }
        lab.connect().batch_execute(&format!("ALTER TABLE {table} DROP CONSTRAINT one")).unwrap();
        for _ in 0..2 {
            assert_processed(&receiver.send(&lab, &batch(&["b", "c", "bad", "d"])), 4);
            assert_eq!(receiver.work(&lab), [&a, &b, &bad, &c, &d].map(String::clone), "{}", receiver.path);
        }
        receiver.clear(&lab);
    }
}

#[test]
fn twice_in_one_batch_without_a_key_and_none_at_all() {
    let (lab, _turn) = (lab(), turn());
    for receiver in &BATCHES[..3] {
        receiver.clear(&lab);
        assert_processed(&receiver.send(&lab, &batch(&["twice", "twice"])), 1);
        let keyless = json!([{ "type": "x" }, { "sg_event_id": "beside", "type": "x" }]).to_string();
        for _ in 0..2 {
            assert_processed(&receiver.send(&lab, &Request::json(keyless.clone())), 2);
        }
        assert_eq!(receiver.keys(&lab), ["evt:beside", "evt:twice"]);
        assert_eq!(receiver.work(&lab), ["(no key)", "(no key)", "evt:beside", "evt:twice"]);
        let empty = receiver.send(&lab, &Request::json("[]"));
        assert_eq!((empty.status, empty.body.as_str()), (200, ""));
        // What is no batch is one event, as the core has it.
        assert_processed(&receiver.send(&lab, &Request::json("{}")), 1);
        assert!(receiver.keys(&lab)[2].starts_with("sha256:"));
        receiver.clear(&lab);
    }
}

/// Nothing is known about any event: the loop ends at once, and the retry does everything.
#[test]
fn a_missing_table_of_the_keys_is_503() {
    let (lab, _turn) = (lab(), turn());
    for receiver in &BATCHES[..3] {
        receiver.clear(&lab);
        receiver.rename(&lab, "processed_events", "away");
        let answer = receiver.send(&lab, &batch(&["a", "b"]));
        receiver.rename(&lab, "away", "processed_events");
        assert_eq!((answer.status, answer.header("retry-after")), (503, Some("30")), "{answer:?}");
        assert!(receiver.work(&lab).is_empty());
        assert_processed(&receiver.send(&lab, &batch(&["a", "b"])), 2);
        assert_eq!(receiver.work(&lab), ["evt:a", "evt:b"]);
        receiver.clear(&lab);
    }
}

/// Another delivery is at work on one event: the others are done, and the sender is to come back.
#[test]
fn an_event_in_progress_elsewhere_is_not_done() {
    let (lab, _turn) = (lab(), turn());
    let receiver = &BATCHES[1];
    receiver.clear(&lab);
    let table = receiver.table("processed_events");
    let busy = format!(
        "INSERT INTO {table} (key, claim_token, lease_until) VALUES ('evt:busy', gen_random_uuid(), now() + interval '1 hour')"
    );
    lab.connect().batch_execute(&busy).unwrap();
    assert_incomplete(&receiver.send(&lab, &batch(&["busy", "free"])));
    assert_eq!(receiver.work(&lab), ["evt:free"]);
    lab.connect()
        .batch_execute(&format!("UPDATE {table} SET lease_until = 'epoch' WHERE key = 'evt:busy'"))
        .unwrap();
    assert_processed(&receiver.send(&lab, &batch(&["busy", "free"])), 2);
    assert_eq!(receiver.work(&lab), ["evt:busy", "evt:free"]);
    receiver.clear(&lab);
}

/// Whatever the step is: no event's failure is taken for another's, nor its work for done.
#[test]
fn code_that_fails_gives_nothing_or_too_much() {
    let lab = lab();
    for receiver in &BATCHES[3..5] {
        receiver.clear(&lab);
        let kinds = [
            ("no items", true),
            ("throw", false),
            ("two items", true),
            ("error item", false),
            ("done", true),
            ("pass on", false),
            ("one of two", false),
            ("done again", true),
        ];
        let ids = kinds.map(|(kind, _)| kind);
        assert_incomplete(&receiver.send(&lab, &batch(&ids)));
        for (kind, is_done) in kinds {
            let key = format!("evt:{kind}");
            assert_eq!(receiver.is_free(&lab, &key), !is_done, "{}: {kind}", receiver.path);
            if receiver.guarantee == Guarantee::Lease {
                let status = if is_done { "done" } else { "processing" };
                assert_eq!(receiver.state(&lab, &key), (status.into(), 1), "{kind}");
            }
        }
        assert_processed(&receiver.send(&lab, &batch(&["no items", "two items", "done", "done again"])), 4);
        receiver.clear(&lab);
    }
}

/// The expression of the note gives the core's idempotency key, the same on each try.
#[test]
fn calls_have_the_idempotency_key_of_the_core() {
    let lab = lab();
    let receiver = &BATCHES[5];
    receiver.clear(&lab);
    let ids = ["ü/📦", "plain"];
    let [first, second] = ids.map(|id| idempotency_key(&format!("evt:{id}"), "charge"));
    upstream::behave(&second, Behaviour::Answer(500, "{}"));
    assert_incomplete(&receiver.send(&lab, &batch(&ids)));
    upstream::behave(&second, Behaviour::Answer(200, "{}"));
    assert_processed(&receiver.send(&lab, &batch(&ids)), 2);
    assert_eq!([&first, &second].map(|key| upstream::calls(key)), [1, 2]);
    receiver.clear(&lab);
}

/// For a scenario with receivers that others use as well.
pub fn turn() -> MutexGuard<'static, ()> {
    static TURN: Mutex<()> = Mutex::new(());
    // Each scenario clears what it uses.
    TURN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Events of these ids, whose type is the id.
fn batch(ids: &[&str]) -> Request {
    let events: Vec<Value> = ids.iter().map(|id| json!({ "sg_event_id": id, "type": id })).collect();
    Request::json(Value::from(events).to_string())
}

#[track_caller]
fn assert_processed(answer: &Answer, events: usize) {
    let expected = json!({ "status": "processed", "events": events });
    assert_eq!((answer.status, answer.json()), (200, expected), "{answer:?}");
}

#[track_caller]
fn assert_incomplete(answer: &Answer) {
    assert_eq!((answer.status, answer.json()), (503, json!({ "status": "incomplete" })), "{answer:?}");
    assert_eq!(answer.header("retry-after"), Some("30"));
}
