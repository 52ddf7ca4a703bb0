//! The JSON form.

use hookonce_core::audit::{Audit, EntryForm, Example, RuleScore, Step};
use hookonce_core::lang::Lang;
use serde::Serialize;

use crate::report::Diagnostic;

#[derive(Serialize)]
struct AuditReport<'a> {
    audit: Option<Counts<'a>>,
    findings: &'a [Diagnostic],
}

#[derive(Serialize)]
struct Counts<'a> {
    form: Option<&'static str>,
    entries: Option<&'static str>,
    bytes: u64,
    deliveries: u64,
    events: u64,
    repeats: u64,
    repeats_with_other_bytes: u64,
    conflicts: u64,
    without_key: u64,
    hashed: u64,
    control: u64,
    unreadable: u64,
    first_unreadable: Option<u64>,
    longest_seconds: Option<u64>,
    senders: Vec<SenderReport>,
    better_rule: Option<&'a str>,
    rules: Vec<RuleReport<'a>>,
    conflict_examples: Vec<ExampleReport<'a>>,
    repeat_examples: Vec<ExampleReport<'a>>,
    timeline: TimelineReport,
    advice: Vec<String>,
}

#[derive(Serialize)]
struct SenderReport {
    id: &'static str,
    deliveries: u64,
}

#[derive(Serialize)]
struct RuleReport<'a> {
    rule: Option<&'a str>,
    role: Option<&'static str>,
    events: u64,
    merged: u64,
    split: u64,
    without_key: u64,
}

#[derive(Serialize)]
struct ExampleReport<'a> {
    first: u64,
    again: u64,
    key: &'a str,
}

#[derive(Serialize)]
struct TimelineReport {
    unit: &'static str,
    width: i64,
    steps: Vec<StepReport>,
}

#[derive(Serialize)]
struct StepReport {
    start: i64,
    deliveries: u64,
    repeats: u64,
}

/// The audit, or why there is none, on one line.
pub(super) fn report(audit: Option<&Audit>, findings: &[Diagnostic], lang: Lang) -> String {
    let report = AuditReport { audit: audit.map(|audit| counts(audit, lang)), findings };
    // Texts and numbers only: there is nothing in it that JSON cannot say.
    serde_json::to_string(&report).unwrap_or_default() + "\n"
}

fn counts(audit: &Audit, lang: Lang) -> Counts<'_> {
    Counts {
        form: audit.form.map(|form| form.name()),
        entries: audit.entry_form.map(|form| match form {
            EntryForm::Body => "body",
            EntryForm::Input(kind) => kind.name(),
            EntryForm::Record => "record",
        }),
        bytes: audit.bytes,
        deliveries: audit.deliveries,
        events: audit.events,
        repeats: audit.repeats,
        repeats_with_other_bytes: audit.repeats_with_other_bytes,
        conflicts: audit.conflicts,
        without_key: audit.without_key,
        hashed: audit.hashed,
        control: audit.control,
        unreadable: audit.unreadable.0,
        first_unreadable: audit.unreadable.1,
        longest_seconds: audit.longest,
        senders: audit
            .senders
            .iter()
            .map(|(provider, deliveries)| SenderReport { id: provider.id, deliveries: *deliveries })
            .collect(),
        better_rule: audit.better().and_then(|better| better.rule.as_deref()),
        rules: audit.rules.iter().map(rule).collect(),
        conflict_examples: audit.conflict_examples.iter().map(example).collect(),
        repeat_examples: audit.repeat_examples.iter().map(example).collect(),
        timeline: TimelineReport {
            unit: if audit.has_times { "seconds" } else { "deliveries" },
            width: audit.timeline.width(),
            steps: audit.timeline.steps().iter().map(step).collect(),
        },
        advice: audit.advice(lang),
    }
}

fn rule(score: &RuleScore) -> RuleReport<'_> {
    RuleReport {
        rule: score.rule.as_deref(),
        role: score.role.map(|role| role.code()),
        events: score.events,
        merged: score.merged,
        split: score.split,
        without_key: score.without_key,
    }
}

fn example(example: &Example) -> ExampleReport<'_> {
    ExampleReport { first: example.first, again: example.again, key: &example.key }
}

fn step(step: &Step) -> StepReport {
    StepReport { start: step.start, deliveries: step.deliveries, repeats: step.repeats }
}
