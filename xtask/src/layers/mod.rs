//! `cargo xtask test`: all layers of tests, one line each.
//!
//! A layer that could not run, or ran nothing, has failed: none passes silently.
//! Later layers run all the same, so that one run shows everything.

mod needs;
mod outcome;
mod rust;
mod web;

use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

pub use self::needs::npm_packages;
use self::needs::{Need, Ready};
use self::outcome::Outcome;
use crate::paths;
use crate::run::Log;
use crate::system::Program;

/// A layer of tests.
struct Layer {
    name: &'static str,
    /// What must be there before it runs.
    needs: &'static [Need],
    run: fn(&mut Session, &mut Log) -> Result<Outcome>,
}

/// From fast to slow, and what others build on first.
const LAYERS: &[Layer] = &[
    Layer { name: "format", needs: &[Need::Rustfmt], run: rust::format },
    Layer { name: "clippy", needs: &[Need::Clippy, Need::WasmTarget], run: rust::clippy },
    Layer { name: "native", needs: &[], run: rust::native },
    Layer { name: "node", needs: &[Need::Node], run: web::node },
    Layer {
        name: "browser",
        needs: &[
            Need::WasmTarget,
            Need::WasmBindgen,
            Need::Program(Program::Chromium),
            Need::Program(Program::Chromedriver),
        ],
        run: web::browser,
    },
    Layer { name: "postgresql", needs: &[Need::Program(Program::Postgresql)], run: rust::postgresql },
    Layer { name: "mariadb", needs: &[Need::Program(Program::MariaDb)], run: rust::mariadb },
    Layer { name: "sqlite", needs: &[], run: rust::sqlite },
    Layer {
        name: "jobs",
        needs: &[
            Need::Program(Program::Alembic),
            Need::Program(Program::MariaDb),
            Need::Program(Program::PgCron),
            Need::Program(Program::Postgresql),
            Need::Program(Program::Sqlite3),
            Need::Program(Program::Systemd),
        ],
        run: rust::jobs,
    },
    Layer {
        name: "crash",
        needs: &[Need::Program(Program::Postgresql), Need::Program(Program::MariaDb)],
        run: rust::crash,
    },
    Layer {
        name: "n8n",
        needs: &[
            Need::Node,
            Need::NpmPackages,
            Need::Program(Program::Chromium),
            Need::Program(Program::Postgresql),
        ],
        run: rust::n8n,
    },
    Layer { name: "page", needs: &[Need::PageTools], run: web::page },
    Layer {
        name: "e2e",
        needs: &[Need::PageTools, Need::NpmPackages, Need::Program(Program::Chromium)],
        run: web::e2e,
    },
];

/// How much of a failed layer's log is printed.
const TAIL: usize = 80;

/// What earlier layers leave for later ones.
#[derive(Default)]
struct Session {
    /// Whether this run built the page; `None` before it was tried.
    page: Option<bool>,
}

/// The layers' names in their order, for the help text.
pub fn names() -> String {
    LAYERS.iter().map(|layer| layer.name).collect::<Vec<_>>().join(", ")
}

/// `cargo xtask test`.
pub fn command(args: &[String]) -> Result<()> {
    let selected = select(args)?;
    let needs = LAYERS.iter().filter(|layer| selected(layer.name)).flat_map(|layer| layer.needs);
    let ready = Ready::make(needs.copied());
    let logs = paths::target()?.join("xtask");

    println!();
    let mut session = Session::default();
    let mut sum = Outcome::default();
    for layer in LAYERS {
        if !selected(layer.name) {
            println!("skip {:<10}  not selected", layer.name);
            sum.ignored += 1;
            continue;
        }
        let mut log = Log::create(logs.join(format!("{}.log", layer.name)))?;
        let start = Instant::now();
        announce(layer.name);
        let outcome = match ready.problem(layer.needs) {
            Some(problem) => Outcome::problem(problem),
            None => {
                (layer.run)(&mut session, &mut log).unwrap_or_else(|e| Outcome::problem(format!("{e:#}")))
            }
        };
        let outcome = outcome.judge();
        report(layer.name, &outcome, start.elapsed(), &log);
        sum.add(&outcome);
    }

    println!();
    let failed = sum.failed > 0;
    println!("{}", sum.closing_line());
    if failed {
        // The closing line is the last one: CI reads it. Nothing is added to it.
        std::process::exit(1);
    }
    Ok(())
}

/// Which layers `--only` and `--skip` leave.
fn select(args: &[String]) -> Result<impl Fn(&str) -> bool> {
    let mut only = Vec::new();
    let mut skip = Vec::new();
    for pair in args.chunks(2) {
        let list = match pair[0].as_str() {
            "--only" => &mut only,
            "--skip" => &mut skip,
            other => bail!("test takes --only LAYER and --skip LAYER, not `{other}`"),
        };
        match pair.get(1) {
            Some(name) if LAYERS.iter().any(|layer| layer.name == name) => list.push(name.clone()),
            Some(name) => bail!("there is no layer `{name}`; the layers are {}", names()),
            None => bail!("{} needs the name of a layer: {}", pair[0], names()),
        }
    }
    let selected = move |name: &str| {
        (only.is_empty() || only.iter().any(|n| n == name)) && !skip.iter().any(|n| n == name)
    };
    if !LAYERS.iter().any(|layer| selected(layer.name)) {
        bail!("--only and --skip leave no layer to run");
    }
    Ok(selected)
}

/// Shows a person which layer is running; a log gets only the line at the end.
fn announce(name: &str) {
    let mut out = std::io::stdout();
    if out.is_terminal() {
        let _ = write!(out, "...  {name}").and_then(|()| out.flush());
    }
}

fn report(name: &str, outcome: &Outcome, time: Duration, log: &Log) {
    if std::io::stdout().is_terminal() {
        print!("\r\x1b[K");
    }
    let minutes = time.as_secs_f64() / 60.0;
    let word = if outcome.failed == 0 { "ok  " } else { "FAIL" };
    println!("{word} {name:<10}  {}  {minutes:.1} min", outcome.counts());
    if outcome.failed > 0 {
        let tail = log.tail(TAIL);
        if !tail.is_empty() {
            println!("---- the end of {}", log.path().display());
            println!("{tail}");
            println!("---- all of it: {}", log.path().display());
        }
        println!("     {name}: {}", outcome.reason());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(args: &[&str]) -> Result<Vec<&'static str>> {
        let args: Vec<String> = args.iter().map(|arg| arg.to_string()).collect();
        let selected = select(&args)?;
        Ok(LAYERS.iter().map(|layer| layer.name).filter(|name| selected(name)).collect())
    }

    #[test]
    fn layer_names_are_unique_and_legal_file_names() {
        let mut seen = std::collections::BTreeSet::new();
        for layer in LAYERS {
            assert!(seen.insert(layer.name), "{} twice", layer.name);
            assert!(layer.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()));
        }
    }

    #[test]
    fn only_and_skip_select() {
        assert_eq!(chosen(&[]).unwrap().len(), LAYERS.len());
        assert_eq!(chosen(&["--only", "node", "--only", "format"]).unwrap(), ["format", "node"]);
        assert_eq!(chosen(&["--skip", "e2e"]).unwrap().len(), LAYERS.len() - 1);
        assert_eq!(chosen(&["--only", "node", "--only", "e2e", "--skip", "e2e"]).unwrap(), ["node"]);
    }

    #[test]
    fn a_selection_that_makes_no_sense_is_refused() {
        for args in [&["--only"][..], &["--only", "nodes"], &["node"], &["--only", "node", "--skip", "node"]]
        {
            chosen(args).unwrap_err();
        }
    }
}
