//! What CI has no time for: the generated workflow on many processes of n8n, and thousands of killed receivers.

use anyhow::{Result, bail};

use crate::system::{self, Program};
use crate::{paths, run};

/// `cargo xtask soak`.
pub fn command(args: &[String]) -> Result<()> {
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        [] => n8n().and_then(|()| crash(KILLS, ROWS)),
        ["--only", "n8n"] => n8n(),
        ["--only", "crash"] => crash(KILLS, ROWS),
        ["--only", "crash", "--kills", kills, "--rows", rows] => crash(kills, rows),
        _ => bail!(
            "soak takes --only n8n, --only crash and --only crash --kills N --rows N, not `{}`",
            args.join(" ")
        ),
    }
}

fn n8n() -> Result<()> {
    system::install(&[Program::Postgresql, Program::Redis]);
    system::node()?;
    let mut cargo = run::cargo();
    cargo.args(["run", "--quiet", "-p", "hookonce-conformance", "--example", "soak"]);
    cargo.env("HOOKONCE_PG_BIN", Program::Postgresql.require()?);
    cargo.env("HOOKONCE_REDIS_SERVER", Program::Redis.require()?);
    cargo.env("HOOKONCE_TOOLS", paths::tools()?);
    run::step("soak (crates/conformance/examples/soak)", || run::show(&mut cargo))
}

/// The layer `crash` with more of everything.
fn crash(kills: &str, rows: &str) -> Result<()> {
    system::install(&[Program::Postgresql, Program::MariaDb]);
    let mut cargo = run::cargo();
    cargo.args(["test", "-p", "hookonce-conformance", "--test", "crash", "--", "--nocapture"]);
    cargo.env("HOOKONCE_PG_BIN", Program::Postgresql.require()?);
    cargo.env("HOOKONCE_MARIADBD", Program::MariaDb.require()?);
    cargo.env("HOOKONCE_CRASH_KILLS", kills).env("HOOKONCE_CRASH_ROWS", rows);
    let step = format!("soak with {kills} kills and {rows} rows (crates/conformance/tests/crash)");
    run::step(&step, || run::show(&mut cargo))
}

/// Receivers killed on each database, all guarantees together.
const KILLS: &str = "10000";

/// Keys in each table before the first delivery.
const ROWS: &str = "1000000";
