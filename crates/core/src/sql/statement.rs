//! The statements of each guarantee, as templates.

use super::answers::Change;
use super::step::{EVENT_TYPE, FINGERPRINT, KEY};
use super::{Dialect, Guarantee, Sql};

/// The statements, in the order in which they are used.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Statement {
    /// Creates the table of the keys.
    Table,
    /// Creates the example's business table.
    BusinessLog,
    /// Claims the key.
    ///
    /// `claim-first`: one row when it is new, none when it was seen before; in MariaDB and MySQL error 1062 for a key
    /// that was. `lease`: one row with `outcome` (`claimed`, `in_progress`, `done`, `mismatch`), the `claim_token` where
    /// the statement made it, and `retry_after_seconds`. `same-transaction`: as `claim-first`, in a transaction
    /// that it opens.
    Claim,
    /// Claims the key and does the example's work in one statement: one row with `outcome`, `claimed` or `done`.
    Process,
    /// For a known key with `fingerprint`: one row with `outcome`, `done` or `mismatch`; none if the key is gone.
    Compare,
    /// Tells that the work is done. `lease`: one row with `outcome`, `finished` or `lost`.
    Finish,
    /// Gives the key back after the work has failed. `lease`: one row with `outcome`, `released` or `lost`.
    Release,
    /// Makes the lease begin anew, for work that takes longer: one row with `outcome`, `extended` or `lost`.
    Extend,
    /// Deletes keys older than the retention.
    Cleanup,
    /// Lists the claims whose lease is over and that nobody has taken over or finished.
    Watch,
    /// From the table of `claim-first` to that of `lease`.
    Upgrade,
    /// From the table of `lease` to that of `claim-first`.
    Downgrade,
}

impl Statement {
    /// Every statement, in the order of use.
    pub const ALL: [Statement; 12] = [
        Statement::Table,
        Statement::BusinessLog,
        Statement::Claim,
        Statement::Process,
        Statement::Compare,
        Statement::Finish,
        Statement::Release,
        Statement::Extend,
        Statement::Cleanup,
        Statement::Watch,
        Statement::Upgrade,
        Statement::Downgrade,
    ];

    /// The name on the command line, and the stem of a downloaded file's name.
    pub fn name(self) -> &'static str {
        match self {
            Statement::BusinessLog => "business-log",
            Statement::Claim => "claim",
            Statement::Cleanup => "cleanup",
            Statement::Compare => "compare",
            Statement::Downgrade => "downgrade",
            Statement::Extend => "extend",
            Statement::Finish => "finish",
            Statement::Process => "process",
            Statement::Release => "release",
            Statement::Table => "table",
            Statement::Upgrade => "upgrade",
            Statement::Watch => "watch",
        }
    }
}

/// Files of several statements.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum File {
    /// Every statement, to read.
    All,
    /// The migration back: drops both tables.
    Down,
    /// The migration: creates both tables.
    Up,
}

impl File {
    /// The name on the command line, and the stem of a downloaded file's name.
    pub fn name(self) -> &'static str {
        match self {
            File::All => "all",
            File::Down => "down",
            File::Up => "up",
        }
    }
}

