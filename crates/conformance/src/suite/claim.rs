//! The guarantees `claim-first` and `same-transaction`: what each claim comes to.

use hookonce_core::sql::Guarantee;

use super::{Engine, migrated, number, options, receiver, token};
use crate::receiver::{Change, Claim, Event};

pub fn a_key_is_claimed_once_and_again_after_a_release<E: Engine>() {
    let options = options::<E>(Guarantee::ClaimFirst);
    let engine: E = migrated(&options);
    let mut receiver = receiver(&engine, &options);
    let [a, b, never] = ["evt:a", "evt:b", "evt:never"].map(Event::new);
    let token = token(receiver.claim(&a).unwrap());
    assert!(matches!(receiver.claim(&b).unwrap(), Claim::Claimed(_)));
    assert_eq!(receiver.claim(&a).unwrap(), Claim::Done);
    assert_eq!(receiver.release(&a, token).unwrap(), Change::Made);
    assert!(matches!(receiver.claim(&a).unwrap(), Claim::Claimed(_)));
    assert_eq!(receiver.claim(&a).unwrap(), Claim::Done);
    // Another event's key is untouched.
    receiver.release(&never, token).unwrap();
    assert_eq!(receiver.claim(&b).unwrap(), Claim::Done);
}

pub fn work_and_key_are_there_together_or_not_at_all<E: Engine>() {
    let options = options::<E>(Guarantee::SameTransaction);
    let engine: E = migrated(&options);
    let mut receiver = receiver(&engine, &options);
    let event = Event::new("evt:a");
    let rows = || ["processed_events", "business_log"].map(|table| count(&engine, table));

    let token = token(receiver.claim(&event).unwrap());
    receiver.work(&event).unwrap();
    assert_eq!(rows(), [0, 0]);
    receiver.release(&event, token).unwrap();
    assert_eq!(rows(), [0, 0]);

    receiver.claim(&event).unwrap();
    receiver.work(&event).unwrap();
    receiver.finish(&event, token).unwrap();
    assert_eq!(rows(), [1, 1]);
    assert_eq!(receiver.claim(&event).unwrap(), Claim::Done);
    // No transaction is left open: the next event is claimed and kept.
    let other = Event::new("evt:b");
    receiver.claim(&other).unwrap();
    receiver.finish(&other, token).unwrap();
    assert_eq!(rows(), [2, 1]);
}

pub fn a_connection_that_is_lost_gives_the_key_back<E: Engine>() {
    let options = options::<E>(Guarantee::SameTransaction);
    let engine: E = migrated(&options);
    let event = Event::new("evt:a");
    let mut lost = receiver(&engine, &options);
    lost.claim(&event).unwrap();
    lost.work(&event).unwrap();
    drop(lost);
    let mut receiver = receiver(&engine, &options);
    let token = token(receiver.claim(&event).unwrap());
    receiver.work(&event).unwrap();
    receiver.finish(&event, token).unwrap();
    assert_eq!(count(&engine, "business_log"), 1);
}

pub fn the_server_is_the_one_that_the_page_names<E: Engine>() {
    assert_eq!(E::new().version(), E::DIALECT.proof().run_on);
}

fn count<E: Engine>(engine: &E, table: &str) -> i64 {
    number(engine, &format!("SELECT count(*) FROM {table}"))
}
