//! MariaDB 10.11 and newer, and MySQL 8.0.16 and newer: what both of them read. The tests run it on MariaDB; for MySQL
//! each piece was looked up in its reference manual, and nothing was run.
//!
//! Sources: <https://mariadb.com/kb/en/identifier-names/>, <https://mariadb.com/kb/en/insert-on-duplicate-key-update/>,
//! <https://dev.mysql.com/doc/refman/8.0/en/identifiers.html>, <https://dev.mysql.com/doc/refman/8.0/en/insert-on-duplicate.html>,
//! <https://dev.mysql.com/doc/refman/8.0/en/charset-binary-set.html>,
//! <https://dev.mysql.com/doc/refman/8.0/en/create-table-check-constraints.html> (8.0.16; their names change with the
//! table's: <https://dev.mysql.com/doc/refman/8.0/en/rename-table.html>),
//! <https://dev.mysql.com/doc/refman/8.0/en/data-type-defaults.html> (expressions, 8.0.13),
//! <https://dev.mysql.com/doc/refman/8.0/en/join.html> (STRAIGHT_JOIN in DELETE),
//! <https://dev.mysql.com/doc/refman/8.0/en/subquery-restrictions.html> (the same table in a derived one, which LIMIT keeps
//! from being merged), <https://dev.mysql.com/doc/refman/8.0/en/innodb-locking-reads.html> (SKIP LOCKED).
//! `VALUES(column)` is deprecated in MySQL since 8.0.20, but what takes its place is unknown to MariaDB.

use super::answers::{Answers, BATCH, Types, marks, names};
use super::step::{Placeholders, TOKEN};
use super::{Sql, rebuild};
use crate::finding::{IdentifierFault, NameLimit};

pub(super) struct MariaDb;

impl Answers for MariaDb {
    /// MySQL adds `_chk_1` for the checks' names (<https://dev.mysql.com/doc/refman/8.0/en/identifier-length.html>).
    /// A name whose file's name would be too long is refused by the server: from 51 characters on, if none is ASCII.
    fn check_name(&self, name: &str) -> Result<(), IdentifierFault> {
        if name.chars().count() > 58 {
            Err(IdentifierFault::TooLong { limit: NameLimit::Characters58 })
        } else if name.starts_with("#mysql50#") {
            Err(IdentifierFault::Reserved)
        } else if name.chars().any(|char| char > '\u{FFFF}') {
            Err(IdentifierFault::Supplementary)
        } else if name.ends_with(' ') {
            Err(IdentifierFault::SpaceAtEnd)
        } else {
            Ok(())
        }
    }

    fn quoted(&self, name: &str) -> String {
        format!("`{}`", name.replace('`', "``"))
    }

    fn placeholders(&self) -> Placeholders {
        Placeholders::Positional
    }

    fn types(&self) -> Types {
        Types {
            // Every collation for text ignores spaces at the end, or exists in one of the two engines only. Without
            // strict mode a longer value is cut to the column's size, and then the check refuses it.
            key: "varbinary(1024)",
            token: "varbinary(255)",
            status: "varchar(16) CHARACTER SET ascii COLLATE ascii_bin",
            time: "datetime(6)",
            time_default: "(utc_timestamp(6))",
            epoch: "'1970-01-01 00:00:00'",
            text: "text CHARACTER SET utf8mb4",
            fingerprint: "varbinary(255)",
            serial: "bigint AUTO_INCREMENT PRIMARY KEY",
            table_end: " ENGINE = InnoDB",
        }
    }

