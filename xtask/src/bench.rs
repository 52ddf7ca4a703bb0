//! Measurements, for docs/benchmarks.md. No test depends on their numbers.

use std::process::{Command, Stdio};

use anyhow::{Result, bail};

use crate::layers::npm_packages;
use crate::section::Section;
use crate::system::Program;
use crate::{audits, page, paths, run, size, strategies, system};

/// `cargo xtask bench`.
pub fn command(args: &[String]) -> Result<()> {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        [] => {
            page()?;
            live()?;
            sql()?;
            strategies::bench()?;
            audits::bench()
        }
        ["--only", "audit"] => audits::bench(),
        ["--only", "keys"] => strategies::bench(),
        ["--only", "page"] => page(),
        ["--only", "live"] => live(),
        ["--only", "sql"] => sql(),
        _ => bail!("bench takes --only audit, keys, live, page or sql, not `{}`", args.join(" ")),
    }
}

/// What a visitor loads, and how fast it is there.
fn page() -> Result<()> {
    page::build()?;
    size::command(&["--write".to_owned()])?;

    let script = paths::e2e().join("bench.mjs");
    if !script.is_file() {
        println!("tests/e2e/bench.mjs is not there, so nothing is timed");
        return Ok(());
    }
    system::install(&[Program::Chromium]);
    let chromium = Program::Chromium.require()?;
    npm_packages()?;
    run::step("measure in the browser (tests/e2e/bench.mjs)", || {
        let mut node = Command::new("node");
        node.arg(&script).current_dir(paths::root());
        node.env("HOOKONCE_CHROMIUM", chromium).env("HOOKONCE_DIST", paths::dist());
        run::show(&mut node)
    })
}

/// The generated workflow on an n8n that is started for it.
fn live() -> Result<()> {
    system::install(&[Program::Postgresql]);
    system::node()?;
    let mut cargo = run::cargo();
    cargo.args(["run", "--quiet", "-p", "hookonce-conformance", "--example", "live_bench"]);
    cargo.env("HOOKONCE_PG_BIN", Program::Postgresql.require()?);
    cargo.env("HOOKONCE_TOOLS", paths::tools()?);
    cargo.stderr(Stdio::inherit());
    let text =
        run::step("measure on n8n (crates/conformance/examples/live_bench)", || run::text(&mut cargo))?;
    print!("{text}");
    LIVE.write(&paths::benchmarks(), &text)
}

/// The guarantees' statements on a PostgreSQL server that is started for it.
fn sql() -> Result<()> {
    system::install(&[Program::Postgresql]);
    let mut cargo = run::cargo();
    cargo.args(["run", "--quiet", "-p", "hookonce-conformance", "--example", "sql_bench"]);
    cargo.env("HOOKONCE_PG_BIN", Program::Postgresql.require()?);
    cargo.stderr(Stdio::inherit());
    let text =
        run::step("measure on PostgreSQL (crates/conformance/examples/sql_bench)", || run::text(&mut cargo))?;
    print!("{text}");
    SQL.write(&paths::benchmarks(), &text)
}

const LIVE: Section = Section { name: "live", written_by: "cargo xtask bench", heading: "\n" };

const SQL: Section = Section { name: "sql", written_by: "cargo xtask bench", heading: "\n" };
