//! Two deliveries of one event at once: the second waits for the first one's transaction.

use std::thread;
use std::time::Instant;

use hookonce_core::options::Options;
use hookonce_core::sql::{Guarantee, Statement, Step};
use uuid::Uuid;

use super::{Engine, migrated, options, receiver, sql};
use crate::receiver::{Claim, Connection, Event, Failure, Values};

/// A connection that has claimed the key in a transaction that is still open.
fn open<E: Engine>(engine: &E, options: &Options, event: &Event) -> E::Connection {
    let mut connection = engine.connect();
    let values = Values { event, token: Uuid::new_v4() };
    let is_own = |step: &Step| !["START", "BEGIN", "COMMIT"].iter().any(|word| step.sql.starts_with(word));
    control(&mut connection, E::BEGIN);
    for step in sql(options).steps(Statement::Claim).into_iter().filter(is_own) {
        connection.run(&step, &values).unwrap();
    }
    connection
}

fn control(connection: &mut impl Connection, sql: &str) {
    let step = Step { sql: sql.to_owned(), parameters: Vec::new() };
    connection.run(&step, &Values { event: &Event::new(""), token: Uuid::nil() }).unwrap();
}

pub fn a_claim_waits_for_an_open_one_and_gives_up<E: Engine>() {
    for guarantee in [Guarantee::Lease, Guarantee::SameTransaction] {
        let options = Options { lease_seconds: "2".into(), ..options::<E>(guarantee) };
        let engine: E = migrated(&options);
        let event = Event::new("evt:a");
        let mut first = open(&engine, &options, &event);
        let mut second = receiver(&engine, &options);
        let begin = Instant::now();
        let claim = second.claim(&event);
        let waited = begin.elapsed();
        assert!(matches!(claim, Err(Failure::Busy(_))), "{guarantee:?}: {claim:?}");
        // Half of the lease, or as long as senders wait.
        let bounds = if guarantee == Guarantee::Lease { 900..5_000 } else { 4_500..20_000 };
        assert!(bounds.contains(&waited.as_millis()), "{guarantee:?}: {waited:?}");
        control(&mut first, "ROLLBACK");
        assert!(matches!(second.claim(&event).unwrap(), Claim::Claimed(_)));
    }
}

/// What the second delivery gets when the first one's transaction ends like this.
fn after<E: Engine>(guarantee: Guarantee, end: &str) -> Claim {
    let options = Options { lease_seconds: "20".into(), ..options::<E>(guarantee) };
    let engine: E = migrated(&options);
    let event = Event::new("evt:a");
    let mut first = open(&engine, &options, &event);
    let mut second = receiver(&engine, &options);
    thread::scope(|scope| {
        let second = scope.spawn(|| second.claim(&event));
        engine.await_waiting();
        assert!(!second.is_finished());
        control(&mut first, end);
        let claim = second.join().expect("no panic");
        claim.unwrap()
    })
}

pub fn a_claim_that_waited_for_a_commit_knows_the_key<E: Engine>() {
    assert_eq!(after::<E>(Guarantee::ClaimFirst, "COMMIT"), Claim::Done);
    assert_eq!(after::<E>(Guarantee::SameTransaction, "COMMIT"), Claim::Done);
    assert!(matches!(after::<E>(Guarantee::Lease, "COMMIT"), Claim::InProgress(1..=20)));
}

pub fn a_claim_that_waited_for_a_rollback_gets_the_key<E: Engine>() {
    for guarantee in Guarantee::ALL {
        let claim = after::<E>(guarantee, "ROLLBACK");
        assert!(matches!(claim, Claim::Claimed(_)), "{guarantee:?}: {claim:?}");
    }
}
