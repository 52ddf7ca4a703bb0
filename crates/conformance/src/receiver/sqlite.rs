//! SQLite.

use std::path::Path;

use hookonce_core::sql::Step;
use rusqlite::{Error, ErrorCode, params_from_iter};
use uuid::Uuid;

use super::{Connection, Failure, Row, Values};
use crate::sqlite;

/// A connection of its own to a file.
pub fn connect(path: &str) -> Result<rusqlite::Connection, Failure> {
    sqlite::open(Path::new(path)).map_err(failure)
}

impl Connection for rusqlite::Connection {
    fn run(&mut self, step: &Step, values: &Values) -> Result<Vec<Row>, Failure> {
        if step.parameters.is_empty() && is_control(&step.sql) {
            // A PRAGMA gives a row that is no answer.
            return self.execute_batch(&step.sql).map(|()| Vec::new()).map_err(failure);
        }
        let bound = step.parameters.iter().map(|parameter| values.text(*parameter));
        let rows = || {
            let mut statement = self.prepare(&step.sql)?;
            let rows = statement.query_map(params_from_iter(bound), row)?;
            rows.collect::<Result<Vec<Row>, Error>>()
        };
        rows().map_err(failure)
    }
}

fn is_control(sql: &str) -> bool {
    ["BEGIN", "COMMIT", "ROLLBACK", "PRAGMA"].iter().any(|word| sql.starts_with(word))
}

fn row(row: &rusqlite::Row) -> Result<Row, Error> {
    let place = |column: &str| row.as_ref().column_index(column).ok();
    let number = |column: &str| place(column).map_or(Ok(None), |place| row.get(place));
    let text = |column: &str| place(column).map_or(Ok(None), |place| row.get::<_, Option<String>>(place));
    Ok(Row {
        outcome: text("outcome")?,
        claim_token: text("claim_token")?.and_then(|token| Uuid::parse_str(&token).ok()),
        retry_after_seconds: number("retry_after_seconds")?,
        deleted: number("deleted")?,
        stuck: number("stuck")?,
    })
}

fn failure(error: Error) -> Failure {
    let text = error.to_string();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Failure::Busy(text),
        _ => Failure::Other(text),
    }
}
