//! What a dialect answers, and the statements that follow from the answers.
//!
//! A dialect is one file that implements [`Answers`]. Where its engine needs a statement of another
//! shape, it gives its own in place of the template here.

use super::guarantee::Guarantee;
use super::step::{EVENT_TYPE, FINGERPRINT, KEY, Placeholders, SCOPE, TOKEN};
use super::{Dialect, Sql};
use crate::finding::IdentifierFault;

/// The column types of a dialect.
pub(super) struct Types {
    /// A key: compared byte by byte, spaces at its end included, and never cut silently.
    pub key: &'static str,
    /// A claim's token.
    pub token: &'static str,
    /// Either `processing` or `done`.
    pub status: &'static str,
    /// A moment.
    pub time: &'static str,
    /// What stands behind `DEFAULT` for the moment of the insert.
    pub time_default: &'static str,
    /// A moment long ago.
    pub epoch: &'static str,
    /// Text that nothing depends on.
    pub text: &'static str,
    /// 64 hex digits.
    pub fingerprint: &'static str,
    /// A number that the database counts up, as a primary key.
    pub serial: &'static str,
    /// What stands behind a table's closing bracket.
    pub table_end: &'static str,
}

/// What a dialect answers.
pub(super) trait Answers: Sync {
    /// Whether the engine can have the name, and why not.
    fn check_name(&self, name: &str) -> Result<(), IdentifierFault>;
    /// The name as it stands in SQL.
    fn quoted(&self, name: &str) -> String;
    /// How placeholders are written.
    fn placeholders(&self) -> Placeholders;
    /// The column types.
    fn types(&self) -> Types;
    /// The column `key`, quoted if the word is reserved.
    fn key(&self) -> &'static str {
        "key"
    }
    /// How many bytes the column has.
    fn octets(&self, column: &str) -> String {
        format!("octet_length({column})")
    }
    /// A moment, counted from the statement's own; below 0 it is past.
    fn moment(&self, seconds: i64) -> String;
    /// Seconds from now to the end of the lease, rounded up.
    fn seconds_left(&self) -> String;
    /// A key's column as text that can be read.
    fn readable(&self, column: &str) -> String {
        column.to_owned()
    }
    /// Starts a transaction whose statements wait for locks no longer than this.
    fn begin_waiting(&self, milliseconds: u32) -> Vec<String>;
    /// Starts a transaction.
    fn begin(&self) -> &'static str;
    /// The claim of `claim-first` and `same-transaction`.
    fn claim(&self, sql: &Sql) -> String {
        format!(
            "INSERT INTO {} ({}) VALUES ({}) ON CONFLICT ({}) DO NOTHING RETURNING {}",
            sql.keys,
            names(&sql.inserted()),
            marks(&sql.inserted()),
            sql.primary_key(),
            self.key()
        )
    }
    /// The claim of `lease`: exactly one row.
    fn lease_claim(&self, sql: &Sql) -> Vec<String>;
    /// Changes the claim that has the token, and tells whether it still had it: exactly one row.
    fn fenced(&self, sql: &Sql, change: &Change) -> Vec<String> {
        let Change { set, outcome, only_processing, leaves_done } = change;
        let claim = format!("{} AND claim_token = {TOKEN}", sql.where_key());
        let processing = if *only_processing { " AND status = 'processing'" } else { "" };
        let status = if *leaves_done { "done" } else { "processing" };
        vec![
            self.begin().to_owned(),
            format!("UPDATE {} SET {set} WHERE {claim}{processing}", sql.keys),
            format!(
                "SELECT CASE count(*) WHEN 1 THEN '{outcome}' ELSE 'lost' END AS outcome FROM {} WHERE {claim} AND status = '{status}'",
                sql.keys
            ),
            "COMMIT".to_owned(),
        ]
    }
    /// Deletes at most [`BATCH`] rows that meet the condition, and says how many; with a second query in the same row.
    fn delete_batch(&self, sql: &Sql, condition: &str, stuck: Option<&str>) -> Vec<String>;
    /// Deletes what is older than the retention, for `claim-first`.
    fn cleanup(&self, sql: &Sql) -> Vec<String> {
        self.delete_batch(sql, &sql.is_old("first_seen"), None)
    }
    /// Claim and the example's work in one statement, where the engine can.
    fn process(&self, _sql: &Sql) -> Option<String> {
        None
    }
    /// Turns the table of `claim-first` into that of `lease`; every key in it counts as done.
    fn upgrade(&self, sql: &Sql) -> Vec<String>;
    /// Turns the table of `lease` into that of `claim-first`, without the claims that are not done.
    fn downgrade(&self, sql: &Sql) -> Vec<String>;
    /// Creates a table of keys.
    fn create(&self, sql: &Sql, guarantee: Guarantee, table: &str, if_not_exists: &str) -> String {
        let columns = sql.columns_of(guarantee).into_iter().map(|column| self.define(sql, guarantee, column));
        let mut parts: Vec<String> = columns.collect();
        if sql.columns.scope {
            parts.push(format!("PRIMARY KEY ({})", sql.primary_key()));
        }
        if guarantee == Guarantee::Lease {
            parts.push("CHECK ((status = 'done') = (done_at IS NOT NULL))".to_owned());
        }
        format!("CREATE TABLE {if_not_exists}{table} ({}){}", parts.join(", "), self.types().table_end)
    }
    /// A column's definition.
    fn define(&self, sql: &Sql, _guarantee: Guarantee, column: Column) -> String {
        defined(self.types(), self.name(column), &self.octets(self.name(column)), sql, column)
    }
    /// A column's name.
    fn name(&self, column: Column) -> &'static str {
        match column {
            Column::Key => self.key(),
            Column::Scope => "scope",
            Column::Status => "status",
            Column::Token => "claim_token",
            Column::LeaseUntil => "lease_until",
            Column::Attempts => "attempts",
            Column::FirstSeen => "first_seen",
            Column::DoneAt => "done_at",
            Column::EventType => "event_type",
            Column::Fingerprint => "body_sha256",
        }
    }
}

