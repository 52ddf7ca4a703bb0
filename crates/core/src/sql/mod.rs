//! The SQL that claims a key once: for each guarantee, in each dialect.
//!
//! With the default options the statements are the published ones, word for word.
//!
//! A dialect is one file of [`answers`]; the statements follow from them.

mod answers;
mod guarantee;
mod identifier;
mod job;
mod mariadb;
mod migration;
pub(crate) mod outcomes;
mod postgresql;
mod rebuild;
pub mod sequence;
mod sqlite;
mod statement;
mod step;

pub use guarantee::{Columns, Guarantee};
pub use identifier::identifier;
pub use job::Job;
pub use migration::{Change, MigrationTool};
pub use outcomes::{Answer, Outcome};
pub use statement::{File, Statement};
pub use step::{Parameter, Step};

use crate::finding::{Finding, FindingKind, IdentifierFault, IdentifierOption};
use crate::lang::Lang;
use crate::options::Options;
use crate::words;
use step::{FINGERPRINT, TOKEN};

/// The databases.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Dialect {
    /// MariaDB 10.11 and newer, MySQL 8.0.16 and newer.
    MariaDb,
    /// PostgreSQL 15 and newer; the published statements run on 9.5 and newer.
    #[default]
    PostgreSql,
    /// SQLite 3.35 and newer.
    Sqlite,
}

impl Dialect {
    /// Every dialect, the default first.
    pub const ALL: [Dialect; 3] = [Dialect::PostgreSql, Dialect::MariaDb, Dialect::Sqlite];

    /// The name on the command line and in the page's address.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::MariaDb => "mariadb",
            Dialect::PostgreSql => "postgresql",
            Dialect::Sqlite => "sqlite",
        }
    }

    /// The name for people.
    pub fn title(self) -> &'static str {
        match self {
            Dialect::MariaDb => "MariaDB, MySQL",
            Dialect::PostgreSql => "PostgreSQL",
            Dialect::Sqlite => "SQLite",
        }
    }

    /// How its statements are proven; `crates/conformance` runs them and compares the versions.
    pub fn proof(self) -> Proof {
        match self {
            Dialect::MariaDb => Proof { run_on: "MariaDB 10.11", documented: Some("MySQL 8.0.16") },
            Dialect::PostgreSql => Proof { run_on: "PostgreSQL 15", documented: None },
            Dialect::Sqlite => Proof { run_on: "SQLite 3.54", documented: Some("SQLite 3.35") },
        }
    }

    /// Whether the claim's token is made by the receiver and not by the statement.
    pub fn takes_token(self) -> bool {
        self != Dialect::PostgreSql
    }
}

/// How statements are proven.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Proof {
    /// The engine on which the tests run every statement.
    pub run_on: &'static str,
    /// An engine for which its vendor's documentation says the same, and where nothing was run.
    pub documented: Option<&'static str>,
}

/// The checked options, and the statements they give.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Sql {
    dialect: Dialect,
    guarantee: Guarantee,
    columns: Columns,
    /// The schema and a point, or nothing.
    prefix: String,
    /// The table of the keys without its schema.
    table: String,
    /// The table of the keys.
    keys: String,
    business_log: String,
    retention_days: u32,
    lease_seconds: u32,
}

