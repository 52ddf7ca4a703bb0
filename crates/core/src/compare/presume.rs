//! Which deliveries are the same event, by what is in them.

use super::candidates::CandidateRule;
use super::change::{Change, ChangeKind, Difference, Part};
use super::difference::difference;
use super::events::{Events, Relation, relation};
use super::propose::Certainty;
use super::role::{self, Role};
use crate::delivery::Delivery;
use crate::key::{Source, evidence};

/// What speaks for two deliveries being the same event, or against it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Clue {
    /// The places of the two deliveries.
    pub deliveries: (usize, usize),
    /// Whether they are the same event; none where both are as plausible.
    pub same: Option<bool>,
    /// How sure that is.
    pub certainty: Certainty,
    /// Why.
    pub reason: ClueReason,
}

/// Why two deliveries are taken for the same event or for different ones.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ClueReason {
    /// Both have the same id, but other values that tell events apart.
    IdReused(String),
    /// Two ids contradict each other: the first is the same, the second is not.
    IdsDisagree(String, String),
    /// All but the event's id is the same.
    NewId(String),
    /// The bodies say the same, and nothing in them tells events apart.
    NothingTells,
    /// Only times differ.
    OnlyTimes,
    /// The values differ.
    OtherContent,
    /// The event's id is another one.
    OtherId(String),
    /// The bodies have the same bytes.
    SameBytes,
    /// The bodies say the same, apart from what changes with every attempt.
    SameContent,
    /// The event's id is the same.
    SameId(String),
}

impl ClueReason {
    /// The stable name, in kebab case.
    pub fn code(&self) -> &'static str {
        match self {
            ClueReason::IdReused(_) => "id-reused",
            ClueReason::IdsDisagree(..) => "ids-disagree",
            ClueReason::NewId(_) => "new-id",
            ClueReason::NothingTells => "nothing-tells",
            ClueReason::OnlyTimes => "only-times",
            ClueReason::OtherContent => "other-content",
            ClueReason::OtherId(_) => "other-id",
            ClueReason::SameBytes => "same-bytes",
            ClueReason::SameContent => "same-content",
            ClueReason::SameId(_) => "same-id",
        }
    }
}

/// A way to group the deliveries, and why.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Presumed {
    /// Every grouping that is as plausible as the others: one, or two.
    pub plausible: Vec<Events>,
    pub clues: Vec<Clue>,
}

/// Groups deliveries by comparing each with the first one of each group.
pub(super) fn presume(
    deliveries: &[Delivery],
    candidates: &[CandidateRule],
    changing: &[Source],
) -> Presumed {
    let mut firsts: Vec<usize> = Vec::new();
    let mut numbers: Vec<usize> = Vec::new();
    let mut merged: Vec<usize> = Vec::new();
    let mut clues = Vec::new();
    for place in 0..deliveries.len() {
        let mut group = None;
        let mut unclear = None;
        for (number, first) in firsts.iter().enumerate() {
            let clue = clue((*first, place), deliveries, candidates, changing);
            match clue.same {
                Some(true) => group = Some(number),
                Some(false) => {}
                None => unclear = unclear.or(Some(number)),
            }
            clues.push(clue);
            if group.is_some() {
                break;
            }
        }
        let number = group.unwrap_or_else(|| {
            firsts.push(place);
            let number = firsts.len() - 1;
            merged.push(unclear.map_or(number, |other| merged[other]));
            number
        });
        numbers.push(number);
    }
    let apart = Events::new(&numbers);
    let together = Events::new(&numbers.iter().map(|number| merged[*number]).collect::<Vec<_>>());
    let plausible = if apart == together { vec![apart] } else { vec![together, apart] };
    Presumed { plausible, clues }
}

/// Whether nothing but the spelling, or what changes with every attempt, differs in the bodies.
pub(super) fn content<'a>(
    difference: &'a Difference,
    changing: &'a [Source],
) -> impl Iterator<Item = &'a Change> {
    difference.of_body().filter(|change| {
        let place = format!("${}{}", if change.path.starts_with('[') { "" } else { "." }, change.path);
        !change.kind.is_spelling() && !change.volatile && !changing.iter().any(|it| it.to_string() == place)
    })
}

