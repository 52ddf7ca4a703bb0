//! The places of a delivery whose values could be a key, or a part of one.

use super::events::{Relation, relation};
use super::role::{self, Role};
use super::{plain, tree};
use crate::delivery::Delivery;
use crate::json::{Document, Kind, Value};
use crate::key::digest::{hex, sha256};
use crate::key::{Lookup, Part, Rule, Segment, Source};

/// A rule of one part, and what it makes of each delivery.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct CandidateRule {
    /// The rule.
    pub rule: Rule,
    /// What its value is, by its name and its look.
    pub role: Role,
    /// For each delivery its ids: one, of a batch one for each item, or none where a value is missing or
    /// cannot be one.
    pub ids: Vec<Vec<String>>,
    /// Whether the value can tell two events apart at all.
    pub telling: bool,
}

impl CandidateRule {
    /// For each delivery the number of its event by this rule, from 0 on; none where it has no key.
    pub fn events(&self) -> Vec<Option<usize>> {
        let mut firsts: Vec<usize> = Vec::new();
        let number = |(place, ids): (usize, &Vec<String>)| {
            let same = |first: &usize| relation(&self.ids[*first], ids) == Relation::Same;
            let known = firsts.iter().position(same);
            (!ids.is_empty()).then(|| {
                known.unwrap_or_else(|| {
                    firsts.push(place);
                    firsts.len() - 1
                })
            })
        };
        self.ids.iter().enumerate().map(number).collect()
    }
}

/// Every candidate that at least one delivery has; in the order in which they stand, headers first.
pub(super) fn all(lookups: &[Lookup]) -> Vec<CandidateRule> {
    let mut candidates = values(lookups);
    let hashes = lookups.iter().map(|lookup| match lookup.delivery.body.is_empty() {
        true => Vec::new(),
        false => vec![hex(&sha256(&lookup.delivery.body))],
    });
    candidates.push(CandidateRule {
        rule: Rule::of(Source::BodySha256),
        role: Role::BodyHash,
        ids: hashes.collect(),
        telling: true,
    });
    candidates
}

/// The candidates that are values, without the body's hash.
pub(super) fn values(lookups: &[Lookup]) -> Vec<CandidateRule> {
    let mut rules: Vec<Rule> = Vec::new();
    let mut of_items = 0;
    for rule in lookups.iter().flat_map(places) {
        let is_of_items = rule.batch.is_some();
        let has_room = rules.len() < MOST && !(is_of_items && of_items >= MOST_OF_ITEMS);
        if has_room && !rules.contains(&rule) {
            of_items += usize::from(is_of_items);
            rules.push(rule);
        }
    }
    let mut candidates: Vec<_> = rules.into_iter().map(|rule| candidate(rule, lookups)).collect();
    candidates.retain(|candidate| candidate.ids.iter().any(|ids| !ids.is_empty()));
    candidates
}

/// The JSON of a delivery's body, if it is some.
pub(super) fn document(delivery: &Delivery) -> Option<Document> {
    tree::read(&delivery.body).ok()
}

fn candidate(rule: Rule, lookups: &[Lookup]) -> CandidateRule {
    let ids: Vec<_> = lookups.iter().map(|lookup| ids(&rule, lookup)).collect();
    let first = ids.iter().flatten().next().map(String::as_str).unwrap_or_default();
    let role = match rule.parts.first().and_then(|part| part.sources.first()) {
        Some(source) => role::of(source, rule.batch.as_deref(), lookups, first),
        None => Role::Value,
    };
    let telling = ids.iter().flatten().all(|id| crate::key::evidence::tells_events_apart(id));
    CandidateRule { rule, role, ids, telling }
}

/// The ids that a rule of one part gives; none if any item of a batch has none.
pub(super) fn ids(rule: &Rule, lookup: &Lookup) -> Vec<String> {
    let items = match &rule.batch {
        Some(path) => lookup.all(path).into_iter().map(Some).collect(),
        None => vec![None],
    };
    let sources = rule.parts.iter().flat_map(|part| &part.sources);
    let Some(source) = sources.into_iter().next().filter(|_| items.len() <= MOST_ITEMS) else {
        return Vec::new();
    };
    let id = |item: &Option<Value>| lookup.find(source, *item)?.id(true, false).ok().flatten();
    items.iter().map(id).collect::<Option<_>>().unwrap_or_default()
}

/// The places of one delivery.
fn places(lookup: &Lookup) -> Vec<Rule> {
    let headers = lookup.delivery.headers.iter().map(|header| Source::Header(header.name.clone()));
    let mut rules: Vec<Rule> = headers.map(Rule::of).collect();
    // Header names are equal in any case.
    let mut seen: Vec<String> = Vec::new();
    rules.retain(|rule| {
        let name = rule.to_string().to_ascii_lowercase();
        let is_new = !seen.contains(&name);
        seen.push(name);
        is_new
    });
    match lookup.root {
        Some(root) => members(root, &mut rules),
        None => {
            rules.extend(plain::names(lookup.delivery).into_iter().map(|name| Rule::of(Source::Form(name))))
        }
    }
    rules
}

/// The scalars of a JSON body down to [`DEEPEST`] steps, of arrays those of the first item.
fn members(root: Value, rules: &mut Vec<Rule>) {
    let mut open: Vec<(Value, Vec<Segment>)> = vec![(root, Vec::new())];
    let mut looked_at = 0;
    while let Some((value, path)) = open.pop() {
        looked_at += 1;
        if looked_at > MOST_LOOKED_AT || rules.len() > MOST {
            return;
        }
        let arrays = path.iter().filter(|segment| **segment == Segment::Each).count();
        let below = |segment| {
            let mut path = path.clone();
            path.push(segment);
            path
        };
        match value.kind() {
            Kind::Array if arrays < 2 && path.len() < DEEPEST => {
                open.extend(value.item(0).map(|item| (item, below(Segment::Each))));
            }
            Kind::Object if path.len() < DEEPEST => {
                let named = |child: Value<'_>| child.name().and_then(|name| name.as_str().map(str::to_owned));
                let children = value.children().take(MOST).filter_map(|child| Some((named(child)?, child)));
                let mut children: Vec<_> =
                    children.map(|(name, child)| (child, below(Segment::Member(name)))).collect();
                children.reverse();
                open.append(&mut children);
            }
            Kind::Array | Kind::Null | Kind::Object => {}
            Kind::Boolean | Kind::Number | Kind::String => rules.push(rule(path)),
        }
    }
}

/// The rule of one place, which is in each item of an array where the path goes through one.
fn rule(path: Vec<Segment>) -> Rule {
    let Some(last) = path.iter().rposition(|segment| *segment == Segment::Each) else {
        return Rule::of(Source::Json(path));
    };
    let (batch, item) = path.split_at(last + 1);
    let source = Source::Item { up: 0, path: item.to_vec() };
    let part = Part { sources: vec![source], required: true };
    Rule { parts: vec![part], batch: Some(batch.to_vec()), fallback: None }
}

/// How many places are looked at: a body can have millions, and an event's id is at none of the later ones.
const MOST: usize = 300;
const MOST_LOOKED_AT: usize = 3_000;
const MOST_ITEMS: usize = 10_000;
const MOST_OF_ITEMS: usize = 40;
const DEEPEST: usize = 5;
