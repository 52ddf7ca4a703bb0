//! Locks: who waits for whom, and who does not.

use std::thread;

use hookonce_conformance::mariadb::Database;
use hookonce_conformance::receiver::{Claim, Event, Failure};
use hookonce_conformance::suite::cleanup::{clean_up, fill};
use hookonce_conformance::suite::race::{Tally, check, deliver};
use hookonce_conformance::suite::{migrated, number, options, receiver, sql};
use hookonce_core::sql::{Guarantee, Statement};
use mysql::prelude::Queryable;

/// Also in a table so small that the optimizer would rather read all of it.
#[test]
fn the_clean_up_passes_by_what_is_locked() {
    for guarantee in Guarantee::ALL {
        for rows in [3, 2_000] {
            let options = options::<Database>(guarantee);
            let database: Database = migrated(&options);
            fill(&database, guarantee, rows);
            let mut receiver = receiver(&database, &options);
            let event = Event::new("evt:open");
            let Claim::Claimed(token) = receiver.claim(&event).unwrap() else { panic!("{guarantee:?}") };
            receiver.finish(&event, token).unwrap();
            let mut other = database.connect();
            other.query_drop("START TRANSACTION").unwrap();
            // One by one, so that nothing else is locked.
            for key in ["0", "evt:open"] {
                let lock = "SELECT `key` FROM processed_events WHERE `key` = ? FOR UPDATE";
                assert_eq!(other.exec_first::<String, _, _>(lock, (key,)).unwrap().as_deref(), Some(key));
            }
            receiver.connection.query_drop("SET SESSION innodb_lock_wait_timeout = 1").unwrap();
            assert_eq!(clean_up::<Database>(&mut receiver).0, rows - 1, "{guarantee:?}");
            drop(other);
        }
    }
}

#[test]
fn a_killed_connection_gives_the_key_back() {
    let options = options::<Database>(Guarantee::SameTransaction);
    let database: Database = migrated(&options);
    let event = Event::new("evt:a");
    let mut killed = receiver(&database, &options);
    killed.claim(&event).unwrap();
    killed.work(&event).unwrap();
    let id = killed.connection.connection_id();
    database.script(&format!("KILL {id};")).unwrap();
    assert!(matches!(killed.finish(&event, uuid::Uuid::nil()), Err(Failure::Gone(_))));
    assert!(matches!(receiver(&database, &options).claim(&event).unwrap(), Claim::Claimed(_)));
    assert_eq!(number(&database, "SELECT count(*) FROM business_log"), 0);
}

/// The gaps between the rows that go are not locked.
#[test]
fn a_new_key_does_not_wait_for_an_open_clean_up() {
    for guarantee in Guarantee::ALL {
        let options = options::<Database>(guarantee);
        let database: Database = migrated(&options);
        fill(&database, guarantee, 2_000);
        let mut cleaner = database.connect();
        let steps = sql(&options).steps(Statement::Cleanup);
        let commit = steps.iter().position(|step| step.sql == "COMMIT").unwrap();
        for step in &steps[..commit] {
            cleaner.query_drop(&step.sql).unwrap();
        }
        let mut receiver = receiver(&database, &options);
        receiver.connection.query_drop("SET SESSION innodb_lock_wait_timeout = 1").unwrap();
        // Between, before and behind the keys of the old rows, which are hex digits.
        for key in ["", "0", "1", "2F", "7A", "F", "F4", "evt:a"].map(|start| format!("{start}x")) {
            let event = Event::new(&key);
            let Claim::Claimed(token) = receiver.claim(&event).unwrap() else {
                panic!("{guarantee:?} {key}")
            };
            receiver.finish(&event, token).unwrap();
        }
        cleaner.query_drop("COMMIT").unwrap();
        assert_eq!(number(&database, "SELECT count(*) FROM processed_events"), 8, "{guarantee:?}");
    }
}

/// InnoDB lets all who wait for a key share it when the first one rolls back, and then they are in each other's way
/// (<https://dev.mysql.com/doc/refman/8.0/en/innodb-locks-set.html>): error 1213, and again.
#[test]
fn of_many_that_waited_for_a_rollback_one_gets_the_key() {
    const WAITING: usize = 8;
    for guarantee in Guarantee::ALL {
        let options = options::<Database>(guarantee);
        let database: Database = migrated(&options);
        let keys = ["evt:0".to_owned()];
        let mut first = database.connect();
        first.query_drop("START TRANSACTION").unwrap();
        let insert = match guarantee {
            Guarantee::Lease => {
                "INSERT INTO processed_events (`key`, claim_token, lease_until) VALUES ('evt:0', uuid(), '2100-01-01')"
            }
            _ => "INSERT INTO processed_events (`key`) VALUES ('evt:0')",
        };
        first.query_drop(insert).unwrap();
        let tallies: Vec<Tally> = thread::scope(|scope| {
            let run = || deliver(&mut receiver(&database, &options), &keys);
            let runs: Vec<_> = (0..WAITING).map(|_| scope.spawn(run)).collect();
            database.await_waiting_of(WAITING);
            first.query_drop("ROLLBACK").unwrap();
            runs.into_iter().map(|run| run.join().expect("no panic")).collect()
        });
        let busy: usize = tallies.iter().map(|tally| tally.busy).sum();
        println!("{guarantee:?}: {WAITING} waited for a rollback, the database was busy {busy} times");
        check(&tallies, 1, WAITING);
        assert_eq!(number(&database, "SELECT count(*) FROM business_log"), 1);
    }
}
