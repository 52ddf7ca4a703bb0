//! The guarantee `same-transaction`: claim and work in one statement.

use std::thread;

use hookonce_conformance::n8n::{Lab, wait_until};

use crate::lease::{PATIENCE, assert_unavailable, assert_word, event};
use crate::published::the_work_is_done_once_at;
use crate::race::{at_once, count};
use crate::receiver::{Receiver, TRANSACTED, TRANSACTED_FAILING, TRANSACTED_RACED, TRANSACTED_SLOWLY};
use crate::shared::lab;

#[test]
fn the_work_is_done_once() {
    the_work_is_done_once_at(&TRANSACTED, &TRANSACTED.id(), &lab());
}

/// The copies wait for the first one, and then know that it is done.
#[test]
fn of_thirty_parallel_copies_one_does_the_work() {
    const COPIES: usize = 30;
    let lab = lab();
    let answers = at_once(&lab, &TRANSACTED_RACED, &event("evt_A"), COPIES);
    let counts = ["processed", "duplicate"].map(|word| count(&answers, 200, word));
    assert_eq!(counts, [1, COPIES - 1], "{answers:?}");
    assert_eq!(TRANSACTED_RACED.work(&lab), ["evt:evt_A"]);
}

/// It waits no longer than senders do.
#[test]
fn a_copy_of_an_event_at_work_is_503_and_later_a_duplicate() {
    let lab = lab();
    let receiver = &TRANSACTED_SLOWLY;
    slow_down(&lab, receiver);
    hold(&lab, receiver, "evt:slow");
    thread::scope(|scope| {
        let first = scope.spawn(|| receiver.send(&lab, &event("slow")));
        assert!(wait_until(PATIENCE, || at_work(&lab, "evt:slow") == 1));
        assert_unavailable(&receiver.send(&lab, &event("slow")));
        // It holds up no other event.
        assert_word(&receiver.send(&lab, &event("quick")), 200, "processed");
        let_go(&lab, receiver, "evt:slow");
        assert_word(&first.join().unwrap(), 200, "processed");
    });
    assert_word(&receiver.send(&lab, &event("slow")), 200, "duplicate");
    assert_eq!(receiver.work(&lab), ["evt:quick", "evt:slow"]);
}

#[test]
fn a_missing_table_leaves_no_key() {
    let lab = lab();
    let send = || TRANSACTED_FAILING.send(&lab, &event("missing"));
    for table in ["business_log", "processed_events"] {
        TRANSACTED_FAILING.rename(&lab, table, "away");
        assert_unavailable(&send());
        TRANSACTED_FAILING.rename(&lab, "away", table);
        assert!(TRANSACTED_FAILING.keys(&lab).is_empty());
    }
    assert_word(&send(), 200, "processed");
    assert_word(&send(), 200, "duplicate");
    assert_eq!(TRANSACTED_FAILING.work(&lab), ["evt:missing"]);
    TRANSACTED_FAILING.clear(&lab);
}

/// From now on the work waits while its key is held.
pub fn slow_down(lab: &Lab, receiver: &Receiver) {
    let [held, slow, business_log] = ["held", "slow", "business_log"].map(|name| receiver.table(name));
    let script = format!(
        "CREATE TABLE {held} (key text);
         CREATE FUNCTION {slow}() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN
           WHILE EXISTS (SELECT FROM {held} WHERE key = NEW.event_key) LOOP PERFORM pg_sleep(0.02); END LOOP;
           RETURN NEW;
         END $$;
         CREATE TRIGGER slow BEFORE INSERT ON {business_log} FOR EACH ROW EXECUTE FUNCTION {slow}();"
    );
    lab.connect().batch_execute(&script).unwrap();
}

/// Holds the work of a key.
pub fn hold(lab: &Lab, receiver: &Receiver, key: &str) {
    lab.connect().execute(&format!("INSERT INTO {} VALUES ($1)", receiver.table("held")), &[&key]).unwrap();
}

/// Holds it no longer.
pub fn let_go(lab: &Lab, receiver: &Receiver, key: &str) {
    lab.connect()
        .execute(&format!("DELETE FROM {} WHERE key = $1", receiver.table("held")), &[&key])
        .unwrap();
}

/// How many statements are at work for a key; n8n writes it into their text.
pub fn at_work(lab: &Lab, key: &str) -> i64 {
    let query = "SELECT count(*) FROM pg_stat_activity \
         WHERE wait_event = 'PgSleep' AND position(quote_literal($1) IN query) > 0";
    lab.connect().query_one(query, &[&key]).unwrap().get(0)
}
