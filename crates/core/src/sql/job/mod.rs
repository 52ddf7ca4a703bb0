//! The clean-up as a job with its schedule: every night at 03:17.
//!
//! n8n's job is the workflow [`crate::n8n::Workflow::Cleanup`].

mod host;
mod server;

use sha2::{Digest, Sha256};

use super::migration::slug;
use super::{Dialect, Proof, Sql, Statement};
use crate::files::NamedFile;
use crate::lang::Lang;

/// What runs the clean-up.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Job {
    /// cron, on any machine that reaches the database.
    Crontab,
    /// An EVENT of MariaDB or MySQL, in the server.
    MariaDbEvent,
    /// pg_cron, in the PostgreSQL server.
    PgCron,
    /// A timer of systemd, on any machine that reaches the database.
    SystemdTimer,
}

impl Job {
    /// Every job: those inside of a server first.
    pub const ALL: [Job; 4] = [Job::PgCron, Job::MariaDbEvent, Job::SystemdTimer, Job::Crontab];

    /// The name on the command line and in the page's address.
    pub fn name(self) -> &'static str {
        match self {
            Job::Crontab => "crontab",
            Job::MariaDbEvent => "mariadb-event",
            Job::PgCron => "pg-cron",
            Job::SystemdTimer => "systemd",
        }
    }

    /// The name for people.
    pub fn title(self) -> &'static str {
        match self {
            Job::Crontab => "crontab",
            Job::MariaDbEvent => "EVENT",
            Job::PgCron => "pg_cron",
            Job::SystemdTimer => "systemd",
        }
    }

    /// How it is proven; `crates/conformance` runs it.
    pub fn proof(self, dialect: Dialect) -> Proof {
        match self {
            // The script is run; what calls it at night is not.
            Job::Crontab => Proof { documented: Some("cron"), ..dialect.proof() },
            Job::MariaDbEvent => dialect.proof(),
            Job::PgCron => Proof { run_on: "PostgreSQL 15, pg_cron 1.4", documented: None },
            Job::SystemdTimer => Proof { documented: Some("systemd 252"), ..dialect.proof() },
        }
    }
}

impl Sql {
    /// The jobs that the database has.
    pub fn jobs(&self) -> Vec<Job> {
        let fits = |job: &Job| match job {
            Job::Crontab | Job::SystemdTimer => true,
            Job::MariaDbEvent => self.dialect == Dialect::MariaDb,
            Job::PgCron => self.dialect == Dialect::PostgreSql,
        };
        Job::ALL.into_iter().filter(fits).collect()
    }

    /// The files of a job; none for a job that the database does not have. Languages differ in comments only.
    pub fn job(&self, job: Job, lang: Lang) -> Vec<NamedFile> {
        if !self.jobs().contains(&job) {
            return Vec::new();
        }
        match job {
            Job::Crontab => host::crontab(self, lang),
            Job::MariaDbEvent => server::mariadb_event(self, lang),
            Job::PgCron => server::pg_cron(self, lang),
            Job::SystemdTimer => host::systemd(self, lang),
        }
    }

    /// A name that no other table's job has: two jobs of one name would replace each other. `[a-z0-9_]`, at most 47 bytes.
    fn job_slug(&self) -> String {
        let slug = slug(&self.keys);
        if slug == self.keys.trim_matches('`') || slug == self.keys.trim_matches('"') {
            return slug;
        }
        let hash = Sha256::digest(&self.keys);
        let hash: String = hash.iter().take(3).map(|byte| format!("{byte:02x}")).collect();
        format!("{slug}_{hash}")
    }

    /// The steps of the clean-up.
    fn cleanup_steps(&self) -> Vec<String> {
        self.statement_texts(&[Statement::Cleanup])
    }

    /// Whether the clean-up is to be repeated until it has deleted nothing; the published one deletes all at once.
    fn cleans_in_batches(&self) -> bool {
        self.cleanup_steps().iter().any(|step| step.contains(" AS deleted"))
    }

    /// Whether the clean-up says how many claims are stuck.
    fn counts_stuck(&self) -> bool {
        self.guarantee == super::Guarantee::Lease
    }
}
