//! SQLite 3.35 and newer.
//!
//! Sources: <https://www.sqlite.org/lang_UPSERT.html>, <https://www.sqlite.org/lang_returning.html> (3.35.0),
//! <https://www.sqlite.org/lang_datefunc.html>, <https://www.sqlite.org/wal.html>, <https://www.sqlite.org/fileformat2.html>
//! (names that begin with `sqlite_`).

use super::answers::{Answers, BATCH, Types, marks, names};
use super::step::{Placeholders, TOKEN};
use super::{Sql, rebuild};
use crate::finding::IdentifierFault;

pub(super) struct Sqlite;

impl Answers for Sqlite {
    fn check_name(&self, name: &str) -> Result<(), IdentifierFault> {
        let reserved = name.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("sqlite_"));
        if reserved { Err(IdentifierFault::Reserved) } else { Ok(()) }
    }

    fn quoted(&self, name: &str) -> String {
        format!("\"{}\"", name.replace('"', "\"\""))
    }

    fn placeholders(&self) -> Placeholders {
        Placeholders::Numbered('?')
    }

    fn types(&self) -> Types {
        Types {
            key: "TEXT",
            token: "TEXT",
            status: "TEXT",
            // ISO 8601 in UTC with milliseconds: its order as text is its order in time.
            time: "TEXT",
            time_default: "(strftime('%Y-%m-%dT%H:%M:%fZ', 'now'))",
            epoch: "'1970-01-01T00:00:00.000Z'",
            text: "TEXT",
            fingerprint: "TEXT",
            serial: "INTEGER PRIMARY KEY",
            table_end: "",
        }
    }

    fn octets(&self, column: &str) -> String {
        format!("length(CAST({column} AS BLOB))")
    }

    fn moment(&self, seconds: i64) -> String {
        const FORMAT: &str = "'%Y-%m-%dT%H:%M:%fZ', 'now'";
        match seconds {
            0 => format!("strftime({FORMAT})"),
            _ if seconds % 86_400 == 0 => format!("strftime({FORMAT}, '{:+} days')", seconds / 86_400),
            _ => format!("strftime({FORMAT}, '{seconds:+} seconds')"),
        }
    }

    fn seconds_left(&self) -> String {
        // The function ceil is not in every build.
        "max(1, CAST((julianday(lease_until) - julianday('now')) * 86400 + 0.999 AS INTEGER))".to_owned()
    }

    fn begin_waiting(&self, milliseconds: u32) -> Vec<String> {
        vec![format!("PRAGMA busy_timeout = {milliseconds}"), self.begin().to_owned()]
    }

    fn begin(&self) -> &'static str {
        "BEGIN IMMEDIATE"
    }

    fn lease_claim(&self, sql: &Sql) -> Vec<String> {
        let mut columns: Vec<(&str, &str)> = sql.inserted();
        let lease_until = self.moment(i64::from(sql.lease_seconds));
        let now = self.moment(0);
        columns.extend([("claim_token", TOKEN), ("lease_until", &lease_until), ("first_seen", &now)]);
        let same = if sql.columns.fingerprint { " AND body_sha256 = excluded.body_sha256" } else { "" };
        let free = format!("status = 'processing' AND lease_until <= excluded.first_seen{same}");
        let claim = format!(
            "INSERT INTO {} ({})\nVALUES ({})\nON CONFLICT ({}) DO UPDATE SET\n  attempts = attempts + ({free}),\n  \
             claim_token = CASE WHEN {free} THEN excluded.claim_token ELSE claim_token END,\n  \
             lease_until = CASE WHEN {free} THEN excluded.lease_until ELSE lease_until END\nRETURNING {}",
            sql.keys,
            names(&columns),
            marks(&columns),
            sql.primary_key(),
            sql.lease_outcome().trim_start_matches("SELECT ")
        );
        vec![format!("PRAGMA busy_timeout = {}", sql.wait_milliseconds()), claim]
    }

    /// One writer at a time: there is nothing to skip, and a claim waits for one batch at most.
    fn delete_batch(&self, sql: &Sql, condition: &str, stuck: Option<&str>) -> Vec<String> {
        let Sql { keys, .. } = sql;
        let stuck = stuck.map(|query| format!(", {query} AS stuck")).unwrap_or_default();
        vec![
            self.begin().to_owned(),
            format!(
                "DELETE FROM {keys} WHERE rowid IN (SELECT rowid FROM {keys} WHERE {condition} LIMIT {BATCH})"
            ),
            "COMMIT".to_owned(),
            // Outside, so that nobody waits while it counts.
            format!("SELECT changes() AS deleted{stuck}"),
        ]
    }

    fn upgrade(&self, sql: &Sql) -> Vec<String> {
        rebuild::upgrade(self, sql, swap)
    }

    fn downgrade(&self, sql: &Sql) -> Vec<String> {
        rebuild::downgrade(self, sql, swap)
    }
}

fn swap(sql: &Sql, new: &str) -> Vec<String> {
    vec![format!("DROP TABLE {}", sql.keys), format!("ALTER TABLE {new} RENAME TO {}", sql.table)]
}
