//! `hookonce inspect`: every possible id of a delivery, what it is, and what key it would give.

use std::ffi::OsString;

use hookonce_core::inspect::{self, Inspected};
use hookonce_core::key::KeyPlan;
use hookonce_core::lang::Lang;
use serde::Serialize;

use crate::args::{Format, KeyArgs};
use crate::key::{self, Answer, ProviderReport};
use crate::output::{Exit, Output};
use crate::report::{self, Diagnostic};
use crate::words::words;

/// Runs the command.
pub fn run(args: &KeyArgs) -> Output {
    let lang = args.common.lang;
    let answer = key::derive(args).unwrap_or_else(Answer::refused);
    let found = answer.found.as_ref().and_then(|(delivery, plan)| {
        let (_, rule, scope) = key::checked(args).ok()?;
        Some((plan, inspect::inspect(delivery, &rule, scope.as_ref())))
    });
    let (stdout, stderr) = match args.format {
        Format::Json => (json(found, &answer.diagnostics, lang), String::new()),
        Format::Text => {
            let stdout = found.map(|(plan, ids)| text(plan, &ids, lang)).unwrap_or_default();
            (stdout, args.common.diagnostics(&answer.diagnostics))
        }
    };
    Output { exit: answer.exit, stdout, stderr, lang }
}

/// The JSON form for arguments that clap refused, if they ask for it.
pub fn usage_report(error: &clap::Error, args: impl Iterator<Item = OsString>) -> Option<Output> {
    let message = key::refused_json(error, args, "inspect")?;
    let lang = Lang::En;
    let stdout = json(None, &[Diagnostic::usage_of("inspect", &message, lang)], lang);
    Some(Output { exit: Exit::Refused, stdout, stderr: String::new(), lang })
}

/// The key and why, then for each id its rule, what it is, why, and its key.
fn text(plan: &KeyPlan, ids: &[Inspected], lang: Lang) -> String {
    let words = words(lang);
    let key = plan.key.as_deref().unwrap_or(words.no_key);
    let mut out = format!("{}\n{}\n", report::visible(key), report::visible(&plan.reason(lang)));
    if ids.is_empty() {
        out.push_str(&format!("\n{}\n", words.no_ids));
    }
    for id in ids {
        let mark = if id.in_use { '*' } else { ' ' };
        let rule = id.rule.to_string();
        let (verdict, sureness) = (id.verdict.text(lang), id.sureness.text(lang));
        out.push_str(&format!("\n{mark} {}: {verdict} ({sureness})\n", report::visible(&rule)));
        out.push_str(&format!("    {}\n", report::visible(&id.reason(lang))));
        let key = match &id.key {
            Ok(key) => report::visible(key),
            Err(None) => words.no_key.to_owned(),
            Err(Some(reason)) => format!("{}: {}", words.no_key, reason.text(lang)),
        };
        out.push_str(&format!("    {key}\n"));
    }
    out
}

/// The JSON form.
#[derive(Serialize)]
struct InspectReport<'a> {
    key: Option<&'a str>,
    provider: Option<ProviderReport>,
    candidates: Vec<CandidateReport<'a>>,
    findings: &'a [Diagnostic],
}

#[derive(Serialize)]
struct CandidateReport<'a> {
    rule: String,
    value: &'a str,
    verdict: &'static str,
    sureness: &'static str,
    reason: String,
    key: Option<&'a str>,
    in_use: bool,
}

fn json(found: Option<(&KeyPlan, Vec<Inspected>)>, findings: &[Diagnostic], lang: Lang) -> String {
    let (plan, ids) = found.map_or((None, Vec::new()), |(plan, ids)| (Some(plan), ids));
    let candidates = ids.iter().map(|id| CandidateReport {
        rule: id.rule.to_string(),
        value: &id.value,
        verdict: id.verdict.code(),
        sureness: id.sureness.code(),
        reason: id.reason(lang),
        key: id.key.as_deref().ok(),
        in_use: id.in_use,
    });
    let report = InspectReport {
        key: plan.and_then(|plan| plan.key.as_deref()),
        provider: plan.and_then(key::provider),
        candidates: candidates.collect(),
        findings,
    };
    // Texts only: there is nothing in it that JSON cannot say.
    serde_json::to_string(&report).unwrap_or_default() + "\n"
}
