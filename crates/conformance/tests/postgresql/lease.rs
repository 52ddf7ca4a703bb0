//! The guarantee `lease`: what each claim, finish, release and extension comes to.

use std::thread;
use std::time::Duration;

use hookonce_conformance::receiver::{Change, Claim, Event};

use crate::support::{lease, migrated_for, receiver, token};

#[test]
fn an_event_is_claimed_finished_and_done() {
    let mut receiver = receiver(&migrated_for(&lease(60)), &lease(60));
    let event = Event::new("evt:a");
    let first = token(receiver.claim(&event));
    assert!(matches!(receiver.claim(&event).unwrap(), Claim::InProgress(1..=60)));
    assert_eq!(receiver.finish(&event, first).unwrap(), Change::Made);
    assert_eq!(receiver.finish(&event, first).unwrap(), Change::Made);
    assert_eq!(receiver.claim(&event).unwrap(), Claim::Done);
    assert_eq!(receiver.release(&event, first).unwrap(), Change::Lost);
    assert_eq!(receiver.extend(&event, first).unwrap(), Change::Lost);
}

#[test]
fn a_lease_that_is_over_is_taken_over_and_its_owner_learns_it() {
    let mut receiver = receiver(&migrated_for(&lease(2)), &lease(2));
    let event = Event::new("evt:a");
    let first = token(receiver.claim(&event));
    // The lease itself is what is waited for.
    thread::sleep(Duration::from_millis(2_100));
    let second = token(receiver.claim(&event));
    assert_eq!(receiver.finish(&event, first).unwrap(), Change::Lost);
    assert_eq!(receiver.release(&event, first).unwrap(), Change::Lost);
    assert_eq!(receiver.extend(&event, first).unwrap(), Change::Lost);
    assert_eq!(receiver.extend(&event, second).unwrap(), Change::Made);
    assert_eq!(receiver.finish(&event, second).unwrap(), Change::Made);
}

#[test]
fn a_released_key_is_claimed_at_once() {
    let mut receiver = receiver(&migrated_for(&lease(60)), &lease(60));
    let event = Event::new("evt:a");
    let first = token(receiver.claim(&event));
    assert_eq!(receiver.release(&event, first).unwrap(), Change::Made);
    assert_ne!(token(receiver.claim(&event)), first);
}
