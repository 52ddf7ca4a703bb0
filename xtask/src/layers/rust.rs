//! The layers that cargo runs on this machine.

use std::process::Command;

use anyhow::Result;

use super::Session;
use super::outcome::{self, Outcome};
use crate::paths;
use crate::run::{self, Log};
use crate::system::Program;

/// Every file is formatted.
pub fn format(_: &mut Session, log: &mut Log) -> Result<Outcome> {
    let (success, _) = log.run(run::cargo().args(["fmt", "--all", "--check"]))?;
    Ok(Outcome::check(success))
}

/// No warnings: everything for this machine, and what runs in the browser for
/// the browser, where other code is compiled.
pub fn clippy(_: &mut Session, log: &mut Log) -> Result<Outcome> {
    let checks: [&[&str]; 4] = [
        &["--workspace", "--all-targets"],
        &["--target", "wasm32-unknown-unknown", "-p", "hookonce-web", "--all-targets"],
        &["--target", "wasm32-unknown-unknown", "-p", "hookonce-worker", "--lib"],
        // Not its tests: they run on this machine only, and their generators
        // need a source of randomness that the browser's target lacks.
        &["--target", "wasm32-unknown-unknown", "-p", "hookonce-core", "--lib"],
    ];
    let mut sum = Outcome::default();
    for check in checks {
        let mut cargo = run::cargo();
        cargo.arg("clippy").args(check).args(["--", "-D", "warnings"]);
        sum.add(&Outcome::check(log.run(&mut cargo)?.0));
    }
    Ok(sum)
}

/// The tests that need neither a browser nor a database.
pub fn native(_: &mut Session, log: &mut Log) -> Result<Outcome> {
    let mut cargo = run::cargo();
    // The page's own parts that need no browser: the source's bytes, numbers, coloured code.
    cargo.args(["test", "--no-fail-fast"]);
    cargo_test(&mut cargo, log)
}

/// What we generate, in a real PostgreSQL that the tests start themselves.
pub fn postgresql(_: &mut Session, log: &mut Log) -> Result<Outcome> {
    let mut cargo = run::cargo();
    cargo.args(["test", "--no-fail-fast", "-p", "hookonce-conformance", "--lib"]);
    cargo.args(ON_POSTGRESQL.iter().flat_map(|target| ["--test", target]));
    cargo.env("HOOKONCE_PG_BIN", Program::Postgresql.require()?);
    cargo_test(&mut cargo, log)
}

/// The same in a real MariaDB.
pub fn mariadb(_: &mut Session, log: &mut Log) -> Result<Outcome> {
    let mut cargo = run::cargo();
    cargo.args(["test", "--no-fail-fast", "-p", "hookonce-conformance"]);
    cargo.args(ON_MARIADB.iter().flat_map(|target| ["--test", target]));
    cargo.env("HOOKONCE_MARIADBD", Program::MariaDb.require()?);
    cargo_test(&mut cargo, log)
}

/// The same in SQLite, which is built into the tests.
pub fn sqlite(_: &mut Session, log: &mut Log) -> Result<Outcome> {
    let mut cargo = run::cargo();
    cargo.args(["test", "--no-fail-fast", "-p", "hookonce-conformance"]);
    cargo.args(ON_SQLITE.iter().flat_map(|target| ["--test", target]));
    cargo_test(&mut cargo, log)
}

/// The clean-up as a job, and migrations, by the programs that they are made for.
pub fn jobs(_: &mut Session, log: &mut Log) -> Result<Outcome> {
    let mut cargo = run::cargo();
    cargo.args(["test", "--no-fail-fast", "-p", "hookonce-conformance"]);
    cargo.args(ON_JOBS.iter().flat_map(|target| ["--test", target]));
    cargo.env("HOOKONCE_PG_BIN", Program::Postgresql.require()?);
    cargo.env("HOOKONCE_MARIADBD", Program::MariaDb.require()?);
    cargo_test(&mut cargo, log)
}

/// Receivers and their database killed at random; what was lost and repeated is in the log.
pub fn crash(_: &mut Session, log: &mut Log) -> Result<Outcome> {
    let mut cargo = run::cargo();
    cargo.args(["test", "--no-fail-fast", "-p", "hookonce-conformance"]);
    cargo.args(ON_CRASH.iter().flat_map(|target| ["--test", target])).args(["--", "--nocapture"]);
    cargo.env("HOOKONCE_PG_BIN", Program::Postgresql.require()?);
    cargo.env("HOOKONCE_MARIADBD", Program::MariaDb.require()?);
    cargo_test(&mut cargo, log)
}

/// The generated workflows in a real n8n, which the tests install once and start themselves.
pub fn n8n(_: &mut Session, log: &mut Log) -> Result<Outcome> {
    let mut cargo = run::cargo();
    cargo.args(["test", "-p", "hookonce-conformance"]);
    cargo.args(ON_N8N.iter().flat_map(|target| ["--test", target]));
    cargo.env("HOOKONCE_CHROMIUM", Program::Chromium.require()?);
    cargo.env("HOOKONCE_PG_BIN", Program::Postgresql.require()?);
    cargo.env("HOOKONCE_TOOLS", paths::tools()?);
    cargo_test(&mut cargo, log)
}

/// The test targets of `crates/conformance` that run without n8n.
const ON_POSTGRESQL: &[&str] = &["differential", "postgresql"];

/// Those that need MariaDB.
const ON_MARIADB: &[&str] = &["mariadb"];

/// Those that need SQLite only.
const ON_SQLITE: &[&str] = &["sqlite"];

/// Those that need programs around the databases.
const ON_JOBS: &[&str] = &["jobs", "migrations"];

/// Those that kill processes.
const ON_CRASH: &[&str] = &["crash"];

/// Those that need n8n.
const ON_N8N: &[&str] = &["n8n_live"];

/// Runs a `cargo test` and counts.
pub fn cargo_test(command: &mut Command, log: &mut Log) -> Result<Outcome> {
    let (success, output) = log.run(command)?;
    Ok(outcome::from_cargo(&output).with_status(success))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn every_target_of_conformance_is_in_one_layer() {
        let folder = fs::read_dir(paths::root().join("crates/conformance/tests")).unwrap();
        let targets = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let layers = [ON_POSTGRESQL, ON_MARIADB, ON_SQLITE, ON_JOBS, ON_CRASH, ON_N8N];
        let run = layers.into_iter().flatten().map(|target| target.to_string());
        // As lists, so that none is there twice.
        assert_eq!(sorted(run), sorted(targets));
    }

    fn sorted(names: impl Iterator<Item = String>) -> Vec<String> {
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }
}
