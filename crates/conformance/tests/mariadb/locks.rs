//! Locks: who waits for whom, and who does not.

use hookonce_conformance::mariadb::Database;
use hookonce_conformance::receiver::{Claim, Event, Failure};
use hookonce_conformance::suite::cleanup::{clean_up, fill};
use hookonce_conformance::suite::{migrated, number, options, receiver};
use hookonce_core::sql::Guarantee;
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

/// What a pooled connection had open before is no claim's.
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
