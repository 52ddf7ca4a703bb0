//! Several processes at once, in WAL mode.

use std::env;
use std::process::{Command, Stdio};

use hookonce_conformance::receiver::Receiver;
use hookonce_conformance::sqlite::Database;
use hookonce_conformance::suite::race::{Tally, check, deal, deliver};
use hookonce_conformance::suite::{migrated, number, options, sql};
use hookonce_core::options::Options;
use hookonce_core::sql::Guarantee;

const PROCESSES: usize = 8;
const KEYS: usize = 200;
const TIMES: usize = 20;

/// In a process with this variable a test is a receiver: the database's file, and the receiver's number.
const RECEIVER: &str = "HOOKONCE_TEST_RECEIVER";

#[track_caller]
fn race(guarantee: Guarantee, test: &str) {
    let options = options::<Database>(guarantee);
    if let Ok(receiver) = env::var(RECEIVER) {
        return receive(&options, &receiver);
    }
    let database: Database = migrated(&options);
    let path = database.path();
    let processes: Vec<_> = (0..PROCESSES)
        .map(|number| {
            Command::new(env::current_exe().unwrap())
                .args(["--exact", &format!("processes::{test}"), "--nocapture"])
                .env(RECEIVER, format!("{number} {}", path.display()))
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    let tallies: Vec<Tally> =
        processes.into_iter().map(|process| read(process.wait_with_output().unwrap())).collect();
    let busy: usize = tallies.iter().map(|tally| tally.busy).sum();
    println!("{guarantee:?}: {} deliveries, the database was busy {busy} times", KEYS * TIMES);
    check(&tallies, KEYS, TIMES);
    assert_eq!(database.rows("PRAGMA journal_mode"), "wal\n");
    for table in ["processed_events", "business_log"] {
        assert_eq!(number(&database, &format!("SELECT count(*) FROM {table}")), KEYS as i64);
    }
}

/// Takes this receiver's deliveries, and prints what they came to.
fn receive(options: &Options, receiver: &str) {
    let (number, path) = receiver.split_once(' ').unwrap();
    let mut receiver = Receiver::new(rusqlite::Connection::open(path).unwrap(), sql(options));
    let deliveries = &deal(PROCESSES, KEYS, TIMES, 1)[number.parse::<usize>().unwrap()];
    let tally = deliver(&mut receiver, deliveries);
    println!("\ntally {} {} {}", tally.known, tally.busy, tally.claimed.join(" "));
}

#[track_caller]
fn read(output: std::process::Output) -> Tally {
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    let line = text.lines().find_map(|line| line.strip_prefix("tally ")).expect("a tally");
    let mut words = line.split_whitespace();
    let mut number = || words.next().unwrap().parse().unwrap();
    let (known, busy) = (number(), number());
    Tally { known, busy, claimed: words.map(str::to_owned).collect() }
}

#[test]
fn claim_first_gives_each_key_once() {
    race(Guarantee::ClaimFirst, "claim_first_gives_each_key_once");
}

#[test]
fn lease_gives_each_key_once() {
    race(Guarantee::Lease, "lease_gives_each_key_once");
}

#[test]
fn same_transaction_does_the_work_once() {
    race(Guarantee::SameTransaction, "same_transaction_does_the_work_once");
}
