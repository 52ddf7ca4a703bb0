//! `hookonce n8n`: the workflows, byte for byte as the page downloads them.

use hookonce_core::n8n::workflow;
use hookonce_core::options::Options;
use hookonce_core::sql::Sql;

use crate::args::N8nArgs;
use crate::output::{Exit, Output};
use crate::report::Diagnostic;

/// Runs the command.
pub fn run(args: &N8nArgs) -> Output {
    let options = Options {
        scope: args.scope.clone(),
        webhook_path: args.path.clone(),
        guarantee: args.guarantee,
        lease_seconds: args.lease_seconds.clone(),
        ..Options::default()
    };
    let options = args.tables.apply(options);
    let lang = args.common.lang;
    let (exit, stdout, findings) = match workflow(args.workflow, &options, lang) {
        // What is worth knowing about the retention holds for the workflow's SQL too.
        Ok(json) => (Exit::Done, json, Sql::new(&options).map(|sql| sql.findings()).unwrap_or_default()),
        Err(findings) => (Exit::Refused, String::new(), findings),
    };
    let stderr = args.common.diagnostics(&Diagnostic::all(&findings, lang));
    Output { exit, stdout, stderr, lang }
}
