//! The key inspector: every value of a delivery that looks like an id, what it is, and what key it would give.
//!
//! Of a recognised sender the verdicts come from what is known of it; of any other they are judged by names, values and
//! what stands beside them, and say so.

mod facts;
mod findings;
mod shape;
mod verdict;

pub(crate) use findings::findings;
pub use findings::{for_dialect, for_retention};
pub use shape::IdShape;
pub use verdict::{Basis, Sureness, Verdict};

use crate::compare::{CandidateRule, Role, places};
use crate::delivery::Delivery;
use crate::finding::UnusableId;
use crate::key::{KeyPlan, Lookup, Rule, RuleChoice, Scope, Source, plan_with_sha2};
use crate::lang::Lang;
use crate::words;

/// A value of a delivery, and what it would be as a key.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Inspected {
    /// The rule that makes it the key: of one place, in a batch of one place in each item.
    pub rule: Rule,
    /// The value as an id, cut to 120 characters; of a batch that of the first item. Empty where it is none.
    pub value: String,
    /// What it is.
    pub verdict: Verdict,
    /// How sure that is.
    pub sureness: Sureness,
    /// By what.
    pub basis: Basis,
    /// What the value's own form says of it.
    pub shape: Option<IdShape>,
    /// The key that the rule gives, with the scope; of a batch that of the first item.
    pub key: Result<String, Option<UnusableId>>,
    /// Whether it is in the key of the rule in use.
    pub in_use: bool,
}

impl Inspected {
    /// Why the verdict is what it is, in a sentence or two.
    pub fn reason(&self, lang: Lang) -> String {
        words::inspect::reason(self, lang)
    }
}

/// Every value that looks like an id, the event's id first, then by how likely it is to be taken for one.
/// At most 300 places are looked at, five steps deep and of arrays the first item.
pub fn inspect(delivery: &Delivery, choice: &RuleChoice, scope: Option<&Scope>) -> Vec<Inspected> {
    let plan = plan_with_sha2(delivery, choice, scope);
    let document = crate::json::Document::parse(&delivery.body).ok();
    let lookup = Lookup::new(delivery, document.as_ref());
    let mut found: Vec<Inspected> = places(&lookup)
        .into_iter()
        .filter(|candidate| candidate.role != Role::BodyHash)
        .map(|candidate| inspected(candidate, delivery, &lookup, &plan, scope))
        .filter(|inspected| inspected.verdict != Verdict::Value)
        .collect();
    crate::order::sort_short_by_key(&mut found, |it| (!it.in_use, it.verdict, it.sureness));
    found
}

fn inspected(
    candidate: CandidateRule,
    delivery: &Delivery,
    lookup: &Lookup,
    plan: &KeyPlan,
    scope: Option<&Scope>,
) -> Inspected {
    let id = candidate.ids.first().and_then(|ids| ids.first());
    let value: String = id.map(|id| id.chars().take(SHOWN).collect()).unwrap_or_default();
    let source = source(&candidate.rule);
    let (verdict, sureness, basis) = verdict::judge(&candidate, source, lookup, plan);
    let of_rule = plan_with_sha2(delivery, &RuleChoice::from(candidate.rule.clone()), scope);
    let key = match (of_rule.items.as_deref(), of_rule.rule) {
        (Some(items), _) => items.first().cloned().flatten().ok_or(None),
        (None, Some(crate::key::RuleUsed::EventId)) => of_rule.key.ok_or(None),
        (None, _) => Err(of_rule.candidates.first().and_then(|candidate| match candidate.verdict {
            crate::key::Verdict::EventId => None,
            crate::key::Verdict::Unusable(reason) => Some(reason),
        })),
    };
    let in_use = verdict::is_in_use(&candidate.rule, plan);
    Inspected {
        shape: id.and_then(|id| IdShape::of(id)),
        rule: candidate.rule,
        value,
        verdict,
        sureness,
        basis,
        key,
        in_use,
    }
}

/// The one place of a candidate.
fn source(rule: &Rule) -> &Source {
    // A candidate's rule has one part from one place.
    rule.parts.first().and_then(|part| part.sources.first()).unwrap_or(&Source::BodySha256)
}

const SHOWN: usize = 120;
