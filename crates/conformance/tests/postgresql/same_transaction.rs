//! The guarantee `same-transaction`: key and work are there together, or not at all.

use std::thread;
use std::time::{Duration, Instant};

use hookonce_conformance::postgresql::{Connection, Database};
use hookonce_conformance::receiver::{Change, Claim, Event, Failure, Receiver};
use hookonce_core::sql::{Guarantee, Statement};

use crate::support::{count, migrated_for, receiver, token, under, wait_for_locks};

fn migrated() -> Database {
    migrated_for(&under(Guarantee::SameTransaction))
}

fn new_receiver(database: &Database) -> Receiver<Connection> {
    receiver(database, &under(Guarantee::SameTransaction))
}

/// The keys, and the rows of the work.
fn stored(client: &mut Connection) -> [i64; 2] {
    ["processed_events", "business_log"].map(|table| count(client, &format!("SELECT count(*) FROM {table}")))
}

#[test]
fn key_and_work_become_visible_together() {
    let database = migrated();
    let mut receiver = new_receiver(&database);
    let mut watch = database.connect();
    let event = Event::new("evt:a");
    let owner = token(receiver.claim(&event));
    receiver.work(&event).unwrap();
    assert_eq!(stored(&mut watch), [0, 0]);
    assert_eq!(receiver.finish(&event, owner), Ok(Change::Made));
    assert_eq!(stored(&mut watch), [1, 1]);
    assert_eq!(receiver.claim(&event), Ok(Claim::Done));
    // The transaction of a known key is over, too.
    let open =
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in%'";
    assert_eq!(count(&mut watch, open), 0);
}

#[test]
fn a_release_leaves_neither() {
    let database = migrated();
    let mut receiver = new_receiver(&database);
    let event = Event::new("evt:a");
    let owner = token(receiver.claim(&event));
    receiver.work(&event).unwrap();
    assert_eq!(receiver.release(&event, owner), Ok(Change::Made));
    assert_eq!(stored(&mut database.connect()), [0, 0]);
    token(receiver.claim(&event));
}

#[test]
fn a_second_delivery_waits_and_is_told_what_the_first_came_to() {
    let database = migrated();
    // Whatever the connection's own isolation: the claim says which one it needs.
    for level in ["read committed", "repeatable read", "serializable"] {
        let [mut first, mut second] = [(); 2].map(|()| new_receiver(&database));
        let mut watch = database.connect();
        let set = format!("SET default_transaction_isolation = '{level}'");
        second.connection.batch_execute(&set).unwrap();
        for (key, finishes) in [("finished", true), ("released", false)] {
            let key = format!("{key} {level}");
            let event = Event::new(&key);
            let owner = token(first.claim(&event));
            first.work(&event).unwrap();
            let claim = thread::scope(|scope| {
                let claim = scope.spawn(|| second.claim(&event));
                wait_for_locks(&mut watch, 1);
                let change =
                    if finishes { first.finish(&event, owner) } else { first.release(&event, owner) };
                assert_eq!(change, Ok(Change::Made));
                claim.join().unwrap()
            });
            if finishes {
                assert_eq!(claim, Ok(Claim::Done), "{level}");
            } else {
                let owner = token(claim);
                second.work(&event).unwrap();
                assert_eq!(second.finish(&event, owner), Ok(Change::Made), "{level}");
            }
        }
    }
    assert_eq!(stored(&mut database.connect()), [6, 6]);
}

#[test]
fn one_that_waits_for_too_long_is_told_busy_and_has_done_nothing() {
    let database = migrated();
    let [mut first, mut second] = [(); 2].map(|()| new_receiver(&database));
    let event = Event::new("evt:a");
    let owner = token(first.claim(&event));
    let begun = Instant::now();
    let claim = second.claim(&event);
    let waited = begun.elapsed();
    assert!(matches!(&claim, Err(Failure::Busy(text)) if text.ends_with("(55P03)")), "{claim:?}");
    assert!(waited >= Duration::from_secs(5), "{waited:?}");
    // Its connection can be used again, with the time-out that it had.
    assert_eq!(second.claim(&Event::new("evt:b")).map(drop_token), Ok("claimed"));
    assert_eq!(second.release(&event, owner), Ok(Change::Made));
    let row = second.connection.query_one("SHOW lock_timeout", &[]).unwrap();
    assert_eq!(row.get::<_, &str>(0), "0");
    assert_eq!(first.finish(&event, owner), Ok(Change::Made));
    assert_eq!(second.claim(&event), Ok(Claim::Done));
}