    fn key(&self) -> &'static str {
        "`key`"
    }

    fn moment(&self, seconds: i64) -> String {
        match seconds {
            0 => "utc_timestamp(6)".to_owned(),
            1.. => format!("utc_timestamp(6) + INTERVAL {seconds} SECOND"),
            _ if seconds % 86_400 == 0 => format!("utc_timestamp(6) - INTERVAL {} DAY", -seconds / 86_400),
            _ => format!("utc_timestamp(6) - INTERVAL {} SECOND", -seconds),
        }
    }

    fn seconds_left(&self) -> String {
        // An integer: a decimal number reaches many drivers as text.
        "CAST(greatest(1, ceiling(timestampdiff(MICROSECOND, utc_timestamp(6), lease_until) / 1000000)) AS SIGNED)"
            .to_owned()
    }

    fn readable(&self, column: &str) -> String {
        format!("CONVERT({column} USING utf8mb4) AS {column}")
    }

    fn begin_waiting(&self, milliseconds: u32) -> Vec<String> {
        // Whole seconds, at least one.
        let seconds = (milliseconds / 1_000).max(1);
        vec![format!("SET SESSION innodb_lock_wait_timeout = {seconds}"), self.begin().to_owned()]
    }

    fn begin(&self) -> &'static str {
        "START TRANSACTION"
    }

    /// A known key is error 1062. `INSERT IGNORE` would hide every other error too, and cut long keys; the number
    /// of affected rows depends on a flag of the client.
    fn claim(&self, sql: &Sql) -> String {
        let columns = sql.inserted();
        format!("INSERT INTO {} ({}) VALUES ({})", sql.keys, names(&columns), marks(&columns))
    }

    fn lease_claim(&self, sql: &Sql) -> Vec<String> {
        let Sql { keys, lease_seconds, .. } = sql;
        let mut columns: Vec<(&str, &str)> = sql.inserted();
        let lease_until = self.moment(i64::from(*lease_seconds));
        let now = self.moment(0);
        columns.extend([("claim_token", TOKEN), ("lease_until", &lease_until), ("first_seen", &now)]);
        let same = if sql.columns.fingerprint { " AND body_sha256 = VALUES(body_sha256)" } else { "" };
        // Every condition reads columns that no assignment before it has changed.
        let free = format!("status = 'processing' AND lease_until <= VALUES(first_seen){same}");
        let insert = format!(
            "INSERT INTO {keys} ({})\nVALUES ({})\nON DUPLICATE KEY UPDATE\n  attempts = attempts + ({free}),\n  \
             claim_token = IF({free}, VALUES(claim_token), claim_token),\n  \
             lease_until = IF({free}, VALUES(lease_until), lease_until)",
            names(&columns),
            marks(&columns)
        );
        let mut statements = self.begin_waiting(sql.wait_milliseconds());
        statements.push(insert);
        statements.push(format!("{} FROM {keys} WHERE {} FOR UPDATE", sql.lease_outcome(), sql.where_key()));
        statements.push("COMMIT".to_owned());
        statements
    }

    fn delete_batch(&self, sql: &Sql, condition: &str, stuck: Option<&str>) -> Vec<String> {
        let Sql { keys, .. } = sql;
        let primary_key = sql.primary_key();
        let same = if sql.columns.scope {
            "e.scope = old.scope AND e.`key` = old.`key`"
        } else {
            "e.`key` = old.`key`"
        };
        let stuck = stuck.map(|query| format!(", {query} AS stuck")).unwrap_or_default();
        vec![
            // Under REPEATABLE READ the scan would keep every row and gap locked, and claims would wait.
            "SET TRANSACTION ISOLATION LEVEL READ COMMITTED".to_owned(),
            self.begin().to_owned(),
            // In this order: the optimizer would read a small table first, and wait for what is locked in it.
            format!(
                "DELETE e FROM (SELECT {primary_key} FROM {keys} WHERE {condition} LIMIT {BATCH} FOR UPDATE SKIP LOCKED) AS old \
                 STRAIGHT_JOIN {keys} AS e ON {same}"
            ),
            "SET @hookonce_deleted = row_count()".to_owned(),
            "COMMIT".to_owned(),
            // Outside, so that nothing is locked while it counts.
            format!("SELECT @hookonce_deleted AS deleted{stuck}"),
        ]
    }

    fn upgrade(&self, sql: &Sql) -> Vec<String> {
        rebuild::upgrade(self, sql, swap)
    }

    fn downgrade(&self, sql: &Sql) -> Vec<String> {
        rebuild::downgrade(self, sql, swap)
    }
}

/// Both names change at once: whoever asks meanwhile waits.
fn swap(sql: &Sql, new: &str) -> Vec<String> {
    let old = format!("{}hookonce_old", sql.prefix);
    vec![format!("RENAME TABLE {} TO {old}, {new} TO {}", sql.keys, sql.keys), format!("DROP TABLE {old}")]
}
