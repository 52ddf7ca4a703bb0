//! `hookonce sql`: the statements, byte for byte as the page shows them.

use hookonce_core::options::Options;
use hookonce_core::sql::Sql;

use crate::args::{Dialect, Guarantee, SqlArgs, Text};
use crate::output::{Exit, Output};
use crate::report::Diagnostic;

/// Runs the command.
pub fn run(args: &SqlArgs) -> Output {
    let options = args.tables.apply(Options::default());
    let made = match (args.dialect, args.guarantee) {
        (Dialect::Postgresql, Guarantee::ClaimFirst) => Sql::new(&options),
    };
    let common = &args.common;
    let lang = common.lang;
    let sql = match made {
        Ok(sql) => sql,
        Err(findings) => {
            let stderr = common.diagnostics(&Diagnostic::all(&findings, lang));
            return Output { exit: Exit::Refused, stdout: String::new(), stderr, lang };
        }
    };
    let block = match args.statement {
        Text::File(file) => sql.file(file, lang),
        Text::Statement(statement) => sql.block(statement, lang),
    };
    let stderr = common.diagnostics(&Diagnostic::all(&sql.findings(), lang));
    Output { exit: Exit::Done, stdout: block.sql, stderr, lang }
}
