//! Migrations, named and shaped as each tool wants them.
//!
//! Sources, read in December 2026:
//! - sqlx: `<VERSION>_<DESCRIPTION>.up.sql` and `.down.sql`, the version an integer above 0, the file one query in a
//!   transaction where the database can (<https://docs.rs/sqlx/latest/sqlx/migrate/trait.MigrationSource.html>);
//! - Flyway: `V<version>__<description>.sql`, undo `U…` in Teams and Enterprise; `${…}` is replaced unless a file of
//!   the same name with `.conf` forbids it
//!   (<https://documentation.red-gate.com/fd/migrations-271585107.html>, <https://documentation.red-gate.com/fd/script-configuration-277578843.html>);
//! - Prisma: `migrations/<timestamp>_<name>/migration.sql`, no down migration that it would run itself
//!   (<https://www.prisma.io/docs/orm/prisma-migrate/workflows/generating-down-migrations>);
//! - Alembic: `versions/<revision>_<slug>.py`; a string is read as SQLAlchemy's `text()`, where `:name` is a parameter
//!   and `\:` a colon (<https://alembic.sqlalchemy.org/en/latest/ops.html#alembic.operations.Operations.execute>,
//!   <https://docs.sqlalchemy.org/en/20/core/sqlelement.html#sqlalchemy.sql.expression.text>).

use sha2::{Digest, Sha256};

use super::{Dialect, File, Guarantee, Proof, Sql, Statement, commented};
use crate::files::{NamedFile, Timestamp};
use crate::lang::Lang;
use crate::words;
use crate::words::files::MigrationPart;

/// The tools that run migrations.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum MigrationTool {
    /// Alembic, for SQLAlchemy.
    Alembic,
    /// Flyway.
    Flyway,
    /// SQL up and down for any other tool, or none.
    #[default]
    Plain,
    /// Prisma Migrate.
    Prisma,
    /// sqlx.
    Sqlx,
}

impl MigrationTool {
    /// Every tool, the default first.
    pub const ALL: [MigrationTool; 5] = [
        MigrationTool::Plain,
        MigrationTool::Sqlx,
        MigrationTool::Flyway,
        MigrationTool::Prisma,
        MigrationTool::Alembic,
    ];

    /// The name on the command line and in the page's address.
    pub fn name(self) -> &'static str {
        match self {
            MigrationTool::Alembic => "alembic",
            MigrationTool::Flyway => "flyway",
            MigrationTool::Plain => "plain",
            MigrationTool::Prisma => "prisma",
            MigrationTool::Sqlx => "sqlx",
        }
    }

    /// The name for people.
    pub fn title(self) -> &'static str {
        match self {
            MigrationTool::Alembic => "Alembic",
            MigrationTool::Flyway => "Flyway",
            MigrationTool::Plain => "SQL",
            MigrationTool::Prisma => "Prisma",
            MigrationTool::Sqlx => "sqlx",
        }
    }

    /// How its files are proven: run by the tool, or, if it stands under `documented`, as the tool documents them, with
    /// statements that were run on the engine.
    pub fn proof(self, dialect: Dialect) -> Proof {
        match (self, dialect) {
            (MigrationTool::Plain, _) => dialect.proof(),
            (MigrationTool::Alembic, Dialect::PostgreSql | Dialect::Sqlite) => {
                Proof { run_on: "Alembic 1.8", documented: None }
            }
            _ => Proof { documented: Some(self.title()), ..dialect.proof() },
        }
    }
}

/// What a migration does.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Change {
    /// Up creates both tables, down drops them.
    #[default]
    Create,
    /// Up turns the table of `claim-first` into that of `lease`, down turns it back.
    Upgrade,
}

impl Change {
    /// Every change, the default first.
    pub const ALL: [Change; 2] = [Change::Create, Change::Upgrade];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Change::Create => "create",
            Change::Upgrade => "upgrade",
        }
    }
}

