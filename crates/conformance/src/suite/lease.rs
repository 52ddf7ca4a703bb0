//! The guarantee `lease`: what each claim, finish, release and extension comes to.

use std::sync::Barrier;
use std::thread;
use std::time::{Duration, Instant};

use hookonce_core::options::Options;
use hookonce_core::sql::{Guarantee, Statement};

use super::{Engine, migrated, options, receiver, sql, token};
use crate::receiver::{Change, Claim, Connection, Event, Failure, Receiver};

fn leased<E: Engine>() -> (E, Options) {
    let options = Options { lease_seconds: "2".into(), ..options::<E>(Guarantee::Lease) };
    (migrated(&options), options)
}

/// Waits until a lease of two seconds that begins now is over: that is what is tested.
fn outlive_a_lease() {
    thread::sleep(Duration::from_millis(2_050));
}

pub fn an_event_is_claimed_finished_and_done<E: Engine>() {
    let (engine, options) = leased::<E>();
    let mut receiver = receiver(&engine, &options);
    let event = Event::new("evt:a");
    let first = token(receiver.claim(&event).unwrap());
    assert!(matches!(receiver.claim(&event).unwrap(), Claim::InProgress(1..=2)));
    assert_eq!(receiver.finish(&event, first).unwrap(), Change::Made);
    let done_at = engine.rows("SELECT done_at FROM processed_events");
    assert_eq!(receiver.finish(&event, first).unwrap(), Change::Made);
    assert_eq!(engine.rows("SELECT done_at FROM processed_events"), done_at);
    assert_eq!(receiver.claim(&event).unwrap(), Claim::Done);
    assert_eq!(receiver.release(&event, first).unwrap(), Change::Lost);
    assert_eq!(receiver.extend(&event, first).unwrap(), Change::Lost);
    assert_eq!(engine.rows("SELECT status, attempts FROM processed_events"), "done|1\n");
}

pub fn a_lease_that_is_over_is_taken_over_and_its_owner_learns_it<E: Engine>() {
    let (engine, options) = leased::<E>();
    let mut receiver = receiver(&engine, &options);
    let event = Event::new("evt:a");
    let first = token(receiver.claim(&event).unwrap());
    outlive_a_lease();
    let second = token(receiver.claim(&event).unwrap());
    assert_eq!(engine.rows("SELECT status, attempts FROM processed_events"), "processing|2\n");
    assert_eq!(receiver.finish(&event, first).unwrap(), Change::Lost);
    assert_eq!(receiver.release(&event, first).unwrap(), Change::Lost);
    assert_eq!(receiver.extend(&event, first).unwrap(), Change::Lost);
    // None of them has touched the second lease.
    assert!(matches!(receiver.claim(&event).unwrap(), Claim::InProgress(_)));
    assert_eq!(receiver.extend(&event, second).unwrap(), Change::Made);
    assert_eq!(receiver.finish(&event, second).unwrap(), Change::Made);
    assert_eq!(receiver.finish(&event, first).unwrap(), Change::Lost);
}

pub fn a_released_key_is_claimed_at_once<E: Engine>() {
    let (engine, options) = leased::<E>();
    let mut receiver = receiver(&engine, &options);
    let event = Event::new("evt:a");
    let first = token(receiver.claim(&event).unwrap());
    assert_eq!(receiver.release(&event, first).unwrap(), Change::Made);
    let second = token(receiver.claim(&event).unwrap());
    assert_ne!(second, first);
    assert_eq!(receiver.release(&event, first).unwrap(), Change::Lost);
    assert_eq!(receiver.finish(&event, second).unwrap(), Change::Made);
}

pub fn an_extended_lease_begins_anew<E: Engine>() {
    let (engine, options) = leased::<E>();
    let mut receiver = receiver(&engine, &options);
    let event = Event::new("evt:a");
    let first = token(receiver.claim(&event).unwrap());
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_millis(2_500) {
        assert_eq!(receiver.extend(&event, first).unwrap(), Change::Made);
        assert!(matches!(receiver.claim(&event).unwrap(), Claim::InProgress(1..=2)));
        thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(receiver.finish(&event, first).unwrap(), Change::Made);
}

pub fn of_many_takeovers_at_once_one_owns_the_key<E: Engine>() {
    const RECEIVERS: usize = 8;
    const ROUNDS: usize = 50;
    let (engine, options) = leased::<E>();
    let barrier = Barrier::new(RECEIVERS);
    let run = |number: usize| {
        let mut receiver = receiver(&engine, &options);
        let mut owned = Vec::new();
        for round in 0..ROUNDS {
            let key = format!("evt:{round}");
            let event = Event::new(&key);
            if number == 0 {
                let first = token(claim(&mut receiver, &event));
                receiver.release(&event, first).unwrap();
            }
            barrier.wait();
            if matches!(claim(&mut receiver, &event), Claim::Claimed(_)) {
                owned.push(round);
            }
            barrier.wait();
        }
        owned
    };
    let mut owned: Vec<usize> = thread::scope(|scope| {
        let run = &run;
        let receivers: Vec<_> = (0..RECEIVERS).map(|number| scope.spawn(move || run(number))).collect();
        receivers.into_iter().flat_map(|receiver| receiver.join().expect("no panic")).collect()
    });
    owned.sort_unstable();
    assert_eq!(owned, (0..ROUNDS).collect::<Vec<_>>());
    assert_eq!(engine.rows("SELECT DISTINCT attempts FROM processed_events"), "2\n");
}

/// Claims as a sender does it that tries again when the database was busy.
fn claim(receiver: &mut Receiver<impl Connection>, event: &Event) -> Claim {
    for _ in 0..100 {
        match receiver.claim(event) {
            Err(Failure::Busy(_)) => {}
            result => return result.unwrap(),
        }
    }
    panic!("always busy");
}

pub fn the_watch_lists_what_nobody_takes_over<E: Engine>() {
    let (engine, options) = leased::<E>();
    let mut receiver = receiver(&engine, &options);
    let events = ["evt:dead 📦", "evt:released", "evt:done"].map(Event::new);
    let tokens = events.each_ref().map(|event| token(receiver.claim(event).unwrap()));
    receiver.release(&events[1], tokens[1]).unwrap();
    receiver.finish(&events[2], tokens[2]).unwrap();
    let watch = sql(&options).statement(Statement::Watch);
    let keys = || {
        let rows = engine.rows(&watch);
        let keys = rows.lines().map(|row| row.split('|').next().unwrap_or_default().to_owned());
        keys.collect::<Vec<_>>()
    };
    assert_eq!(keys(), ["evt:released"]);
    outlive_a_lease();
    receiver.claim(&Event::new("evt:fresh")).unwrap();
    assert_eq!(keys(), ["evt:dead 📦", "evt:released"]);
}
