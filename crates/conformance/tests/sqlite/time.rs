//! When a lease begins.

use std::thread;
use std::time::Duration;

use hookonce_conformance::receiver::{Change, Claim, Event};
use hookonce_conformance::sqlite::Database;
use hookonce_conformance::suite::{migrated, options, receiver, token};
use hookonce_core::options::Options;
use hookonce_core::sql::Guarantee;

/// The statement's moment is that of its first step, after the wait for the only writer's place.
#[test]
fn a_claim_that_waited_has_its_whole_lease() {
    let options = Options { lease_seconds: "10".into(), ..options::<Database>(Guarantee::Lease) };
    let database: Database = migrated(&options);
    let other = database.connect();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut receiver = receiver(&database, &options);
    thread::scope(|scope| {
        let claim = scope.spawn(|| receiver.claim(&Event::new("evt:a")));
        // Long enough to be seen in what is left.
        thread::sleep(Duration::from_secs(2));
        other.execute_batch("COMMIT").unwrap();
        token(claim.join().expect("no panic").unwrap());
    });
    let left = "SELECT (julianday(lease_until) - julianday('now')) * 86400 > 9 FROM processed_events";
    assert_eq!(database.rows(left), "1\n");
}

/// Whoever only reads does not wait, and nobody waits for it.
#[test]
fn readers_and_the_writer_do_not_wait_for_each_other() {
    let options = options::<Database>(Guarantee::Lease);
    let database: Database = migrated(&options);
    let mut receiver = receiver(&database, &options);
    let event = Event::new("evt:a");
    let first = token(receiver.claim(&event).unwrap());
    let reader = database.connect();
    reader.execute_batch("PRAGMA busy_timeout = 0; BEGIN; SELECT count(*) FROM processed_events;").unwrap();
    assert_eq!(receiver.finish(&event, first).unwrap(), Change::Made);
    let writer = database.connect();
    writer.execute_batch("BEGIN IMMEDIATE").unwrap();
    assert_eq!(database.rows("SELECT status FROM processed_events"), "done\n");
    // What it began to read, it still sees.
    let status = reader.query_row("SELECT status FROM processed_events", [], |row| row.get::<_, String>(0));
    assert_eq!(status.unwrap(), "processing");
    writer.execute_batch("COMMIT").unwrap();
    assert_eq!(receiver.claim(&event).unwrap(), Claim::Done);
}
