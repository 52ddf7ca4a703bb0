//! `hookonce sql`: the statements, migrations and jobs, byte for byte as the page shows them.

use std::path::Path;

use hookonce_core::files::{NamedFile, Timestamp};
use hookonce_core::finding::{Finding, FindingKind};
use hookonce_core::inspect;
use hookonce_core::key::RuleChoice;
use hookonce_core::options::Options;
use hookonce_core::sql::{Columns, Job, Sql, Statement};

use crate::args::{SqlArgs, Text};
use crate::files;
use crate::output::{Exit, Output};
use crate::report::Diagnostic;

/// Runs the command.
pub fn run(args: &SqlArgs) -> Output {
    let common = &args.common;
    let lang = common.lang;
    let options = options(args);
    let (artefact, findings) = match make(args, &options) {
        Ok((artefact, findings)) => (Some(artefact), findings),
        Err(findings) => (None, findings),
    };
    let mut diagnostics = Diagnostic::all(&findings, lang);
    let written = artefact.and_then(|artefact| match artefact {
        Artefact::Text(text) => Some(text),
        Artefact::Files(files, folder) => match files::write(&files, folder) {
            Ok(paths) => Some(paths),
            Err(failure) => {
                diagnostics.insert(0, Diagnostic::unwritten(&failure, lang));
                None
            }
        },
    });
    let exit = if written.is_some() { Exit::Done } else { Exit::Refused };
    Output { exit, stdout: written.unwrap_or_default(), stderr: common.diagnostics(&diagnostics), lang }
}

/// What is to be written, and what is worth knowing about the options.
fn make<'a>(args: &'a SqlArgs, options: &Options) -> Result<(Artefact<'a>, Vec<Finding>), Vec<Finding>> {
    RuleChoice::new(&options.rule).map_err(|finding| vec![finding])?;
    let sql = Sql::new(options)?;
    let findings = sql.findings().into_iter().chain(inspect::for_retention(options));
    Ok((artefact(args, &sql)?, findings.collect()))
}

enum Artefact<'a> {
    Files(Vec<NamedFile>, &'a Path),
    Text(String),
}

fn artefact<'a>(args: &'a SqlArgs, sql: &Sql) -> Result<Artefact<'a>, Vec<Finding>> {
    let lang = args.common.lang;
    let files = match (args.migration, args.job) {
        (Some(tool), _) => {
            // The change and the statement of the way there have the same name.
            let missing = || missing(sql, Statement::Upgrade);
            let change =
                sql.changes().into_iter().find(|change| *change == args.change).ok_or_else(missing)?;
            let timestamp = timestamp(args.timestamp.as_deref()).map_err(|finding| vec![finding])?;
            Some(sql.migration(tool, change, &timestamp, lang))
        }
        (None, Some(job)) if sql.jobs().contains(&job) => Some(sql.job(job, lang)),
        (None, Some(job)) => {
            let others: Vec<_> = sql.jobs().into_iter().map(Job::name).collect();
            let missing = FindingKind::JobMissing { job: job.name(), others: others.join(", ") };
            return Err(vec![Finding::new(missing)]);
        }
        (None, None) => None,
    };
    Ok(match (files, &args.output, args.statement) {
        (Some(files), Some(folder), _) => Artefact::Files(files, folder),
        (_, _, Text::File(file)) => Artefact::Text(sql.file(file, lang).sql),
        (_, _, Text::Statement(statement)) if sql.statements().contains(&statement) => {
            Artefact::Text(sql.block(statement, lang).sql)
        }
        (_, _, Text::Statement(statement)) => return Err(missing(sql, statement)),
    })
}

/// The given moment, or this one.
fn timestamp(given: Option<&str>) -> Result<Timestamp, Finding> {
    match given {
        Some(text) => Timestamp::new(text),
        None => Timestamp::new(&jiff::Timestamp::now().strftime("%Y%m%d%H%M%S").to_string()),
    }
}

fn options(args: &SqlArgs) -> Options {
    let mut columns = Columns::default();
    for (name, switch) in columns.switches() {
        *switch = args.columns.iter().any(|chosen| chosen == name);
    }
    let options = Options {
        dialect: args.dialect,
        rule: args.provider.clone(),
        guarantee: args.guarantee,
        columns,
        lease_seconds: args.lease_seconds.clone(),
        ..Options::default()
    };
    args.tables.apply(options)
}

fn missing(sql: &Sql, statement: Statement) -> Vec<Finding> {
    let others: Vec<_> = sql.statements().into_iter().map(Statement::name).collect();
    let missing = FindingKind::StatementMissing { statement: statement.name(), others: others.join(", ") };
    vec![Finding::new(missing)]
}
