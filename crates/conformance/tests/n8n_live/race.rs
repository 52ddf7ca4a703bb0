//! Many deliveries of one event at once.

use std::sync::Barrier;
use std::thread;

use hookonce_conformance::n8n::{Answer, Lab, Request};

use crate::receiver::{RACED, Receiver};
use crate::shared::lab;

/// The answers to copies that are sent together.
pub fn at_once(lab: &Lab, receiver: &Receiver, request: &Request, copies: usize) -> Vec<Answer> {
    let barrier = Barrier::new(copies);
    let send = || {
        barrier.wait();
        receiver.send(lab, request)
    };
    thread::scope(|scope| {
        let senders: Vec<_> = (0..copies).map(|_| scope.spawn(send)).collect();
        senders.into_iter().map(|sender| sender.join().unwrap()).collect()
    })
}

/// How many of them have this status, and this word for it.
pub fn count(answers: &[Answer], status: u16, word: &str) -> usize {
    answers.iter().filter(|answer| answer.status == status && answer.json()["status"] == word).count()
}

#[test]
fn of_fifty_parallel_copies_one_does_the_work() {
    const COPIES: usize = 50;
    let lab = lab();
    for round in 0..3 {
        let request = Request::json(format!("{{\"id\":\"evt_{round}\",\"type\":\"order.paid\"}}"));
        let answers = at_once(&lab, &RACED, &request, COPIES);
        let count = |word: &str| count(&answers, 200, word);
        assert_eq!((count("processed"), count("duplicate")), (1, COPIES - 1), "{answers:?}");
        let key = format!("evt:evt_{round}");
        assert_eq!(RACED.work(&lab).iter().filter(|other| **other == key).count(), 1);
    }
}
