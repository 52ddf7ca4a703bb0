//! Many connections that do the same at once.

use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use hookonce_conformance::postgresql::{Connection, Database};
use hookonce_conformance::random::Random;
use postgres::{Client, Error, Statement};

pub const CONNECTIONS: usize = 64;
pub const ROUNDS: usize = 200;
/// How many events [`deliver`] delivers.
pub const KEYS: usize = 1_000;
/// How often it delivers each.
const DELIVERIES: usize = 20;

/// One connection in one round.
pub struct Racer<'a> {
    pub client: &'a mut Client,
    /// The statements, prepared.
    pub prepared: &'a [Statement],
    /// The round's key, the same for all.
    pub key: &'a str,
    /// Waits for all connections; every one must come by equally often, also with an error.
    pub barrier: &'a Barrier,
}

/// How many connections won in each round. `attempt` says whether it won.
#[track_caller]
pub fn winners(
    database: &Database,
    statements: &[&str],
    attempt: impl Fn(Racer) -> Result<bool, Error> + Sync,
) -> Vec<usize> {
    let barrier = Barrier::new(CONNECTIONS);
    let winners: Vec<_> = (0..ROUNDS).map(|_| AtomicUsize::new(0)).collect();
    let run = |mut client: Connection, prepared: Vec<Statement>| {
        let mut result = Ok(());
        for (round, winners) in winners.iter().enumerate() {
            let key = format!("evt:round_{round}");
            barrier.wait();
            // Without a panic or a return: the others wait for this one in every round.
            match attempt(Racer { client: &mut client, prepared: &prepared, key: &key, barrier: &barrier }) {
                Ok(won) => _ = winners.fetch_add(won.into(), Ordering::Relaxed),
                Err(error) => result = Err(error),
            }
        }
        result
    };
    let ready = |_| {
        let mut client = database.connect();
        let prepared =
            statements.iter().map(|text| client.prepare(text).expect("a legal statement")).collect();
        (client, prepared)
    };
    let ready: Vec<(Connection, Vec<Statement>)> = (0..CONNECTIONS).map(ready).collect();
    thread::scope(|scope| {
        let run = &run;
        let racers: Vec<_> =
            ready.into_iter().map(|(client, prepared)| scope.spawn(move || run(client, prepared))).collect();
        for racer in racers {
            racer.join().expect("no panic").expect("no error");
        }
    });
    winners.into_iter().map(AtomicUsize::into_inner).collect()
}

/// Delivers each event to whichever worker is free, in random order. `attempt` says whether its delivery
/// of the event with this number won. Returns how many won for each event.
#[track_caller]
pub fn deliver<W: Send>(workers: Vec<W>, attempt: impl Fn(&mut W, usize) -> bool + Sync) -> Vec<usize> {
    let mut order: Vec<usize> = (0..KEYS * DELIVERIES).map(|number| number % KEYS).collect();
    Random(64).shuffle(&mut order);
    let next = AtomicUsize::new(0);
    let winners: Vec<_> = (0..KEYS).map(|_| AtomicUsize::new(0)).collect();
    let run = |mut worker: W| {
        while let Some(&number) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            if attempt(&mut worker, number) {
                winners[number].fetch_add(1, Ordering::Relaxed);
            }
        }
    };
    thread::scope(|scope| {
        let run = &run;
        let runs: Vec<_> = workers.into_iter().map(|worker| scope.spawn(move || run(worker))).collect();
        runs.into_iter().for_each(|run| run.join().expect("no panic"));
    });
    winners.into_iter().map(AtomicUsize::into_inner).collect()
}
