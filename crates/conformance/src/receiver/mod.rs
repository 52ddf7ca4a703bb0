//! A receiver that uses the generated statements as a receiver would, whatever the database.

mod mariadb;
mod postgresql;
mod sqlite;

use hookonce_core::sql::{Dialect, Guarantee, Parameter, Sql, Statement, Step};
use uuid::Uuid;

/// A connection to a database.
pub trait Connection: Send {
    /// Runs one step with its values, and returns the rows that it gave.
    fn run(&mut self, step: &Step, values: &Values) -> Result<Vec<Row>, Failure>;
}

impl Connection for Box<dyn Connection> {
    fn run(&mut self, step: &Step, values: &Values) -> Result<Vec<Row>, Failure> {
        (**self).run(step, values)
    }
}

/// Connects to a database. For PostgreSQL `url` is a connection string with keys and values, or a URL; for MariaDB
/// the path of the socket, a space, and the database; for SQLite the path of the file.
pub fn connect(dialect: Dialect, url: &str) -> Result<Box<dyn Connection>, Failure> {
    match dialect {
        Dialect::MariaDb => Ok(Box::new(mariadb::connect(url)?)),
        Dialect::PostgreSql => Ok(Box::new(postgresql::connect(url)?)),
        Dialect::Sqlite => Ok(Box::new(sqlite::connect(url)?)),
    }
}

/// A row's answer, as far as it has these columns.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Row {
    /// The column `outcome`.
    pub outcome: Option<String>,
    /// The column `claim_token`.
    pub claim_token: Option<Uuid>,
    /// The column `retry_after_seconds`.
    pub retry_after_seconds: Option<i64>,
    /// The column `deleted`.
    pub deleted: Option<i64>,
    /// The column `stuck`.
    pub stuck: Option<i64>,
}

/// Why a statement did not run.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Failure {
    /// The key is there already, where the dialect says so by an error.
    Duplicate,
    /// It waited too long, or collided with another transaction: nothing was done.
    Busy(String),
    /// The connection or the server is gone: what was done is not known.
    Gone(String),
    /// Anything else.
    Other(String),
}

/// What a receiver knows of a delivery.
#[derive(Clone, Debug)]
pub struct Event<'a> {
    /// Its key.
    pub key: &'a str,
    /// Its type, for the column or the example's work.
    pub event_type: Option<&'a str>,
    /// The SHA-256 of its body in hex, for the column.
    pub fingerprint: &'a str,
    /// Its sender, for the column.
    pub scope: &'a str,
}

impl<'a> Event<'a> {
    /// An event of this key, with everything else made up.
    pub fn new(key: &'a str) -> Event<'a> {
        Event { key, event_type: Some("order.paid"), fingerprint: NO_BODY, scope: "shop" }
    }
}

/// The values of a statement's parameters.
#[derive(Clone, Debug)]
pub struct Values<'a> {
    /// The delivery.
    pub event: &'a Event<'a>,
    /// The claim's token.
    pub token: Uuid,
}

impl Values<'_> {
    /// A parameter's value as text; the event's type may be NULL.
    pub fn text(&self, parameter: Parameter) -> Option<String> {
        match parameter {
            Parameter::EventType => self.event.event_type.map(str::to_owned),
            Parameter::Fingerprint => Some(self.event.fingerprint.to_owned()),
            Parameter::Key => Some(self.event.key.to_owned()),
            Parameter::Scope => Some(self.event.scope.to_owned()),
            Parameter::Token => Some(self.token.to_string()),
        }
    }
}

/// What a claim came to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Claim {
    /// The work is this delivery's.
    Claimed(Uuid),
    /// Another delivery is at work: try again after so many seconds.
    InProgress(i64),
    /// The work was done before.
    Done,
    /// The key is known with another body.
    Mismatch,
}

/// What a change of a claim came to.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Change {
    /// It was made.
    Made,
    /// Another delivery has taken over.
    Lost,
}

/// A receiver's connection with its statements.
pub struct Receiver<C> {
    /// The connection.
    pub connection: C,
    sql: Sql,
    /// For the choice of tokens that are the receiver's.
    takes_token: bool,
}

impl<C: Connection> Receiver<C> {
    /// A receiver that uses these statements.
    pub fn new(connection: C, sql: Sql) -> Receiver<C> {
        let takes_token = sql.dialect().takes_token();
        Receiver { connection, sql, takes_token }
    }

    /// Its statements.
    pub fn sql(&self) -> &Sql {
        &self.sql
    }

