//! English.

use super::{JobFile, MigrationPart};
use crate::sql::{Change, Dialect, MigrationTool};

pub(super) const ALEMBIC_PARENT: &str =
    "The revision before this one, as `alembic heads` prints it; None only for the first of all.";

pub(super) fn tool(tool: MigrationTool, change: Change, part: MigrationPart) -> &'static [&'static str] {
    match (tool, change, part) {
        (MigrationTool::Flyway, _, MigrationPart::Down) => {
            &["Flyway Teams and Enterprise run undo files; without them it is to be run by hand."]
        }
        (MigrationTool::Prisma, Change::Create, MigrationPart::Up) => &[
            "Then `prisma db pull`: tables that schema.prisma does not know are dropped by the next `migrate dev`.",
        ],
        (MigrationTool::Prisma, Change::Upgrade, MigrationPart::Up) => &[
            "Then `prisma db pull`. The table must have been created by an earlier migration too: `migrate dev` replays all",
            "of them in its shadow database.",
        ],
        (MigrationTool::Prisma, _, MigrationPart::Down) => &[
            "Prisma does not run it by itself. After a migration that failed: `prisma db execute --file` with this file, then",
            "`prisma migrate resolve --rolled-back` with the folder's name. After one that worked: a new migration with these statements.",
        ],
        (MigrationTool::Flyway, _, MigrationPart::Up)
        | (MigrationTool::Alembic | MigrationTool::Plain | MigrationTool::Sqlx, _, _) => &[],
    }
}

pub(super) fn transaction(tool: MigrationTool, dialect: Dialect) -> &'static [&'static str] {
    match (dialect, tool) {
        (Dialect::PostgreSql, MigrationTool::Plain) => {
            &["In one transaction: psql --single-transaction --set ON_ERROR_STOP=1 --file"]
        }
        (Dialect::PostgreSql, _) => {
            &["PostgreSQL does all of it or nothing: the tool runs it in one transaction."]
        }
        (Dialect::MariaDb, _) => &[
            "MariaDB and MySQL commit after each statement. If it stops half way: is hookonce_old there, drop it, and it is done;",
            "else drop hookonce_upgrade and run it again.",
        ],
        (Dialect::Sqlite, MigrationTool::Flyway | MigrationTool::Sqlx) => {
            &["SQLite does all of it or nothing: the tool runs it in one transaction."]
        }
        (Dialect::Sqlite, MigrationTool::Plain) => {
            &["In one transaction: sqlite3 -bail FILE 'BEGIN IMMEDIATE' '.read THIS' COMMIT"]
        }
        (Dialect::Sqlite, MigrationTool::Alembic | MigrationTool::Prisma) => &[
            "Do not count on a transaction. If it stops half way: is the old table gone, rename hookonce_upgrade to its name;",
            "else drop hookonce_upgrade and run it again.",
        ],
    }
}

pub(super) fn job(file: JobFile) -> &'static [&'static str] {
    match file {
        JobFile::Crontab => &[
            "A line for `crontab -e`, with the script in /usr/local/bin and its settings in /etc/hookonce.",
            "Every night at 03:17. cron sends what it prints: only errors, and stuck claims.",
        ],
        JobFile::Environment(Dialect::MariaDb) => &[
            "Settings of the clean-up, for /etc/hookonce. HOOKONCE_CLIENT is mysql for MySQL.",
            "The client file has [client] with host, user and password; only the job's account may read it.",
        ],
        JobFile::Environment(Dialect::PostgreSql) => &[
            "Settings of the clean-up, for /etc/hookonce, as psql reads them.",
            "PGPASSFILE has the password; only the job's account may read it (chmod 600).",
        ],
        JobFile::Environment(Dialect::Sqlite) => &["Settings of the clean-up, for /etc/hookonce."],
        JobFile::MariaDbEvent => &[
            "Runs the clean-up in the server, every night at 03:17 of the session's time zone, until nothing is left to delete.",
            "Needs the right EVENT, and event_scheduler = ON in the server's configuration. DELIMITER is for the client:",
            "other programs send the statement between the delimiters alone.",
        ],
        JobFile::PgCron => &[
            "Runs the clean-up in the server, every night at 03:17 (GMT, unless cron.timezone says otherwise). In the database that",
            "has the extension pg_cron; for tables in another one use cron.schedule_in_database. The same name replaces the job.",
        ],
        JobFile::Removal => &["Ends the job."],
        JobFile::Script => &[
            "Deletes old keys until none is left. Exit code 4: all are deleted, but claims are stuck, see the watch.",
            "Any other but 0: the database could not be reached, or refused; the next night tries again.",
        ],
        JobFile::Service => &[
            "For /etc/systemd/system, with the script in /usr/local/bin and its settings in /etc/hookonce. User is an account",
            "that may read the settings; for SQLite that of the receiver. A failed run is listed by `systemctl --failed`.",
        ],
        JobFile::Timer => &[
            "For /etc/systemd/system; then `systemctl daemon-reload` and `systemctl enable --now` with this file's name.",
            "Every night at 03:17; a night that was missed is made up for.",
        ],
    }
}
