//! MariaDB.

use hookonce_core::sql::Step;
use mysql::prelude::Queryable;
use mysql::{Conn, DriverError, Error, Params, Value};
use uuid::Uuid;

use super::{Connection, Failure, Row, Values};
use crate::mariadb;

/// A connection of its own, for the URL of a [`mariadb::Database`].
pub fn connect(url: &str) -> Result<Conn, Failure> {
    let options = mariadb::options(url).ok_or_else(|| Failure::Other(format!("no URL: {url}")))?;
    Conn::new(options).map_err(failure)
}

impl Connection for Conn {
    fn run(&mut self, step: &Step, values: &Values) -> Result<Vec<Row>, Failure> {
        let rows: Vec<mysql::Row> = if step.parameters.is_empty() {
            self.query(&step.sql)
        } else {
            let bound = step.parameters.iter().map(|parameter| values.text(*parameter).into());
            self.exec(&step.sql, Params::Positional(bound.collect()))
        }
        .map_err(failure)?;
        Ok(rows.iter().map(row).collect())
    }
}

impl Connection for mariadb::Connection {
    fn run(&mut self, step: &Step, values: &Values) -> Result<Vec<Row>, Failure> {
        (**self).run(step, values)
    }
}

fn row(row: &mysql::Row) -> Row {
    Row {
        outcome: text(row, "outcome"),
        claim_token: text(row, "claim_token").and_then(|token| Uuid::parse_str(&token).ok()),
        retry_after_seconds: number(row, "retry_after_seconds"),
        deleted: number(row, "deleted"),
        stuck: number(row, "stuck"),
    }
}

fn value<'a>(row: &'a mysql::Row, column: &str) -> Option<&'a Value> {
    let place = row.columns_ref().iter().position(|known| known.name_str() == column)?;
    row.as_ref(place)
}

fn text(row: &mysql::Row, column: &str) -> Option<String> {
    match value(row, column)? {
        Value::Bytes(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
        _ => None,
    }
}

fn number(row: &mysql::Row, column: &str) -> Option<i64> {
    match value(row, column)? {
        Value::Int(number) => Some(*number),
        Value::UInt(number) => i64::try_from(*number).ok(),
        // As text, from a statement that was not prepared.
        Value::Bytes(digits) => str::from_utf8(digits).ok()?.parse().ok(),
        _ => None,
    }
}

fn failure(error: Error) -> Failure {
    let text = error.to_string();
    match &error {
        Error::MySqlError(error) => match error.code {
            DUPLICATE_ENTRY => Failure::Duplicate,
            code if BUSY.contains(&code) => Failure::Busy(text),
            code if GONE.contains(&code) => Failure::Gone(text),
            _ => Failure::Other(text),
        },
        Error::IoError(_) | Error::CodecError(_) => Failure::Gone(text),
        Error::DriverError(DriverError::CouldNotConnect(_) | DriverError::ConnectTimeout) => {
            Failure::Gone(text)
        }
        _ => Failure::Other(text),
    }
}

/// <https://mariadb.com/kb/en/mariadb-error-code-reference/>
const DUPLICATE_ENTRY: u16 = 1062;

/// Lock wait timeout; deadlock; changed since it was read (innodb_snapshot_isolation).
const BUSY: [u16; 3] = [1205, 1213, 1020];

/// Shutdown in progress; connection killed; too many connections.
const GONE: [u16; 3] = [1053, 1927, 1040];
