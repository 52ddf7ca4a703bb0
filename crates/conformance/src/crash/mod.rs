//! A receiver that is a process of its own, so that it can be killed: `src/bin/worker.rs` runs it.
//!
//! Its standard input has one delivery a line: a key, and the [`Point`] at which to halt or `-`. Its output has
//! a line for each point that it reaches, and then the [`Answer`]. At the point where it halts it
//! waits for another line. It ends with its input, so that none outlives its test.

mod worker;

use std::fmt;
use std::str::FromStr;

pub use worker::{HALVES, Worker};

/// Where a receiver is with a delivery, in order.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Point {
    /// It has the delivery, and has not claimed its key.
    Received,
    /// The key is its own.
    Claimed,
    /// Half of the work is done, in an open transaction.
    Working,
    /// All of the work is done; outside of the claim's transaction it is committed.
    Worked,
    /// It has recorded that the work is done, and has not answered.
    Finished,
}

impl Point {
    /// Every point in order.
    pub const ALL: [Point; 5] =
        [Point::Received, Point::Claimed, Point::Working, Point::Worked, Point::Finished];

    fn name(self) -> &'static str {
        match self {
            Point::Received => "received",
            Point::Claimed => "claimed",
            Point::Working => "working",
            Point::Worked => "worked",
            Point::Finished => "finished",
        }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl FromStr for Point {
    type Err = ();

    fn from_str(text: &str) -> Result<Point, ()> {
        Point::ALL.into_iter().find(|point| point.name() == text).ok_or(())
    }
}

/// What the sender is answered.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Answer {
    /// 200: the work is done.
    Processed,
    /// 200: it was done before, or another does it.
    Duplicate,
    /// 503: another is at work, try again after so many seconds.
    InProgress(i64),
    /// 503: another has taken over.
    Lost,
    /// 503: the database said no, or nothing.
    Failed(String),
}

impl Answer {
    /// Whether the sender takes the event for received, and does not send it again.
    pub fn is_200(&self) -> bool {
        matches!(self, Answer::Processed | Answer::Duplicate)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Processed => out.write_str("200 processed"),
            Answer::Duplicate => out.write_str("200 duplicate"),
            Answer::InProgress(seconds) => write!(out, "503 in progress {seconds}"),
            Answer::Lost => out.write_str("503 lost"),
            Answer::Failed(why) => write!(out, "503 failed {}", why.replace('\n', " ")),
        }
    }
}

impl FromStr for Answer {
    type Err = ();

    fn from_str(text: &str) -> Result<Answer, ()> {
        match text {
            "200 processed" => return Ok(Answer::Processed),
            "200 duplicate" => return Ok(Answer::Duplicate),
            "503 lost" => return Ok(Answer::Lost),
            _ => {}
        }
        if let Some(why) = text.strip_prefix("503 failed ") {
            return Ok(Answer::Failed(why.to_owned()));
        }
        let seconds = text.strip_prefix("503 in progress ").and_then(|seconds| seconds.parse().ok());
        seconds.map(Answer::InProgress).ok_or(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for point in Point::ALL {
            assert_eq!(point.to_string().parse(), Ok(point));
        }
        let failed = Answer::Failed("no\nserver".into());
        assert_eq!(failed.to_string().parse(), Ok(Answer::Failed("no server".into())));
        for answer in [Answer::Processed, Answer::Duplicate, Answer::InProgress(2), Answer::Lost] {
            assert_eq!(answer.to_string().parse(), Ok(answer));
        }
        assert_eq!("503 in progress".parse::<Answer>(), Err(()));
    }
}
