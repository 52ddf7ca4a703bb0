//! The layers that need Node.js or a browser.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::json;

use super::Session;
use super::outcome::{self, Outcome};
use super::rust::cargo_test;
use crate::run::{self, Log};
use crate::system::{self, Program};
use crate::{page as bundle, paths, size, tools};

/// The generated JavaScript in Node.js, against the same fixtures as the core.
pub fn node(_: &mut Session, log: &mut Log) -> Result<Outcome> {
    let folder = paths::root().join("tests/node");
    // The files by name: what Node makes of a folder depends on its version.
    let mut tests = if folder.is_dir() { size::files(&folder)? } else { Vec::new() };
    tests.retain(|file| file.to_string_lossy().ends_with(".test.mjs"));
    if tests.is_empty() {
        bail!("there is no tests/node/*.test.mjs");
    }
    let cli = cli(log)?;
    let mut node = Command::new("node");
    node.args(["--test", "--test-reporter=tap"]).args(tests).current_dir(paths::root());
    node.env("HOOKONCE_CLI", cli);
    let (success, output) = log.run(&mut node)?;
    Ok(outcome::from_tap(&output).with_status(success))
}

/// `tests/web.rs` in headless Chromium, through wasm-bindgen-test.
pub fn browser(_: &mut Session, log: &mut Log) -> Result<Outcome> {
    let mut args =
        vec!["--headless", "--disable-gpu", "--disable-background-networking", "--disable-component-update"];
    if system::is_root() {
        args.push("--no-sandbox");
    }
    let options = json!({ "args": args, "binary": Program::Chromium.require()? });
    let capabilities = paths::target()?.join("xtask/webdriver.json");
    fs::write(&capabilities, json!({ "goog:chromeOptions": options }).to_string())?;

    let mut cargo = run::cargo();
    cargo.args(["test", "-p", "hookonce-web", "--test", "web", "--target", "wasm32-unknown-unknown"]);
    let runner = tools::wasm_bindgen()?.join(format!("wasm-bindgen-test-runner{EXE_SUFFIX}"));
    cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER", runner);
    cargo.env("CHROMEDRIVER", Program::Chromedriver.require()?);
    cargo.env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", capabilities);
    // The runner would prefer other browsers' drivers.
    cargo.env_remove("GECKODRIVER").env_remove("SAFARIDRIVER");
    // Seconds, as an upper bound: two busy cores start a browser slowly.
    cargo.env("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", "60").env("WASM_BINDGEN_TEST_TIMEOUT", "300");
    cargo_test(&mut cargo, log)
}

/// The release page can be built, is sealed, is relative, and is small enough.
pub fn page(session: &mut Session, log: &mut Log) -> Result<Outcome> {
    let mut sum = build(session, log)?;
    if sum.failed == 0 {
        let sizes = size::first_view(&paths::dist())?;
        std::io::Write::write_all(log, sizes.to_string().as_bytes())?;
        match size::check(&sizes) {
            Ok(()) => sum.add(&Outcome::check(true)),
            Err(error) => sum.problem = Some(error.to_string()),
        }
    }
    Ok(sum)
}

/// The built page in a real browser, driven by Playwright.
pub fn e2e(session: &mut Session, log: &mut Log) -> Result<Outcome> {
    // Usually the layer `page` has just built it.
    let built = match session.page {
        Some(built) => built,
        None => build(session, log)?.failed == 0,
    };
    if !built {
        bail!("the page could not be built");
    }
    let cli = cli(log)?;
    let report = paths::target()?.join("xtask/e2e.json");
    if report.exists() {
        // An old report must not speak for a run that wrote none.
        fs::remove_file(&report)?;
    }
    let mut playwright = Command::new("node");
    playwright.args(["node_modules/@playwright/test/cli.js", "test"]).current_dir(paths::e2e());
    playwright.env("HOOKONCE_CHROMIUM", Program::Chromium.require()?);
    playwright.env("HOOKONCE_DIST", paths::dist());
    playwright.env("HOOKONCE_CLI", cli);
    playwright.env("HOOKONCE_E2E_REPORT", &report);
    let (success, _) = log.run(&mut playwright)?;
    let report = fs::read_to_string(&report).context("Playwright wrote no report")?;
    Ok(outcome::from_playwright(&report)?.with_status(success))
}

/// Builds `dist/`; the build and what is checked in its result count as one test each.
fn build(session: &mut Session, log: &mut Log) -> Result<Outcome> {
    session.page = Some(false);
    let bundled = bundle::bundle(&tools::for_page()?, |command| match log.run(command)?.0 {
        true => Ok(()),
        false => bail!("{} failed", command.get_program().display()),
    });
    if let Err(error) = bundled {
        return Ok(Outcome { problem: Some(format!("{error:#}")), ..Outcome::check(false) });
    }
    let mut sum = Outcome::check(true);
    match bundle::finish(&paths::dist()) {
        Ok(()) => sum.add(&Outcome::check(true)),
        Err(error) => {
            sum.add(&Outcome { problem: Some(format!("{error:#}")), ..Outcome::check(false) });
            return Ok(sum);
        }
    }
    session.page = Some(true);
    Ok(sum)
}

/// Builds the command line tool, which the page and the workflow are compared with.
fn cli(log: &mut Log) -> Result<PathBuf> {
    if !log.run(run::cargo().args(["build", "-p", "hookonce-cli"]))?.0 {
        bail!("the command line tool does not compile");
    }
    Ok(paths::target()?.join(format!("debug/hookonce{EXE_SUFFIX}")))
}
