//! The only thing that may be kept or shared: no payload, no secret.

use crate::sql::{Columns, Dialect, Guarantee};

/// What the outputs depend on besides the key rule.
///
/// Every value is as the user typed it; the modules that use a value check it and
/// answer with findings, so that half-typed options are never lost.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Options {
    /// How keys are made: `auto`, `generic`, a provider's id, or a rule such as `$.source + $.id`.
    pub rule: String,
    /// Put in front of the whole key, `scope:evt:…`; empty means none.
    pub scope: String,
    /// The database.
    pub dialect: Dialect,
    /// What is promised when the receiver dies.
    pub guarantee: Guarantee,
    /// Optional columns of the keys' table.
    pub columns: Columns,
    /// How long a claim of the guarantee `lease` holds, in seconds: digits, 2 to 604,800.
    pub lease_seconds: String,
    /// The schema of both tables; empty means that of the connection's search path.
    pub schema: String,
    /// The table of the keys.
    pub table: String,
    /// How long a key is kept, in days: digits, 1 to 36,500.
    pub retention_days: String,
    /// The n8n webhook's path, without a leading slash.
    pub webhook_path: String,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            rule: "auto".into(),
            scope: String::new(),
            dialect: Dialect::default(),
            guarantee: Guarantee::default(),
            columns: Columns::default(),
            lease_seconds: "60".into(),
            schema: String::new(),
            table: "processed_events".into(),
            retention_days: "30".into(),
            webhook_path: "idempotent-webhook".into(),
        }
    }
}
