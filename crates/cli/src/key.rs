//! `hookonce key`: the key of one delivery.

use std::ffi::OsString;

use hookonce_core::delivery::{self, Delivery, Header};
use hookonce_core::finding::{self, Finding, FindingKind};
use hookonce_core::inspect;
use hookonce_core::key::downstream::idempotency_key;
use hookonce_core::key::{Candidate, KeyPlan, RuleChoice, Scope, Verdict, plan_with_sha2};
use hookonce_core::lang::Lang;
use hookonce_core::providers::Certainty;
use serde::Serialize;

use crate::args::{Format, KeyArgs};
use crate::input::{self, Refusal, STANDARD_INPUT};
use crate::output::{Exit, Output};
use crate::report::{self, Diagnostic, PositionReport};

/// Runs the command.
pub fn run(args: &KeyArgs) -> Output {
    let lang = args.common.lang;
    let answer = derive(args).unwrap_or_else(Answer::refused);
    let (stdout, stderr) = match args.format {
        Format::Json => (json(answer.plan(), args.step.as_deref(), &answer.diagnostics, lang), String::new()),
        Format::Text => {
            let keys = answer
                .plan()
                .into_iter()
                .flat_map(|plan| plan.key.iter().chain(plan.items.iter().flatten().flatten()));
            let printed = |key: &String| match &args.step {
                Some(step) => idempotency_key(key, step),
                None => key.clone(),
            };
            let stdout: String = keys.map(|key| printed(key) + "\n").collect();
            // Without a key the findings are the answer, so that hints belong to it.
            let stderr = match stdout.is_empty() && !args.common.quiet {
                true => report::text(&answer.diagnostics, lang),
                false => args.common.diagnostics(&answer.diagnostics),
            };
            (stdout, stderr)
        }
    };
    Output { exit: answer.exit, stdout, stderr, lang }
}

/// The JSON form for arguments that clap refused, if they ask for it: it is there whatever the exit code.
pub fn usage_report(error: &clap::Error, args: impl Iterator<Item = OsString>) -> Option<Output> {
    let message = refused_json(error, args, "key")?;
    // Clap speaks English only.
    let lang = Lang::En;
    let stdout = json(None, None, &[Diagnostic::usage_of("key", &message, lang)], lang);
    Some(Output { exit: Exit::Refused, stdout, stderr: String::new(), lang })
}

/// What clap says about the arguments of `command`, if these ask for JSON.
pub fn refused_json(
    error: &clap::Error,
    args: impl Iterator<Item = OsString>,
    command: &str,
) -> Option<String> {
    let args: Vec<_> = args.skip(1).collect();
    let is_command = args.first().is_some_and(|first| first == command);
    let asks = |args: &[OsString]| args[0] == "--format" && args[1] == "json";
    let asks_for_json = args.windows(2).any(asks) || args.iter().any(|arg| arg == "--format=json");
    // The first line is the message; usage and tips follow.
    let text = error.to_string();
    let message = text.lines().next().unwrap_or_default().trim_start_matches("error: ");
    (error.use_stderr() && is_command && asks_for_json).then(|| message.to_owned())
}

/// What was found out about the delivery.
pub struct Answer {
    pub exit: Exit,
    /// The delivery with the added headers, and its key; none if the input could not be read.
    pub found: Option<(Delivery, KeyPlan)>,
    pub diagnostics: Vec<Diagnostic>,
}

impl Answer {
    /// The arguments or the input cannot be used.
    pub fn refused(diagnostics: Vec<Diagnostic>) -> Answer {
        Answer { exit: Exit::Refused, found: None, diagnostics }
    }

    fn plan(&self) -> Option<&KeyPlan> {
        self.found.as_ref().map(|(_, plan)| plan)
    }
}

/// The answer, or why the arguments or the input cannot be used.
pub fn derive(args: &KeyArgs) -> Result<Answer, Vec<Diagnostic>> {
    let lang = args.common.lang;
    let (headers, rule, scope) = checked(args)?;
    let bytes = input::read(&args.file).map_err(|refusal| match refusal {
        Refusal::TooLarge(bytes) => {
            vec![Diagnostic::new(&Finding::new(FindingKind::InputTooLarge { bytes }), lang)]
        }
        Refusal::Unreadable(error) => {
            let file = (args.file != STANDARD_INPUT).then(|| args.file.to_string_lossy());
            vec![Diagnostic::unreadable(file.as_deref(), &error, lang)]
        }
    })?;

    let entry = args.entry.map(|entry| entry.get() - 1);
    let reading = delivery::read_entry(&bytes, args.input.0, entry);
    let mut findings = reading.findings;
    let found = reading.delivery.map(|mut delivery| {
        for finding in delivery::add_headers(&mut delivery, headers) {
            // The input's own headers may have said it already.
            if !findings.iter().any(|known| known.kind == finding.kind) {
                findings.push(finding);
            }
        }
        let plan = plan_with_sha2(&delivery, &rule, scope.as_ref());
        (delivery, plan)
    });
    findings.extend(found.iter().flat_map(|(_, plan)| plan.findings.iter().cloned()));
    if let (Some(dialect), Some((_, plan))) = (args.dialect, &found) {
        findings.extend(inspect::for_dialect(plan, dialect));
    }
    finding::sort(&mut findings);
    let has_key = found.as_ref().is_some_and(|(_, plan)| plan.has_key());
    let exit = if has_key { Exit::Done } else { Exit::NoKey };
    Ok(Answer { exit, found, diagnostics: Diagnostic::all(&findings, lang) })
}

