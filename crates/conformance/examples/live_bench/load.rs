//! Requests from some senders at once, and how long they took.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use hookonce_conformance::n8n::{Lab, Request};

use crate::Row;

/// Senders at once; each has one request under way.
pub const SENDERS: usize = 8;

/// What one round of one row took.
pub struct Load {
    seconds: f64,
    /// Of each request, in milliseconds.
    pub latencies: Vec<f64>,
}

impl Load {
    /// Sends all and waits for all. Each must be answered as the row says.
    pub fn measure(lab: &Lab, row: Row, requests: &[Request]) -> Load {
        let next = AtomicUsize::new(0);
        let latencies = Mutex::new(Vec::new());
        let begin = Instant::now();
        thread::scope(|scope| {
            for _ in 0..SENDERS {
                scope.spawn(|| {
                    while let Some(request) = requests.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let took = send(lab, row, request);
                        latencies.lock().expect("no panic in here").push(took);
                    }
                });
            }
        });
        let seconds = begin.elapsed().as_secs_f64();
        Load { seconds, latencies: latencies.into_inner().expect("no panic in there") }
    }

    /// Requests a second.
    pub fn rate(&self) -> f64 {
        self.latencies.len() as f64 / self.seconds
    }
}

/// One request, in milliseconds.
pub fn send(lab: &Lab, row: Row, request: &Request) -> f64 {
    let begin = Instant::now();
    let answer = lab.send(row.path(), request).expect("an answer");
    let took = begin.elapsed().as_secs_f64() * 1_000.0;
    assert_eq!((answer.status, answer.json()["status"].as_str()), (200, Some(row.status())), "{answer:?}");
    took
}
