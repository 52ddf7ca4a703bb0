//! What a value is, by what is known of the sender, else by evidence.

use super::facts;
use crate::compare::{CandidateRule, Role};
use crate::key::{KeyPlan, Lookup, Part, Rule, Segment, Source};
use crate::lang::Lang;
use crate::providers::{Provider, TrapKind};
use crate::words;

/// What a value is, in the order in which values are worth a look.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Verdict {
    /// The event's id, or a part of it.
    EventId,
    /// An id; of what is not known.
    Unknown,
    /// The id of the object that the event is about, or of something else that several events share.
    ObjectId,
    /// The id of a subscription, an account or an app.
    SubscriptionId,
    /// The id of the delivery attempt, or a counter of attempts.
    AttemptId,
    /// Of the transport: a proxy, a tracing system.
    TransportId,
    /// A signature, or another value that is made anew for each request.
    Signature,
    /// A time.
    Time,
    /// No id at all.
    Value,
}

impl Verdict {
    /// The stable name.
    pub fn code(self) -> &'static str {
        match self {
            Verdict::AttemptId => "attempt-id",
            Verdict::EventId => "event-id",
            Verdict::ObjectId => "object-id",
            Verdict::Signature => "signature",
            Verdict::SubscriptionId => "subscription-id",
            Verdict::Time => "time",
            Verdict::TransportId => "transport-id",
            Verdict::Unknown => "unknown",
            Verdict::Value => "value",
        }
    }

    /// What people call it.
    pub fn text(self, lang: Lang) -> &'static str {
        words::inspect::verdict(self, lang)
    }
}

/// How sure a verdict is.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Sureness {
    /// Known of the sender.
    Sure,
    /// Name and surroundings say the same.
    Likely,
    /// One of them says so.
    Guess,
}

impl Sureness {
    /// `sure`, `likely` or `guess`.
    pub fn code(self) -> &'static str {
        match self {
            Sureness::Guess => "guess",
            Sureness::Likely => "likely",
            Sureness::Sure => "sure",
        }
    }

    /// In words.
    pub fn text(self, lang: Lang) -> &'static str {
        words::inspect::sureness(self, lang)
    }
}

/// By what a verdict is given.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Basis {
    /// The sender's facts list it among what is not the event's id.
    Facts(&'static str, TrapKind),
    /// The sender's facts say that it changes between attempts.
    FactsChange(&'static str),
    /// The sender's facts have it in the rule.
    FactsRule(&'static str),
    /// Its name.
    Name,
    /// It stands beside the members of an object, and none of an event.
    ObjectAround,
    /// Its name, and members of an event beside it.
    EventAround,
    /// A header that proxies and servers add.
    TransportHeader,
}

/// The verdict on a candidate.
pub(super) fn judge(
    candidate: &CandidateRule,
    source: &Source,
    lookup: &Lookup,
    plan: &KeyPlan,
) -> (Verdict, Sureness, Basis) {
    let recognised = plan.recognised.as_ref().filter(|recognised| recognised.others.is_empty());
    let sender = plan.provider.or(recognised.map(|recognised| recognised.provider));
    if let Some(known) = sender.and_then(|sender| by_facts(sender, candidate, source)) {
        return known;
    }
    by_evidence(candidate.role, source, lookup)
}

fn by_facts(
    sender: &'static Provider,
    candidate: &CandidateRule,
    source: &Source,
) -> Option<(Verdict, Sureness, Basis)> {
    let in_rule = rules(sender).any(|rule| {
        rule.batch == candidate.rule.batch
            && rule.parts.iter().any(|part| part.sources.iter().any(|it| same(it, source)))
    });
    if in_rule {
        return Some((Verdict::EventId, Sureness::Sure, Basis::FactsRule(sender.name)));
    }
    if let Some(trap) = sender.traps.iter().find(|trap| same(&trap.at, source)) {
        let verdict = match trap.is {
            TrapKind::Attempt => Verdict::AttemptId,
            TrapKind::NotUnique | TrapKind::Object | TrapKind::TooWide => Verdict::ObjectId,
            TrapKind::Subscription => Verdict::SubscriptionId,
            TrapKind::Time => Verdict::Time,
            TrapKind::Transport => Verdict::TransportId,
        };
        return Some((verdict, Sureness::Sure, Basis::Facts(sender.name, trap.is)));
    }
    let changes = sender.changes.iter().any(|place| same(place, source));
    changes.then_some((Verdict::AttemptId, Sureness::Sure, Basis::FactsChange(sender.name)))
}

/// Header names are equal in any case.
fn same(a: &Source, b: &Source) -> bool {
    match (a, b) {
        (Source::Header(a), Source::Header(b)) => a.eq_ignore_ascii_case(b),
        _ => a == b,
    }
}

/// The rules of a sender, without what they fall back on.
fn rules(sender: &Provider) -> impl Iterator<Item = &Rule> {
    let variants = sender.rules.variants.iter().filter_map(|variant| variant.rule.as_ref());
    variants.chain(&sender.rules.rule)
}

fn by_evidence(role: Role, source: &Source, lookup: &Lookup) -> (Verdict, Sureness, Basis) {
    let top_level_id = *source == Source::Json(vec![Segment::Member("id".into())]);
    match role {
        Role::Attempt => match source {
            Source::Header(name) if facts::is_transport(name) => {
                (Verdict::TransportId, Sureness::Likely, Basis::TransportHeader)
            }
            _ if facts::is_signature(&source.name()) => (Verdict::Signature, Sureness::Likely, Basis::Name),
            _ => (Verdict::AttemptId, Sureness::Likely, Basis::Name),
        },
        Role::Event if top_level_id => (Verdict::EventId, Sureness::Likely, Basis::EventAround),
        Role::Event => (Verdict::EventId, Sureness::Likely, Basis::Name),
        Role::Message => (Verdict::EventId, Sureness::Guess, Basis::Name),
        Role::Id if top_level_id && facts::is_object(lookup) => {
            (Verdict::ObjectId, Sureness::Likely, Basis::ObjectAround)
        }
        Role::Id => (Verdict::Unknown, Sureness::Guess, Basis::Name),
        Role::Object => (Verdict::ObjectId, Sureness::Guess, Basis::Name),
        Role::Subscription => (Verdict::SubscriptionId, Sureness::Guess, Basis::Name),
        Role::Time => (Verdict::Time, Sureness::Likely, Basis::Name),
        Role::BodyHash | Role::Value => (Verdict::Value, Sureness::Guess, Basis::Name),
    }
}

/// Whether the key in use is made of this place, alone or with others.
pub(super) fn is_in_use(rule: &Rule, plan: &KeyPlan) -> bool {
    let is_part = |part: &Part, source: &Source| part.sources.iter().any(|it| same(it, source));
    let Some(source) = rule.parts.first().and_then(|part| part.sources.first()) else {
        return false;
    };
    match plan.items {
        Some(_) => {
            let rules = plan
                .rules
                .variants
                .iter()
                .filter_map(|variant| variant.rule.as_ref())
                .chain(&plan.rules.rule);
            rules
                .into_iter()
                .any(|it| it.batch == rule.batch && it.parts.iter().any(|part| is_part(part, source)))
        }
        None => {
            let used =
                plan.candidates.iter().filter(|candidate| candidate.verdict == crate::key::Verdict::EventId);
            plan.rule == Some(crate::key::RuleUsed::EventId)
                && used.into_iter().any(|candidate| same(&candidate.source, source))
        }
    }
}
