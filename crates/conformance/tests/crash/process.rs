//! A receiver's process.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use hookonce_conformance::crash::{Answer, Point};
use hookonce_core::sql::Sql;

/// What becomes of one delivery.
#[derive(Clone, Copy, Debug)]
pub enum Plan {
    /// Nothing happens to the receiver.
    Answer,
    /// SIGKILL when it has come to this point.
    KillAt(Point),
    /// SIGKILL after this time, wherever it is.
    KillAfter(Duration),
    /// It goes on only when it has been waited for.
    Stall(Point),
}

/// How a delivery ended.
pub struct Attempt {
    /// The last point that the receiver came to.
    pub after: Point,
    /// `None`: it was killed, and gave none.
    pub answer: Option<Answer>,
}

/// A running receiver. Its input ends with this, or with the test process, and it ends with its input.
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    is_dead: bool,
}

impl Process {
    /// Starts one.
    pub fn start(sql: &Sql, url: &str) -> Process {
        let mut child = Command::new(env!("CARGO_BIN_EXE_worker"))
            .args([sql.dialect().name(), sql.guarantee().name(), &sql.lease_seconds().to_string(), url])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the receiver starts");
        let output = child.stdout.take().expect("piped");
        let input = child.stdin.take();
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            let mut lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.try_for_each(|line| sender.send(line))
        });
        Process { child, input, lines, is_dead: false }
    }

    /// Whether another one is needed.
    pub fn is_dead(&self) -> bool {
        self.is_dead
    }

    /// Sends a delivery, and does to the receiver what is planned. `reached` is told each point; where
    /// the receiver is to stall, it waits for what must happen meanwhile.
    pub fn deliver(&mut self, key: &str, plan: Plan, mut reached: impl FnMut(Point)) -> Attempt {
        let halt = match plan {
            Plan::KillAt(point) | Plan::Stall(point) => point.to_string(),
            Plan::Answer | Plan::KillAfter(_) => "-".to_owned(),
        };
        let deadline = Instant::now() + if let Plan::KillAfter(time) = plan { time } else { PATIENCE };
        self.say(&format!("{key} {halt}"));
        let mut attempt = Attempt { after: Point::Received, answer: None };
        loop {
            match self.lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(line) if note(&line, &mut attempt, &mut reached) => return attempt,
                Ok(_) => match plan {
                    Plan::KillAt(point) if point == attempt.after => break,
                    Plan::Stall(point) if point == attempt.after => self.say("go"),
                    _ => {}
                },
                Err(RecvTimeoutError::Timeout) if matches!(plan, Plan::KillAfter(_)) => break,
                Err(problem) => panic!("the receiver gives no answer to {key} ({plan:?}): {problem}"),
            }
        }
        self.child.kill().expect("SIGKILL");
        self.child.wait().expect("an end");
        self.is_dead = true;
        // What it said before its end.
        while let Ok(line) = self.lines.recv_timeout(PATIENCE) {
            note(&line, &mut attempt, &mut reached);
        }
        attempt
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_ref().expect("piped"), "{line}").expect("the receiver reads");
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It is idle, or its test has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Whether the line is the answer.
fn note(line: &str, attempt: &mut Attempt, reached: &mut impl FnMut(Point)) -> bool {
    if let Ok(point) = line.parse() {
        attempt.after = point;
        reached(point);
        return false;
    }
    attempt.answer = Some(line.parse().unwrap_or_else(|()| panic!("{line}")));
    true
}

/// Longer than any statement may take, or any server to come back.
const PATIENCE: Duration = Duration::from_secs(120);

#[cfg(test)]
mod tests {
    use hookonce_core::options::Options;

    use super::*;

    #[test]
    fn it_ends_with_its_input() {
        let sql = Sql::new(&Options::default()).unwrap();
        let mut process = Process::start(&sql, "host=/nowhere");
        process.say("evt:a received");
        assert_eq!(process.lines.recv_timeout(PATIENCE).as_deref(), Ok("received"));
        process.input = None;
        assert_eq!(process.lines.recv_timeout(PATIENCE), Err(RecvTimeoutError::Disconnected));
        assert!(process.child.wait().unwrap().success());
    }
}