impl Sql {
    /// The changes that the guarantee has: `upgrade` is for `lease` only.
    pub fn changes(&self) -> Vec<Change> {
        let upgrades = self.guarantee == Guarantee::Lease;
        Change::ALL.into_iter().filter(|change| upgrades || *change == Change::Create).collect()
    }

    /// The files of a migration; none for a change that the guarantee does not have. Languages differ in comments only,
    /// the time stamp is a part of names and comments only.
    pub fn migration(
        &self,
        tool: MigrationTool,
        change: Change,
        timestamp: &Timestamp,
        lang: Lang,
    ) -> Vec<NamedFile> {
        if !self.changes().contains(&change) {
            return Vec::new();
        }
        let stamp = timestamp.digits();
        let name = match change {
            Change::Create => slug(&self.table),
            Change::Upgrade => format!("{}_lease", slug(&self.table)),
        };
        let comment = |part| self.migration_comment(tool, change, part, lang);
        let [up, down] = [MigrationPart::Up, MigrationPart::Down]
            .map(|part| commented(comment(part).into_iter(), &self.migration_statements(change, part)));
        match tool {
            MigrationTool::Alembic => {
                let statements = [MigrationPart::Up, MigrationPart::Down]
                    .map(|part| self.migration_statements(change, part));
                let script = alembic(&name, timestamp, &statements, &comment, lang);
                vec![NamedFile::new(format!("versions/{}_{name}.py", revision(&statements)), script)]
            }
            MigrationTool::Flyway => {
                let files = [("V", up), ("U", down)]
                    .map(|(kind, text)| NamedFile::new(format!("{kind}{stamp}__{name}.sql"), text));
                files.into_iter().flat_map(without_placeholders).collect()
            }
            MigrationTool::Plain => vec![
                NamedFile::new(format!("{name}.up.sql"), up),
                NamedFile::new(format!("{name}.down.sql"), down),
            ],
            MigrationTool::Prisma => vec![
                NamedFile::new(format!("migrations/{stamp}_{name}/migration.sql"), up),
                NamedFile::new(format!("migrations/{stamp}_{name}/down.sql"), down),
            ],
            MigrationTool::Sqlx => vec![
                NamedFile::new(format!("{stamp}_{name}.up.sql"), up),
                NamedFile::new(format!("{stamp}_{name}.down.sql"), down),
            ],
        }
    }

    fn migration_statements(&self, change: Change, part: MigrationPart) -> Vec<String> {
        match (change, part) {
            (Change::Create, MigrationPart::Up) => {
                self.statement_texts(&[Statement::Table, Statement::BusinessLog])
            }
            (Change::Create, MigrationPart::Down) => self.drop_tables(),
            (Change::Upgrade, MigrationPart::Up) => self.statement_texts(&[Statement::Upgrade]),
            (Change::Upgrade, MigrationPart::Down) => self.statement_texts(&[Statement::Downgrade]),
        }
    }

    fn migration_comment(
        &self,
        tool: MigrationTool,
        change: Change,
        part: MigrationPart,
        lang: Lang,
    ) -> Vec<&'static str> {
        let what = match (change, part) {
            (Change::Create, MigrationPart::Up) => words::file(File::Up, lang).comment,
            (Change::Create, MigrationPart::Down) => words::file(File::Down, lang).comment,
            (Change::Upgrade, MigrationPart::Up) => words::block(Statement::Upgrade, self, lang).comment,
            (Change::Upgrade, MigrationPart::Down) => words::block(Statement::Downgrade, self, lang).comment,
        };
        let how = words::files::migration(tool, change, part, self.dialect, lang);
        what.iter().copied().chain(how).collect()
    }
}

