//! `hookonce compare`: whether deliveries are the same event, by which rule, and what differs.

mod json;
mod text;

use std::ffi::OsString;

use hookonce_core::compare::{self, Answer, Difference, Events, Judgement, Question};
use hookonce_core::delivery::{self, Delivery};
use hookonce_core::finding::{self, Finding, FindingKind};
use hookonce_core::key::{RuleChoice, Scope};
use hookonce_core::lang::Lang;

use crate::args::{CompareArgs, Format};
use crate::input::{self, Refusal, STANDARD_INPUT};
use crate::key;
use crate::output::{Exit, Output};
use crate::report::{self, Diagnostic};
use crate::words::words;

/// Runs the command.
pub fn run(args: &CompareArgs) -> Output {
    let lang = args.common.lang;
    let (exit, compared, diagnostics) = match compare(args) {
        Ok(compared) => {
            let is_same = compared.judgement.answer == Answer::Same;
            let mut findings = compared.findings.clone();
            findings.extend(compared.judgement.findings.iter().cloned());
            finding::sort(&mut findings);
            let exit = if is_same { Exit::Done } else { Exit::Different };
            (exit, Some(compared), Diagnostic::all(&findings, lang))
        }
        Err(diagnostics) => (Exit::Refused, None, diagnostics),
    };
    let (stdout, stderr) = match args.format {
        Format::Json => (json::report(compared.as_ref(), &diagnostics, lang), String::new()),
        Format::Text => {
            let text = compared.map(|compared| text::report(&compared, args.common.verbose, lang));
            (text.unwrap_or_default(), args.common.diagnostics(&diagnostics))
        }
    };
    Output { exit, stdout, stderr, lang }
}

/// The JSON form for arguments that clap refused, if they ask for it.
pub fn usage_report(error: &clap::Error, args: impl Iterator<Item = OsString>) -> Option<Output> {
    let message = key::refused_json(error, args, "compare")?;
    let lang = Lang::En;
    let diagnostic = Diagnostic::usage_of("compare", &message, lang);
    Some(Output {
        exit: Exit::Refused,
        stdout: json::report(None, &[diagnostic], lang),
        stderr: String::new(),
        lang,
    })
}

/// Deliveries side by side.
struct Compared {
    /// Each one's name on the command line.
    files: Vec<String>,
    judgement: Judgement,
    /// How the second and each further one differs from the first.
    differences: Vec<Difference>,
    expected: Option<Events>,
    /// What was noticed while reading.
    findings: Vec<Finding>,
}

fn compare(args: &CompareArgs) -> Result<Compared, Vec<Diagnostic>> {
    let lang = args.common.lang;
    let (choice, scope, expected) = checked(args)?;
    let mut deliveries = Vec::new();
    let mut findings: Vec<Finding> = Vec::new();
    let mut refused = Vec::new();
    for file in &args.files {
        match read(file, args, lang) {
            Ok((delivery, noticed)) => {
                deliveries.push(delivery);
                findings.extend(noticed);
            }
            Err(mut diagnostics) => refused.append(&mut diagnostics),
        }
    }
    if !refused.is_empty() {
        return Err(refused);
    }
    let question = Question {
        deliveries: &deliveries,
        choice: &choice,
        scope: scope.as_ref(),
        expected: expected.as_ref(),
    };
    let judgement = compare::judge(&question);
    let others = deliveries[1..].iter();
    let differences = others.map(|other| compare::difference(&deliveries[0], other)).collect();
    let files = args.files.iter().map(|file| file.to_string_lossy().into_owned()).collect();
    Ok(Compared { files, judgement, differences, expected, findings })
}

fn read(
    file: &OsString,
    args: &CompareArgs,
    lang: Lang,
) -> Result<(Delivery, Vec<Finding>), Vec<Diagnostic>> {
    let name = (file != STANDARD_INPUT).then(|| file.to_string_lossy());
    let of_file = |diagnostic: Diagnostic| diagnostic.of_file(name.as_deref(), lang);
    let bytes = input::read(file).map_err(|refusal| match refusal {
        Refusal::TooLarge(bytes) => {
            let finding = Finding::new(FindingKind::InputTooLarge { bytes });
            vec![of_file(Diagnostic::new(&finding, lang))]
        }
        Refusal::Unreadable(error) => vec![Diagnostic::unreadable(name.as_deref(), &error, lang)],
    })?;
    let reading = delivery::read(&bytes, args.input.0);
    match reading.delivery {
        Some(delivery) => Ok((delivery, reading.findings)),
        None => Err(Diagnostic::all(&reading.findings, lang).into_iter().map(of_file).collect()),
    }
}

type Checked = (RuleChoice, Option<Scope>, Option<Events>);

/// The rule, the scope and what is expected, or every reason why they are none.
fn checked(args: &CompareArgs) -> Result<Checked, Vec<Diagnostic>> {
    let lang = args.common.lang;
    let count = args.files.len();
    let mut refused = Vec::new();
    let usage = |message: &str| Diagnostic::usage_of("compare", message, lang);
    if args.files.iter().filter(|file| *file == STANDARD_INPUT).count() > 1 {
        refused.push(usage(words(lang).standard_input_twice));
    }
    if count > MOST_FILES {
        refused.push(usage(&(words(lang).too_many_files)(MOST_FILES)));
    }
    let expected = match (&args.events[..], args.same, args.different) {
        ([], true, _) => Some(Events::same(count)),
        ([], _, true) => Some(Events::different(count)),
        ([], false, false) => None,
        (numbers, ..) => {
            if numbers.len() != count {
                refused.push(usage(&(words(lang).events_count)(count)));
            }
            Some(Events::new(numbers))
        }
    };
    let rule = RuleChoice::new(args.rule.as_ref().unwrap_or(&args.provider));
    match (rule, Scope::new(&args.scope)) {
        (Ok(rule), Ok(scope)) if refused.is_empty() => return Ok((rule, scope, expected)),
        (rule, scope) => {
            let findings = rule.err().into_iter().chain(scope.err());
            refused.extend(findings.map(|finding| Diagnostic::new(&finding, lang)));
        }
    }
    Err(refused)
}

/// For more there is `hookonce audit`, which does not hold them in memory.
const MOST_FILES: usize = 50;
