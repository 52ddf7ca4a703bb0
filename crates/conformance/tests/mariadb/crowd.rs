//! 64 connections at once.

use std::thread;

use hookonce_conformance::mariadb::Database;
use hookonce_conformance::suite::race::{check, deal, deliver};
use hookonce_conformance::suite::{migrated, number, options, receiver};
use hookonce_core::sql::Guarantee;
use mysql::prelude::Queryable;

const CONNECTIONS: usize = 64;
const TIMES: usize = 20;

/// `setting` is what each connection's session is set to before.
#[track_caller]
fn race(guarantee: Guarantee, keys: usize, setting: &str) {
    let options = options::<Database>(guarantee);
    let database: Database = migrated(&options);
    let run = |deliveries: &[String]| {
        let mut receiver = receiver(&database, &options);
        receiver.connection.query_drop(setting).unwrap();
        deliver(&mut receiver, deliveries)
    };
    let tallies: Vec<_> = thread::scope(|scope| {
        let run = &run;
        let dealt = deal(CONNECTIONS, keys, TIMES, 1);
        let runs: Vec<_> =
            dealt.into_iter().map(|deliveries| scope.spawn(move || run(&deliveries))).collect();
        runs.into_iter().map(|run| run.join().expect("no panic")).collect()
    });
    let busy: usize = tallies.iter().map(|tally| tally.busy).sum();
    println!("{guarantee:?}, {setting}: {} deliveries, the database was busy {busy} times", keys * TIMES);
    check(&tallies, keys, TIMES);
    for table in ["processed_events", "business_log"] {
        assert_eq!(number(&database, &format!("SELECT count(*) FROM {table}")), keys as i64);
    }
}

const DEFAULT: &str = "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ";

#[test]
fn claim_first_gives_each_key_once() {
    race(Guarantee::ClaimFirst, 200, DEFAULT);
}

#[test]
fn lease_gives_each_key_once() {
    race(Guarantee::Lease, 200, DEFAULT);
}

#[test]
fn same_transaction_does_the_work_once() {
    race(Guarantee::SameTransaction, 200, DEFAULT);
}

/// The last one is the default of newer MariaDB, where it gives error 1020 (<https://jira.mariadb.org/browse/MDEV-39778>).
#[test]
fn whatever_the_isolation_each_key_is_given_once() {
    for guarantee in Guarantee::ALL {
        for setting in [
            "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
            "SET SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE",
            "SET SESSION innodb_snapshot_isolation = ON",
        ] {
            race(guarantee, 50, setting);
        }
    }
}
