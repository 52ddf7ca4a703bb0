//! Two clean-ups of many rows while deliveries come: no claim waits, and nothing goes that is still needed.

use std::collections::BTreeSet;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use hookonce_conformance::postgresql::{Connection, Database};
use hookonce_conformance::random::Random;
use hookonce_conformance::receiver::{Connection as _, Event, Row, Values};
use hookonce_core::options::Options;
use hookonce_core::sql::{Guarantee, Statement, Step};
use uuid::Uuid;

use crate::support::{lease, migrated_for, receiver, sql, token, under};

/// How many rows there are to remove.
const OLD: usize = 200_000;

/// How many there are of each other kind.
const FEW: usize = 100;

/// How many connections deliver, and how many clean up.
const DELIVERERS: usize = 2;
const CLEANERS: usize = 2;

#[test]
fn no_claim_of_lease_waits_for_them() {
    let options = lease(60);
    let database = migrated_for(&options);
    database.psql(&format!(
        "INSERT INTO processed_events (key, status, claim_token, lease_until, first_seen, done_at)
         SELECT 'old ' || n, 'done', gen_random_uuid(), now(), now(), now() - interval '31 days'
         FROM generate_series(1, {OLD}) AS n
         UNION ALL
         SELECT 'done ' || n, 'done', gen_random_uuid(), now(), now(), now() - interval '29 days'
         FROM generate_series(1, {FEW}) AS n;
         INSERT INTO processed_events (key, claim_token, lease_until, first_seen)
         SELECT 'running ' || n, gen_random_uuid(), now() + interval '1 day', now() - interval '31 days'
         FROM generate_series(1, {FEW}) AS n"
    ));
    let claim = impatient(&options);
    let deliver = |client: &mut Connection, kind: &str, key: &str| {
        let row = run(client, &claim, key).expect("one row");
        match (kind, row.outcome.as_deref().expect("an outcome")) {
            // An old one is done until it is deleted, and new from then on.
            ("new" | "old", "claimed") => true,
            ("done" | "old", "done") | ("running" | "old", "in_progress") => false,
            (_, outcome) => panic!("{key}: {outcome}"),
        }
    };
    let kinds = ["new", "done", "running", "old"];
    let claimed = clean_while(&database, &options, Some(FEW as i64), &kinds, deliver);
    assert_eq!(keys(&database), left(claimed, &["done", "running"]));
}

#[test]
fn no_claim_in_the_same_transaction_waits_for_them() {
    let options = under(Guarantee::SameTransaction);
    let database = migrated_for(&options);
    database.psql(&format!(
        "INSERT INTO processed_events (key, first_seen)
         SELECT 'old ' || n, now() - interval '31 days' FROM generate_series(1, {OLD}) AS n
         UNION ALL
         SELECT 'done ' || n, now() - interval '29 days' FROM generate_series(1, {FEW}) AS n"
    ));
    // A transaction that is open all the time is neither waited for nor touched.
    let mut open = receiver(&database, &options);
    let event = Event::new("open");
    let owner = token(open.claim(&event));

    let (claim, patient) = (impatient(&options), sql(&options).steps(Statement::Claim));
    let deliver = |client: &mut Connection, kind: &str, key: &str| {
        // One that is just being deleted is waited for, a batch at most.
        let claim = if kind == "old" { &patient } else { &claim };
        let claimed = run(client, claim, key).is_some();
        assert!(kind == "old" || claimed == (kind == "new"), "{key}: {claimed}");
        client.batch_execute(if claimed { "COMMIT" } else { "ROLLBACK" }).unwrap();
        claimed
    };
    let mut claimed = clean_while(&database, &options, None, &["new", "done", "old"], deliver);
    open.finish(&event, owner).unwrap();
    claimed.push("open".into());
    assert_eq!(keys(&database), left(claimed, &["done"]));
}

