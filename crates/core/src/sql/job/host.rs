//! Jobs on a machine that reaches the database: a shell script, and what calls it.
//!
//! Sources, read in December 2026: <https://www.postgresql.org/docs/15/app-psql.html> (no variables inside of quotes, exit
//! codes 1 to 3), <https://mariadb.com/kb/en/mariadb-command-line-client/>, <https://www.sqlite.org/cli.html>,
//! <https://www.freedesktop.org/software/systemd/man/252/systemd.timer.html>, crontab(5) (`%` ends a command).

use crate::files::NamedFile;
use crate::lang::Lang;
use crate::sql::{Dialect, Sql};
use crate::words::files::{JobFile, job_comment};

pub(super) fn systemd(sql: &Sql, lang: Lang) -> Vec<NamedFile> {
    let name = name(sql);
    let slug = sql.job_slug();
    let service = format!(
        "[Unit]\nDescription=hookonce: clean-up of {slug}\n\n\
         [Service]\nType=oneshot\nUser=hookonce\nEnvironmentFile=/etc/hookonce/{name}.env\n\
         ExecStart=/usr/local/bin/{name}.sh\nTimeoutStartSec=1h\nNoNewPrivileges=yes\nPrivateTmp=yes\n"
    );
    let timer = format!(
        "[Unit]\nDescription=hookonce: clean-up of {slug}, every night\n\n\
         [Timer]\nOnCalendar=*-*-* 03:17:00\nPersistent=true\n\n[Install]\nWantedBy=timers.target\n"
    );
    vec![
        file(&name, "service", JobFile::Service, &service, lang),
        file(&name, "timer", JobFile::Timer, &timer, lang),
        script(sql, lang),
        environment(sql, lang),
    ]
}

pub(super) fn crontab(sql: &Sql, lang: Lang) -> Vec<NamedFile> {
    let name = name(sql);
    let line = format!("17 3 * * * set -a; . /etc/hookonce/{name}.env; exec /usr/local/bin/{name}.sh\n");
    vec![file(&name, "crontab", JobFile::Crontab, &line, lang), script(sql, lang), environment(sql, lang)]
}

fn name(sql: &Sql) -> String {
    format!("hookonce-cleanup-{}", sql.job_slug())
}

fn file(name: &str, extension: &str, kind: JobFile, text: &str, lang: Lang) -> NamedFile {
    let comment: String = job_comment(kind, lang).iter().map(|line| format!("# {line}\n")).collect();
    NamedFile::new(format!("{name}.{extension}"), format!("{comment}{text}"))
}

fn environment(sql: &Sql, lang: Lang) -> NamedFile {
    let text = match sql.dialect {
        Dialect::MariaDb => {
            "HOOKONCE_CLIENT=mariadb\nHOOKONCE_CLIENT_FILE=/etc/hookonce/client.cnf\nHOOKONCE_DATABASE=app\n"
        }
        Dialect::PostgreSql => {
            "PGHOST=/run/postgresql\nPGDATABASE=app\nPGUSER=app\nPGPASSFILE=/etc/hookonce/pgpass\n"
        }
        Dialect::Sqlite => "HOOKONCE_DATABASE=/var/lib/app/app.db\n",
    };
    file(&name(sql), "env", JobFile::Environment(sql.dialect), text, lang)
}

fn script(sql: &Sql, lang: Lang) -> NamedFile {
    let client = match sql.dialect {
        Dialect::MariaDb => {
            "\"${HOOKONCE_CLIENT:-mariadb}\" --defaults-extra-file=\"$HOOKONCE_CLIENT_FILE\" --batch --skip-column-names \\\n    \
             --default-character-set=utf8mb4 \"$HOOKONCE_DATABASE\""
        }
        Dialect::PostgreSql => {
            "psql --no-psqlrc --quiet --tuples-only --no-align --field-separator=' ' --set=ON_ERROR_STOP=1"
        }
        Dialect::Sqlite => {
            "sqlite3 -init /dev/null -batch -bail -noheader -list -separator ' ' \"$HOOKONCE_DATABASE\""
        }
    };
    // Without a database file sqlite3 would make an empty one.
    let (check, timeout) = match sql.dialect {
        Dialect::Sqlite => (
            "[ -f \"$HOOKONCE_DATABASE\" ] || {\n  echo \"hookonce: no file $HOOKONCE_DATABASE\" >&2\n  exit 1\n}\n",
            ".timeout 5000\n",
        ),
        Dialect::MariaDb | Dialect::PostgreSql => ("", ""),
    };
    let statements: String = sql.cleanup_steps().iter().map(|step| format!("{step};\n")).collect();
    let run = if sql.cleans_in_batches() {
        let stuck = if sql.counts_stuck() {
            "if [ \"$2\" -gt 0 ]; then\n  echo \"hookonce: $2 claims are stuck\" >&2\n  exit 4\nfi\n"
        } else {
            ""
        };
        // Only then do other writers get in.
        let pause = if sql.dialect == Dialect::Sqlite { "  [ \"$deleted\" -eq 0 ] || sleep 1\n" } else { "" };
        // The row's columns become $1 and $2.
        format!(
            "deleted=1\nwhile [ \"$deleted\" -gt 0 ]; do\n  row=$(clean_up)\n  set -- $row\n  deleted=$1\n{pause}done\n{stuck}"
        )
    } else {
        "clean_up\n".to_owned()
    };
    let text =
        format!("set -eu\n{check}clean_up() {{\n  {client} <<'SQL'\n{timeout}{statements}SQL\n}}\n{run}");
    let script = file(&name(sql), "sh", JobFile::Script, &text, lang);
    NamedFile { text: format!("#!/bin/sh\n{}", script.text), ..script }
}