/// A column's definition, with the number of its bytes as an expression.
pub(super) fn defined(types: Types, name: &str, octets: &str, sql: &Sql, column: Column) -> String {
    let length = |range: &str| format!("CHECK ({octets} BETWEEN {range})");
    match column {
        Column::Key if sql.columns.scope => {
            format!("{name} {} NOT NULL {}", types.key, length("1 AND 320"))
        }
        Column::Key => format!("{name} {} NOT NULL PRIMARY KEY {}", types.key, length("1 AND 320")),
        Column::Scope => format!("{name} {} NOT NULL {}", types.key, length("1 AND 255")),
        Column::Status => {
            format!(
                "{name} {} NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'done'))",
                types.status
            )
        }
        Column::Token => format!("{name} {} NOT NULL {}", types.token, length("16 AND 64")),
        Column::LeaseUntil => format!("{name} {} NOT NULL", types.time),
        Column::Attempts => format!("{name} integer NOT NULL DEFAULT 1 CHECK (attempts >= 1)"),
        Column::FirstSeen => format!("{name} {} NOT NULL DEFAULT {}", types.time, types.time_default),
        Column::DoneAt => format!("{name} {}", types.time),
        Column::EventType => format!("{name} {}", types.text),
        Column::Fingerprint => format!("{name} {} NOT NULL {}", types.fingerprint, length("64 AND 64")),
    }
}

/// A column of the keys' table.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Column {
    Key,
    Scope,
    Status,
    Token,
    LeaseUntil,
    Attempts,
    FirstSeen,
    DoneAt,
    EventType,
    Fingerprint,
}

/// A change of a claim that is made only with its token.
pub(super) struct Change {
    /// What stands behind `SET`.
    pub set: String,
    /// The outcome if the claim still had the token.
    pub outcome: &'static str,
    /// Whether a claim that is done already is left alone.
    pub only_processing: bool,
    /// Whether the claim is done afterwards.
    pub leaves_done: bool,
}

/// How many rows a clean-up deletes at once, so that it holds locks only for a moment.
pub(super) const BATCH: u32 = 10_000;

/// The token of a claim that was done before there were tokens.
pub(super) const NO_TOKEN: &str = "00000000-0000-0000-0000-000000000000";

impl Dialect {
    pub(super) fn answers(self) -> &'static dyn Answers {
        match self {
            Dialect::MariaDb => &super::mariadb::MariaDb,
            Dialect::PostgreSql => &super::postgresql::PostgreSql,
            Dialect::Sqlite => &super::sqlite::Sqlite,
        }
    }
}

impl Sql {
    pub(super) fn answers(&self) -> &'static dyn Answers {
        self.dialect.answers()
    }

    /// The columns of the keys' table under a guarantee, in their order.
    pub(super) fn columns_of(&self, guarantee: Guarantee) -> Vec<Column> {
        let mut columns = vec![Column::Key];
        if self.columns.scope {
            columns.push(Column::Scope);
        }
        if guarantee == Guarantee::Lease {
            columns.extend([Column::Status, Column::Token, Column::LeaseUntil, Column::Attempts]);
        }
        columns.push(Column::FirstSeen);
        if guarantee == Guarantee::Lease {
            columns.push(Column::DoneAt);
        }
        if self.columns.event_type {
            columns.push(Column::EventType);
        }
        if self.columns.fingerprint {
            columns.push(Column::Fingerprint);
        }
        columns
    }

    /// The columns that a claim takes from the delivery, each with the mark of its parameter.
    pub(super) fn inserted(&self) -> Vec<(&'static str, &'static str)> {
        let mut columns = vec![(self.answers().key(), KEY)];
        if self.columns.scope {
            columns.push(("scope", SCOPE));
        }
        if self.columns.event_type {
            columns.push(("event_type", EVENT_TYPE));
        }
        if self.columns.fingerprint {
            columns.push(("body_sha256", FINGERPRINT));
        }
        columns
    }

    /// The columns of the primary key, as a list.
    pub(super) fn primary_key(&self) -> String {
        let key = self.answers().key();
        if self.columns.scope { format!("scope, {key}") } else { key.to_owned() }
    }

    /// The condition for the row of the key.
    pub(super) fn where_key(&self) -> String {
        let key = self.answers().key();
        let scope = if self.columns.scope { format!("scope = {SCOPE} AND ") } else { String::new() };
        format!("{scope}{key} = {KEY}")
    }

    /// The condition for a row older than the retention.
    pub(super) fn is_old(&self, column: &str) -> String {
        let seconds = i64::from(self.retention_days) * 86_400;
        format!("{column} < {}", self.answers().moment(-seconds))
    }

    /// How long a claim waits for another transaction: shorter than the lease, so that some of it is left.
    pub(super) fn wait_milliseconds(&self) -> u32 {
        match self.guarantee {
            Guarantee::Lease => (self.lease_seconds.saturating_mul(500)).min(LONGEST_WAIT),
            Guarantee::ClaimFirst | Guarantee::SameTransaction => LONGEST_WAIT,
        }
    }
}

/// Senders wait for an answer for some seconds; 5 s is the shortest time-out that is usual.
const LONGEST_WAIT: u32 = 5_000;

pub(super) fn names(columns: &[(&str, &str)]) -> String {
    columns.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ")
}

pub(super) fn marks(columns: &[(&str, &str)]) -> String {
    columns.iter().map(|(_, mark)| *mark).collect::<Vec<_>>().join(", ")
}
