//! Whether deliveries are the same event, by which rule, and which rule would say so.

use super::candidates::{self, CandidateRule};
use super::difference::difference;
use super::events::{Events, Relation, relation};
use super::presume::{self, Clue, ClueReason};
use super::propose::{self, Proposal};
use crate::delivery::Delivery;
use crate::finding::{Finding, FindingKind};
use crate::key::{KeyPlan, Lookup, Reason, Rule, RuleChoice, RuleUsed, Scope, Source, plan_with_sha2};

/// Two or more deliveries, and what is known of them.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// At least two.
    pub deliveries: &'a [Delivery],
    /// The rule in use.
    pub choice: &'a RuleChoice,
    /// What stands in front of its keys.
    pub scope: Option<&'a Scope>,
    /// Which of them are the same event, if that is known; one number for each delivery.
    pub expected: Option<&'a Events>,
}

/// What comes of it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Judgement {
    /// Whether they are the same event.
    pub answer: Answer,
    /// By what.
    pub by: By,
    /// The keys by the rule in use, one plan for each delivery.
    pub plans: Vec<KeyPlan>,
    /// Each plausible way to group them into events, and what it means for rules: one, or two that are as plausible.
    pub plausible: Vec<Plausible>,
    /// Every value that could be a key.
    pub candidates: Vec<CandidateRule>,
    /// Why they are taken for the same event or for different ones; none where that was given.
    pub clues: Vec<Clue>,
    /// What was noticed.
    pub findings: Vec<Finding>,
}

/// A way to group deliveries into events.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Plausible {
    /// The events.
    pub events: Events,
    /// Whether the keys of the rule in use are equal exactly where the events are.
    pub fits: bool,
    /// A better rule, if the one in use is wrong or only hashes the body, and there is one.
    pub proposal: Option<Proposal>,
}

/// Whether deliveries are the same event.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Answer {
    /// All are different events.
    Different,
    /// Some of their items are the same events, and some are not.
    Partly,
    /// All are the same event.
    Same,
    /// Some are the same event, others are not.
    Several,
    /// It cannot be told.
    Unclear,
}

impl Answer {
    /// The stable name.
    pub fn code(self) -> &'static str {
        match self {
            Answer::Different => "different",
            Answer::Partly => "partly",
            Answer::Same => "same",
            Answer::Several => "several",
            Answer::Unclear => "unclear",
        }
    }
}

/// By what an answer is given.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum By {
    /// By what is in the deliveries.
    Evidence,
    /// By the keys of the rule in use.
    Rule,
}

impl By {
    /// `evidence` or `rule`.
    pub fn code(self) -> &'static str {
        match self {
            By::Evidence => "evidence",
            By::Rule => "rule",
        }
    }
}

/// Judges deliveries.
///
/// A sender's own rule and one that the user wrote are believed; the generic one only where it is said which of
/// the deliveries are the same event, and the question is whether it is right.
pub fn judge(question: &Question) -> Judgement {
    let Question { deliveries, choice, scope, expected } = *question;
    let plans: Vec<KeyPlan> =
        deliveries.iter().map(|delivery| plan_with_sha2(delivery, choice, scope)).collect();
    let keys: Vec<Vec<String>> = plans.iter().map(keys).collect();
    let documents: Vec<_> = deliveries.iter().map(candidates::document).collect();
    let lookups: Vec<Lookup> = deliveries
        .iter()
        .zip(&documents)
        .map(|(delivery, document)| Lookup::new(delivery, document.as_ref()))
        .collect();
    let candidates = candidates::all(&lookups);
    let changing: Vec<Source> =
        plans.iter().filter_map(|plan| plan.provider).flat_map(|provider| provider.changes.clone()).collect();

    let is_believed = match choice {
        RuleChoice::Auto => plans.iter().all(|plan| plan.provider.is_some()),
        RuleChoice::Custom(_) | RuleChoice::Provider(_) => true,
        RuleChoice::Generic => false,
    };
    let by_rule = answer_by(&keys).filter(|_| is_believed || expected.is_some());
    let (events, clues) = match (expected, by_rule) {
        (Some(events), _) => (vec![events.clone()], Vec::new()),
        // The keys say it all.
        (None, Some((Answer::Different | Answer::Same | Answer::Several, Some(events)))) => {
            (vec![events], Vec::new())
        }
        _ => {
            let presumed = presume::presume(deliveries, &candidates, &changing);
            (presumed.plausible, presumed.clues)
        }
    };
    let has_rule_for_none =
        plans.iter().any(|plan| matches!(plan.reason, Reason::Control | Reason::NoKeyPossible));
    let (answer, by) = match (answer_by(&keys).map(|(answer, _)| answer), &events[..]) {
        (Some(answer), _) if is_believed || expected.is_some() => (answer, By::Rule),
        (None, _) if expected.is_some() || has_rule_for_none => (Answer::Unclear, By::Rule),
        (_, [events]) => (answer_of(events), By::Evidence),
        _ => (Answer::Unclear, By::Evidence),
    };
    // A hash of the body may fit these deliveries, and not the next retry.
    let by_hash = plans.iter().any(|plan| plan.rule == Some(RuleUsed::BodyHash));
    let plausible = events.into_iter().map(|events| {
        let fits = events.fit(&keys);
        let is_right = fits && !by_hash;
        let proposal = if is_right { None } else { propose::propose(&candidates, &events) };
        let proposal = proposal.filter(|it| !fits || it.rule != Rule::of(Source::BodySha256));
        Plausible { events, fits, proposal }
    });
    let plausible = plausible.collect();
    let findings = findings(deliveries, &plans, &keys, &changing, &clues);
    Judgement { answer, by, plans, plausible, candidates, clues, findings }
}