impl Sql {
    /// The templates of a statement's steps; empty where there is none.
    pub(super) fn templates(&self, statement: Statement) -> Vec<String> {
        use Guarantee::{ClaimFirst, Lease, SameTransaction};
        let answers = self.answers();
        let guarantee = self.guarantee;
        match (statement, guarantee) {
            (Statement::Table, _) => self.table(),
            (Statement::BusinessLog, _) => vec![self.create_business_log()],
            (Statement::Claim, ClaimFirst) => vec![answers.claim(self)],
            (Statement::Claim, Lease) => answers.lease_claim(self),
            (Statement::Claim, SameTransaction) => {
                let mut statements = answers.begin_waiting(self.wait_milliseconds());
                statements.push(answers.claim(self));
                statements
            }
            (Statement::Process, SameTransaction) => answers.process(self).into_iter().collect(),
            (Statement::Compare, ClaimFirst | SameTransaction) if self.columns.fingerprint => {
                vec![format!(
                    "SELECT CASE WHEN body_sha256 = {FINGERPRINT} THEN 'done' ELSE 'mismatch' END AS outcome FROM {} WHERE {}",
                    self.keys,
                    self.where_key()
                )]
            }
            (Statement::Finish, Lease) => answers.fenced(
                self,
                &Change {
                    // Again with the same token is no change: the first answer may have been lost.
                    set: format!("status = 'done', done_at = coalesce(done_at, {})", answers.moment(0)),
                    outcome: "finished",
                    only_processing: false,
                    leaves_done: true,
                },
            ),
            (Statement::Finish, SameTransaction) => vec!["COMMIT".to_owned()],
            (Statement::Release, ClaimFirst) => {
                vec![format!("DELETE FROM {} WHERE {}", self.keys, self.where_key())]
            }
            // The row stays: it counts the attempts, and shows up in the watch if no retry comes.
            (Statement::Release, Lease) => answers.fenced(
                self,
                &Change {
                    set: format!("lease_until = {}", answers.types().epoch),
                    outcome: "released",
                    only_processing: true,
                    leaves_done: false,
                },
            ),
            (Statement::Release, SameTransaction) => vec!["ROLLBACK".to_owned()],
            (Statement::Extend, Lease) => answers.fenced(
                self,
                &Change {
                    set: format!("lease_until = {}", answers.moment(i64::from(self.lease_seconds))),
                    outcome: "extended",
                    only_processing: true,
                    leaves_done: false,
                },
            ),
            (Statement::Cleanup, ClaimFirst) => answers.cleanup(self),
            (Statement::Cleanup, Lease) => {
                let stuck = format!(
                    "(SELECT count(*) FROM {} WHERE status = 'processing' AND {})",
                    self.keys,
                    self.is_old("first_seen")
                );
                let condition = format!("status = 'done' AND {}", self.is_old("done_at"));
                answers.delete_batch(self, &condition, Some(&stuck))
            }
            (Statement::Cleanup, SameTransaction) => {
                answers.delete_batch(self, &self.is_old("first_seen"), None)
            }
            (Statement::Watch, Lease) => {
                let scope = if self.columns.scope {
                    format!("{}, ", answers.readable("scope"))
                } else {
                    String::new()
                };
                let key = answers.readable(answers.key());
                vec![format!(
                    "SELECT {scope}{key}, attempts, first_seen, lease_until FROM {} WHERE status = 'processing' AND lease_until < {} ORDER BY first_seen",
                    self.keys,
                    answers.moment(0)
                )]
            }
            (Statement::Upgrade, Lease) => answers.upgrade(self),
            (Statement::Downgrade, Lease) => answers.downgrade(self),
            (Statement::Process, ClaimFirst | Lease)
            | (Statement::Compare, _)
            | (Statement::Finish, ClaimFirst)
            | (
                Statement::Extend | Statement::Watch | Statement::Upgrade | Statement::Downgrade,
                ClaimFirst | SameTransaction,
            ) => Vec::new(),
        }
    }

    /// An old table of another shape must not pass for this one: reading every column fails if one is missing.
    fn table(&self) -> Vec<String> {
        let answers = self.answers();
        let mut statements = vec![answers.create(self, self.guarantee, &self.keys, "IF NOT EXISTS ")];
        if self.guarantee == Guarantee::Lease || !self.columns.is_empty() {
            let columns = self.columns_of(self.guarantee);
            let columns: Vec<_> = columns.into_iter().map(|column| answers.name(column)).collect();
            statements.push(format!("SELECT {} FROM {} WHERE 1 = 0", columns.join(", "), self.keys));
        }
        statements
    }

    fn create_business_log(&self) -> String {
        let types = self.answers().types();
        // As published: text in the database's own collation.
        let key = if self.dialect == Dialect::PostgreSql { "text" } else { types.key };
        format!(
            "CREATE TABLE IF NOT EXISTS {} (id {}, event_key {key} NOT NULL, event_type {}, created_at {} NOT NULL DEFAULT {}){}",
            self.business_log, types.serial, types.text, types.time, types.time_default, types.table_end
        )
    }

    pub(super) fn insert_business_log_template(&self) -> String {
        let returning = if self.dialect == Dialect::MariaDb { "" } else { " RETURNING id" };
        format!(
            "INSERT INTO {} (event_key, event_type) VALUES ({KEY}, {EVENT_TYPE}){returning}",
            self.business_log
        )
    }
}
