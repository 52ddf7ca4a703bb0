//! The optional columns, in each choice and under each guarantee.

use std::thread;

use hookonce_conformance::postgresql::{Connection, Database};
use hookonce_conformance::receiver::{Change, Claim, Event, Receiver};
use hookonce_core::options::Options;
use hookonce_core::sql::{Columns, Guarantee, Statement};

use crate::support::{
    count, end_lease, every_columns, lease, migrate_anew, migrated_for, receiver, sql, token, under,
    wait_for_locks,
};

/// The SHA-256 of another body.
const OTHER: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

#[test]
fn each_choice_has_the_whole_life_cycle_under_each_guarantee() {
    let database = Database::new();
    for guarantee in Guarantee::ALL {
        for columns in every_columns() {
            let options = Options { columns, ..under(guarantee) };
            migrate_anew(&database, &options);
            let mut receiver = receiver(&database, &options);
            live(&mut receiver);
            check_stored(&mut receiver);
            check_cleanup(&mut receiver);
        }
    }
}

/// Claims, fails, claims again, finishes: what deliveries of the same and of another body are told meanwhile.
fn live(receiver: &mut Receiver<Connection>) {
    let (columns, guarantee) = (receiver.sql().columns(), receiver.sql().guarantee());
    let case = format!("{guarantee:?}, {columns:?}");
    let event = Event::new("evt:a");
    let other = Event { fingerprint: OTHER, ..event.clone() };
    let of_other = |known| if columns.fingerprint { Claim::Mismatch } else { known };

    let first = token(receiver.claim(&event));
    if guarantee == Guarantee::Lease {
        let progress = receiver.claim(&event).unwrap();
        assert!(matches!(progress, Claim::InProgress(1..=60)), "{case}: {progress:?}");
        let progress = receiver.claim(&other).unwrap();
        assert_eq!(progress == Claim::Mismatch, columns.fingerprint, "{case}: {progress:?}");
    }
    assert_eq!(receiver.release(&event, first), Ok(Change::Made), "{case}");
    let second = token(receiver.claim(&event));
    receiver.work(&event).unwrap();
    assert_eq!(receiver.finish(&event, second), Ok(Change::Made), "{case}");
    assert_eq!(receiver.claim(&event), Ok(Claim::Done), "{case}");
    assert_eq!(receiver.claim(&other), Ok(of_other(Claim::Done)), "{case}");

    let elsewhere = Event { scope: "bank", event_type: None, ..other };
    if columns.scope {
        let token = token(receiver.claim(&elsewhere));
        assert_eq!(receiver.finish(&elsewhere, token), Ok(Change::Made), "{case}");
        assert_eq!(receiver.claim(&elsewhere), Ok(Claim::Done), "{case}");
        assert_eq!(receiver.claim(&event), Ok(Claim::Done), "{case}");
    } else {
        assert_eq!(receiver.claim(&elsewhere), Ok(of_other(Claim::Done)), "{case}");
    }
}

/// The row has the delivery's values, and no other column.
fn check_stored(receiver: &mut Receiver<Connection>) {
    let columns = receiver.sql().columns();
    let stored = "SELECT r->>'scope', r->>'event_type', r->>'body_sha256'
         FROM processed_events e, to_jsonb(e) r WHERE key = 'evt:a' ORDER BY first_seen";
    let rows = receiver.connection.query(stored, &[]).unwrap();
    let rows: Vec<[Option<&str>; 3]> =
        rows.iter().map(|row| [0, 1, 2].map(|column| row.get(column))).collect();
    let event = Event::new("evt:a");
    let row = |scope, event_type: Option<&'static str>, fingerprint| {
        [
            columns.scope.then_some(scope),
            event_type.filter(|_| columns.event_type),
            columns.fingerprint.then_some(fingerprint),
        ]
    };
    let mut expected = vec![row("shop", Some("order.paid"), event.fingerprint)];
    if columns.scope {
        expected.push(row("bank", None, OTHER));
    }
    assert_eq!(rows, expected, "{columns:?}");
}