/// The keys of a plan: one, of a batch one for each item, or none if one is missing.
fn keys(plan: &KeyPlan) -> Vec<String> {
    match (&plan.items, &plan.key) {
        (Some(items), _) => items.iter().cloned().collect::<Option<_>>().unwrap_or_default(),
        (None, key) => key.iter().cloned().collect(),
    }
}

/// What keys say, and the events if they are told apart cleanly; none where a key is missing.
fn answer_by(keys: &[Vec<String>]) -> Option<(Answer, Option<Events>)> {
    let mut numbers: Vec<usize> = Vec::new();
    let mut is_partly = false;
    for (place, ids) in keys.iter().enumerate() {
        let mut number = place;
        for (other, before) in keys[..place].iter().enumerate() {
            match relation(before, ids) {
                Relation::Unknown => return None,
                Relation::Same => number = numbers[other],
                Relation::Partly => is_partly = true,
                Relation::Different => {}
            }
        }
        numbers.push(number);
    }
    let events = Events::new(&numbers);
    Some(match is_partly {
        true => (Answer::Partly, None),
        false => (answer_of(&events), Some(events)),
    })
}

fn answer_of(events: &Events) -> Answer {
    match events.pairs() {
        (true, true) => Answer::Several,
        (false, true) => Answer::Different,
        (_, false) => Answer::Same,
    }
}

fn findings(
    deliveries: &[Delivery],
    plans: &[KeyPlan],
    keys: &[Vec<String>],
    changing: &[Source],
    clues: &[Clue],
) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    let mut add = |kind: FindingKind| {
        if !findings.iter().any(|finding| finding.kind == kind) {
            findings.push(Finding::new(kind));
        }
    };
    for clue in clues {
        let is_partial = matches!((clue.same, clue.certainty), (Some(true), propose::Certainty::Guess));
        match &clue.reason {
            ClueReason::IdReused(name) => add(FindingKind::SameIdOtherBody { name: name.clone() }),
            ClueReason::SameId(name) if is_partial => {
                add(FindingKind::SameIdOtherBody { name: name.clone() });
            }
            ClueReason::NewId(name) => add(FindingKind::NewIdSameBody { name: name.clone() }),
            ClueReason::IdsDisagree(..)
            | ClueReason::NothingTells
            | ClueReason::OnlyTimes
            | ClueReason::OtherContent
            | ClueReason::OtherId(_)
            | ClueReason::SameBytes
            | ClueReason::SameContent
            | ClueReason::SameId(_) => {}
        }
    }
    for (place, plan) in plans.iter().enumerate() {
        let earlier = (0..place).find(|other| relation(&keys[*other], &keys[place]) == Relation::Same);
        let body_may_change = plan.provider.is_some_and(|provider| provider.body_changes);
        let Some(earlier) = earlier.filter(|_| plan.rule == Some(RuleUsed::EventId) && !body_may_change)
        else {
            continue;
        };
        let difference = difference(&deliveries[earlier], &deliveries[place]);
        if presume::content(&difference, changing).next().is_some() {
            let rule = plan.rules.rule.as_ref().map(ToString::to_string).unwrap_or_default();
            add(FindingKind::SameIdOtherBody { name: rule });
        }
    }
    findings
}
