//! pg_cron in a server of its own.

use std::thread;
use std::time::{Duration, Instant};

use hookonce_conformance::ports;
use hookonce_conformance::postgresql::{Database, Server};
use hookonce_core::lang::Lang;
use hookonce_core::sql::{Dialect, File, Guarantee, Job, Sql};

use crate::postgresql::{NEW, left, quoted};
use crate::support::{HOSTILE, sql};

/// As pg_cron is installed: each job runs on a connection of its own.
#[test]
fn jobs_run_on_connections() {
    check("off");
}

#[test]
fn jobs_run_in_background_workers() {
    check("on");
}

#[track_caller]
fn check(background_workers: &str) {
    let (_server, database) = start(background_workers);
    let jobs: Vec<(Sql, String)> = Guarantee::ALL
        .into_iter()
        .zip(["processed_events", HOSTILE[0], HOSTILE[2]])
        .map(|(guarantee, table)| (sql(Dialect::PostgreSql, guarantee, table), quoted(table)))
        .collect();
    for (sql, name) in &jobs {
        make(&database, sql, name);
        database.psql(&file(sql, 0));
        // The name replaces the job.
        database.psql(&file(sql, 0));
    }
    assert_eq!(database.psql("SELECT DISTINCT schedule FROM cron.job"), "17 3 * * *\n");
    assert_eq!(database.psql("SELECT count(*) FROM cron.job"), format!("{}\n", jobs.len()));

    // pg_cron 1.4 knows minutes only; in the next one all of them run.
    database.psql("SELECT cron.alter_job(jobid, schedule := '* * * * *') FROM cron.job");
    wait_for_runs(&database, jobs.len());
    for (sql, name) in &jobs {
        let stuck = u32::from(sql.guarantee() == Guarantee::Lease);
        assert_eq!(left(&database, name), NEW + stuck, "{name}");
    }

    for (sql, _) in &jobs {
        database.psql(&file(sql, 1));
    }
    assert_eq!(database.psql("SELECT count(*) FROM cron.job"), "0\n");
}

/// A server with pg_cron in one of its databases.
fn start(background_workers: &str) -> (Server, Database) {
    let options = format!(
        "-c shared_preload_libraries=pg_cron -c cron.database_name=test_0 -c cron.host=127.0.0.1 \
         -c cron.use_background_workers={background_workers} -c max_worker_processes=20"
    );
    let server = Server::with_options(ports::free(), &options).unwrap_or_else(|problem| {
        panic!("is pg_cron missing? Install it (Debian 12: `apt-get install postgresql-15-cron`).\n{problem}")
    });
    let database = server.database();
    assert_eq!(database.name(), "test_0");
    database.psql("CREATE EXTENSION pg_cron");
    (server, database)
}

/// The table, three batches of old rows, some that stay, and for a lease one that is stuck.
fn make(database: &Database, sql: &Sql, name: &str) {
    database.psql(&sql.file(File::Up, Lang::En).sql);
    database.psql(&match sql.guarantee() {
        Guarantee::Lease => format!(
            "INSERT INTO {name} (key, status, claim_token, lease_until, done_at) SELECT n::text, 'done', gen_random_uuid(), now(), \
             now() - CASE WHEN n > 25000 THEN interval '1 day' ELSE interval '31 days' END FROM generate_series(1, 25000 + {NEW}) AS n; \
             INSERT INTO {name} (key, claim_token, lease_until, first_seen) VALUES ('stuck', gen_random_uuid(), now(), now() - interval '31 days')"
        ),
        Guarantee::ClaimFirst | Guarantee::SameTransaction => format!(
            "INSERT INTO {name} (key, first_seen) SELECT n::text, now() - CASE WHEN n > 25000 THEN interval '1 day' ELSE interval '31 days' END \
             FROM generate_series(1, 25000 + {NEW}) AS n"
        ),
    });
}

fn file(sql: &Sql, at: usize) -> String {
    sql.job(Job::PgCron, Lang::De).remove(at).text
}

/// Until each job has run once, which is in the next minute at the latest.
#[track_caller]
fn wait_for_runs(database: &Database, jobs: usize) {
    let deadline = Instant::now() + Duration::from_secs(150);
    let runs = "SELECT DISTINCT ON (jobid) status, return_message FROM cron.job_run_details \
         WHERE status IN ('succeeded', 'failed') ORDER BY jobid, runid";
    loop {
        let runs = database.psql(runs);
        assert!(!runs.contains("failed"), "{runs}");
        if runs.lines().filter(|line| line.starts_with("succeeded")).count() == jobs {
            return;
        }
        let all = || database.psql("SELECT * FROM cron.job_run_details");
        assert!(Instant::now() < deadline, "not within two minutes: {}", all());
        thread::sleep(Duration::from_millis(200));
    }
}
