//! The script on PostgreSQL.

use std::fs;

use hookonce_conformance::postgresql::Database;
use hookonce_core::lang::Lang;
use hookonce_core::sql::{Dialect, File, Guarantee, Job, Sql, identifier};

use crate::support::{HOSTILE, Installed, Run, sql};

#[test]
fn the_script_deletes_all_that_is_old_and_says_nothing() {
    // Keeps the server running in between.
    let _database = Database::new();
    for guarantee in Guarantee::ALL {
        let (database, sql) = filled(guarantee, "processed_events", 25_000, 0);
        for job in [Job::Crontab, Job::SystemdTimer] {
            let installed = install(&database, &sql, job);
            let run = match job {
                Job::Crontab => installed.run_by_cron(database.programs()),
                _ => installed.run_by_systemd(database.programs()),
            };
            assert_eq!(run, silent(), "{guarantee:?} {job:?}");
            assert_eq!(left(&database, "processed_events"), NEW, "{guarantee:?} {job:?}");
            fill(&database, guarantee, "processed_events", 1);
        }
    }
}

#[test]
fn names_stay_names_in_the_shell_and_in_psql() {
    // Keeps the server running in between.
    let _database = Database::new();
    for table in HOSTILE {
        for guarantee in Guarantee::ALL {
            let (database, sql) = filled(guarantee, table, 1, 0);
            let run = install(&database, &sql, Job::Crontab).run_by_cron(database.programs());
            assert_eq!(run, silent(), "{guarantee:?} {table}");
            assert_eq!(left(&database, &quoted(table)), NEW, "{guarantee:?} {table}");
        }
    }
}

#[test]
fn stuck_claims_are_reported_after_the_work() {
    let (database, sql) = filled(Guarantee::Lease, "processed_events", 10_001, 3);
    let run = install(&database, &sql, Job::Crontab).run_by_cron(database.programs());
    let stderr = "hookonce: 3 claims are stuck\n".to_owned();
    assert_eq!(run, Run { code: 4, stdout: String::new(), stderr });
    assert_eq!(left(&database, "processed_events"), NEW + 3);
}

#[test]
fn a_failure_is_told_and_ends_it() {
    // Keeps the server running in between.
    let _database = Database::new();
    for guarantee in Guarantee::ALL {
        let database = Database::new();
        let sql = sql(Dialect::PostgreSql, guarantee, "processed_events");
        // There is no table.
        let run = install(&database, &sql, Job::Crontab).run_by_cron(database.programs());
        assert_eq!((run.code, run.stdout.as_str()), (3, ""), "{run:?}");
        assert!(run.stderr.contains("processed_events"), "{run:?}");
        // There is no server.
        let empty = tempfile::tempdir().unwrap();
        let host = empty.path().to_str().unwrap();
        let settings = [("PGHOST", host), ("PGDATABASE", "x"), ("PGUSER", "x")];
        let installed = Installed::new(&sql, Job::SystemdTimer, &settings);
        let run = installed.run_by_systemd(database.programs());
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{run:?}");
        assert!(run.stderr.contains(host), "{run:?}");
    }
}

/// A database with the table and rows old enough to go, rows that stay, and stuck claims.
pub fn filled(guarantee: Guarantee, table: &str, old: u32, stuck: u32) -> (Database, Sql) {
    let sql = sql(Dialect::PostgreSql, guarantee, table);
    let database = Database::new();
    database.psql(&sql.file(File::Up, Lang::En).sql);
    let name = quoted(table);
    fill(&database, guarantee, &name, old);
    let insert = match guarantee {
        Guarantee::Lease => format!(
            "INSERT INTO {name} (key, status, claim_token, lease_until, first_seen, done_at) \
             SELECT 'new' || n, 'done', gen_random_uuid(), now(), now() - interval '31 days', now() FROM generate_series(1, {NEW}) AS n; \
             INSERT INTO {name} (key, claim_token, lease_until, first_seen) \
             SELECT 'stuck' || n, gen_random_uuid(), now(), now() - interval '31 days' FROM generate_series(1, {stuck}) AS n"
        ),
        Guarantee::ClaimFirst | Guarantee::SameTransaction => {
            format!("INSERT INTO {name} (key) SELECT 'new' || n FROM generate_series(1, {NEW}) AS n")
        }
    };
    database.psql(&insert);
    (database, sql)
}

/// Adds rows that are old enough to go.
pub fn fill(database: &Database, guarantee: Guarantee, name: &str, old: u32) {
    let insert = match guarantee {
        Guarantee::Lease => format!(
            "INSERT INTO {name} (key, status, claim_token, lease_until, first_seen, done_at) \
             SELECT n::text, 'done', gen_random_uuid(), now(), now() - interval '40 days', now() - interval '31 days' \
             FROM generate_series(1, {old}) AS n"
        ),
        Guarantee::ClaimFirst | Guarantee::SameTransaction => format!(
            "INSERT INTO {name} (key, first_seen) SELECT n::text, now() - interval '31 days' FROM generate_series(1, {old}) AS n"
        ),
    };
    database.psql(&insert);
}

pub fn left(database: &Database, name: &str) -> u32 {
    database.psql(&format!("SELECT count(*) FROM {name}")).trim().parse().unwrap()
}

pub fn quoted(table: &str) -> String {
    identifier(table, Dialect::PostgreSql).unwrap()
}

/// How many rows stay.
pub const NEW: u32 = 5;

fn install(database: &Database, sql: &Sql, job: Job) -> Installed {
    // A password that nobody asks for; psql reads the file, which only its owner may read.
    let host = database.socket_folder().to_str().unwrap();
    let port = database.port().to_string();
    let settings =
        [("PGHOST", host), ("PGPORT", &port), ("PGDATABASE", database.name()), ("PGUSER", "postgres")];
    let installed = Installed::new(sql, job, &settings);
    assert!(fs::metadata(installed.path("sh")).is_ok());
    installed
}

fn silent() -> Run {
    Run { code: 0, stdout: String::new(), stderr: String::new() }
}
