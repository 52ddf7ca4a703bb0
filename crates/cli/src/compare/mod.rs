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
    let (choice, scope) = checked(args)?;
    let mut named = Vec::new();
    let mut findings: Vec<Finding> = Vec::new();
    let mut refused = Vec::new();
    for file in &args.files {
        match read(file, args, lang) {
            Ok((mut more, noticed)) => {
                named.append(&mut more);
                findings.extend(noticed);
            }
            Err(mut diagnostics) => refused.append(&mut diagnostics),
        }
    }
    if !refused.is_empty() {
        return Err(refused);
    }
    let expected = expected(args, named.len())?;
    let (files, deliveries): (Vec<String>, Vec<Delivery>) = named.into_iter().unzip();
    let question = Question {
        deliveries: &deliveries,
        choice: &choice,
        scope: scope.as_ref(),
        expected: expected.as_ref(),
    };
    let judgement = compare::judge(&question);
    let others = deliveries[1..].iter();
    let differences = others.map(|other| compare::difference(&deliveries[0], other)).collect();
    Ok(Compared { files, judgement, differences, expected, findings })
}

/// Deliveries and their names, and what was noticed.
type Read = (Vec<(String, Delivery)>, Vec<Finding>);

/// The delivery of a file, or each one that has a body of a file that holds several.
fn read(file: &OsString, args: &CompareArgs, lang: Lang) -> Result<Read, Vec<Diagnostic>> {
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
    let holds_several = reading.entries.len() > 1;
    let places: Vec<usize> = match (holds_several, args.entries.is_empty()) {
        (false, _) => vec![0],
        (true, false) => args.entries.iter().map(|entry| entry.get() - 1).collect(),
        (true, true) => {
            let has_body = |place: &usize| reading.entries[*place].body_bytes.is_some();
            (0..reading.entries.len()).filter(has_body).take(MOST_DELIVERIES + 1).collect()
        }
    };
    let file = file.to_string_lossy();
    let mut read = (Vec::new(), Vec::new());
    for place in places {
        let reading = if holds_several { reading.pick(&bytes, place) } else { reading.clone() };
        let Some(delivery) = reading.delivery else {
            return Err(Diagnostic::all(&reading.findings, lang).into_iter().map(of_file).collect());
        };
        let name = if holds_several { format!("{file} {}", place + 1) } else { file.clone().into_owned() };
        read.0.push((name, delivery));
        for finding in reading.findings {
            // All of them are taken.
            let is_choice = matches!(finding.kind, FindingKind::SeveralRequests { .. });
            if !is_choice && !read.1.contains(&finding) {
                read.1.push(finding);
            }
        }
    }
    Ok(read)
}

/// The rule and the scope, or every reason why the arguments cannot be used.
fn checked(args: &CompareArgs) -> Result<(RuleChoice, Option<Scope>), Vec<Diagnostic>> {
    let lang = args.common.lang;
    let mut refused = Vec::new();
    if args.files.iter().filter(|file| *file == STANDARD_INPUT).count() > 1 {
        refused.push(Diagnostic::usage_of("compare", words(lang).standard_input_twice, lang));
    }
    match args.in_use.checked() {
        Ok(in_use) if refused.is_empty() => Ok(in_use),
        Ok(_) => Err(refused),
        Err(findings) => {
            refused.extend(Diagnostic::all(&findings, lang));
            Err(refused)
        }
    }
}

/// What is expected of so many deliveries, if they can be compared.
fn expected(args: &CompareArgs, count: usize) -> Result<Option<Events>, Vec<Diagnostic>> {
    let lang = args.common.lang;
    let refuse = |message: String| Err(vec![Diagnostic::usage_of("compare", &message, lang)]);
    match (count, &args.events[..]) {
        (..2, _) => refuse(words(lang).too_few_deliveries.to_owned()),
        (MOST_MORE.., _) => refuse((words(lang).too_many_deliveries)(MOST_DELIVERIES)),
        (_, []) if args.same => Ok(Some(Events::same(count))),
        (_, []) if args.different => Ok(Some(Events::different(count))),
        (_, []) => Ok(None),
        (_, numbers) if numbers.len() != count => refuse((words(lang).events_count)(count)),
        (_, numbers) => Ok(Some(Events::new(numbers))),
    }
}

/// For more there is `hookonce audit`, which does not hold them in memory.
const MOST_DELIVERIES: usize = 50;
const MOST_MORE: usize = MOST_DELIVERIES + 1;