/// Of two scopes only the old one's key goes.
fn check_cleanup(receiver: &mut Receiver<Connection>) {
    let (columns, guarantee) = (receiver.sql().columns(), receiver.sql().guarantee());
    let time = if guarantee == Guarantee::Lease { "done_at" } else { "first_seen" };
    let only = if columns.scope { " WHERE scope = 'shop'" } else { "" };
    let age = format!("UPDATE processed_events SET {time} = now() - interval '31 days'{only}");
    assert_eq!(receiver.connection.execute(&age, &[]).unwrap(), 1);
    let cleanup = receiver.sql().statement(Statement::Cleanup);
    let deleted = |connection: &mut Connection| match guarantee {
        Guarantee::ClaimFirst => connection.execute(&cleanup, &[]).unwrap() as i64,
        _ => connection.query_one(&cleanup, &[]).unwrap().get("deleted"),
    };
    assert_eq!([deleted(&mut receiver.connection), deleted(&mut receiver.connection)], [1, 0]);
    let left = count(&mut receiver.connection, "SELECT count(*) FROM processed_events");
    assert_eq!(left, i64::from(columns.scope));
    token(receiver.claim(&Event::new("evt:a")));
}

#[test]
fn a_lease_that_is_over_is_never_taken_over_by_another_body() {
    let (database, options) = fingerprinted();
    let mut receiver = receiver(&database, &options);
    let mut watch = database.connect();
    let event = Event::new("evt:a");
    let other = Event { fingerprint: OTHER, ..event.clone() };
    let owner = token(receiver.claim(&event));
    end_lease(&mut watch, event.key);
    assert_eq!(receiver.claim(&other), Ok(Claim::Mismatch));
    // Also once it is given back, and nothing of the claim has changed.
    assert_eq!(receiver.release(&event, owner), Ok(Change::Made));
    assert_eq!(receiver.claim(&other), Ok(Claim::Mismatch));
    let row = "SELECT claim_token, attempts, body_sha256 FROM processed_events";
    let row = watch.query_one(row, &[]).unwrap();
    assert_eq!((row.get(0), row.get(1), row.get(2)), (owner, 1, event.fingerprint));
    assert_ne!(token(receiver.claim(&event)), owner);
}

#[test]
fn another_body_that_waits_is_told_mismatch_or_gets_the_key() {
    let (database, options) = fingerprinted();
    let [mut first, mut second] = [(); 2].map(|()| receiver(&database, &options));
    let mut watch = database.connect();
    for (end, claimed) in [("COMMIT", false), ("ROLLBACK", true)] {
        let event = Event::new(end);
        let other = Event { fingerprint: OTHER, ..event.clone() };
        first.connection.batch_execute("BEGIN").unwrap();
        token(first.claim(&event));
        let claim = thread::scope(|scope| {
            let claim = scope.spawn(|| second.claim(&other));
            wait_for_locks(&mut watch, 1);
            first.connection.batch_execute(end).unwrap();
            claim.join().unwrap()
        });
        if claimed {
            token(claim);
            assert_eq!(first.claim(&event), Ok(Claim::Mismatch));
        } else {
            assert_eq!(claim, Ok(Claim::Mismatch));
        }
    }
}

fn fingerprinted() -> (Database, Options) {
    let options = Options { columns: Columns { fingerprint: true, ..Columns::default() }, ..lease(60) };
    (migrated_for(&options), options)
}

/// With the published claim the row may be gone between the claim and the look at it.
#[test]
fn a_key_released_before_the_comparison_is_neither_done_nor_a_mismatch() {
    for guarantee in [Guarantee::ClaimFirst, Guarantee::SameTransaction] {
        let columns = Columns { fingerprint: true, ..Columns::default() };
        let options = Options { columns, ..under(guarantee) };
        let mut receiver = receiver(&migrated_for(&options), &options);
        let compared = receiver.run(Statement::Compare, &Event::new("evt:a"), uuid::Uuid::nil());
        assert_eq!(compared, Ok(None));
        assert!(sql(&options).statements().contains(&Statement::Compare));
    }
}
