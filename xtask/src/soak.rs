//! The generated workflow on many processes of n8n, for longer than CI has time for.

use anyhow::{Result, bail};

use crate::system::{self, Program};
use crate::{paths, run};

/// `cargo xtask soak`.
pub fn command(args: &[String]) -> Result<()> {
    if let Some(arg) = args.first() {
        bail!("soak takes no `{arg}`");
    }
    system::install(&[Program::Postgresql, Program::Redis]);
    system::node()?;
    let mut cargo = run::cargo();
    cargo.args(["run", "--quiet", "-p", "hookonce-conformance", "--example", "soak"]);
    cargo.env("HOOKONCE_PG_BIN", Program::Postgresql.require()?);
    cargo.env("HOOKONCE_REDIS_SERVER", Program::Redis.require()?);
    cargo.env("HOOKONCE_TOOLS", paths::tools()?);
    run::step("soak (crates/conformance/examples/soak)", || run::show(&mut cargo))
}
