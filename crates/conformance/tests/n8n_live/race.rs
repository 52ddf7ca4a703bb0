//! Many deliveries of one event at once.

use std::sync::Barrier;
use std::thread;

use hookonce_conformance::n8n::Request;

use crate::receiver::RACED;
use crate::shared::lab;

#[test]
fn of_fifty_parallel_copies_one_does_the_work() {
    const COPIES: usize = 50;
    let lab = lab();
    for round in 0..3 {
        let request = Request::json(format!("{{\"id\":\"evt_{round}\",\"type\":\"order.paid\"}}"));
        let barrier = Barrier::new(COPIES);
        let send = || {
            barrier.wait();
            let answer = RACED.send(&lab, &request);
            (answer.status, answer.json()["status"].as_str().map(str::to_owned))
        };
        let answers: Vec<_> = thread::scope(|scope| {
            let senders: Vec<_> = (0..COPIES).map(|_| scope.spawn(send)).collect();
            senders.into_iter().map(|sender| sender.join().unwrap()).collect()
        });
        let count = |word: &str| answers.iter().filter(|answer| **answer == (200, Some(word.into()))).count();
        assert_eq!((count("processed"), count("duplicate")), (1, COPIES - 1), "{answers:?}");
        let key = format!("evt:evt_{round}");
        assert_eq!(RACED.work(&lab).iter().filter(|other| **other == key).count(), 1);
    }
}