impl Sql {
    /// Checks the options. The error lists every option that cannot be used, and why.
    pub fn new(options: &Options) -> Result<Sql, Vec<Finding>> {
        let dialect = options.dialect;
        let schema = match options.schema.as_str() {
            "" => Ok(()),
            name => identifier::check(name, dialect),
        };
        let table = identifier::check(&options.table, dialect).and(match options.table.as_str() {
            name if OWN_TABLES.iter().any(|own| own.eq_ignore_ascii_case(name)) => {
                Err(IdentifierFault::BusinessLog)
            }
            _ => Ok(()),
        });
        let retention = number(&options.retention_days, 1..=MAX_RETENTION_DAYS);
        let lease = match options.guarantee {
            Guarantee::Lease => number(&options.lease_seconds, 2..=MAX_LEASE_SECONDS),
            Guarantee::ClaimFirst | Guarantee::SameTransaction => Some(0),
        };

        let mut findings = Vec::new();
        let mut refuse = |kind| findings.push(Finding::new(kind));
        for (option, result) in [(IdentifierOption::Schema, schema), (IdentifierOption::Table, table)] {
            if let Err(reason) = result {
                refuse(FindingKind::IdentifierInvalid { option, reason });
            }
        }
        if retention.is_none() {
            refuse(FindingKind::RetentionOutOfRange);
        }
        if lease.is_none() {
            refuse(FindingKind::LeaseOutOfRange);
        }
        if lease.zip(retention).is_some_and(|(seconds, days)| seconds > days.saturating_mul(86_400)) {
            refuse(FindingKind::LeaseOverRetention);
        }
        if options.columns.scope && !options.scope.is_empty() {
            refuse(FindingKind::ScopeTwice);
        }
        let (Some(retention_days), Some(lease_seconds), true) = (retention, lease, findings.is_empty())
        else {
            return Err(findings);
        };
        let answers = dialect.answers();
        let prefix = match options.schema.as_str() {
            "" => String::new(),
            schema => format!("{}.", answers.quoted(schema)),
        };
        let table = answers.quoted(&options.table);
        Ok(Sql {
            dialect,
            guarantee: options.guarantee,
            columns: options.columns,
            keys: format!("{prefix}{table}"),
            business_log: format!("{prefix}business_log"),
            prefix,
            table,
            retention_days,
            lease_seconds,
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

    /// The database.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// What is promised when the receiver dies.
    pub fn guarantee(&self) -> Guarantee {
        self.guarantee
    }

    /// The optional columns.
    pub fn columns(&self) -> Columns {
        self.columns
    }

    /// How long keys are kept, in days: 1 to 36,500.
    pub fn retention_days(&self) -> u32 {
        self.retention_days
    }

    /// How long a claim of the guarantee `lease` holds, in seconds: 2 to 604,800; 0 for the others.
    pub fn lease_seconds(&self) -> u32 {
        self.lease_seconds
    }

    /// The statements that the guarantee has in the dialect, in the order of use.
    pub fn statements(&self) -> Vec<Statement> {
        Statement::ALL.into_iter().filter(|statement| !self.steps(*statement).is_empty()).collect()
    }

    /// The statement in the steps in which a driver runs it, without comments and semicolons; empty where the
    /// guarantee or the dialect has none. All of them run on one connection, in order.
    pub fn steps(&self, statement: Statement) -> Vec<Step> {
        let placeholders = self.answers().placeholders();
        self.templates(statement).iter().map(|template| Step::new(template, placeholders)).collect()
    }

    /// The same as text: the steps, separated by a semicolon and a line end, without one at the end.
    pub fn statement(&self, statement: Statement) -> String {
        let steps: Vec<_> = self.steps(statement).into_iter().map(|step| step.sql).collect();
        steps.join(";\n")
    }

    /// The example's business step with its key and the event's type or NULL. In PostgreSQL it returns one row.
    pub fn insert_business_log(&self) -> Step {
        let template = self.insert_business_log_template();
        Step::new(&template, self.answers().placeholders())
    }

    /// The statement with its title and a comment that says where it goes and what it does.
    pub fn block(&self, statement: Statement, lang: Lang) -> Block {
        let words = words::block(statement, self, lang);
        let parameters = words::parameters(self, &self.steps(statement), lang);
        let comment = parameters.iter().map(String::as_str).chain(words.comment.iter().copied());
        Block {
            title: words.title,
            place: words.place,
            sql: commented(comment, &self.statement_texts(&[statement])),
        }
    }

    /// A whole file.
    pub fn file(&self, file: File, lang: Lang) -> Block {
        let words = words::file(file, lang);
        let comment = words.comment.iter().copied();
        let sql = match file {
            File::All => {
                let blocks = self.statements().into_iter().map(|statement| {
                    let block = self.block(statement, lang);
                    format!("-- {}: {}\n{}", block.title, block.place, block.sql)
                });
                blocks.collect::<Vec<_>>().join("\n")
            }
            File::Down => commented(comment, &self.drop_tables()),
            File::Up => {
                commented(comment, &self.statement_texts(&[Statement::Table, Statement::BusinessLog]))
            }
        };
        Block { title: words.title, place: words.place, sql }
    }

    fn drop_tables(&self) -> Vec<String> {
        [&self.business_log, &self.keys].map(|table| format!("DROP TABLE IF EXISTS {table}")).to_vec()
    }

    fn statement_texts(&self, statements: &[Statement]) -> Vec<String> {
        statements.iter().flat_map(|statement| self.steps(*statement)).map(|step| step.sql).collect()
    }

    /// What tells the outcome of a claim of `lease` from its row, where the receiver made the token.
    fn lease_outcome(&self) -> String {
        let answers = self.answers();
        let is_ours = format!("claim_token = {TOKEN} AND lease_until > {}", answers.moment(0));
        let mismatch = if self.columns.fingerprint {
            format!("WHEN body_sha256 <> {FINGERPRINT} THEN 'mismatch' ")
        } else {
            String::new()
        };
        format!(
            "SELECT CASE {mismatch}WHEN status = 'done' THEN 'done' WHEN {is_ours} THEN 'claimed' ELSE 'in_progress' END AS outcome,\n  \
             CASE WHEN status = 'processing' AND NOT ({is_ours}) THEN {} END AS retry_after_seconds",
            answers.seconds_left()
        )
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

/// Tables with names of their own: the example's, and those that an upgrade makes for a while.
const OWN_TABLES: [&str; 3] = ["business_log", "hookonce_old", "hookonce_upgrade"];

/// The longest time after which a sender is known to resend: Stripe's command line, 30 days.
const LONGEST_RESEND_DAYS: u32 = 30;

/// A century, so that a typing error does not become a date that a database refuses.
const MAX_RETENTION_DAYS: u32 = 36_500;

/// A week: longer than any sender's time between two retries.
const MAX_LEASE_SECONDS: u32 = 604_800;

fn number(text: &str, range: std::ops::RangeInclusive<u32>) -> Option<u32> {
    let digits = text.trim();
    let plain = digits.len() <= 6 && digits.bytes().all(|byte| byte.is_ascii_digit());
    digits.parse().ok().filter(|number| plain && range.contains(number))
}

fn commented<'a>(comment: impl Iterator<Item = &'a str>, statements: &[String]) -> String {
    let comment = comment.map(|line| format!("-- {line}\n"));
    let statements = statements.iter().map(|statement| format!("{statement};\n"));
    comment.chain(statements).collect()
}