fn drop_token(claim: Claim) -> &'static str {
    if matches!(claim, Claim::Claimed(_)) { "claimed" } else { "known" }
}

/// The receiver dies: its connection goes, and a delivery that waits for it gets the event at once.
#[test]
fn a_lost_connection_gives_the_key_back() {
    let database = migrated();
    let mut watch = database.connect();
    for (key, terminated) in [("evt:terminated", true), ("evt:dropped", false)] {
        let [mut first, mut second] = [(); 2].map(|()| new_receiver(&database));
        let event = Event::new(key);
        let owner = token(first.claim(&event));
        first.work(&event).unwrap();
        let claim = thread::scope(|scope| {
            let claim = scope.spawn(|| second.claim(&event));
            wait_for_locks(&mut watch, 1);
            if terminated {
                let backend = count(&mut first.connection, "SELECT pg_backend_pid()::bigint");
                let terminate = format!("SELECT pg_terminate_backend({backend})::int::bigint");
                assert_eq!(count(&mut watch, &terminate), 1);
                let finish = first.finish(&event, owner);
                assert!(matches!(finish, Err(Failure::Gone(_))), "{finish:?}");
            } else {
                drop(first);
            }
            claim.join().unwrap()
        });
        let owner = token(claim);
        second.work(&event).unwrap();
        assert_eq!(second.finish(&event, owner), Ok(Change::Made));
    }
    assert_eq!(stored(&mut watch), [2, 2]);
}

/// For a batch at most: the key is free again only when the clean-up is sure to be kept.
#[test]
fn a_claim_waits_for_the_clean_up_of_its_key() {
    let database = migrated();
    let mut receiver = new_receiver(&database);
    let [mut client, mut watch] = [(); 2].map(|()| database.connect());
    database.psql("INSERT INTO processed_events VALUES ('evt:a', now() - interval '31 days')");
    let cleanup = receiver.sql().statement(Statement::Cleanup);
    let event = Event::new("evt:a");
    for commits in [false, true] {
        let mut transaction = client.transaction().unwrap();
        assert_eq!(transaction.query_one(&cleanup, &[]).unwrap().get::<_, i64>("deleted"), 1);
        let claim = thread::scope(|scope| {
            let claim = scope.spawn(|| receiver.claim(&event));
            wait_for_locks(&mut watch, 1);
            if commits { transaction.commit() } else { transaction.rollback() }.unwrap();
            claim.join().unwrap()
        });
        if commits {
            token(claim);
        } else {
            assert_eq!(claim, Ok(Claim::Done));
        }
    }
}

/// Some errors come only with the COMMIT: then nothing is there.
#[test]
fn a_commit_that_fails_leaves_neither() {
    let database = migrated();
    let mut receiver = new_receiver(&database);
    database.psql(
        "CREATE TABLE known (key text PRIMARY KEY);
         ALTER TABLE business_log ADD FOREIGN KEY (event_key) REFERENCES known DEFERRABLE INITIALLY DEFERRED;",
    );
    let event = Event::new("evt:a");
    let owner = token(receiver.claim(&event));
    receiver.work(&event).unwrap();
    let finish = receiver.finish(&event, owner);
    assert!(matches!(&finish, Err(Failure::Other(text)) if text.ends_with("(23503)")), "{finish:?}");
    assert_eq!(stored(&mut database.connect()), [0, 0]);
    database.psql("INSERT INTO known VALUES ('evt:a')");
    let owner = token(receiver.claim(&event));
    receiver.work(&event).unwrap();
    assert_eq!(receiver.finish(&event, owner), Ok(Change::Made));
}

/// What the comment of the finish warns of: a COMMIT after failed work gives no error, and nothing is there.
#[test]
fn a_commit_after_failed_work_is_a_rollback() {
    let database = migrated();
    let mut receiver = new_receiver(&database);
    database.psql("ALTER TABLE business_log ADD CHECK (event_type <> 'bad')");
    let event = Event { event_type: Some("bad"), ..Event::new("evt:a") };
    let owner = token(receiver.claim(&event));
    assert!(matches!(receiver.work(&event), Err(Failure::Other(_))));
    assert_eq!(receiver.finish(&event, owner), Ok(Change::Made));
    assert_eq!(stored(&mut database.connect()), [0, 0]);
}