/// The headers, the rule and the scope of the arguments, or every reason why they are none.
pub fn checked(args: &KeyArgs) -> Result<(Vec<Header>, RuleChoice, Option<Scope>), Vec<Diagnostic>> {
    let lang = args.common.lang;
    let mut refused = Vec::new();
    let mut headers = Vec::new();
    for text in &args.headers {
        match Header::parse(text) {
            Some(header) => headers.push(header),
            None => refused.push(Diagnostic::header(text, lang)),
        }
    }
    let rule = RuleChoice::new(args.rule.as_ref().unwrap_or(&args.provider));
    match (rule, Scope::new(&args.scope)) {
        (Ok(rule), Ok(scope)) if refused.is_empty() => return Ok((headers, rule, scope)),
        (rule, scope) => {
            let findings = rule.err().into_iter().chain(scope.err());
            refused.extend(findings.map(|finding| Diagnostic::new(&finding, lang)));
        }
    }
    Err(refused)
}

/// The JSON form.
#[derive(Serialize)]
struct KeyReport<'a> {
    key: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    idempotency_key: Option<String>,
    rule: Option<&'static str>,
    provider: Option<ProviderReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<Vec<ItemReport<'a>>>,
    findings: &'a [Diagnostic],
    candidates: Vec<CandidateReport<'a>>,
}

#[derive(Serialize)]
pub struct ProviderReport {
    id: &'static str,
    certainty: &'static str,
}

#[derive(Serialize)]
struct ItemReport<'a> {
    key: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    idempotency_key: Option<String>,
    findings: Vec<Diagnostic>,
}

#[derive(Serialize)]
struct CandidateReport<'a> {
    source: &'static str,
    path: &'a str,
    value: &'a str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<PositionReport>,
}

impl<'a> From<&'a Candidate> for CandidateReport<'a> {
    fn from(candidate: &'a Candidate) -> Self {
        let reason = match candidate.verdict {
            Verdict::EventId => None,
            Verdict::Unusable(reason) => Some(reason.code()),
        };
        CandidateReport {
            source: candidate.source.kind(),
            path: &candidate.path,
            value: &candidate.value,
            verdict: candidate.verdict.code(),
            reason,
            position: candidate.position.map(PositionReport::from),
        }
    }
}

/// The sender: the one that was chosen, else the one that was recognised.
pub fn provider(plan: &KeyPlan) -> Option<ProviderReport> {
    let recognised = plan.recognised.as_ref();
    let same = |id| recognised.filter(|recognised| recognised.provider.id == id);
    match (plan.provider, recognised) {
        // Who chooses a sender knows.
        (Some(chosen), _) if same(chosen.id).is_none() => {
            Some(ProviderReport { id: chosen.id, certainty: Certainty::Certain.code() })
        }
        (_, recognised) => recognised.map(|recognised| ProviderReport {
            id: recognised.provider.id,
            certainty: recognised.certainty.code(),
        }),
    }
}

/// The items of a batch, each with what is wrong with it.
fn items<'a>(
    plan: &'a KeyPlan,
    of_call: &dyn Fn(&str) -> Option<String>,
    lang: Lang,
) -> Option<Vec<ItemReport<'a>>> {
    let findings = |place: usize| {
        let kind = FindingKind::ItemsWithoutKey { count: 1, first: place };
        vec![Diagnostic::new(&Finding::new(kind), lang)]
    };
    let items = plan.items.as_ref()?.iter().enumerate().map(|(place, key)| ItemReport {
        key: key.as_deref(),
        idempotency_key: key.as_deref().and_then(of_call),
        findings: if key.is_none() { findings(place) } else { Vec::new() },
    });
    Some(items.collect())
}

fn json(plan: Option<&KeyPlan>, step: Option<&str>, findings: &[Diagnostic], lang: Lang) -> String {
    let of_call = |key: &str| step.map(|step| idempotency_key(key, step));
    let report = KeyReport {
        key: plan.and_then(|plan| plan.key.as_deref()),
        idempotency_key: plan.and_then(|plan| of_call(plan.key.as_deref()?)),
        rule: plan.and_then(|plan| plan.rule).map(|rule| rule.code()),
        provider: plan.and_then(provider),
        items: plan.and_then(|plan| items(plan, &of_call, lang)),
        findings,
        candidates: plan.iter().flat_map(|plan| &plan.candidates).map(CandidateReport::from).collect(),
    };
    // Texts and numbers only: there is nothing in it that JSON cannot say.
    serde_json::to_string(&report).unwrap_or_default() + "\n"
}
