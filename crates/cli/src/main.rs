//! The hookonce command line tool: the core for scripts and pipelines.
//!
//! It reads its input, writes one output and decides nothing itself. It reads no environment, and the
//! clock only for a migration's time stamp if none is given, so that the same arguments and the same
//! input give the same bytes everywhere.

mod args;
mod audit;
mod compare;
mod files;
mod input;
mod inspect;
mod key;
mod n8n;
mod output;
mod providers;
mod report;
mod sql;
mod words;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version also come this way. Nothing can be done if they cannot be printed.
            let _ = error.print();
            let report = key::usage_report(&error, std::env::args_os())
                .or_else(|| compare::usage_report(&error, std::env::args_os()))
                .or_else(|| inspect::usage_report(&error, std::env::args_os()))
                .or_else(|| audit::usage_report(&error, std::env::args_os()));
            return match report {
                Some(output) => output.write(),
                None => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2)),
            };
        }
    };
    let output = match &cli.command {
        Command::Audit(args) => audit::run(args),
        Command::Compare(args) => compare::run(args),
        Command::Inspect(args) => inspect::run(args),
        Command::Key(args) => key::run(args),
        Command::N8n(args) => n8n::run(args),
        Command::Providers(args) => providers::run(args),
        Command::Sql(args) => sql::run(args),
    };
    output.write()
}
