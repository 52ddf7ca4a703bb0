//! The guarantee `lease`: what each claim, finish, release and extension comes to.

use std::thread;
use std::time::Duration;

use hookonce_conformance::postgresql::{Connection, Database};
use hookonce_conformance::receiver::{Change, Claim, Event, Receiver};
use hookonce_core::lang::Lang;
use hookonce_core::options::Options;
use hookonce_core::sql::{File, Guarantee};

use crate::support::sql;

fn options() -> Options {
    Options { guarantee: Guarantee::Lease, lease_seconds: "2".into(), ..Options::default() }
}

fn migrated() -> Database {
    let database = Database::new();
    database.psql(&sql(&options()).file(File::Up, Lang::En).sql);
    database
}

fn receiver(database: &Database) -> Receiver<Connection> {
    Receiver::new(database.connect(), sql(&options()))
}

#[track_caller]
fn token(claim: Claim) -> uuid::Uuid {
    match claim {
        Claim::Claimed(token) => token,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_event_is_claimed_finished_and_done() {
    let mut receiver = receiver(&migrated());
    let event = Event::new("evt:a");
    let first = token(receiver.claim(&event).unwrap());
    assert!(matches!(receiver.claim(&event).unwrap(), Claim::InProgress(1..=2)));
    assert_eq!(receiver.finish(&event, first).unwrap(), Change::Made);
    assert_eq!(receiver.finish(&event, first).unwrap(), Change::Made);
    assert_eq!(receiver.claim(&event).unwrap(), Claim::Done);
    assert_eq!(receiver.release(&event, first).unwrap(), Change::Lost);
    assert_eq!(receiver.extend(&event, first).unwrap(), Change::Lost);
}

#[test]
fn a_lease_that_is_over_is_taken_over_and_its_owner_learns_it() {
    let mut receiver = receiver(&migrated());
    let event = Event::new("evt:a");
    let first = token(receiver.claim(&event).unwrap());
    // The lease itself is what is waited for.
    thread::sleep(Duration::from_millis(2_100));
    let second = token(receiver.claim(&event).unwrap());
    assert_eq!(receiver.finish(&event, first).unwrap(), Change::Lost);
    assert_eq!(receiver.release(&event, first).unwrap(), Change::Lost);
    assert_eq!(receiver.extend(&event, first).unwrap(), Change::Lost);
    assert_eq!(receiver.extend(&event, second).unwrap(), Change::Made);
    assert_eq!(receiver.finish(&event, second).unwrap(), Change::Made);
}

#[test]
fn a_released_key_is_claimed_at_once() {
    let mut receiver = receiver(&migrated());
    let event = Event::new("evt:a");
    let first = token(receiver.claim(&event).unwrap());
    assert_eq!(receiver.release(&event, first).unwrap(), Change::Made);
    assert_ne!(token(receiver.claim(&event).unwrap()), first);
}