/// A name that every file system and every tool takes: `[a-z0-9_]`, at most 40 characters.
pub(super) fn slug(name: &str) -> String {
    let mut slug = String::new();
    for char in name.chars() {
        // Of ASCII only: other letters have no place in the slug, and their table is large.
        match char.to_ascii_lowercase() {
            char @ ('a'..='z' | '0'..='9') => slug.push(char),
            _ if slug.is_empty() || slug.ends_with('_') => {}
            _ => slug.push('_'),
        }
    }
    slug.truncate(40);
    let slug = slug.trim_end_matches('_');
    if slug.is_empty() { "keys".to_owned() } else { slug.to_owned() }
}

/// Flyway's placeholders are `${name}`, in names too; a file beside the script forbids them.
fn without_placeholders(script: NamedFile) -> Vec<NamedFile> {
    let settings = script
        .text
        .contains("${")
        .then(|| NamedFile::new(format!("{}.conf", script.path), "placeholderReplacement=false\n"));
    [Some(script), settings].into_iter().flatten().collect()
}

/// The same statements have the same id, whatever the language and the time.
fn revision(statements: &[Vec<String>; 2]) -> String {
    let mut hash = Sha256::new();
    for statement in statements.iter().flatten() {
        hash.update(statement);
        hash.update([0]);
    }
    hash.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

fn alembic(
    name: &str,
    timestamp: &Timestamp,
    statements: &[Vec<String>; 2],
    comment: &dyn Fn(MigrationPart) -> Vec<&'static str>,
    lang: Lang,
) -> String {
    let id = revision(statements);
    let function = |name: &str, part, statements: &[String]| {
        let comment: String = comment(part).iter().map(|line| format!("    # {line}\n")).collect();
        let body: String = statements.iter().map(|statement| operation(statement)).collect();
        format!("def {name}() -> None:\n{comment}{body}")
    };
    let [up, down] = statements;
    format!(
        "\"\"\"{name}\n\nRevision ID: {id}\nRevises:\nCreate Date: {}\n\"\"\"\nfrom alembic import op\n\n\
         revision = \"{id}\"\n# {}\ndown_revision = None\nbranch_labels = None\ndepends_on = None\n\n\n{}\n\n{}",
        timestamp.spaced(),
        words::files::alembic_parent(lang),
        function("upgrade", MigrationPart::Up, up),
        function("downgrade", MigrationPart::Down, down),
    )
}

/// A call with the statement as Python's literals, one a line, in which SQLAlchemy sees no parameter.
fn operation(statement: &str) -> String {
    let lines: Vec<_> = statement.split_inclusive('\n').map(python).collect();
    match lines.as_slice() {
        [line] => format!("    op.execute({line})\n"),
        lines => format!("    op.execute(\n        {}\n    )\n", lines.join("\n        ")),
    }
}

fn python(text: &str) -> String {
    let mut literal = String::from("\"");
    for char in text.chars() {
        match char {
            ':' => literal.push_str("\\\\:"),
            '"' => literal.push_str("\\\""),
            '\\' => literal.push_str("\\\\"),
            '\n' => literal.push_str("\\n"),
            _ => literal.push(char),
        }
    }
    literal.push('"');
    literal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_is_safe_in_a_path() {
        #[track_caller]
        fn check(name: &str, expected: &str) {
            assert_eq!(slug(name), expected);
        }
        check("processed_events", "processed_events");
        check("\"Processed Events\"", "processed_events");
        check("../../etc/passwd", "etc_passwd");
        check("`a``b`", "a_b");
        check("größe", "gr_e");
        check("📦", "keys");
        check("", "keys");
        check("__x__", "x");
        check("K", "k");
        check(&"x".repeat(63), &"x".repeat(40));
        check(&format!("{}_b", "a".repeat(39)), &"a".repeat(39));
    }

    #[test]
    fn a_python_literal_has_no_parameter_and_no_open_end() {
        assert_eq!(python("a \"b\" \\ :c %d\n"), r#""a \"b\" \\ \\:c %d\n""#);
    }
}
