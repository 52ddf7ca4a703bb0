//! What the senders of a run share: deliveries that wait, and what happened so far.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::time::{Duration, Instant};

use hookonce_conformance::crash::{Answer, Point};
use hookonce_conformance::random::Random;
use hookonce_core::sql::Guarantee;

use crate::process::{Attempt, Plan};

/// A run's state.
pub struct State {
    pub random: Random,
    pub kills: usize,
    pub events: Vec<Event>,
    /// Killed at each point.
    pub killed_at: [usize; 5],
    pub restarts: usize,
    /// Whether the database is being restarted: whoever is killed then has claimed nothing.
    pub is_restarting: bool,
    pub attempts: usize,
    /// Deliveries not answered 200 yet, those under way included.
    pub open: usize,
    /// Receivers that stall. Few at a time: the others take over.
    pub stalled: usize,
    pub last_200: Instant,
    /// Times and events of deliveries that are due then.
    waiting: BinaryHeap<Reverse<(Instant, usize)>>,
    target: usize,
}

/// What became of one event.
#[derive(Clone, Debug, Default)]
pub struct Event {
    pub deliveries: usize,
    /// How often a receiver said that it had come to each point.
    pub reached: [usize; 5],
    pub processed: usize,
    pub interruptions: Vec<(Cause, Point)>,
}

/// Why a receiver did not come to the end.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Cause {
    Killed,
    Database,
    TakenOver,
}

/// Deliveries not answered yet, at most.
const OPEN: usize = 100;

/// Fewer than there are receivers.
const STALLED: usize = 2;

impl State {
    /// Until `target` receivers are killed.
    pub fn new(seed: u64, target: usize) -> State {
        State {
            random: Random(seed),
            kills: 0,
            events: Vec::new(),
            killed_at: [0; 5],
            restarts: 0,
            is_restarting: false,
            attempts: 0,
            open: 0,
            stalled: 0,
            last_200: Instant::now(),
            waiting: BinaryHeap::new(),
            target,
        }
    }

    /// An event whose delivery is due, or a new one as long as there is someone left to kill.
    pub fn take(&mut self) -> Option<usize> {
        if self.next_due().is_some_and(|due| due <= Instant::now()) {
            return self.waiting.pop().map(|Reverse((_, event))| event);
        }
        if self.kills >= self.target || self.open >= OPEN {
            return None;
        }
        let event = self.events.len();
        self.events.push(Event::default());
        self.send(event);
        if self.random.one_in(4) {
            self.send(event);
        }
        self.waiting.pop().map(|Reverse((_, event))| event)
    }

    /// When the next delivery is due.
    pub fn next_due(&self) -> Option<Instant> {
        self.waiting.peek().map(|Reverse((due, _))| *due)
    }

    /// One more delivery of the event, due at once.
    pub fn send(&mut self, event: usize) {
        self.open += 1;
        self.events[event].deliveries += 1;
        self.waiting.push(Reverse((Instant::now(), event)));
    }

    /// What becomes of the next attempt.
    pub fn plan(&mut self, guarantee: Guarantee) -> Plan {
        self.attempts += 1;
        let random = &mut self.random;
        if guarantee == Guarantee::Lease && self.stalled < STALLED && random.one_in(20) {
            self.stalled += 1;
            return Plan::Stall([Point::Claimed, Point::Worked][random.below(2)]);
        }
        match random.below(5) {
            _ if self.kills >= self.target || self.is_restarting => Plan::Answer,
            0 => Plan::KillAfter(Duration::from_micros(random.below(10_000) as u64)),
            1 | 2 => Plan::KillAt(Point::ALL[random.below(5)]),
            _ => Plan::Answer,
        }
    }

    /// Notes how an attempt ended, and when it is tried again.
    #[track_caller]
    pub fn note(&mut self, event: usize, attempt: &Attempt, was_killed: bool) {
        let mut interrupt = |cause| self.events[event].interruptions.push((cause, attempt.after));
        let again = match &attempt.answer {
            Some(Answer::Processed) => {
                self.events[event].processed += 1;
                None
            }
            Some(Answer::Duplicate) => None,
            Some(Answer::InProgress(seconds)) => Some(Duration::from_secs(seconds.unsigned_abs())),
            Some(Answer::Lost) => {
                interrupt(Cause::TakenOver);
                Some(SOON)
            }
            Some(Answer::Failed(why)) if why.starts_with("Other") => panic!("{why}"),
            Some(Answer::Failed(_)) => {
                interrupt(Cause::Database);
                Some(4 * SOON)
            }
            None => {
                interrupt(Cause::Killed);
                Some(SOON)
            }
        };
        if was_killed {
            self.kills += 1;
            self.killed_at[attempt.after as usize] += 1;
        }
        match again {
            Some(time) => self.waiting.push(Reverse((Instant::now() + time, event))),
            None => {
                self.open -= 1;
                self.last_200 = Instant::now();
            }
        }
    }
}

/// Sooner than any sender, so that a retry finds what the attempt before left behind.
const SOON: Duration = Duration::from_millis(50);
