//! The SQL that claims a key once, for PostgreSQL and the guarantee `claim-first`.
//!
//! The statements are the published ones, word for word: with the default options
//! the output is the published text.

mod identifier;

pub use identifier::Identifier;

use crate::finding::{Finding, FindingKind, IdentifierFault, IdentifierOption};
use crate::lang::Lang;
use crate::options::Options;
use crate::words;

/// The server on which every statement was run; `crates/conformance` does it and compares.
pub const PROVEN_ON: &str = "PostgreSQL 15";

/// The checked options, and the statements they give.
///
/// The statements have no closing semicolon, so that they can stand inside others;
/// [`Sql::block`] and [`Sql::file`] add it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Sql {
    keys: String,
    business_log: String,
    retention_days: u32,
}

impl Sql {
    /// Checks the options. The error lists every option that cannot be used, and why.
    pub fn new(options: &Options) -> Result<Sql, Vec<Finding>> {
        let schema = match options.schema.as_str() {
            "" => Ok(None),
            name => Identifier::new(name).map(Some),
        };
        let table = Identifier::new(&options.table).and_then(|table| match table.name() {
            "business_log" => Err(IdentifierFault::BusinessLog),
            _ => Ok(table),
        });
        let retention = retention_days(&options.retention_days);

        let mut findings = Vec::new();
        let mut refuse = |option, reason| {
            findings.push(Finding::new(FindingKind::IdentifierInvalid { option, reason }));
        };
        if let Err(reason) = schema {
            refuse(IdentifierOption::Schema, reason);
        }
        if let Err(reason) = table {
            refuse(IdentifierOption::Table, reason);
        }
        if retention.is_none() {
            findings.push(Finding::new(FindingKind::RetentionOutOfRange));
        }
        let (Ok(schema), Ok(table), Some(retention_days)) = (schema, table, retention) else {
            return Err(findings);
        };
        let prefix = schema.map(|schema| format!("{schema}.")).unwrap_or_default();
        Ok(Sql {
            keys: format!("{prefix}{table}"),
            business_log: format!("{prefix}business_log"),
            retention_days,
        })
    }

    /// What is worth knowing about options that can be used.
    pub fn findings(&self) -> Vec<Finding> {
        match self.retention_days {
            days @ ..LONGEST_RESEND_DAYS => vec![Finding::new(FindingKind::RetentionShort { days })],
            LONGEST_RESEND_DAYS => vec![Finding::new(FindingKind::RetentionEqual)],
            _ => Vec::new(),
        }
    }

    /// How long keys are kept, in days: 1 to 36,500.
    pub fn retention_days(&self) -> u32 {
        self.retention_days
    }

    /// The statement alone, on one line, without comment or semicolon.
    pub fn statement(&self, statement: Statement) -> String {
        let Sql { keys, business_log, retention_days } = self;
        match statement {
            Statement::BusinessLog => format!(
                "CREATE TABLE IF NOT EXISTS {business_log} (id bigserial PRIMARY KEY, event_key text NOT NULL, event_type text, created_at timestamptz NOT NULL DEFAULT now())"
            ),
            Statement::Claim => {
                format!("INSERT INTO {keys} (key) VALUES ($1) ON CONFLICT (key) DO NOTHING RETURNING key")
            }
            Statement::Cleanup => {
                format!("DELETE FROM {keys} WHERE first_seen < now() - interval '{retention_days} days'")
            }
            Statement::Release => format!("DELETE FROM {keys} WHERE key = $1"),
            Statement::Table => format!(
                "CREATE TABLE IF NOT EXISTS {keys} (key text PRIMARY KEY, first_seen timestamptz NOT NULL DEFAULT now())"
            ),
        }
    }

    /// The example's business step: `$1` is the key, `$2` the event's type or NULL. Returns one row.
    pub fn insert_business_log(&self) -> String {
        format!("INSERT INTO {} (event_key, event_type) VALUES ($1, $2) RETURNING id", self.business_log)
    }

    /// The statement with its title and a comment that says where it goes and what it does.
    pub fn block(&self, statement: Statement, lang: Lang) -> Block {
        let words = words::block(statement, lang);
        Block {
            title: words.title,
            place: words.place,
            sql: commented(words.comment, &[self.statement(statement)]),
        }
    }

    /// A whole file.
    pub fn file(&self, file: File, lang: Lang) -> Block {
        let words = words::file(file, lang);
        let sql = match file {
            File::All => Statement::ALL
                .map(|statement| {
                    let block = self.block(statement, lang);
                    format!("-- {}: {}\n{}", block.title, block.place, block.sql)
                })
                .join("\n"),
            File::Down => commented(
                words.comment,
                &[&self.business_log, &self.keys].map(|table| format!("DROP TABLE IF EXISTS {table}")),
            ),
            File::Up => commented(
                words.comment,
                &[Statement::Table, Statement::BusinessLog].map(|statement| self.statement(statement)),
            ),
        };
        Block { title: words.title, place: words.place, sql }
    }
}

/// The statements of the guarantee `claim-first`, in the order in which they are used.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Statement {
    /// Creates the table of the keys.
    Table,
    /// Creates the example's business table.
    BusinessLog,
    /// Claims the key `$1`: one row when it is new, none when it was seen before.
    Claim,
    /// Gives the key `$1` back after the work has failed.
    Release,
    /// Deletes keys older than the retention.
    Cleanup,
}

impl Statement {
    /// Every statement, in the order of use.
    pub const ALL: [Statement; 5] =
        [Statement::Table, Statement::BusinessLog, Statement::Claim, Statement::Release, Statement::Cleanup];

    /// The name on the command line, and the stem of a downloaded file's name.
    pub fn name(self) -> &'static str {
        match self {
            Statement::BusinessLog => "business-log",
            Statement::Claim => "claim",
            Statement::Cleanup => "cleanup",
            Statement::Release => "release",
            Statement::Table => "table",
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

/// A titled piece of SQL.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Block {
    /// For example "Claim".
    pub title: &'static str,
    /// Where it goes, for example "in the receiver, for each delivery".
    pub place: &'static str,
    /// Comment lines, then the statements, each closed by a semicolon and a line end.
    pub sql: String,
}

/// The longest time after which a sender is known to resend: Stripe's command line, 30 days.
const LONGEST_RESEND_DAYS: u32 = 30;

/// A century, so that a typing error does not become a date that PostgreSQL refuses.
const MAX_RETENTION_DAYS: u32 = 36_500;

fn retention_days(text: &str) -> Option<u32> {
    let digits = text.trim();
    let plain = digits.len() <= 5 && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|days| plain && (1..=MAX_RETENTION_DAYS).contains(days))
}

fn commented(comment: &[&str], statements: &[String]) -> String {
    let comment = comment.iter().map(|line| format!("-- {line}\n"));
    let statements = statements.iter().map(|statement| format!("{statement};\n"));
    comment.chain(statements).collect()
}
