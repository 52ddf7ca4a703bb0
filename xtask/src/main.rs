//! The project's commands: what the README names, and what CI runs.
//!
//! Each command installs what it needs into a folder outside the checkout,
//! says what it does while it does it, and asks no questions.

mod audits;
mod bench;
mod html;
mod layers;
mod page;
mod paths;
mod run;
mod section;
mod serve;
mod size;
mod soak;
mod strategies;
mod system;
mod tools;

use std::process::ExitCode;

use anyhow::{Result, bail};

/// One command, as `cargo xtask` lists it.
struct Command {
    name: &'static str,
    usage: &'static str,
    about: &'static str,
    run: fn(&[String]) -> Result<()>,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "serve",
        usage: "serve [--port N]",
        about: "build the release page and serve it on http://127.0.0.1:8080",
        run: serve::command,
    },
    Command {
        name: "build",
        usage: "build",
        about: "build the release page into dist/, for any static host",
        run: page::command,
    },
    Command {
        name: "test",
        usage: "test [--only LAYER]… [--skip LAYER]…",
        about: "install what the tests need and run every layer",
        run: layers::command,
    },
    Command {
        name: "bench",
        usage: "bench [--only page|keys|live|sql]",
        about: "measure sizes, key latency, ways of making keys, a live n8n and the claims; all goes to docs/benchmarks.md",
        run: bench::command,
    },
    Command {
        name: "soak",
        usage: "soak [--only n8n|crash]",
        about: "n8n's queue mode with 2,000 deliveries and a worker killed; 10,000 receivers killed",
        run: soak::command,
    },
    Command {
        name: "size",
        usage: "size [--check] [--write]",
        about: "what the first view of dist/ weighs; --check holds it to the budget",
        run: size::command,
    },
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn dispatch(args: &[String]) -> Result<()> {
    let Some(name) = args.first() else {
        print!("{}", help());
        return Ok(());
    };
    // `cargo xtask serve --help` must not start a build.
    if args.iter().any(|arg| arg == "--help" || arg == "-h") || name == "help" {
        print!("{}", help());
        return Ok(());
    }
    match COMMANDS.iter().find(|command| command.name == name) {
        Some(command) => (command.run)(&args[1..]),
        None => bail!("there is no command `{name}`\n\n{}", help()),
    }
}

fn help() -> String {
    let width = COMMANDS.iter().map(|command| command.usage.chars().count()).max().unwrap_or(0);
    let mut text = String::from("usage: cargo xtask COMMAND\n\n");
    for Command { usage, about, .. } in COMMANDS {
        text.push_str(&format!("  {usage:width$}  {about}\n"));
    }
    text.push_str(&format!("\nlayers of `test`: {}\n", layers::names()));
    text.push_str("tools are kept in $HOOKONCE_TOOLS, else in the user's cache folder\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_names_every_command_once() {
        let text = help();
        for command in COMMANDS {
            let lines = text.lines().filter(|line| line.trim_start().starts_with(command.usage));
            assert_eq!(lines.count(), 1, "{}", command.name);
        }
    }

    #[test]
    fn an_unknown_command_is_an_error_that_lists_the_known_ones() {
        let error = dispatch(&["sevre".to_owned()]).unwrap_err().to_string();
        assert!(error.contains("no command `sevre`") && error.contains("serve [--port N]"), "{error}");
    }
}
