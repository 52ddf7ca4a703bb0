//! The clean-up removes what is older than the retention, and nothing else.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use hookonce_core::options::Options;
use hookonce_core::sql::{Dialect, Guarantee, Statement};
use uuid::Uuid;

use super::race::again;
use super::{Engine, migrated, number, options, receiver};
use crate::receiver::{Claim, Event, Failure, Receiver};

const DAY: i64 = 86_400;

/// The column whose age counts, with what else a row that is done needs.
fn row<E: Engine>(guarantee: Guarantee, key: &str, age: i64) -> [String; 2] {
    let ago = E::ago(age);
    match guarantee {
        Guarantee::Lease => [
            "`key`, status, claim_token, lease_until, first_seen, done_at".into(),
            format!("{key}, 'done', '{}', {ago}, {ago}, {ago}", Uuid::nil()),
        ],
        _ => ["`key`, first_seen".into(), format!("{key}, {ago}")],
    }
}

pub fn only_what_is_older_than_the_retention_goes<E: Engine>() {
    for guarantee in Guarantee::ALL {
        for days in [1, 29, 30, 36_500] {
            let options = Options { retention_days: days.to_string(), ..options::<E>(guarantee) };
            let engine: E = migrated(&options);
            for (key, age) in [("older", 10 * DAY), ("old", 60), ("young", -60), ("younger", -DAY + 60)] {
                let [columns, values] = row::<E>(guarantee, &format!("'{key}'"), days * DAY + age);
                let insert = format!("INSERT INTO processed_events ({columns}) VALUES ({values});");
                engine.script(&insert).unwrap();
            }
            let mut receiver = receiver(&engine, &options);
            let new = Event::new("evt:new");
            let Claim::Claimed(token) = receiver.claim(&new).unwrap() else { panic!("{guarantee:?}") };
            receiver.finish(&new, token).unwrap();
            assert_eq!(clean_up::<E>(&mut receiver).0, 2, "{guarantee:?} {days}");
            assert_eq!(clean_up::<E>(&mut receiver).0, 0, "{guarantee:?} {days}");
            let left = engine.rows("SELECT `key` FROM processed_events ORDER BY first_seen");
            assert_eq!(left, "young\nyounger\nevt:new\n", "{guarantee:?} {days}");
        }
    }
}

pub fn what_nobody_finished_stays_and_is_counted<E: Engine>() {
    let options = options::<E>(Guarantee::Lease);
    let engine: E = migrated(&options);
    let insert = |key: &str, age: i64, done: bool| {
        let ago = E::ago(age);
        let [status, done_at] = if done { ["done", ago.as_str()] } else { ["processing", "NULL"] };
        // First seen long ago in any case.
        let values =
            format!("'{key}', '{status}', '{}', {ago}, {}, {done_at}", Uuid::nil(), E::ago(90 * DAY));
        let columns = "`key`, status, claim_token, lease_until, first_seen, done_at";
        engine.script(&format!("INSERT INTO processed_events ({columns}) VALUES ({values});")).unwrap();
    };
    insert("stuck", 90 * DAY, false);
    insert("stuck 2", 1, false);
    insert("done lately", DAY, true);
    insert("done", 31 * DAY, true);
    let mut receiver = receiver(&engine, &options);
    receiver.claim(&Event::new("fresh")).unwrap();
    assert_eq!(clean_up::<E>(&mut receiver), (1, Some(2)));
    let left = engine.rows("SELECT `key` FROM processed_events ORDER BY `key`");
    assert_eq!(left, "done lately\nfresh\nstuck\nstuck 2\n");
}