    /// Claims the event's key. After a failure inside a transaction it is rolled back.
    pub fn claim(&mut self, event: &Event) -> Result<Claim, Failure> {
        let token = Uuid::new_v4();
        let result = self.run(Statement::Claim, event, token);
        if result.is_err() && self.sql.steps(Statement::Claim).len() > 1 {
            self.roll_back();
        }
        let known = match (result, self.sql.guarantee()) {
            (Ok(row), Guarantee::Lease) => return Ok(self.lease_outcome(row, token)),
            // A row where the dialect returns one, else no error.
            (Ok(row), _) if row.is_some() || !self.returns_row() => return Ok(Claim::Claimed(token)),
            (Ok(_), _) | (Err(Failure::Duplicate), _) => Claim::Done,
            (Err(failure), _) => return Err(failure),
        };
        if self.sql.guarantee() == Guarantee::SameTransaction {
            self.roll_back();
        }
        if !self.sql.columns().fingerprint {
            return Ok(known);
        }
        let compared = self.run(Statement::Compare, event, token)?;
        Ok(match compared.and_then(|row| row.outcome).as_deref() {
            Some("done") => Claim::Done,
            Some("mismatch") => Claim::Mismatch,
            // Released meanwhile.
            _ => Claim::InProgress(1),
        })
    }

    /// Says that the work is done. Without a statement for it, it is.
    pub fn finish(&mut self, event: &Event, token: Uuid) -> Result<Change, Failure> {
        self.change(Statement::Finish, event, token, "finished")
    }

    /// Gives the key back.
    pub fn release(&mut self, event: &Event, token: Uuid) -> Result<Change, Failure> {
        self.change(Statement::Release, event, token, "released")
    }

    /// Makes the lease begin anew.
    pub fn extend(&mut self, event: &Event, token: Uuid) -> Result<Change, Failure> {
        self.change(Statement::Extend, event, token, "extended")
    }

    /// The example's work: one row for the event.
    pub fn work(&mut self, event: &Event) -> Result<(), Failure> {
        let step = self.sql.insert_business_log();
        self.connection.run(&step, &Values { event, token: Uuid::nil() }).map(drop)
    }

    /// Runs a statement's steps, and returns the last row that one gave.
    pub fn run(&mut self, statement: Statement, event: &Event, token: Uuid) -> Result<Option<Row>, Failure> {
        let mut last = None;
        for step in self.sql.steps(statement) {
            let mut rows = self.connection.run(&step, &Values { event, token })?;
            last = rows.pop().or(last);
            assert!(rows.is_empty(), "more than one row: {}", step.sql);
        }
        Ok(last)
    }

    fn change(
        &mut self,
        statement: Statement,
        event: &Event,
        token: Uuid,
        made: &str,
    ) -> Result<Change, Failure> {
        let result = self.run(statement, event, token);
        if result.is_err() && self.sql.steps(statement).len() > 1 {
            self.roll_back();
        }
        let row = result?;
        if self.sql.guarantee() != Guarantee::Lease {
            return Ok(Change::Made);
        }
        match row.and_then(|row| row.outcome) {
            Some(outcome) if outcome == made => Ok(Change::Made),
            Some(outcome) if outcome == "lost" => Ok(Change::Lost),
            outcome => panic!("{statement:?} gave {outcome:?}"),
        }
    }

    fn lease_outcome(&self, row: Option<Row>, own: Uuid) -> Claim {
        let row = row.expect("exactly one row");
        match row.outcome.as_deref() {
            Some("claimed") if self.takes_token => Claim::Claimed(own),
            Some("claimed") => Claim::Claimed(row.claim_token.expect("a token")),
            Some("in_progress") => {
                let seconds = row.retry_after_seconds.expect("a time to wait");
                assert!(seconds >= 1, "{seconds}");
                Claim::InProgress(seconds)
            }
            Some("done") => Claim::Done,
            Some("mismatch") => Claim::Mismatch,
            outcome => panic!("a claim gave {outcome:?}"),
        }
    }

    fn returns_row(&self) -> bool {
        self.sql.statement(Statement::Claim).contains("RETURNING")
    }

    fn roll_back(&mut self) {
        let step = Step { sql: "ROLLBACK".into(), parameters: Vec::new() };
        // The connection may be gone, and the transaction with it.
        let _ = self.connection.run(&step, &Values { event: &Event::new(""), token: Uuid::nil() });
    }
}

/// The SHA-256 of no bytes.
const NO_BODY: &str = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
