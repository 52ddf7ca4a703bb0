//! What is said in migrations and jobs.

mod de;
mod en;

use crate::lang::Lang;
use crate::sql::{Change, Dialect, MigrationTool};

/// The two ways of a migration.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum MigrationPart {
    /// There.
    Up,
    /// Back.
    Down,
}

/// The files of jobs.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum JobFile {
    Crontab,
    Environment(Dialect),
    MariaDbEvent,
    PgCron,
    Removal,
    Script,
    Service,
    Timer,
}

/// Comment lines about how the tool runs the migration.
pub(crate) fn migration(
    tool: MigrationTool,
    change: Change,
    part: MigrationPart,
    dialect: Dialect,
    lang: Lang,
) -> Vec<&'static str> {
    let (of_tool, transaction) = match lang {
        Lang::De => (de::tool(tool, change, part), de::transaction(tool, dialect)),
        Lang::En => (en::tool(tool, change, part), en::transaction(tool, dialect)),
    };
    // Creating and dropping can be run again, whatever happened before.
    let transaction = if change == Change::Upgrade { transaction } else { &[] };
    transaction.iter().chain(of_tool).copied().collect()
}

/// A comment line about Alembic's revision before this one.
pub(crate) fn alembic_parent(lang: Lang) -> &'static str {
    match lang {
        Lang::De => de::ALEMBIC_PARENT,
        Lang::En => en::ALEMBIC_PARENT,
    }
}

/// Comment lines at the head of a job's file.
pub(crate) fn job_comment(file: JobFile, lang: Lang) -> &'static [&'static str] {
    match lang {
        Lang::De => de::job(file),
        Lang::En => en::job(file),
    }
}
