//! The script on SQLite.

use std::path::Path;
use std::process::Command;

use hookonce_core::lang::Lang;
use hookonce_core::sql::{Dialect, File, Guarantee, Job, Sql, identifier};

use crate::support::{HOSTILE, Installed, Run, sql};

#[test]
fn the_script_deletes_all_that_is_old_and_says_nothing() {
    for guarantee in Guarantee::ALL {
        for job in [Job::Crontab, Job::SystemdTimer] {
            let filled = Filled::new(guarantee, "processed_events", 25_000, 0);
            let installed = filled.install(job);
            let run = match job {
                Job::Crontab => installed.run_by_cron(Path::new("/")),
                _ => installed.run_by_systemd(Path::new("/")),
            };
            assert_eq!(run, Run { code: 0, stdout: String::new(), stderr: String::new() }, "{guarantee:?}");
            assert_eq!(filled.left(), "5\n", "{guarantee:?} {job:?}");
        }
    }
}

#[test]
fn names_stay_names_in_the_shell_and_in_sqlite3() {
    for table in HOSTILE {
        for guarantee in Guarantee::ALL {
            let filled = Filled::new(guarantee, table, 1, 0);
            let run = filled.install(Job::Crontab).run_by_cron(Path::new("/"));
            assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{guarantee:?} {table}");
            assert_eq!(filled.left(), "5\n", "{guarantee:?} {table}");
        }
    }
}

#[test]
fn stuck_claims_are_reported_after_the_work() {
    let filled = Filled::new(Guarantee::Lease, "processed_events", 10_001, 3);
    let run = filled.install(Job::Crontab).run_by_cron(Path::new("/"));
    assert_eq!((run.code, run.stderr.as_str()), (4, "hookonce: 3 claims are stuck\n"));
    assert_eq!(filled.left(), "8\n");
}

#[test]
fn a_failure_is_told_and_ends_it() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.db");
    let empty = folder.path().join("empty.db");
    std::fs::write(&empty, "").unwrap();
    for guarantee in Guarantee::ALL {
        let sql = sql(Dialect::Sqlite, guarantee, "processed_events");
        for file in [&missing, &empty] {
            let settings = [("HOOKONCE_DATABASE", file.to_str().unwrap())];
            let run = Installed::new(&sql, Job::SystemdTimer, &settings).run_by_systemd(Path::new("/"));
            assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{run:?}");
            assert!(!run.stderr.is_empty(), "{run:?}");
        }
    }
    assert!(!missing.exists(), "sqlite3 would have made it");
}

/// A database with the table and rows old enough to go, five rows that stay, and stuck claims.
struct Filled {
    folder: tempfile::TempDir,
    sql: Sql,
    name: String,
}

impl Filled {
    fn new(guarantee: Guarantee, table: &str, old: u32, stuck: u32) -> Filled {
        let sql = sql(Dialect::Sqlite, guarantee, table);
        let name = identifier(table, Dialect::Sqlite).unwrap();
        let filled = Filled { folder: tempfile::tempdir().unwrap(), sql, name };
        let name = &filled.name;
        let count = |rows| {
            format!("WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < {rows})")
        };
        let time = |ago: &str| format!("strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '{ago}')");
        let (now, past) = (time("+0 days"), time("-31 days"));
        let mut script = format!("{};\n", filled.sql.file(File::Up, Lang::En).sql);
        if guarantee == Guarantee::Lease {
            let columns = "(key, status, claim_token, lease_until, first_seen, done_at)";
            let token = "lower(hex(randomblob(16)))";
            for (prefix, status, done, rows) in [
                ("old", "done", &past, old),
                ("new", "done", &now, 5),
                ("stuck", "processing", &"NULL".to_owned(), stuck),
            ] {
                script.push_str(&format!(
                    "{} INSERT INTO {name} {columns} SELECT '{prefix}' || n, '{status}', {token}, {past}, {past}, {done} FROM c WHERE n <= {rows};\n",
                    count(rows)
                ));
            }
        } else {
            for (prefix, seen, rows) in [("old", &past, old), ("new", &now, 5)] {
                script.push_str(&format!(
                    "{} INSERT INTO {name} (key, first_seen) SELECT '{prefix}' || n, {seen} FROM c;\n",
                    count(rows)
                ));
            }
        }
        filled.sqlite3(&script);
        filled
    }

    fn file(&self) -> String {
        self.folder.path().join("app.db").to_str().unwrap().to_owned()
    }

    fn install(&self, job: Job) -> Installed {
        Installed::new(&self.sql, job, &[("HOOKONCE_DATABASE", &self.file())])
    }

    fn left(&self) -> String {
        self.sqlite3(&format!("SELECT count(*) FROM {};", self.name))
    }

    #[track_caller]
    fn sqlite3(&self, script: &str) -> String {
        // A line end in front, since a script may begin like an option.
        let output = Command::new("sqlite3").args(["-bail", &self.file(), &format!("\n{script}")]).output();
        let output = output.expect("sqlite3 is missing: install it (Debian: `apt-get install sqlite3`)");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }
}
