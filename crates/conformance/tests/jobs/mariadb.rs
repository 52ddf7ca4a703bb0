//! The script and the EVENT on MariaDB.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use hookonce_conformance::mariadb::Database;
use hookonce_core::lang::Lang;
use hookonce_core::sql::{Dialect, File, Guarantee, Job, Sql, identifier};

use crate::support::{HOSTILE, Installed, Run, sql};

#[test]
fn the_script_deletes_all_that_is_old_and_says_nothing() {
    let database = Database::new();
    for guarantee in Guarantee::ALL {
        for job in [Job::Crontab, Job::SystemdTimer] {
            let sql = fill(&database, guarantee, "processed_events", 25_000, 0);
            let settings = Settings::new(&database);
            let installed = settings.install(&sql, job);
            let run = match job {
                Job::Crontab => installed.run_by_cron(Path::new("/")),
                _ => installed.run_by_systemd(Path::new("/")),
            };
            assert_eq!(run, Run { code: 0, stdout: String::new(), stderr: String::new() }, "{guarantee:?}");
            assert_eq!(left(&database, "processed_events"), "5\n", "{guarantee:?} {job:?}");
            database.script("DROP TABLE processed_events").unwrap();
        }
    }
}

#[test]
fn names_stay_names_in_the_shell_and_in_the_client() {
    let database = Database::new();
    for table in HOSTILE {
        for guarantee in Guarantee::ALL {
            let sql = fill(&database, guarantee, table, 1, 0);
            let run = Settings::new(&database).install(&sql, Job::Crontab).run_by_cron(Path::new("/"));
            assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{guarantee:?} {table}");
            assert_eq!(left(&database, table), "5\n", "{guarantee:?} {table}");
            database.script(&format!("DROP TABLE {}", quoted(table))).unwrap();
        }
    }
}

#[test]
fn stuck_claims_are_reported_after_the_work() {
    let database = Database::new();
    let sql = fill(&database, Guarantee::Lease, "processed_events", 10_001, 3);
    let run = Settings::new(&database).install(&sql, Job::Crontab).run_by_cron(Path::new("/"));
    assert_eq!((run.code, run.stderr.as_str()), (4, "hookonce: 3 claims are stuck\n"));
    assert_eq!(left(&database, "processed_events"), "8\n");
}

#[test]
fn a_failure_is_told_and_ends_it() {
    let database = Database::new();
    for guarantee in Guarantee::ALL {
        // There is no table.
        let sql = sql(Dialect::MariaDb, guarantee, "processed_events");
        let run = Settings::new(&database).install(&sql, Job::SystemdTimer).run_by_systemd(Path::new("/"));
        assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{run:?}");
        assert!(run.stderr.contains("ERROR 1146"), "{run:?}");
    }
}

#[test]
fn the_server_runs_the_events_and_forgets_them() {
    let database = Database::alone();
    database.script("SET GLOBAL event_scheduler = ON").unwrap();
    let jobs: Vec<(Sql, &str)> = Guarantee::ALL
        .into_iter()
        .zip(["processed_events", HOSTILE[0], HOSTILE[2]])
        .map(|(guarantee, table)| (fill(&database, guarantee, table, 25_000, 0), table))
        .collect();
    for (sql, _) in &jobs {
        database.script(&file(sql, 0)).unwrap();
        // Again is no error.
        database.script(&file(sql, 0)).unwrap();
    }
    let events = "SELECT count(*), min(timediff(time(starts), '03:17:00')), max(timediff(time(starts), '03:17:00')), \
         min(starts) > now(), max(starts) <= now() + INTERVAL 2 DAY, min(interval_value), max(interval_field) \
         FROM information_schema.events";
    assert_eq!(database.script(events).unwrap(), "3\t00:00:00\t00:00:00\t1\t1\t1\tDAY\n");

    // The body stays as it is.
    let names = database.script("SELECT event_name FROM information_schema.events").unwrap();
    for name in names.lines() {
        let now = format!("ALTER EVENT `{name}` ON SCHEDULE EVERY 1 DAY STARTS CURRENT_TIMESTAMP");
        database.script(&now).unwrap();
    }
    let deadline = Instant::now() + Duration::from_secs(60);
    while jobs.iter().any(|(_, table)| left(&database, table) != "5\n") {
        assert!(Instant::now() < deadline, "{names}");
        thread::sleep(Duration::from_millis(100));
    }
    // Each of them ends by itself.
    let running = "SELECT count(*) FROM information_schema.processlist WHERE command = 'Connect'";
    while database.script(running).unwrap() != "0\n" {
        assert!(Instant::now() < deadline, "{names}");
        thread::sleep(Duration::from_millis(100));
    }

    for (sql, _) in &jobs {
        database.script(&file(sql, 1)).unwrap();
    }
    assert_eq!(database.script("SELECT count(*) FROM information_schema.events").unwrap(), "0\n");
}

/// The client's own file of options, as the settings' comment describes it.
struct Settings {
    folder: tempfile::TempDir,
    database: String,
}

impl Settings {
    fn new(database: &Database) -> Settings {
        let folder = tempfile::tempdir().unwrap();
        let url = database.url();
        let socket = url.rsplit_once(' ').unwrap().0;
        std::fs::write(folder.path().join("client.cnf"), format!("[client]\nsocket={socket}\nuser=root\n"))
            .unwrap();
        Settings { folder, database: database.name().to_owned() }
    }

    fn install(&self, sql: &Sql, job: Job) -> Installed {
        let file = self.folder.path().join("client.cnf");
        let settings = [
            ("HOOKONCE_CLIENT", "mariadb"),
            ("HOOKONCE_CLIENT_FILE", file.to_str().unwrap()),
            ("HOOKONCE_DATABASE", &self.database),
        ];
        Installed::new(sql, job, &settings)
    }
}

/// Makes the table, with rows old enough to go, five that stay, and stuck claims.
fn fill(database: &Database, guarantee: Guarantee, table: &str, old: u32, stuck: u32) -> Sql {
    let sql = sql(Dialect::MariaDb, guarantee, table);
    database.script(&sql.file(File::Up, Lang::En).sql).unwrap();
    let name = quoted(table);
    let (now, past) = ("utc_timestamp(6)", "utc_timestamp(6) - INTERVAL 31 DAY");
    let rows: &[(&str, &str, &str, &str, u32)] = &[
        ("old", "done", past, past, old),
        ("new", "done", now, now, 5),
        ("stuck", "processing", past, "NULL", stuck),
    ];
    for (prefix, status, first_seen, done_at, rows) in rows {
        let insert = if guarantee == Guarantee::Lease {
            format!(
                "(`key`, status, claim_token, lease_until, first_seen, done_at) \
                 SELECT concat('{prefix}', seq), '{status}', uuid(), {past}, {first_seen}, {done_at} FROM seq_1_to_{rows}"
            )
        } else {
            format!("(`key`, first_seen) SELECT concat('{prefix}', seq), {first_seen} FROM seq_1_to_{rows}")
        };
        if *rows > 0 {
            database.script(&format!("INSERT INTO {name} {insert}")).unwrap();
        }
    }
    sql
}

fn left(database: &Database, table: &str) -> String {
    database.script(&format!("SELECT count(*) FROM {}", quoted(table))).unwrap()
}

fn quoted(table: &str) -> String {
    identifier(table, Dialect::MariaDb).unwrap()
}

fn file(sql: &Sql, at: usize) -> String {
    sql.job(Job::MariaDbEvent, Lang::De).remove(at).text
}
