//! `hookonce n8n`: the workflows, byte for byte as the page downloads them.

use hookonce_core::inspect;
use hookonce_core::n8n::workflow;
use hookonce_core::options::Options;
use hookonce_core::sql::Sql;

use crate::args::N8nArgs;
use crate::output::{Exit, Output};
use crate::report::Diagnostic;

/// Runs the command.
pub fn run(args: &N8nArgs) -> Output {
    let options = Options {
        rule: args.rule.as_ref().unwrap_or(&args.provider).clone(),
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
        Ok(json) => {
            let mut findings = Sql::new(&options).map(|sql| sql.findings()).unwrap_or_default();
            findings.extend(inspect::for_retention(&options));
            (Exit::Done, json, findings)
        }
        Err(findings) => (Exit::Refused, String::new(), findings),
    };
    let stderr = args.common.diagnostics(&Diagnostic::all(&findings, lang));
    Output { exit, stdout, stderr, lang }
}