/// Cleans up and delivers events of each kind until nothing old is left; returns the keys that `deliver` claimed.
fn clean_while(
    database: &Database,
    options: &Options,
    stuck: Option<i64>,
    kinds: &[&str],
    deliver: impl Fn(&mut Connection, &str, &str) -> bool + Sync,
) -> Vec<String> {
    let cleanup = sql(options).statement(Statement::Cleanup);
    let barrier = Barrier::new(CLEANERS);
    let clean = |client: &mut Connection| {
        let mut total = 0;
        barrier.wait();
        loop {
            let row = client.query_one(&cleanup, &[]).unwrap();
            if let Some(stuck) = stuck {
                assert_eq!(row.get::<_, i64>("stuck"), stuck);
            }
            match row.get::<_, i64>("deleted") {
                0 => return total,
                deleted => total += deleted,
            }
        }
    };
    let done = AtomicBool::new(false);
    let deliver = |client: &mut Connection, number: usize| {
        let mut random = Random(number as u64);
        let mut claimed = Vec::new();
        let mut deliveries = 0;
        while !done.load(Ordering::Relaxed) {
            for kind in kinds {
                let next = match *kind {
                    "new" => deliveries,
                    "old" => random.below(OLD / DELIVERERS),
                    _ => random.below(FEW / DELIVERERS),
                };
                // Each has keys of its own: what is measured is the wait for the clean-up.
                let key = format!("{kind} {}", 1 + next * DELIVERERS + number);
                if deliver(client, kind, &key) {
                    claimed.push(key);
                }
            }
            deliveries += 1;
        }
        assert!(deliveries > 10, "{deliveries} deliveries are too few to meet the clean-up");
        claimed
    };
    let [mut cleaners, mut deliverers] =
        [CLEANERS, DELIVERERS].map(|number| (0..number).map(|_| database.connect()).collect::<Vec<_>>());
    thread::scope(|scope| {
        let (clean, deliver) = (&clean, &deliver);
        let cleaners: Vec<_> = cleaners.iter_mut().map(|client| scope.spawn(move || clean(client))).collect();
        let deliverers: Vec<_> = deliverers
            .iter_mut()
            .enumerate()
            .map(|(number, client)| scope.spawn(move || deliver(client, number)))
            .collect();
        let deleted: Vec<_> = cleaners.into_iter().map(thread::ScopedJoinHandle::join).collect();
        done.store(true, Ordering::Relaxed);
        let claimed = deliverers.into_iter().flat_map(|deliverer| deliverer.join().expect("no error"));
        let claimed = claimed.collect();
        let deleted: Vec<i64> = deleted.into_iter().map(|deleted| deleted.expect("no error")).collect();
        assert_eq!(deleted.iter().sum::<i64>(), OLD as i64, "{deleted:?}");
        claimed
    })
}

/// The claim with a time-out of 100 ms.
fn impatient(options: &Options) -> Vec<Step> {
    let mut steps = sql(options).steps(Statement::Claim);
    let usual = "'5000ms'";
    assert_eq!(steps.iter().map(|step| step.sql.matches(usual).count()).sum::<usize>(), 1);
    steps.iter_mut().for_each(|step| step.sql = step.sql.replace(usual, "'100ms'"));
    steps
}

/// Runs the steps, none of which fails, and returns the last row.
fn run(client: &mut Connection, steps: &[Step], key: &str) -> Option<Row> {
    let values = Values { event: &Event::new(key), token: Uuid::nil() };
    let rows = steps
        .iter()
        .flat_map(|step| client.run(step, &values).unwrap_or_else(|failure| panic!("{key}: {failure:?}")));
    rows.last()
}

fn keys(database: &Database) -> BTreeSet<String> {
    let rows = database.connect().query("SELECT key FROM processed_events", &[]).unwrap();
    rows.iter().map(|row| row.get(0)).collect()
}

/// The claimed keys and all of the kinds.
fn left(claimed: Vec<String>, kinds: &[&str]) -> BTreeSet<String> {
    let few = kinds.iter().flat_map(|kind| (1..=FEW).map(move |number| format!("{kind} {number}")));
    few.chain(claimed).collect()
}
