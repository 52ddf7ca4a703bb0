//! The layers that cargo runs on this machine.

use std::process::Command;

use anyhow::Result;

use super::Session;
use super::outcome::{self, Outcome};
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
    let checks: [&[&str]; 3] = [
        &["--workspace", "--all-targets"],
        &["--target", "wasm32-unknown-unknown", "-p", "hookonce-web", "--all-targets"],
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
    cargo.args(["test", "--no-fail-fast", "-p", "hookonce-conformance"]);
    cargo.env("HOOKONCE_PG_BIN", Program::Postgresql.require()?);
    cargo_test(&mut cargo, log)
}

/// Runs a `cargo test` and counts.
pub fn cargo_test(command: &mut Command, log: &mut Log) -> Result<Outcome> {
    let (success, output) = log.run(command)?;
    Ok(outcome::from_cargo(&output).with_status(success))
}
