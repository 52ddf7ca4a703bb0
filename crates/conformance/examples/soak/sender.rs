//! A sender with many connections, which sends again later what was not answered 200.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use hookonce_conformance::n8n::{Queue, Request};

use crate::events::Event;

/// Requests at once.
pub const PARALLEL: usize = 50;
/// How long the sender waits for an answer, as many do.
pub const PATIENCE: Duration = Duration::from_secs(30);
/// How often a delivery is sent at most.
const ROUNDS: usize = 6;

/// What became of one request.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Outcome {
    /// 200 for work done.
    Processed,
    /// 200 for work that another delivery does or did.
    Duplicate,
    /// Any other answer.
    Refused(u16),
    /// The sender's patience or the connection ended.
    Unanswered,
}

/// All requests, and what is left.
pub struct Sent {
    /// The event's number and the outcome of each request.
    pub requests: Vec<(usize, Outcome)>,
    /// Deliveries that were never answered 200.
    pub given_up: usize,
}

impl Sent {
    /// Both.
    pub fn and(mut self, other: Sent) -> Sent {
        self.requests.extend(other.requests);
        self.given_up += other.given_up;
        self
    }
}

/// Sends each delivery, and those not answered 200 again when all were sent, until all are or it was tried
/// often enough. `answered` counts the answers while they come.
pub fn send_all(
    queue: &Queue,
    path: &str,
    events: &[Event],
    deliveries: &[usize],
    answered: &AtomicUsize,
) -> Sent {
    let mut sent = Sent { requests: Vec::new(), given_up: 0 };
    let mut waiting = deliveries.to_vec();
    for _ in 0..ROUNDS {
        let round = send_round(&waiting, |at, event| {
            let outcome = outcome(queue, path, &events[event].request(at));
            answered.fetch_add(1, Ordering::Relaxed);
            outcome
        });
        let is_done = |outcome| matches!(outcome, Outcome::Processed | Outcome::Duplicate);
        waiting = round.iter().filter(|(_, outcome)| !is_done(*outcome)).map(|(event, _)| *event).collect();
        sent.requests.extend(round);
        if waiting.is_empty() {
            break;
        }
    }
    sent.given_up = waiting.len();
    sent
}

fn send_round(deliveries: &[usize], send: impl Fn(usize, usize) -> Outcome + Sync) -> Vec<(usize, Outcome)> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..PARALLEL {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&event) = deliveries.get(at) else { break };
                    let outcome = send(at, event);
                    done.lock().expect("no panic in here").push((event, outcome));
                }
            });
        }
    });
    done.into_inner().expect("no panic in there")
}

fn outcome(queue: &Queue, path: &str, request: &Request) -> Outcome {
    let Ok(answer) = queue.send(path, request, PATIENCE) else { return Outcome::Unanswered };
    match (answer.status, answer.json()["status"].as_str()) {
        (200, Some("processed")) => Outcome::Processed,
        (200, Some("duplicate")) => Outcome::Duplicate,
        // A 200 that the workflow did not give would lose the event unseen.
        (200, _) => panic!("a 200 that says nothing: {answer:?}"),
        (status, _) => Outcome::Refused(status),
    }
}
