//! The simplest rule whose keys are equal exactly where the events are.

use super::candidates::CandidateRule;
use super::events::Events;
use super::role::Role;
use crate::key::{Part, Rule};

/// A rule that fits.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Proposal {
    /// The rule.
    pub rule: Rule,
    /// How sure it is that it also fits deliveries that are not here.
    pub certainty: Certainty,
    /// Rules that fit just as well, at most three.
    pub others: Vec<Rule>,
}

/// How sure something is.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Certainty {
    /// It fits what is here, and that is all that is known.
    Guess,
    /// Names and values speak for it as well.
    Likely,
}

impl Certainty {
    /// `guess` or `likely`.
    pub fn code(self) -> &'static str {
        match self {
            Certainty::Guess => "guess",
            Certainty::Likely => "likely",
        }
    }
}

/// The rule: one place, else two, else three, else the body's hash. Never with what belongs to an attempt, and never a
/// time alone.
pub(super) fn propose(candidates: &[CandidateRule], events: &Events) -> Option<Proposal> {
    let mut usable: Vec<Ranked> = Vec::new();
    for (place, candidate) in candidates.iter().enumerate() {
        let is_there = candidate.ids.iter().all(|ids| !ids.is_empty());
        if let Some(rank) = rank(candidate).filter(|_| is_there) {
            usable.push((rank, place));
        }
    }
    let usable = super::sorted(usable);
    let (has_same, has_other) = events.pairs();
    let mut work = 0;
    for parts in 1..=3 {
        // Without a delivery of another event any value fits that stays, and without a retry any that changes.
        let is_enough = |chosen: &[&CandidateRule]| {
            let is_event = chosen
                .iter()
                .any(|candidate| matches!(candidate.role, Role::Event | Role::Id | Role::Message));
            let has_time = chosen.iter().any(|candidate| candidate.role == Role::Time);
            is_event || has_same && has_other || has_same && has_time
        };
        let fits = |chosen: &[&CandidateRule]| {
            is_enough(chosen) && is_rule(chosen) && ids(chosen).is_some_and(|ids| events.fit(&ids))
        };
        let mut best: Option<(usize, Vec<Rule>)> = None;
        choose(&usable, parts, |chosen| {
            let score = chosen.iter().map(|(rank, _)| rank).sum::<usize>();
            if best
                .as_ref()
                .is_some_and(|(least, rules)| score > *least || score == *least && rules.len() > 3)
            {
                return;
            }
            if work > MOST_WORK {
                return;
            }
            // In the order in which the values stand.
            let places = super::sorted(chosen.iter().map(|(_, place)| *place).collect::<Vec<_>>());
            let chosen: Vec<_> = places.iter().map(|place| &candidates[*place]).collect();
            work += chosen.iter().flat_map(|candidate| &candidate.ids).map(Vec::len).sum::<usize>();
            if fits(&chosen) {
                match &mut best {
                    Some((least, rules)) if *least == score => rules.push(join(&chosen)),
                    _ => best = Some((score, vec![join(&chosen)])),
                }
            }
        });
        if let Some((score, mut rules)) = best {
            let others = rules.split_off(1);
            let is_event = score == 0 && has_same && has_other;
            let certainty = if is_event && parts == 1 { Certainty::Likely } else { Certainty::Guess };
            return rules.pop().map(|rule| Proposal { rule, certainty, others });
        }
    }
    let hash = candidates.iter().find(|candidate| candidate.role == Role::BodyHash)?;
    let fits = has_same && has_other && events.fit(&hash.ids);
    fits.then(|| Proposal { rule: hash.rule.clone(), certainty: Certainty::Guess, others: Vec::new() })
}

/// A candidate's rank and its place.
type Ranked = (usize, usize);

/// How far a value is from being an event's id; none for one that is never in a key.
fn rank(candidate: &CandidateRule) -> Option<usize> {
    let rank = match candidate.role {
        Role::Attempt | Role::BodyHash => return None,
        Role::Event => 0,
        Role::Message => 1,
        Role::Id => 2,
        Role::Object | Role::Time => 3,
        Role::Subscription => 4,
        Role::Value if candidate.telling => 5,
        Role::Value => 6,
    };
    // An array beside an event's id is rarely a batch.
    let is_batch = candidate.rule.batch.as_ref();
    Some(rank + is_batch.map_or(0, |path| if path.len() == 1 { 0 } else { 2 }))
}

/// Whether the values together can be a key: at least one is an id, and a part of a batch is of the same items.
fn is_rule(chosen: &[&CandidateRule]) -> bool {
    let is_id = |candidate: &CandidateRule| match candidate.role {
        Role::Event => true,
        // A number of an object may be short, which is enough beside a second part.
        Role::Id | Role::Message | Role::Object | Role::Subscription => {
            candidate.telling || chosen.len() > 1 && candidate.role != Role::Subscription
        }
        // What has no name of an id, such as an address, is enough only beside a second part.
        Role::Value => candidate.telling && chosen.len() > 1,
        Role::Attempt | Role::BodyHash | Role::Time => false,
    };
    chosen.iter().any(|candidate| is_id(candidate))
        && chosen.windows(2).all(|two| two[0].rule.batch == two[1].rule.batch)
}

/// The ids of several values together, as one text each.
fn ids(chosen: &[&CandidateRule]) -> Option<Vec<Vec<String>>> {
    let [first, rest @ ..] = chosen else {
        return None;
    };
    let mut all = first.ids.clone();
    for candidate in rest {
        for (ids, more) in all.iter_mut().zip(&candidate.ids) {
            if ids.len() != more.len() {
                return None;
            }
            for (id, more) in ids.iter_mut().zip(more) {
                // No id has a control character.
                id.push('\n');
                id.push_str(more);
            }
        }
    }
    Some(all)
}

fn join(chosen: &[&CandidateRule]) -> Rule {
    let parts: Vec<Part> = chosen.iter().flat_map(|candidate| candidate.rule.parts.clone()).collect();
    let batch = chosen.first().and_then(|candidate| candidate.rule.batch.clone());
    Rule { parts, batch, fallback: None }
}

/// Calls `each` with every choice of so many of the items, the best ones first; of many items only the best are used.
fn choose(items: &[Ranked], count: usize, mut each: impl FnMut(&[Ranked])) {
    let items = &items[..items.len().min(MOST[count - 1])];
    let at = |place: usize| items[place];
    for i in 0..items.len() {
        if count == 1 {
            each(&[at(i)]);
            continue;
        }
        for j in i + 1..items.len() {
            if count == 2 {
                each(&[at(i), at(j)]);
                continue;
            }
            for k in j + 1..items.len() {
                each(&[at(i), at(j), at(k)]);
            }
        }
    }
}

/// How many ids are compared in all: batches of thousands of items have that many in each value.
const MOST_WORK: usize = 400_000;

/// How many values are tried alone, in pairs, and by three.
const MOST: [usize; 3] = [300, 100, 30];
