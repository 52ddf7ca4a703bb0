//! Many deliveries of many events at once: each is claimed once.

use hookonce_core::sql::Guarantee;

use crate::random::Random;
use crate::receiver::{Change, Claim, Connection, Event, Failure, Receiver};

/// What the deliveries of one receiver came to.
#[derive(Debug, Default, PartialEq)]
pub struct Tally {
    /// The keys that were its own.
    pub claimed: Vec<String>,
    /// How often another delivery was at work or had done it.
    pub known: usize,
    /// How often the database was busy, and the sender tried again.
    pub busy: usize,
}

/// The deliveries of each receiver: `times` of each key, in an order that looks random.
pub fn deal(receivers: usize, keys: usize, times: usize, seed: u64) -> Vec<Vec<String>> {
    let mut deliveries: Vec<String> =
        (0..keys * times).map(|number| format!("evt:{}", number % keys)).collect();
    Random(seed).shuffle(&mut deliveries);
    let share = deliveries.len().div_ceil(receivers);
    deliveries.chunks(share).map(<[String]>::to_vec).collect()
}

/// Claims each key, does the example's work for those that are claimed, and finishes.
pub fn deliver<C: Connection>(receiver: &mut Receiver<C>, keys: &[String]) -> Tally {
    let mut tally = Tally::default();
    for key in keys {
        let event = Event::new(key);
        match again(&mut tally.busy, || receiver.claim(&event)) {
            Claim::Claimed(token) => {
                // Inside of the claim's transaction a retry would not be the work's alone.
                if receiver.sql().guarantee() == Guarantee::SameTransaction {
                    receiver.work(&event).unwrap();
                } else {
                    again(&mut tally.busy, || receiver.work(&event));
                }
                let finished = again(&mut tally.busy, || receiver.finish(&event, token));
                assert_eq!(finished, Change::Made);
                tally.claimed.push(key.clone());
            }
            Claim::InProgress(_) | Claim::Done => tally.known += 1,
            Claim::Mismatch => panic!("{key}"),
        }
    }
    tally
}

/// Tries until the database is not busy, as a sender does, and counts how often it was.
pub fn again<T>(busy: &mut usize, mut attempt: impl FnMut() -> Result<T, Failure>) -> T {
    for _ in 0..1_000 {
        match attempt() {
            Err(Failure::Busy(_)) => *busy += 1,
            result => return result.unwrap(),
        }
    }
    panic!("always busy");
}

/// Every key was claimed by exactly one, and nothing was lost.
#[track_caller]
pub fn check(tallies: &[Tally], keys: usize, times: usize) {
    let mut claimed: Vec<&str> =
        tallies.iter().flat_map(|tally| &tally.claimed).map(String::as_str).collect();
    claimed.sort_unstable();
    let mut expected: Vec<String> = (0..keys).map(|number| format!("evt:{number}")).collect();
    expected.sort_unstable();
    assert_eq!(claimed, expected);
    assert_eq!(tallies.iter().map(|tally| tally.known).sum::<usize>(), keys * (times - 1));
}
