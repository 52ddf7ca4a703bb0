//! The receiver's life with a delivery.

use std::io::{self, BufRead, Write};

use hookonce_core::sql::{Guarantee, Sql, Step};
use uuid::Uuid;

use super::{Answer, Point};
use crate::receiver::{self, Change, Claim, Connection, Event, Failure, Receiver, Values};

/// A receiver with its connections, which it makes when it needs them.
pub struct Worker<In, Out> {
    sql: Sql,
    url: String,
    connections: Option<Connections>,
    input: In,
    output: Out,
}

/// The halves of the work: rows of one event's type each. Either both are there or none is.
pub const HALVES: [&str; 2] = ["first half", "second half"];

struct Connections {
    claims: Receiver<Box<dyn Connection>>,
    /// For work that is not in the claim's transaction.
    work: Option<Receiver<Box<dyn Connection>>>,
}

impl<In: BufRead, Out: Write> Worker<In, Out> {
    /// A receiver with these statements for the database at `url`.
    pub fn new(sql: Sql, url: String, input: In, output: Out) -> Self {
        Worker { sql, url, connections: None, input, output }
    }

    /// Answers delivery after delivery until the input ends, or nobody reads the output.
    pub fn run(mut self) -> io::Result<()> {
        while let Some(line) = self.line()? {
            let (key, halt) = line.split_once(' ').expect("a key and a point");
            let answer = match self.deliver(key, halt.parse().ok()) {
                Ok(answer) => answer,
                Err(Ended::Database(failure)) => {
                    // A connection that failed may be in any state.
                    self.connections = None;
                    Answer::Failed(format!("{failure:?}"))
                }
                Err(Ended::Output(error)) => return Err(error),
            };
            writeln!(self.output, "{answer}")?;
            self.output.flush()?;
        }
        Ok(())
    }

    fn deliver(&mut self, key: &str, halt: Option<Point>) -> Result<Answer, Ended> {
        self.reach(Point::Received, halt)?;
        let event = Event::new(key);
        let token = match self.connections()?.claims.claim(&event)? {
            Claim::Claimed(token) => token,
            Claim::InProgress(seconds) => return Ok(Answer::InProgress(seconds)),
            Claim::Done => return Ok(Answer::Duplicate),
            Claim::Mismatch => unreachable!("no column for it"),
        };
        self.reach(Point::Claimed, halt)?;
        if let Err(ended) = self.first_half_and_second(key, halt) {
            // The work was rolled back or never begun, so the key may be given back.
            if let (Ended::Database(_), Some(connections)) = (&ended, &mut self.connections) {
                let _ = connections.claims.release(&event, token);
            }
            return Err(ended);
        }
        // From here on it is not known whether the work is done, until the database says so.
        self.commit_work()?;
        self.reach(Point::Worked, halt)?;
        match self.connections()?.claims.finish(&event, token)? {
            Change::Made => {}
            Change::Lost => return Ok(Answer::Lost),
        }
        self.reach(Point::Finished, halt)?;
        Ok(Answer::Processed)
    }

    fn first_half_and_second(&mut self, key: &str, halt: Option<Point>) -> Result<(), Ended> {
        let [first, second] = HALVES.map(|half| Event { event_type: Some(half), ..Event::new(key) });
        let connections = self.connections()?;
        if let Some(work) = &mut connections.work {
            control(work, "BEGIN")?;
        }
        connections.at_work().work(&first)?;
        self.reach(Point::Working, halt)?;
        self.connections()?.at_work().work(&second)?;
        Ok(())
    }

    fn commit_work(&mut self) -> Result<(), Ended> {
        match &mut self.connections()?.work {
            Some(work) => Ok(control(work, "COMMIT")?),
            None => Ok(()),
        }
    }

    /// Says where it is, and halts if that is wanted.
    fn reach(&mut self, point: Point, halt: Option<Point>) -> Result<(), Ended> {
        writeln!(self.output, "{point}")?;
        self.output.flush()?;
        if halt == Some(point) && self.line()?.is_none() {
            return Err(Ended::Output(io::ErrorKind::UnexpectedEof.into()));
        }
        Ok(())
    }

    fn line(&mut self) -> io::Result<Option<String>> {
        let mut line = String::new();
        let length = self.input.read_line(&mut line)?;
        Ok((length > 0).then(|| line.trim_end().to_owned()))
    }

    fn connections(&mut self) -> Result<&mut Connections, Failure> {
        if self.connections.is_none() {
            let receiver = || {
                let connection = receiver::connect(self.sql.dialect(), &self.url)?;
                Ok::<_, Failure>(Receiver::new(connection, self.sql.clone()))
            };
            let is_apart = self.sql.guarantee() != Guarantee::SameTransaction;
            let work = if is_apart { Some(receiver()?) } else { None };
            self.connections = Some(Connections { claims: receiver()?, work });
        }
        Ok(self.connections.as_mut().expect("made above"))
    }
}

impl Connections {
    fn at_work(&mut self) -> &mut Receiver<Box<dyn Connection>> {
        self.work.as_mut().unwrap_or(&mut self.claims)
    }
}

/// Why a delivery has no answer of its own.
enum Ended {
    Database(Failure),
    Output(io::Error),
}

impl From<Failure> for Ended {
    fn from(failure: Failure) -> Ended {
        Ended::Database(failure)
    }
}

impl From<io::Error> for Ended {
    fn from(error: io::Error) -> Ended {
        Ended::Output(error)
    }
}

fn control(receiver: &mut Receiver<Box<dyn Connection>>, sql: &str) -> Result<(), Failure> {
    let step = Step { sql: sql.to_owned(), parameters: Vec::new() };
    let values = Values { event: &Event::new(""), token: Uuid::nil() };
    receiver.connection.run(&step, &values).map(drop)
}
