//! Two deliveries side by side: what differs, and whether they are the same event.
//!
//! Bodies are compared by value where they are JSON or forms, so that bytes that change no value are told
//! from a change of what is said.

mod candidates;
mod change;
mod difference;
mod events;
mod headers;
mod items;
mod judge;
mod moved;
mod named;
mod plain;
mod presume;
mod propose;
mod role;
#[cfg(test)]
mod tests;
mod tree;
mod walk;

pub use candidates::CandidateRule;
pub use change::{Change, ChangeKind, Compared, Difference, Part, Spelling};
pub use difference::{LISTED, difference};
pub use events::{Events, Relation};
pub use judge::{Answer, By, Judgement, Plausible, Question, judge};
pub use presume::{Clue, ClueReason};
pub use propose::{Certainty, Proposal};
pub use role::Role;

use std::collections::BinaryHeap;

use crate::finding::{Place, Position};
use crate::key::{Lookup, Rule, Source};
use crate::lang::Lang;
use crate::locator::Locator;
use crate::words;

/// The values of one delivery that could be a key or a part of one.
pub(crate) fn places(delivery: &Lookup) -> Vec<CandidateRule> {
    candidates::values(std::slice::from_ref(delivery))
}

/// What the value at a place of a delivery is, by its name and its look.
pub(crate) fn role_of(source: &Source, delivery: &Lookup, value: &str) -> Role {
    role::of(source, None, std::slice::from_ref(delivery), value)
}

/// What a header is, by its name and its look.
pub(crate) fn role_of_header(name: &str, value: &str) -> Role {
    role::of_header(name, value)
}

/// Whether a member of this name is an attempt's counter, a time or a signature.
pub(crate) fn changes_with_attempt(name: &str) -> bool {
    crate::key::evidence::is_volatile_name(name) || role::is_time(name)
}

/// The values of many deliveries that could be a key.
pub(crate) fn candidates(deliveries: &[Lookup]) -> Vec<CandidateRule> {
    candidates::values(deliveries)
}

/// The ids that a rule of one place gives: of a batch one for each item, none where one is missing.
pub(crate) fn candidate_ids(rule: &Rule, delivery: &Lookup) -> Vec<String> {
    candidates::ids(rule, delivery)
}

impl Change {
    /// What happened, in a sentence without the values.
    pub fn text(&self, lang: Lang) -> String {
        words::compare::change(self, lang)
    }

    fn new(kind: ChangeKind, part: Part, path: String) -> Change {
        Change {
            kind,
            part,
            path,
            moved_to: None,
            old: None,
            new: None,
            old_position: None,
            new_position: None,
            volatile: false,
            count: 1,
        }
    }
}

impl Compared {
    /// What to know about how the bodies were compared.
    pub fn text(self, lang: Lang) -> Option<&'static str> {
        words::compare::compared(self, lang)
    }
}

impl ClueReason {
    /// The reason in a sentence.
    pub fn text(&self, lang: Lang) -> String {
        words::compare::clue(self, lang)
    }
}

impl Role {
    /// What the value is, in words.
    pub fn text(self, lang: Lang) -> &'static str {
        words::compare::role(self, lang)
    }
}

impl Judgement {
    /// The answer in a sentence or two.
    pub fn text(&self, lang: Lang) -> String {
        words::compare::answer(self.answer, self.by, &self.rule(), lang)
    }

    /// The rule in use as text, with the sender's name where it is a sender's.
    pub fn rule(&self) -> String {
        let mut rules: Vec<String> = Vec::new();
        for plan in &self.plans {
            let rule = plan.rules.rule.as_ref().map(ToString::to_string);
            let name = plan.provider.map(|provider| provider.name.to_owned());
            let text = match (name, rule) {
                (Some(name), Some(rule)) => format!("{name}, {rule}"),
                (Some(only), None) | (None, Some(only)) => only,
                (None, None) => continue,
            };
            if !rules.contains(&text) {
                rules.push(text);
            }
        }
        rules.join("; ")
    }
}

/// Sorts by a heap: the standard library's sorts are larger, and the page would have to load them.
fn sorted<T: Ord>(items: Vec<T>) -> Vec<T> {
    BinaryHeap::from(items).into_sorted_vec()
}

/// Line and column of rising offsets.
fn lines(bytes: &[u8], offsets: &[usize]) -> Vec<Position> {
    let mut locator = Locator::new(Place::Body);
    offsets.iter().map(|offset| locator.locate(bytes, *offset)).collect()
}

/// The start of a text, with a mark where it was cut.
fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// How many characters of a value are shown.
const SHOWN: usize = 160;
