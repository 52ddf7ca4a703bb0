//! Other nodes in the place of the business step: never 200 for work not done, never a request unanswered.

use hookonce_conformance::n8n::Request;
use serde_json::json;

use crate::receiver::{CALLING, CODED, LEASED_CALLING, LEASED_CODED, Receiver, STOPPING};
use crate::shared::lab;
use crate::upstream::{self, Behaviour};

const FAILED: (u16, &str) = (500, "failed");
const PROCESSED: (u16, &str) = (200, "processed");

#[test]
fn a_service_that_fails() {
    a_service_that_fails_at(&CALLING);
}

#[test]
fn a_service_that_fails_with_a_lease() {
    a_service_that_fails_at(&LEASED_CALLING);
}

/// A call that fails gives the key back: the retry calls again, and then it is done once.
#[track_caller]
fn a_service_that_fails_at(receiver: &Receiver) {
    let lab = lab();
    for (name, behaviour) in [
        ("400", Behaviour::Answer(400, "{\"error\":\"bad\"}")),
        ("500", Behaviour::Answer(500, "{\"error\":\"down\"}")),
        ("503 without a body", Behaviour::Answer(503, "")),
        ("not JSON", Behaviour::Answer(200, "<html>")),
        ("no answer", Behaviour::Hang),
        ("a closed connection", Behaviour::Close),
    ] {
        let id = format!("{}: {name}", receiver.path);
        let key = format!("evt:{id}");
        let send = || {
            let answer = receiver.send(&lab, &Request::json(json!({ "id": id }).to_string()));
            (answer.status, answer.json()["status"].as_str().unwrap_or_default().to_owned())
        };
        let is = |(status, word): (u16, &str)| (status, word.to_owned());
        upstream::behave(&key, behaviour);
        for call in 1..=2 {
            assert_eq!(send(), is(FAILED), "{name}");
            assert_eq!(upstream::calls(&key), call, "{name}");
            assert!(receiver.is_free(&lab, &key), "{name}");
        }
        upstream::behave(&key, Behaviour::Answer(200, "{\"done\":true}"));
        assert_eq!(send(), is(PROCESSED), "{name}");
        assert_eq!(send(), is((200, "duplicate")), "{name}");
        assert_eq!(upstream::calls(&key), 3, "{name}");
    }
}

#[test]
fn a_service_that_answers_anything_well() {
    a_service_that_answers_anything_well_at(&CALLING);
}

#[test]
fn a_service_that_answers_anything_well_with_a_lease() {
    a_service_that_answers_anything_well_at(&LEASED_CALLING);
}

/// What n8n makes of an answer decides how many items go on: none, one or many, it is one answer to the sender.
#[track_caller]
fn a_service_that_answers_anything_well_at(receiver: &Receiver) {
    let lab = lab();
    for (name, body) in [
        ("an empty list", "[]"),
        ("an empty object", "{}"),
        ("nothing", ""),
        ("null", "null"),
        ("a list", "[{\"a\":1},{\"a\":2},{\"a\":3}]"),
        ("a list of lists", "[[]]"),
        ("a number", "1"),
        ("an outcome of its own", "{\"outcome\":\"lost\"}"),
    ] {
        let id = format!("{}: {name}", receiver.path);
        let key = format!("evt:{id}");
        upstream::behave(&key, Behaviour::Answer(200, body));
        for word in ["processed", "duplicate"] {
            let answer = receiver.send(&lab, &Request::json(json!({ "id": id }).to_string()));
            assert_eq!((answer.status, &answer.json()["status"]), (200, &json!(word)), "{name}: {answer:?}");
        }
        assert_eq!(upstream::calls(&key), 1, "{name}");
    }
}

#[test]
fn code_that_fails_gives_nothing_or_too_much() {
    code_that_fails_gives_nothing_or_too_much_at(&CODED, &[]);
}

#[test]
fn code_that_fails_in_part_or_in_whole_with_a_lease() {
    code_that_fails_gives_nothing_or_too_much_at(&LEASED_CODED, &[("one of two", FAILED)]);
}

#[track_caller]
fn code_that_fails_gives_nothing_or_too_much_at(receiver: &Receiver, more: &[(&str, (u16, &str))]) {
    let lab = lab();
    let kinds = [
        ("throw", FAILED),
        ("error item", FAILED),
        ("pass on", FAILED),
        ("no items", PROCESSED),
        ("two items", PROCESSED),
        ("done", PROCESSED),
    ];
    for (kind, (status, word)) in kinds.iter().chain(more).copied() {
        let key = format!("evt:{kind}");
        let answer = receiver.send(&lab, &Request::json(json!({ "id": kind, "type": kind }).to_string()));
        assert_eq!((answer.status, &answer.json()["status"]), (status, &json!(word)), "{kind}: {answer:?}");
        assert_eq!(receiver.is_free(&lab, &key), status != 200, "{kind}");
    }
}

/// Why the notes ask for the error output: without it the sender is told the truth, but the key stays, and
/// the retry counts as a duplicate.
#[test]
fn without_an_error_output_the_key_is_not_released() {
    let lab = lab();
    let key = "evt:stopped";
    let send = || STOPPING.send(&lab, &Request::json("{\"id\":\"stopped\"}"));
    upstream::behave(key, Behaviour::Answer(500, "{}"));
    assert_eq!(send().status, 500);
    assert_eq!(STOPPING.keys(&lab), [key]);
    upstream::behave(key, Behaviour::Answer(200, "{}"));
    let retry = send();
    assert_eq!((retry.status, &retry.json()["status"]), (200, &json!("duplicate")));
    assert_eq!(upstream::calls(key), 1);
}
