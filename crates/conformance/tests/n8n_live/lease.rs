//! The guarantee `lease`: one delivery at a time, and a retry that takes over.

use std::thread;
use std::time::Duration;

use hookonce_conformance::n8n::{Answer, Lab, Request, wait_until};
use serde_json::json;

use crate::published::the_work_is_done_once_at;
use crate::race::{at_once, count};
use crate::receiver::{
    LEASED, LEASED_BRIEFLY, LEASED_FAILING, LEASED_FINISHING, LEASED_RACED, LEASED_STOPPING, Receiver,
};
use crate::shared::lab;
use crate::upstream::{self, Behaviour};

#[test]
fn the_work_is_done_once() {
    let lab = lab();
    the_work_is_done_once_at(&LEASED, &LEASED.id(), &lab);
    for key in LEASED.keys(&lab) {
        assert_eq!(LEASED.state(&lab, &key), ("done".into(), 1));
    }
}

#[test]
fn of_thirty_parallel_copies_one_does_the_work() {
    const COPIES: usize = 30;
    let lab = lab();
    let request = event("evt_A");
    let answers = at_once(&lab, &LEASED_RACED, &request, COPIES);
    let waiting: Vec<_> = answers.iter().filter(|answer| answer.status == 503).collect();
    let processed = count(&answers, 200, "processed");
    assert_eq!(
        (processed, count(&answers, 200, "duplicate") + waiting.len()),
        (1, COPIES - 1),
        "{answers:?}"
    );
    for answer in &waiting {
        assert_in_progress(answer, "evt:evt_A", 1..=60);
    }
    println!("of {COPIES} copies at once, 1 did the work and {} were told to come back", waiting.len());
    assert_word(&LEASED_RACED.send(&lab, &request), 200, "duplicate");
    assert_eq!(LEASED_RACED.work(&lab), ["evt:evt_A"]);
}

/// Work that takes longer than its lease is done again by a retry, and only the retry may finish it.
#[test]
fn a_retry_takes_over_when_the_lease_is_over() {
    let lab = lab();
    warm_up(&lab, &LEASED_BRIEFLY);
    let key = "evt:slow";
    upstream::behave(key, Behaviour::Hold);
    thread::scope(|scope| {
        let first = scope.spawn(|| LEASED_BRIEFLY.send(&lab, &event("slow")));
        assert!(wait_until(PATIENCE, || upstream::calls(key) == 1));
        // The work of the next ones is quick.
        upstream::behave(key, Behaviour::Answer(200, "{}"));
        let seconds = assert_in_progress(&LEASED_BRIEFLY.send(&lab, &event("slow")), key, 1..=8);
        // What a sender does that reads the header.
        thread::sleep(Duration::from_secs(seconds));
        assert_word(&LEASED_BRIEFLY.send(&lab, &event("slow")), 200, "processed");
        upstream::let_go(key);
        assert_unavailable(&first.join().unwrap());
    });
    assert_eq!(upstream::calls(key), 2);
    assert_eq!(LEASED_BRIEFLY.state(&lab, key), ("done".into(), 2));
    assert_word(&LEASED_BRIEFLY.send(&lab, &event("slow")), 200, "duplicate");
    assert_last_error(&lab, &LEASED_BRIEFLY, "another delivery took over. A retry may do it again.");
}

/// At least once: work that was done but could not be recorded is done again.
#[test]
fn a_finish_that_fails_is_503_and_the_work_is_done_again() {
    let lab = lab();
    warm_up(&lab, &LEASED_FINISHING);
    let key = "evt:unrecorded";
    upstream::behave(key, Behaviour::Hold);
    let answer = thread::scope(|scope| {
        let first = scope.spawn(|| LEASED_FINISHING.send(&lab, &event("unrecorded")));
        assert!(wait_until(PATIENCE, || upstream::calls(key) == 1));
        LEASED_FINISHING.rename(&lab, "processed_events", "away");
        upstream::let_go(key);
        first.join().unwrap()
    });
    LEASED_FINISHING.rename(&lab, "away", "processed_events");
    assert_unavailable(&answer);
    assert_eq!(LEASED_FINISHING.state(&lab, key), ("processing".into(), 1));
    assert_last_error(&lab, &LEASED_FINISHING, "could not be recorded");
    assert!(wait_until(PATIENCE, || LEASED_FINISHING.is_free(&lab, key)));
    assert_word(&LEASED_FINISHING.send(&lab, &event("unrecorded")), 200, "processed");
    assert_word(&LEASED_FINISHING.send(&lab, &event("unrecorded")), 200, "duplicate");
    assert_eq!(upstream::calls(key), 2);
}

