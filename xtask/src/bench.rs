//! Measurements, for docs/benchmarks.md. No test depends on their numbers.

use std::process::Command;

use anyhow::{Result, bail};

use crate::layers::npm_packages;
use crate::system::Program;
use crate::{page, paths, run, size, system};

/// `cargo xtask bench`.
pub fn command(args: &[String]) -> Result<()> {
    if let Some(arg) = args.first() {
        bail!("bench takes no `{arg}`");
    }
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
