//! Other nodes in the place of the business step: never 200 for work not done, never a request unanswered.

use hookonce_conformance::n8n::Request;
use serde_json::json;

use crate::receiver::{CALLING, CODED, STOPPING};
use crate::shared::lab;
use crate::upstream::{self, Behaviour};

const FAILED: (u16, &str) = (500, "failed");
const PROCESSED: (u16, &str) = (200, "processed");

/// A call that fails gives the key back: the retry calls again, and then it is done once.
#[test]
fn a_service_that_fails() {
    let lab = lab();
    for (name, behaviour) in [
        ("400", Behaviour::Answer(400, "{\"error\":\"bad\"}")),
        ("500", Behaviour::Answer(500, "{\"error\":\"down\"}")),
        ("503 without a body", Behaviour::Answer(503, "")),
        ("not JSON", Behaviour::Answer(200, "<html>")),
        ("no answer", Behaviour::Hang),
        ("a closed connection", Behaviour::Close),
    ] {
        let key = format!("evt:{name}");
        let send = || {
            let answer = CALLING.send(&lab, &Request::json(json!({ "id": name }).to_string()));
            (answer.status, answer.json()["status"].as_str().unwrap_or_default().to_owned())
        };
        let is = |(status, word): (u16, &str)| (status, word.to_owned());
        upstream::behave(&key, behaviour);
        for call in 1..=2 {
            assert_eq!(send(), is(FAILED), "{name}");
            assert_eq!(upstream::calls(&key), call, "{name}");
            assert!(!CALLING.keys(&lab).contains(&key), "{name}");
        }
        upstream::behave(&key, Behaviour::Answer(200, "{\"done\":true}"));
        assert_eq!(send(), is(PROCESSED), "{name}");
        assert_eq!(send(), is((200, "duplicate")), "{name}");
        assert_eq!(upstream::calls(&key), 3, "{name}");
    }
}

/// What n8n makes of an answer decides how many items go on: none, one or many, it is one answer to the sender.
#[test]
fn a_service_that_answers_anything_well() {
    let lab = lab();
    for (name, body) in [
        ("an empty list", "[]"),
        ("an empty object", "{}"),
        ("nothing", ""),
        ("null", "null"),
        ("a list", "[{\"a\":1},{\"a\":2},{\"a\":3}]"),
        ("a list of lists", "[[]]"),
        ("a number", "1"),
    ] {
        let key = format!("evt:{name}");
        upstream::behave(&key, Behaviour::Answer(200, body));
        for word in ["processed", "duplicate"] {
            let answer = CALLING.send(&lab, &Request::json(json!({ "id": name }).to_string()));
            assert_eq!((answer.status, &answer.json()["status"]), (200, &json!(word)), "{name}: {answer:?}");
        }
        assert_eq!(upstream::calls(&key), 1, "{name}");
    }
}

#[test]
fn code_that_fails_gives_nothing_or_too_much() {
    let lab = lab();
    for (kind, (status, word)) in [
        ("throw", FAILED),
        ("error item", FAILED),
        ("pass on", FAILED),
        ("no items", PROCESSED),
        ("two items", PROCESSED),
        ("done", PROCESSED),
    ] {
        let key = format!("evt:{kind}");
        let answer = CODED.send(&lab, &Request::json(json!({ "id": kind, "type": kind }).to_string()));
        assert_eq!((answer.status, &answer.json()["status"]), (status, &json!(word)), "{kind}: {answer:?}");
        assert_eq!(CODED.keys(&lab).contains(&key), status == 200, "{kind}");
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
