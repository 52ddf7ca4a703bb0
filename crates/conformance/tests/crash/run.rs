//! Senders that deliver every event until it is answered 200, while receivers and the database are killed.

use std::sync::{Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use hookonce_conformance::crash::Point;
use hookonce_core::lang::Lang;
use hookonce_core::options::Options;
use hookonce_core::sql::{File, Guarantee, Sql};

use crate::engine::Engine;
use crate::process::{Plan, Process};
use crate::state::State;
use crate::tally::Tally;

/// How much is killed.
#[derive(Clone, Copy)]
pub struct Size {
    /// Receivers.
    pub kills: usize,
    /// Times that the database is restarted.
    pub restarts: usize,
    /// Keys that are in the table before.
    pub rows: usize,
    pub seed: u64,
}

/// Receivers at work at once.
const RECEIVERS: usize = 6;

/// Migrates, kills, and waits for the last event's answer.
pub fn run(engine: &impl Engine, guarantee: Guarantee, size: Size) -> Tally {
    let options =
        Options { dialect: engine.dialect(), guarantee, lease_seconds: "2".into(), ..Options::default() };
    let sql = Sql::new(&options).expect("usable options");
    engine.migrate(&sql.file(File::Up, Lang::En).sql);
    engine.fill(guarantee, size.rows);
    let state = State::new(size.seed, size.kills);
    let run = Run { sql, url: engine.url(), state: Mutex::new(state), changed: Condvar::new() };
    let begin = Instant::now();
    thread::scope(|scope| {
        for _ in 0..RECEIVERS {
            scope.spawn(|| run.send());
        }
        for time in 0..size.restarts {
            let kills = size.kills * (time + 1) / (size.restarts + 1);
            run.wait_until(|state| state.kills >= kills).is_restarting = true;
            engine.restart(time);
            let mut state = run.lock();
            state.is_restarting = false;
            state.restarts += 1;
        }
    });
    let state = run.state.into_inner().expect("no panic in there");
    Tally::new(engine, &run.sql, state, begin.elapsed(), size)
}

struct Run {
    sql: Sql,
    url: String,
    state: Mutex<State>,
    changed: Condvar,
}

impl Run {
    /// Delivers to one receiver at a time until nothing is left.
    fn send(&self) {
        let mut process = Process::start(&self.sql, &self.url);
        while let Some((event, plan)) = self.next() {
            if process.is_dead() {
                process = Process::start(&self.sql, &self.url);
            }
            let reached = |point| self.reached(event, point, plan);
            let attempt = process.deliver(&format!("evt:{event}"), plan, reached);
            let mut state = self.lock();
            if matches!(plan, Plan::Stall(_)) {
                state.stalled -= 1;
            }
            state.note(event, &attempt, process.is_dead());
            self.changed.notify_all();
        }
    }

    fn next(&self) -> Option<(usize, Plan)> {
        let mut state = self.lock();
        loop {
            if let Some(event) = state.take() {
                return Some((event, state.plan(self.sql.guarantee())));
            }
            if state.open == 0 {
                return None;
            }
            let wait = state.next_due().map_or(LIMIT, |due| due.saturating_duration_since(Instant::now()));
            state = self.wait(state, wait);
        }
    }

    fn reached(&self, event: usize, point: Point, plan: Plan) {
        let mut state = self.lock();
        state.events[event].reached[point as usize] += 1;
        self.changed.notify_all();
        if matches!(plan, Plan::Stall(at) if at == point) {
            // The sender loses patience; its next delivery takes over when the lease is over.
            let claims = |state: &State| state.events[event].reached[Point::Claimed as usize];
            let own = claims(&state);
            state.send(event);
            self.changed.notify_all();
            drop(state);
            drop(self.wait_until(|state| claims(state) > own));
        }
    }

    fn wait_until(&self, is_so: impl Fn(&State) -> bool) -> MutexGuard<'_, State> {
        let mut state = self.lock();
        while !is_so(&state) {
            state = self.wait(state, LIMIT);
        }
        state
    }

    fn wait<'a>(&self, state: MutexGuard<'a, State>, limit: Duration) -> MutexGuard<'a, State> {
        let waited = self.changed.wait_timeout(state, limit.min(Duration::from_secs(1)));
        let (state, _) = waited.expect("no panic in there");
        let quiet = state.last_200.elapsed();
        assert!(quiet < LIMIT, "{} deliveries are open, and none was answered 200 for {quiet:?}", state.open);
        state
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no panic in there")
    }
}

/// Without an answer of 200 for so long, nothing will be answered any more. Longer than a lease, a
/// restart and a lock together.
const LIMIT: Duration = Duration::from_secs(60);
