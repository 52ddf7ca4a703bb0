//! What the clean-up of `lease` removes, what it counts, and what the watch lists.

use hookonce_conformance::postgresql::Database;
use hookonce_conformance::receiver::{Change, Claim, Event};
use hookonce_core::options::Options;
use hookonce_core::sql::{Columns, Statement};
use postgres::Client;

use crate::support::{count, end_lease, lease, migrated_for, receiver, sql, token};

#[test]
fn only_what_has_been_done_for_longer_than_the_retention_goes() {
    let mut client = migrated_for(&lease(60)).connect();
    for days in ["1", "30", "36500"] {
        let options = Options { retention_days: days.into(), ..lease(60) };
        let cleanup = sql(&options).statement(Statement::Cleanup);
        // Done before the boundary or after it, and first seen long before.
        let insert = format!(
            "INSERT INTO processed_events (key, status, claim_token, lease_until, first_seen, done_at)
             SELECT age, 'done', gen_random_uuid(), 'epoch', 'epoch', now() - interval '{days} days' - age::interval
             FROM unnest(ARRAY['1 day', '1 microsecond', '-1 hour', '-23 hours']) AS age"
        );
        client.batch_execute(&insert).unwrap();
        let claimed = format!(
            "INSERT INTO processed_events (key, claim_token, lease_until, first_seen)
             SELECT age, gen_random_uuid(), 'epoch', now() - interval '{days} days' - age::interval
             FROM unnest(ARRAY['2 days', '1 second', '-2 hours']) AS age"
        );
        client.batch_execute(&claimed).unwrap();
        assert_eq!(clean(&mut client, &cleanup), (2, 2), "{days}");
        assert_eq!(clean(&mut client, &cleanup), (0, 2), "{days}");
        let left = client.query("SELECT key FROM processed_events ORDER BY key", &[]).unwrap();
        let left: Vec<&str> = left.iter().map(|row| row.get(0)).collect();
        assert_eq!(left, ["-1 hour", "-2 hours", "-23 hours", "1 second", "2 days"], "{days}");
        client.batch_execute("DELETE FROM processed_events").unwrap();
    }
}

/// A batch is small, so that no lock is held for long.
#[test]
fn it_removes_at_most_10_000_at_once() {
    let mut client = migrated_for(&lease(60)).connect();
    fill_done(&mut client, 10_001);
    let cleanup = sql(&lease(60)).statement(Statement::Cleanup);
    let deleted = [(); 3].map(|()| clean(&mut client, &cleanup).0);
    assert_eq!(deleted, [10_000, 1, 0]);
}

#[test]
fn it_skips_what_another_holds() {
    let database = migrated_for(&lease(60));
    let [mut first, mut second] = [(); 2].map(|()| database.connect());
    fill_done(&mut first, 100);
    let cleanup = sql(&lease(60)).statement(Statement::Cleanup);
    let mut transaction = first.transaction().unwrap();
    transaction.execute("SELECT FROM processed_events WHERE key <= 'old 10' FOR UPDATE", &[]).unwrap();
    second.batch_execute("SET lock_timeout = '100ms'").unwrap();
    let held = transaction.query_one("SELECT count(*) FROM processed_events WHERE key <= 'old 10'", &[]);
    let held: i64 = held.unwrap().get(0);
    assert!(held > 0);
    assert_eq!(clean(&mut second, &cleanup), (100 - held, 0));
    transaction.rollback().unwrap();
    assert_eq!(clean(&mut second, &cleanup), (held, 0));
}

/// An old key is done as long as it is not sure to be deleted; that costs no wait.
#[test]
fn a_claim_does_not_wait_for_the_clean_up_of_its_key() {
    let database = migrated_for(&lease(60));
    let mut receiver = receiver(&database, &lease(60));
    let mut client = database.connect();
    let event = Event::new("old 1");
    for commits in [false, true] {
        fill_done(&mut client, if commits { 0 } else { 10 });
        let mut transaction = client.transaction().unwrap();
        let cleanup = sql(&lease(60)).statement(Statement::Cleanup);
        assert_eq!(transaction.query_one(&cleanup, &[]).unwrap().get::<_, i64>("deleted"), 10);
        // A wait would end in an error, since the transaction goes on.
        assert_eq!(receiver.claim(&event), Ok(Claim::Done));
        if commits {
            transaction.commit().unwrap();
            token(receiver.claim(&event));
        } else {
            transaction.rollback().unwrap();
            assert_eq!(receiver.claim(&event), Ok(Claim::Done));
        }
    }
}

