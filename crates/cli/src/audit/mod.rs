//! `hookonce audit`: how many events and repeats an export of deliveries has, and which rule would be best.

mod json;
mod text;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, IsTerminal, Read};

use hookonce_core::audit::{Audit, Counter, Entries, Fault};
use hookonce_core::lang::Lang;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::args::{AuditArgs, Format};
use crate::input::STANDARD_INPUT;
use crate::key;
use crate::output::{Exit, Output};
use crate::report::{self, Diagnostic};

/// Runs the command.
pub fn run(args: &AuditArgs) -> Output {
    let lang = args.common.lang;
    match audit(args) {
        Ok(audit) => {
            let exit = if audit.is_clean() && audit.deliveries > 0 { Exit::Done } else { Exit::Different };
            let stdout = match args.format {
                Format::Json => json::report(Some(&audit), &[], lang),
                Format::Text => text::report(&audit, lang),
            };
            Output { exit, stdout, stderr: String::new(), lang }
        }
        Err(diagnostics) => refused(args.format, &diagnostics, lang),
    }
}

/// The JSON form for arguments that clap refused, if they ask for it.
pub fn usage_report(error: &clap::Error, args: impl Iterator<Item = OsString>) -> Option<Output> {
    let message = key::refused_json(error, args, "audit")?;
    let diagnostic = Diagnostic::usage_of("audit", &message, Lang::En);
    Some(refused(Format::Json, &[diagnostic], Lang::En))
}

fn refused(format: Format, diagnostics: &[Diagnostic], lang: Lang) -> Output {
    let (stdout, stderr) = match format {
        Format::Json => (json::report(None, diagnostics, lang), String::new()),
        Format::Text => (String::new(), report::text(diagnostics, lang)),
    };
    Output { exit: Exit::Refused, stdout, stderr, lang }
}

fn audit(args: &AuditArgs) -> Result<Audit, Vec<Diagnostic>> {
    let lang = args.common.lang;
    let (rule, scope) = args.in_use.checked().map_err(|findings| Diagnostic::all(&findings, lang))?;
    let name = (args.file != STANDARD_INPUT).then(|| args.file.to_string_lossy());
    let unreadable = |error: io::Error| vec![Diagnostic::unreadable(name.as_deref(), &error, lang)];
    let (mut source, size) = open(&args.file).map_err(unreadable)?;
    let bar = progress(size, args);
    let mut entries = Entries::new(args.input.0, args.body_column.clone());
    let mut counter = Counter::new(rule, scope);
    let faulty =
        |fault: Fault| vec![Diagnostic::export(&fault.text(lang), lang).of_file(name.as_deref(), lang)];
    let mut buffer = vec![0; PIECE_BYTES];
    let ended = loop {
        match source.read(&mut buffer) {
            Ok(0) => break entries.finish(&mut |entry| counter.add(entry)),
            Ok(read) => {
                entries.push(&buffer[..read], &mut |entry| counter.add(entry)).map_err(faulty)?;
                bar.inc(read as u64);
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(unreadable(error)),
        }
    };
    bar.finish_and_clear();
    counter.finish(&entries, ended).map_err(faulty)
}

fn open(file: &OsString) -> io::Result<(Box<dyn Read>, Option<u64>)> {
    if file == STANDARD_INPUT {
        return Ok((Box::new(io::stdin().lock()), None));
    }
    let file = File::open(file)?;
    let metadata = file.metadata()?;
    let size = metadata.is_file().then_some(metadata.len());
    Ok((Box::new(file), size))
}

/// A bar on a terminal; nothing in a pipe.
fn progress(size: Option<u64>, args: &AuditArgs) -> ProgressBar {
    let is_wanted = !args.common.quiet && io::stderr().is_terminal();
    let target = if is_wanted { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = ProgressBar::with_draw_target(size, target);
    let template = match size {
        Some(_) => "{wide_bar} {binary_bytes} / {binary_total_bytes}  {binary_bytes_per_sec}  {eta}",
        None => "{spinner} {binary_bytes}  {binary_bytes_per_sec}",
    };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// Large enough that a system call costs nothing beside the work.
const PIECE_BYTES: usize = 1 << 18;
