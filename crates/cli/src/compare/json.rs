//! The JSON form: on one line, whatever the exit code.

use hookonce_core::compare::{CandidateRule, Change, Clue, Difference, Events, Plausible};
use hookonce_core::key::KeyPlan;
use hookonce_core::lang::Lang;
use serde::Serialize;

use super::Compared;
use crate::report::{Diagnostic, PositionReport};

/// The report; without deliveries only the findings say something. Deliveries and events count from 1.
pub(super) fn report(compared: Option<&Compared>, findings: &[Diagnostic], lang: Lang) -> String {
    let judgement = compared.map(|compared| &compared.judgement);
    let deliveries =
        compared.iter().flat_map(|compared| compared.files.iter().zip(&compared.judgement.plans));
    let differences = compared.iter().flat_map(|compared| &compared.differences).enumerate();
    let report = Report {
        answer: judgement.map(|judgement| judgement.answer.code()),
        by: judgement.map(|judgement| judgement.by.code()),
        deliveries: deliveries.map(|(file, plan)| DeliveryReport::new(file, plan)).collect(),
        expected: compared.and_then(|compared| compared.expected.as_ref()).map(numbers),
        plausible: judgement.iter().flat_map(|it| &it.plausible).map(PlausibleReport::from).collect(),
        differences: differences.map(|(place, it)| DifferenceReport::new(place + 2, it, lang)).collect(),
        candidates: judgement.iter().flat_map(|it| &it.candidates).map(CandidateReport::from).collect(),
        clues: judgement.iter().flat_map(|it| &it.clues).map(|clue| ClueReport::new(clue, lang)).collect(),
        findings,
    };
    // Texts and numbers only: there is nothing in it that JSON cannot say.
    serde_json::to_string(&report).unwrap_or_default() + "\n"
}

#[derive(Serialize)]
struct Report<'a> {
    answer: Option<&'static str>,
    by: Option<&'static str>,
    deliveries: Vec<DeliveryReport<'a>>,
    expected: Option<Vec<usize>>,
    plausible: Vec<PlausibleReport>,
    differences: Vec<DifferenceReport<'a>>,
    candidates: Vec<CandidateReport>,
    clues: Vec<ClueReport>,
    findings: &'a [Diagnostic],
}

#[derive(Serialize)]
struct DeliveryReport<'a> {
    file: &'a str,
    key: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    items: Option<&'a [Option<String>]>,
    rule: Option<&'static str>,
    provider: Option<&'static str>,
}

impl<'a> DeliveryReport<'a> {
    fn new(file: &'a str, plan: &'a KeyPlan) -> Self {
        DeliveryReport {
            file,
            key: plan.key.as_deref(),
            items: plan.items.as_deref(),
            rule: plan.rule.map(|rule| rule.code()),
            provider: plan.provider.map(|provider| provider.id),
        }
    }
}

#[derive(Serialize)]
struct PlausibleReport {
    events: Vec<usize>,
    fits: bool,
    proposal: Option<ProposalReport>,
}

#[derive(Serialize)]
struct ProposalReport {
    rule: String,
    certainty: &'static str,
    others: Vec<String>,
}

impl From<&Plausible> for PlausibleReport {
    fn from(plausible: &Plausible) -> Self {
        let proposal = plausible.proposal.as_ref().map(|proposal| ProposalReport {
            rule: proposal.rule.to_string(),
            certainty: proposal.certainty.code(),
            others: proposal.others.iter().map(ToString::to_string).collect(),
        });
        PlausibleReport { events: numbers(&plausible.events), fits: plausible.fits, proposal }
    }
}

#[derive(Serialize)]
struct DifferenceReport<'a> {
    from: usize,
    to: usize,
    compared: &'static str,
    changes: Vec<ChangeReport<'a>>,
    more: usize,
}

impl<'a> DifferenceReport<'a> {
    fn new(to: usize, difference: &'a Difference, lang: Lang) -> Self {
        DifferenceReport {
            from: 1,
            to,
            compared: difference.compared.code(),
            changes: difference.changes.iter().map(|change| ChangeReport::new(change, lang)).collect(),
            more: difference.more,
        }
    }
}

#[derive(Serialize)]
struct ChangeReport<'a> {
    kind: &'static str,
    part: &'static str,
    path: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    moved_to: Option<&'a str>,
    old: Option<&'a str>,
    new: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    old_position: Option<PositionReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new_position: Option<PositionReport>,
    /// Whether the name is one whose value changes with every attempt.
    volatile: bool,
    /// Whether no value changes.
    spelling: bool,
    count: usize,
    message: String,
}

impl<'a> ChangeReport<'a> {
    fn new(change: &'a Change, lang: Lang) -> Self {
        ChangeReport {
            kind: change.kind.code(),
            part: change.part.code(),
            path: &change.path,
            moved_to: change.moved_to.as_deref(),
            old: change.old.as_deref(),
            new: change.new.as_deref(),
            old_position: change.old_position.map(PositionReport::from),
            new_position: change.new_position.map(PositionReport::from),
            volatile: change.volatile,
            spelling: change.kind.is_spelling(),
            count: change.count,
            message: change.text(lang),
        }
    }
}

#[derive(Serialize)]
struct CandidateReport {
    rule: String,
    role: &'static str,
    /// The number of each delivery's event by this rule; null where it has no key.
    events: Vec<Option<usize>>,
}

impl From<&CandidateRule> for CandidateReport {
    fn from(candidate: &CandidateRule) -> Self {
        let events = candidate.events().into_iter().map(|number| number.map(|number| number + 1));
        CandidateReport {
            rule: candidate.rule.to_string(),
            role: candidate.role.code(),
            events: events.collect(),
        }
    }
}

#[derive(Serialize)]
struct ClueReport {
    deliveries: [usize; 2],
    same: Option<bool>,
    certainty: &'static str,
    reason: &'static str,
    message: String,
}

impl ClueReport {
    fn new(clue: &Clue, lang: Lang) -> Self {
        ClueReport {
            deliveries: [clue.deliveries.0 + 1, clue.deliveries.1 + 1],
            same: clue.same,
            certainty: clue.certainty.code(),
            reason: clue.reason.code(),
            message: clue.reason.text(lang),
        }
    }
}

fn numbers(events: &Events) -> Vec<usize> {
    events.numbers().iter().map(|number| number + 1).collect()
}
