//! Jobs: their files, as far as they are text. `crates/conformance` runs them.

use std::collections::HashSet;

use hookonce_core::files::NamedFile;
use hookonce_core::lang::Lang;
use hookonce_core::options::Options;
use hookonce_core::sql::{Dialect, Guarantee, Job, Sql, Statement};

use crate::support::{HOSTILE, compare, everything, plain, sql, without_comments};

#[test]
fn the_files_are_the_committed_ones() {
    let mut files = Vec::new();
    for dialect in Dialect::ALL {
        let sql = plain(dialect, Guarantee::Lease);
        for job in sql.jobs() {
            let of_job = sql.job(job, Lang::En).into_iter();
            files.extend(of_job.map(|NamedFile { path, text }| NamedFile {
                path: format!("{}/{}/{path}", dialect.name(), job.name()),
                text,
            }));
        }
    }
    // The published clean-up is one statement that deletes all at once.
    let published = plain(Dialect::PostgreSql, Guarantee::ClaimFirst).job(Job::PgCron, Lang::En).remove(0);
    files.push(NamedFile { path: "postgresql/pg-cron-claim-first.sql".into(), ..published });
    compare("jobs", &files);
}

#[test]
fn a_dialect_has_the_jobs_that_it_can_run() {
    let jobs = |dialect| plain(dialect, Guarantee::Lease).jobs();
    assert_eq!(jobs(Dialect::PostgreSql), [Job::PgCron, Job::SystemdTimer, Job::Crontab]);
    assert_eq!(jobs(Dialect::MariaDb), [Job::MariaDbEvent, Job::SystemdTimer, Job::Crontab]);
    assert_eq!(jobs(Dialect::Sqlite), [Job::SystemdTimer, Job::Crontab]);
    for (dialect, guarantee, columns) in everything() {
        let sql = sql(dialect, guarantee, columns, "processed_events");
        for job in Job::ALL {
            assert_eq!(sql.job(job, Lang::En).is_empty(), !sql.jobs().contains(&job));
        }
    }
}

#[test]
fn a_job_runs_the_steps_of_the_clean_up_and_its_schedule_is_in_it() {
    for (dialect, guarantee, columns) in everything() {
        let sql = sql(dialect, guarantee, columns, "processed_events");
        for job in sql.jobs() {
            let text: String = sql.job(job, Lang::En).iter().map(without_comments).collect();
            for step in sql.steps(Statement::Cleanup) {
                let is_for_a_client = job == Job::MariaDbEvent && step.sql.starts_with("SELECT ");
                assert_eq!(text.contains(&step.sql), !is_for_a_client, "{job:?}: {}\n{text}", step.sql);
            }
            let schedule = match job {
                Job::Crontab => "\n17 3 * * * ",
                Job::MariaDbEvent => "EVERY 1 DAY STARTS CURRENT_DATE + INTERVAL 1 DAY + INTERVAL 197 MINUTE",
                Job::PgCron => "', '17 3 * * *', $hookonce$",
                Job::SystemdTimer => "\nOnCalendar=*-*-* 03:17:00\n",
            };
            assert!(format!("\n{text}").contains(schedule), "{text}");
        }
    }
}

#[test]
fn two_tables_never_share_the_name_of_a_job() {
    for dialect in Dialect::ALL {
        let mut names = HashSet::new();
        let tables = HOSTILE.into_iter().chain(["a_b", "a b", "a-b", "A_B", "app_a_b", "größe ", "gr_e"]);
        for (schema, table) in tables.map(|table| ("", table)).chain([("app", "a_b"), ("App", "a_b")]) {
            let options =
                Options { dialect, schema: schema.into(), table: table.into(), ..Options::default() };
            // A space at the end is none of MariaDB's.
            let Ok(sql) = Sql::new(&options) else { continue };
            for job in sql.jobs() {
                for NamedFile { path, text } in sql.job(job, Lang::En) {
                    assert!(!path.contains('/') && path.is_ascii(), "{path}");
                    assert!(text.ends_with('\n'), "{path}");
                    assert!(names.insert((job, path.clone())), "{path}");
                }
            }
        }
    }
    let long = "x".repeat(63);
    let path = |table: &str| {
        let sql = sql(Dialect::PostgreSql, Guarantee::Lease, Default::default(), table);
        sql.job(Job::PgCron, Lang::En).remove(0).path
    };
    assert_ne!(path(&long), path(&long[1..]));
}

#[test]
fn languages_differ_in_comments_only() {
    for (dialect, guarantee, columns) in everything() {
        let sql = sql(dialect, guarantee, columns, "processed_events");
        for job in sql.jobs() {
            let [de, en] = Lang::ALL.map(|lang| sql.job(job, lang));
            assert_eq!(de.len(), en.len());
            for (de, en) in de.iter().zip(&en) {
                assert_eq!(de.path, en.path);
                assert_ne!(de.text, en.text);
                assert_eq!(without_comments(de), without_comments(en));
            }
        }
    }
}

#[test]
fn a_crontab_line_has_no_percent_sign() {
    for table in HOSTILE {
        let sql = sql(Dialect::Sqlite, Guarantee::Lease, Default::default(), table);
        let line = sql.job(Job::Crontab, Lang::En).remove(0);
        assert!(!line.text.contains('%'), "{}", line.text);
    }
}