#[test]
fn the_watch_lists_exactly_what_nobody_works_on() {
    let database = migrated_for(&lease(60));
    assert_eq!(watched(&database, &lease(60)), [""; 0]);
    let mut receiver = receiver(&database, &lease(60));
    let mut watch = database.connect();
    let events =
        ["evt:running", "evt:over", "evt:released", "evt:done", "evt:extended", "evt:taken", "evt:late"];
    let owners = events.map(|key| token(receiver.claim(&Event::new(key))));
    let [_, _, released, done, extended, taken, late] = events.map(Event::new);
    let [_, _, of_released, of_done, of_extended, _, of_late] = owners;
    assert_eq!(receiver.release(&released, of_released), Ok(Change::Made));
    assert_eq!(receiver.finish(&done, of_done), Ok(Change::Made));
    for key in ["evt:over", "evt:extended", "evt:taken", "evt:late"] {
        end_lease(&mut watch, key);
    }
    assert_eq!(
        watched(&database, &lease(60)),
        ["evt:over", "evt:released", "evt:extended", "evt:taken", "evt:late"]
    );
    assert_eq!(receiver.extend(&extended, of_extended), Ok(Change::Made));
    token(receiver.claim(&taken));
    assert_eq!(receiver.finish(&late, of_late), Ok(Change::Made));
    assert_eq!(watched(&database, &lease(60)), ["evt:over", "evt:released"]);
    // A retry takes them over.
    token(receiver.claim(&released));
    token(receiver.claim(&Event::new("evt:over")));
    assert_eq!(watched(&database, &lease(60)), [""; 0]);
    assert_eq!(count(&mut watch, "SELECT attempts::bigint FROM processed_events WHERE key = 'evt:over'"), 2);
}

#[test]
fn the_watch_tells_scopes_apart() {
    let options = Options { columns: Columns { scope: true, ..Columns::default() }, ..lease(60) };
    let database = migrated_for(&options);
    let mut receiver = receiver(&database, &options);
    for scope in ["shop", "bank"] {
        token(receiver.claim(&Event { scope, ..Event::new("evt:a") }));
    }
    let over = "UPDATE processed_events SET lease_until = 'epoch' WHERE scope = 'bank'";
    receiver.connection.batch_execute(over).unwrap();
    let row = receiver.connection.query_one(&sql(&options).statement(Statement::Watch), &[]).unwrap();
    assert_eq!((row.get("scope"), row.get("key"), row.get("attempts")), ("bank", "evt:a", 1_i32));
    assert!(matches!(receiver.claim(&Event::new("evt:a")), Ok(Claim::InProgress(_))));
}

/// The watch's keys, in its order.
fn watched(database: &Database, options: &Options) -> Vec<String> {
    let rows = database.connect().query(&sql(options).statement(Statement::Watch), &[]).unwrap();
    rows.iter().map(|row| row.get("key")).collect()
}

/// How many a clean-up deleted, and how many it says are stuck.
fn clean(client: &mut Client, cleanup: &str) -> (i64, i64) {
    let row = client.query_one(cleanup, &[]).unwrap();
    (row.get("deleted"), row.get("stuck"))
}

fn fill_done(client: &mut Client, rows: u32) {
    let fill = format!(
        "INSERT INTO processed_events (key, status, claim_token, lease_until, first_seen, done_at)
         SELECT 'old ' || n, 'done', gen_random_uuid(), 'epoch', 'epoch', now() - interval '31 days'
         FROM generate_series(1, {rows}) AS n"
    );
    client.batch_execute(&fill).unwrap();
}