/// All that is old goes, nothing else does, and on an engine with locks of rows nobody is told to try again.
pub fn two_at_once_and_claims_beside_them<E: Engine>() {
    const OLD: i64 = 200_000;
    for guarantee in [Guarantee::Lease, Guarantee::SameTransaction] {
        // Then a claim waits for a second.
        let options = Options { lease_seconds: "2".into(), ..options::<E>(guarantee) };
        let engine: E = migrated(&options);
        fill(&engine, guarantee, OLD);
        let is_over = AtomicBool::new(false);
        let clean_up = || {
            let mut receiver = receiver(&engine, &options);
            E::hurry(&mut receiver.connection);
            let (mut sum, mut busy) = (0, 0);
            loop {
                match again(&mut busy, || try_to_clean_up::<E>(&mut receiver)).0 {
                    0 => return (sum, busy),
                    deleted => sum += deleted,
                }
                pause::<E>(10);
            }
        };
        let claims = |number: usize| {
            let mut receiver = receiver(&engine, &options);
            E::hurry(&mut receiver.connection);
            let (mut claimed, mut busy, mut longest) = (0, 0, Duration::ZERO);
            while !is_over.load(Ordering::Relaxed) {
                let key = format!("evt:{number}:{claimed}");
                let event = Event::new(&key);
                let begin = Instant::now();
                let claim = again(&mut busy, || receiver.claim(&event));
                longest = longest.max(begin.elapsed());
                let Claim::Claimed(token) = claim else { panic!("{key}: {claim:?}") };
                again(&mut busy, || receiver.finish(&event, token));
                claimed += 1;
                pause::<E>(1);
            }
            (claimed, busy, longest)
        };
        let (cleaned, beside) = thread::scope(|scope| {
            let claims = &claims;
            let beside: Vec<_> = (0..2).map(|number| scope.spawn(move || claims(number))).collect();
            let cleaned = [(); 2].map(|()| scope.spawn(clean_up)).map(|run| run.join());
            is_over.store(true, Ordering::Relaxed);
            let beside: Vec<_> = beside.into_iter().map(|claims| claims.join().expect("no error")).collect();
            (cleaned.map(|run| run.expect("no error")), beside)
        });
        let deleted: i64 = cleaned.iter().map(|(deleted, _)| deleted).sum();
        let claimed: i64 = beside.iter().map(|(claimed, ..)| claimed).sum();
        let busy: usize =
            cleaned.iter().map(|(_, busy)| busy).chain(beside.iter().map(|(_, busy, _)| busy)).sum();
        let longest = beside.iter().map(|(.., longest)| *longest).max().unwrap_or_default();
        println!(
            "{guarantee:?}: {deleted} deleted, {claimed} claimed beside it, the longest in {longest:?}, busy {busy} times"
        );
        if E::DIALECT != Dialect::Sqlite {
            assert_eq!(busy, 0);
        }
        // One that found the rest locked may have ended early.
        let (rest, _) = try_to_clean_up::<E>(&mut receiver(&engine, &options)).unwrap();
        assert_eq!(deleted + rest, OLD, "{guarantee:?}");
        assert!(claimed > 0);
        assert_eq!(number(&engine, "SELECT count(*) FROM processed_events"), claimed, "{guarantee:?}");
    }
}

/// SQLite has no queue of writers: if some of them come back at once, others find no gap.
fn pause<E: Engine>(times: u32) {
    if E::DIALECT == Dialect::Sqlite {
        thread::sleep(times * Duration::from_millis(20));
    }
}

/// Old rows, in one statement.
pub fn fill<E: Engine>(engine: &E, guarantee: Guarantee, count: i64) {
    let digit = "(SELECT 0 AS d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 \
         UNION ALL SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)";
    let from: Vec<String> = ["a", "b", "c", "d", "e", "f"].map(|name| format!("{digit} AS {name}")).to_vec();
    let number = "100000 * a.d + 10000 * b.d + 1000 * c.d + 100 * d.d + 10 * e.d + f.d";
    // Keys come in no order.
    let key = format!("hex(({number}) * 7919 % 1000003)");
    let [columns, values] = row::<E>(guarantee, &key, 40 * DAY);
    let from = from.join(", ");
    engine
        .script(&format!(
            "INSERT INTO processed_events ({columns}) SELECT {values} FROM {from} WHERE {number} < {count};"
        ))
        .unwrap();
}

/// How many rows were deleted and are stuck.
#[track_caller]
pub fn clean_up<E: Engine>(receiver: &mut Receiver<E::Connection>) -> (i64, Option<i64>) {
    try_to_clean_up::<E>(receiver).unwrap()
}

fn try_to_clean_up<E: Engine>(receiver: &mut Receiver<E::Connection>) -> Result<(i64, Option<i64>), Failure> {
    let row = receiver.run(Statement::Cleanup, &Event::new(""), Uuid::nil())?.expect("a row");
    Ok((row.deleted.expect("a number"), row.stuck))
}
