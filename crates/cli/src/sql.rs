//! `hookonce sql`: the statements, byte for byte as the page shows them.

use hookonce_core::finding::{Finding, FindingKind};
use hookonce_core::options::Options;
use hookonce_core::sql::{Columns, Sql, Statement};

use crate::args::{SqlArgs, Text};
use crate::output::{Exit, Output};
use crate::report::Diagnostic;

/// Runs the command.
pub fn run(args: &SqlArgs) -> Output {
    let common = &args.common;
    let lang = common.lang;
    let made = Sql::new(&options(args)).and_then(|sql| {
        let block = match args.statement {
            Text::File(file) => sql.file(file, lang),
            Text::Statement(statement) => {
                available(&sql, statement)?;
                sql.block(statement, lang)
            }
        };
        Ok((block.sql, sql.findings()))
    });
    let (exit, stdout, findings) = match made {
        Ok((text, findings)) => (Exit::Done, text, findings),
        Err(findings) => (Exit::Refused, String::new(), findings),
    };
    let stderr = common.diagnostics(&Diagnostic::all(&findings, lang));
    Output { exit, stdout, stderr, lang }
}

fn options(args: &SqlArgs) -> Options {
    let mut columns = Columns::default();
    for (name, switch) in columns.switches() {
        *switch = args.columns.iter().any(|chosen| chosen == name);
    }
    let options = Options {
        dialect: args.dialect,
        guarantee: args.guarantee,
        columns,
        lease_seconds: args.lease_seconds.clone(),
        ..Options::default()
    };
    args.tables.apply(options)
}

fn available(sql: &Sql, statement: Statement) -> Result<(), Vec<Finding>> {
    let statements = sql.statements();
    if statements.contains(&statement) {
        return Ok(());
    }
    let others: Vec<_> = statements.into_iter().map(Statement::name).collect();
    let missing = FindingKind::StatementMissing { statement: statement.name(), others: others.join(", ") };
    Err(vec![Finding::new(missing)])
}