/// Why the notes ask for the error output: without it the retry has to wait. With a lease it is not lost.
#[test]
fn without_an_error_output_a_retry_waits_for_the_end_of_the_lease() {
    let lab = lab();
    warm_up(&lab, &LEASED_STOPPING);
    let key = "evt:leased and stopped";
    let send = || LEASED_STOPPING.send(&lab, &event("leased and stopped"));
    upstream::behave(key, Behaviour::Answer(500, "{}"));
    assert_eq!(send().status, 500);
    upstream::behave(key, Behaviour::Answer(200, "{}"));
    let seconds = assert_in_progress(&send(), key, 1..=8);
    thread::sleep(Duration::from_secs(seconds));
    assert_word(&send(), 200, "processed");
    assert_eq!(upstream::calls(key), 2);
}

#[test]
fn a_missing_table_releases_the_key_or_is_503() {
    let lab = lab();
    let send = || LEASED_FAILING.send(&lab, &event("missing"));
    LEASED_FAILING.rename(&lab, "business_log", "away");
    for attempt in 1..=2 {
        assert_word(&send(), 500, "failed");
        assert!(LEASED_FAILING.is_free(&lab, "evt:missing"));
        assert_eq!(LEASED_FAILING.state(&lab, "evt:missing"), ("processing".into(), attempt));
    }
    LEASED_FAILING.rename(&lab, "away", "business_log");
    LEASED_FAILING.rename(&lab, "processed_events", "away");
    assert_unavailable(&send());
    LEASED_FAILING.rename(&lab, "away", "processed_events");
    assert_word(&send(), 200, "processed");
    assert_word(&send(), 200, "duplicate");
    assert_eq!(LEASED_FAILING.work(&lab), ["evt:missing"]);
    LEASED_FAILING.clear(&lab);
}

/// Lets n8n load what the nodes need, which on a busy machine takes longer than a short lease.
fn warm_up(lab: &Lab, receiver: &Receiver) {
    receiver.send(lab, &event("warm"));
}

/// An event of this id.
pub fn event(id: &str) -> Request {
    Request::json(json!({ "id": id, "type": "order.paid" }).to_string())
}

#[track_caller]
pub fn assert_word(answer: &Answer, status: u16, word: &str) {
    assert_eq!((answer.status, &answer.json()["status"]), (status, &json!(word)), "{answer:?}");
}

/// Nobody knows what the database did: try again.
#[track_caller]
pub fn assert_unavailable(answer: &Answer) {
    assert_eq!((answer.status, answer.json()), (503, json!({ "status": "unavailable" })), "{answer:?}");
    assert_eq!(answer.header("retry-after"), Some("30"));
}

/// Another delivery is at work. Returns the seconds after which to try again.
#[track_caller]
pub fn assert_in_progress(answer: &Answer, key: &str, range: std::ops::RangeInclusive<u64>) -> u64 {
    assert_eq!(
        (answer.status, answer.json()),
        (503, json!({ "status": "in progress", "key": key })),
        "{answer:?}"
    );
    let seconds = answer.header("retry-after").and_then(|value| value.parse().ok()).expect("seconds");
    assert!(range.contains(&seconds), "{answer:?}");
    seconds
}

/// What the last execution that failed says, as soon as n8n has written it.
#[track_caller]
fn assert_last_error(lab: &Lab, receiver: &Receiver, message: &str) {
    let query = "SELECT data FROM execution_data JOIN execution_entity AS e ON e.id = \"executionId\" \
         WHERE \"workflowId\" = $1 AND status = 'error' ORDER BY e.id DESC LIMIT 1";
    let last = || lab.own().query_opt(query, &[&receiver.id()]).unwrap().map(|row| row.get(0));
    let says = || last().is_some_and(|data: String| data.contains(message));
    assert!(wait_until(PATIENCE, says), "{:?}", last());
}

/// Until something is so that must come; a busy machine may take long.
pub const PATIENCE: Duration = Duration::from_secs(90);
