//! 64 connections at once.

use std::thread;

use hookonce_conformance::mariadb::Database;
use hookonce_conformance::suite::race::{check, deal, deliver};
use hookonce_conformance::suite::{migrated, number, options, receiver};
use hookonce_core::options::Options;
use hookonce_core::sql::Guarantee;

const CONNECTIONS: usize = 64;
const KEYS: usize = 200;
const TIMES: usize = 20;

#[track_caller]
fn race(guarantee: Guarantee) {
    // Nobody takes over during the test.
    let options = Options { lease_seconds: "600".into(), ..options::<Database>(guarantee) };
    let database: Database = migrated(&options);
    let tallies: Vec<_> = thread::scope(|scope| {
        let (database, options) = (&database, &options);
        let run = |keys: Vec<String>| move || deliver(&mut receiver(database, options), &keys);
        let runs: Vec<_> =
            deal(CONNECTIONS, KEYS, TIMES, 1).into_iter().map(|keys| scope.spawn(run(keys))).collect();
        runs.into_iter().map(|run| run.join().expect("no panic")).collect()
    });
    let busy: usize = tallies.iter().map(|tally| tally.busy).sum();
    println!("{guarantee:?}: {} deliveries, the database was busy {busy} times", KEYS * TIMES);
    check(&tallies, KEYS, TIMES);
    assert_eq!(number(&database, "SELECT count(*) FROM processed_events"), KEYS as i64);
    assert_eq!(number(&database, "SELECT count(*) FROM business_log"), KEYS as i64);
}

#[test]
fn claim_first_gives_each_key_once() {
    race(Guarantee::ClaimFirst);
}

#[test]
fn lease_gives_each_key_once() {
    race(Guarantee::Lease);
}

#[test]
fn same_transaction_does_the_work_once() {
    race(Guarantee::SameTransaction);
}
