//! PostgreSQL.

use hookonce_core::sql::{Parameter, Step};
use postgres::error::SqlState;
use postgres::types::ToSql;
use postgres::{Client, NoTls};

use super::{Connection, Failure, Row, Values};
use crate::postgresql;

/// A connection of its own, for a connection string.
pub fn connect(url: &str) -> Result<Client, Failure> {
    Client::connect(url, NoTls).map_err(failure)
}

impl Connection for Client {
    fn run(&mut self, step: &Step, values: &Values) -> Result<Vec<Row>, Failure> {
        if step.parameters.is_empty() && is_control(&step.sql) {
            return self.batch_execute(&step.sql).map(|()| Vec::new()).map_err(failure);
        }
        let texts: Vec<Option<String>> =
            step.parameters.iter().map(|parameter| values.text(*parameter)).collect();
        let bound = step.parameters.iter().zip(&texts).map(|(parameter, text)| match parameter {
            Parameter::Token => &values.token as &(dyn ToSql + Sync),
            _ => text,
        });
        let bound: Vec<_> = bound.collect();
        let rows = self.query(&step.sql, &bound).map_err(failure)?;
        Ok(rows.iter().map(row).collect())
    }
}

impl Connection for postgresql::Connection {
    fn run(&mut self, step: &Step, values: &Values) -> Result<Vec<Row>, Failure> {
        (**self).run(step, values)
    }
}

/// Statements that cannot be prepared, or need not be.
fn is_control(sql: &str) -> bool {
    ["BEGIN", "COMMIT", "ROLLBACK", "SET"].iter().any(|word| sql.starts_with(word))
}

fn row(row: &postgres::Row) -> Row {
    let has = |name: &str| row.columns().iter().any(|column| column.name() == name);
    Row {
        outcome: has("outcome").then(|| row.get("outcome")),
        claim_token: if has("claim_token") { row.get("claim_token") } else { None },
        retry_after_seconds: has("retry_after_seconds")
            .then(|| row.get::<_, Option<i32>>("retry_after_seconds"))
            .flatten()
            .map(i64::from),
        deleted: has("deleted").then(|| row.get("deleted")),
        stuck: has("stuck").then(|| row.get("stuck")),
    }
}

fn failure(error: postgres::Error) -> Failure {
    let Some(database) = error.as_db_error() else { return Failure::Gone(error.to_string()) };
    let text = format!("{} ({})", database.message(), database.code().code());
    match database.code() {
        state if BUSY.contains(state) => Failure::Busy(text),
        state if GONE.contains(state) => Failure::Gone(text),
        _ => Failure::Other(text),
    }
}

const BUSY: [SqlState; 3] =
    [SqlState::LOCK_NOT_AVAILABLE, SqlState::T_R_DEADLOCK_DETECTED, SqlState::T_R_SERIALIZATION_FAILURE];

/// The server is stopping, or just starting.
const GONE: [SqlState; 3] =
    [SqlState::ADMIN_SHUTDOWN, SqlState::CRASH_SHUTDOWN, SqlState::CANNOT_CONNECT_NOW];
