//! What a server or a client may be set to makes no difference.

use hookonce_conformance::mariadb::Database;
use hookonce_conformance::receiver::{Change, Claim, Event, Receiver};
use hookonce_conformance::suite::cleanup::{clean_up, fill};
use hookonce_conformance::suite::{keys, migrated, number, options, receiver, sql, token};
use hookonce_core::lang::Lang;
use hookonce_core::sql::{File, Guarantee, Statement};
use mysql::consts::CapabilityFlags;
use mysql::prelude::Queryable;

/// Without strict mode a value that is too long is cut to its column, with a warning only.
#[test]
fn no_key_is_cut_without_strict_mode() {
    for guarantee in Guarantee::ALL {
        let options = options::<Database>(guarantee);
        let database: Database = migrated(&options);
        let mut receiver = receiver(&database, &options);
        receiver.connection.query_drop("SET SESSION sql_mode = ''").unwrap();
        keys::refused(&database, &mut receiver);
    }
}

/// The negative control of the above: two events become one.
#[test]
fn insert_ignore_cuts_a_key() {
    let database = Database::new();
    database.script("CREATE TABLE seen (`key` varchar(320) CHARACTER SET utf8mb4 PRIMARY KEY);").unwrap();
    let mut connection = database.connect();
    let [one, other] = ["1", "2"].map(|end| "a".repeat(2_000) + end);
    for key in [&one, &other] {
        connection.exec_drop("INSERT IGNORE INTO seen VALUES (?)", (key,)).unwrap();
    }
    assert_eq!(number(&database, "SELECT count(*) FROM seen"), 1);
    assert_eq!(number(&database, "SELECT char_length(`key`) FROM seen"), 320);
}

/// The negative control of the keys' tests: with a collation for text, two events become one.
#[test]
fn a_usual_collation_takes_two_keys_for_one() {
    let database = Database::new();
    database.script("CREATE TABLE seen (`key` varchar(320) CHARACTER SET utf8mb4 PRIMARY KEY);").unwrap();
    let mut connection = database.connect();
    connection.query_drop("INSERT INTO seen VALUES ('evt_a')").unwrap();
    for other in ["evt_A", "evt_a ", "evt_ä"] {
        let error = connection.exec_drop("INSERT INTO seen VALUES (?)", (other,)).unwrap_err();
        assert!(error.to_string().contains("1062"), "{other}: {error}");
    }
}

/// With the flag, a row that is found counts as affected even if nothing in it changes.
#[test]
fn the_flag_for_affected_rows_makes_no_difference() {
    for flags in [CapabilityFlags::empty(), CapabilityFlags::CLIENT_FOUND_ROWS] {
        let options = options::<Database>(Guarantee::Lease);
        let database: Database = migrated(&options);
        let mut receiver = Receiver::new(database.connect_with(flags), sql(&options));
        let event = Event::new("evt:a");
        let first = token(receiver.claim(&event).unwrap());
        assert!(matches!(receiver.claim(&event).unwrap(), Claim::InProgress(_)));
        assert_eq!(receiver.extend(&event, first).unwrap(), Change::Made);
        assert_eq!(receiver.release(&event, first).unwrap(), Change::Made);
        // Released again, nothing in the row changes.
        assert_eq!(receiver.release(&event, first).unwrap(), Change::Made);
        let second = token(receiver.claim(&event).unwrap());
        assert_eq!(receiver.finish(&event, first).unwrap(), Change::Lost);
        assert_eq!(receiver.finish(&event, second).unwrap(), Change::Made);
        assert_eq!(receiver.finish(&event, second).unwrap(), Change::Made);
        assert_eq!(receiver.claim(&event).unwrap(), Claim::Done);
        // The flag is what it says.
        receiver.connection.query_drop("UPDATE processed_events SET attempts = attempts").unwrap();
        let affected = receiver.connection.affected_rows();
        assert_eq!(affected, u64::from(!flags.is_empty()));
    }
}

/// Times are UTC whatever the session's time zone.
#[test]
fn the_time_zone_makes_no_difference() {
    let options = options::<Database>(Guarantee::Lease);
    let database: Database = migrated(&options);
    let [mut east, mut west] = ["+12:00", "-12:00"].map(|zone| {
        let mut receiver = receiver(&database, &options);
        receiver.connection.query_drop(format!("SET SESSION time_zone = '{zone}'")).unwrap();
        receiver
    });
    for (first, second) in [(&mut east, "evt:a"), (&mut west, "evt:b")] {
        first.claim(&Event::new(second)).unwrap();
    }
    assert!(matches!(west.claim(&Event::new("evt:a")).unwrap(), Claim::InProgress(1..=600)));
    assert!(matches!(east.claim(&Event::new("evt:b")).unwrap(), Claim::InProgress(1..=600)));
}

#[test]
fn the_sql_mode_makes_no_difference() {
    for mode in ["", "ANSI", "TRADITIONAL", "ORACLE", "NO_BACKSLASH_ESCAPES", "PAD_CHAR_TO_FULL_LENGTH"] {
        for guarantee in Guarantee::ALL {
            let options = options::<Database>(guarantee);
            let database = Database::new();
            let set = format!("SET SESSION sql_mode = '{mode}';\n");
            database.script(&(set.clone() + &sql(&options).file(File::Up, Lang::En).sql)).unwrap();
            let mut receiver = receiver(&database, &options);
            receiver.connection.query_drop(&set).unwrap();
            let event = Event::new("evt:\\a'\"");
            let first = token(receiver.claim(&event).unwrap());
            receiver.work(&event).unwrap();
            receiver.finish(&event, first).unwrap();
            assert_eq!(receiver.claim(&event).unwrap(), Claim::Done, "{mode} {guarantee:?}");
            assert_eq!(clean_up::<Database>(&mut receiver).0, 0, "{mode} {guarantee:?}");
        }
    }
}

/// Some drivers prepare every statement, and some a statement once more for each use.
#[test]
fn statements_may_be_prepared() {
    let options = options::<Database>(Guarantee::Lease);
    let database: Database = migrated(&options);
    fill(&database, Guarantee::Lease, 100);
    let mut connection = database.connect();
    let mut rows = Vec::new();
    for step in sql(&options).steps(Statement::Cleanup) {
        let statement = connection.prep(&step.sql).unwrap();
        rows.extend(connection.exec::<(i64, i64), _, _>(&statement, ()).unwrap());
        connection.close(statement).unwrap();
    }
    assert_eq!(rows, [(100, 0)]);
}