fn clue(
    deliveries: (usize, usize),
    all: &[Delivery],
    candidates: &[CandidateRule],
    changing: &[Source],
) -> Clue {
    let (i, j) = deliveries;
    let difference = difference(&all[i], &all[j]);
    let content: Vec<&Change> = content(&difference, changing).collect();
    // Where there is an event's id, those of messages are of something else.
    let ids_of = |role: Role| {
        let of_role = candidates.iter().filter(move |candidate| candidate.role == role);
        of_role.filter(|candidate| relation(&candidate.ids[i], &candidate.ids[j]) != Relation::Unknown)
    };
    let of_event = ids_of(Role::Event).next().is_some();
    let ids = |wanted: Relation| {
        let mut ids = ids_of(if of_event { Role::Event } else { Role::Message });
        ids.find(|candidate| relation(&candidate.ids[i], &candidate.ids[j]) == wanted)
            .map(|candidate| candidate.rule.to_string())
    };
    // What kind of event it is, some senders say in a header only.
    let other_kind = difference.changes.iter().any(is_other_kind);
    let all_are =
        |roles: &[Role]| !other_kind && content.iter().all(|change| roles.contains(&role_of(change)));
    let says = |same, certainty, reason| Clue { deliveries, same, certainty, reason };
    match (ids(Relation::Same), ids(Relation::Different)) {
        (Some(same), Some(other)) => says(None, Certainty::Guess, ClueReason::IdsDisagree(same, other)),
        (Some(id), None) if content.is_empty() && !other_kind => {
            says(Some(true), Certainty::Likely, ClueReason::SameId(id))
        }
        (Some(id), None)
            if of_event && !other_kind && content.iter().all(|change| may_be_of_attempt(change)) =>
        {
            says(Some(true), Certainty::Guess, ClueReason::SameId(id))
        }
        (Some(id), None) => says(None, Certainty::Guess, ClueReason::IdReused(id)),
        (None, Some(id)) if all_are(&[Role::Event, Role::Message]) => {
            says(None, Certainty::Guess, ClueReason::NewId(id))
        }
        (None, Some(id)) => says(Some(false), Certainty::Likely, ClueReason::OtherId(id)),
        (None, None) if !all_are(&[Role::Time]) => {
            says(Some(false), Certainty::Guess, ClueReason::OtherContent)
        }
        // Times of sending and of the event have the same names.
        (None, None) if difference.of_body().any(is_time) => {
            says(None, Certainty::Guess, ClueReason::OnlyTimes)
        }
        (None, None) => match unknown_id((i, j), candidates) {
            Some((Relation::Same, id)) => says(Some(true), Certainty::Guess, ClueReason::SameId(id)),
            Some((_, id)) => says(None, Certainty::Guess, ClueReason::NewId(id)),
            // An object's id is in each of its events.
            None if !candidates.iter().any(|candidate| has_time(candidate, i)) => {
                says(None, Certainty::Guess, ClueReason::NothingTells)
            }
            None if all[i].body == all[j].body => says(Some(true), Certainty::Likely, ClueReason::SameBytes),
            None => says(Some(true), Certainty::Likely, ClueReason::SameContent),
        },
    }
}

/// Whether it is a time in the body of this delivery, also under a name that says nothing about the event.
fn has_time(candidate: &CandidateRule, delivery: usize) -> bool {
    let mut ids = candidate.ids[delivery].iter();
    is_in_body(candidate) && ids.any(|id| candidate.role == Role::Time || role::looks_like_time(id))
}

fn is_in_body(candidate: &CandidateRule) -> bool {
    let mut sources = candidate.rule.parts.iter().flat_map(|part| &part.sources);
    !sources.any(|source| matches!(source, Source::Header(_)))
}

/// An id of something unknown that differs, or else one in a header that is the same: in a body it may be the object's.
fn unknown_id((i, j): (usize, usize), candidates: &[CandidateRule]) -> Option<(Relation, String)> {
    let ids = candidates.iter().filter(|candidate| candidate.role == Role::Id && candidate.telling);
    let of = |wanted: Relation| {
        let mut ids = ids.clone();
        let found = ids.find(|candidate| {
            relation(&candidate.ids[i], &candidate.ids[j]) == wanted
                && (wanted == Relation::Different || !is_in_body(candidate))
        });
        found.map(|candidate| (wanted, candidate.rule.to_string()))
    };
    of(Relation::Different).or_else(|| of(Relation::Same))
}

/// Whether a header that names the kind of event has another value.
fn is_other_kind(change: &Change) -> bool {
    let name = change.path.to_ascii_lowercase();
    let names_kind = ["event", "topic", "action"].iter().any(|word| name.contains(word));
    let value = change.new.as_deref().unwrap_or_default();
    change.part == Part::Header
        && change.kind == ChangeKind::Value
        && names_kind
        && !change.volatile
        && !evidence::tells_events_apart(value)
}

fn role_of(change: &Change) -> Role {
    let value = change.new.as_ref().or(change.old.as_ref()).map(|value| value.trim_matches('"'));
    role::of_path(&change.path, value.unwrap_or_default())
}

/// Whether a change is of a time, whatever the name says of attempts.
fn is_time(change: &Change) -> bool {
    let of_name = change.path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let of_value = |value: &Option<String>| {
        value.as_ref().is_some_and(|value| role::looks_like_time(value.trim_matches('"')))
    };
    let is_spelling = change.kind.is_spelling();
    !is_spelling
        && (role_of(change) == Role::Time
            || of_name.contains("timestamp")
            || of_value(&change.old)
            || of_value(&change.new))
}

/// Whether a change can come from sending again: a time, a counter, a word for a state, another order.
fn may_be_of_attempt(change: &Change) -> bool {
    let is_small = |value: &Option<String>| {
        let value = value.as_deref().unwrap_or_default();
        let is_word = |text: &str| text.len() <= 30 && !text.contains(char::is_whitespace);
        match value.as_bytes() {
            [b'{' | b'[', ..] => false,
            [b'"', ..] => is_word(value) && !evidence::tells_events_apart(value.trim_matches('"')),
            _ => true,
        }
    };
    match change.kind {
        ChangeKind::ItemOrder => true,
        ChangeKind::Value => is_time(change) || is_small(&change.old) && is_small(&change.new),
        ChangeKind::Added
        | ChangeKind::Bytes
        | ChangeKind::Moved
        | ChangeKind::Order
        | ChangeKind::Removed
        | ChangeKind::Repeated
        | ChangeKind::Spelling(_) => false,
    }
}
