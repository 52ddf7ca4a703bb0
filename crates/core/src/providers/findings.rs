//! What is to be said about a plan, from what is known about its sender.

use super::{Certainty, HashRisk, IdIs, Provider, TrapKind};
use crate::finding::{Finding, FindingKind};
use crate::key::{KeyPlan, Lookup, Reason, Rule, RuleUsed, Source};

/// The findings that the sender gives reason for; `auto` is whether the rules were to be chosen by the
/// sender, `has_scope` whether the key has a scope.
pub(crate) fn findings(plan: &KeyPlan, delivery: &Lookup, auto: bool, has_scope: bool) -> Vec<Finding> {
    let mut kinds = Vec::new();
    let mut sender = None;
    if let Some(recognised) = &plan.recognised {
        let first = recognised.provider;
        let is_certain = recognised.certainty == Certainty::Certain;
        if !recognised.others.is_empty() {
            let names = std::iter::once(&first).chain(&recognised.others).map(|provider| provider.name);
            kinds.push(FindingKind::SeveralSenders { names: names.collect::<Vec<_>>().join(", ") });
        } else if auto && !is_certain && would_differ(first, plan) {
            let (id, name, certainty) = (first.id, first.name, recognised.certainty);
            kinds.push(FindingKind::SenderUnsure { id, name, certainty });
        } else if plan.provider.is_some_and(|used| used != first) && is_certain {
            kinds.push(FindingKind::SenderOther { name: first.name });
        }
        sender = recognised.others.is_empty().then_some(first);
    }
    // Who chooses a sender knows; else what is known of one holds for its deliveries only.
    if let Some(known) = plan.provider.or(sender) {
        kinds.extend(header_missing(known, plan));
        kinds.extend(about_key(known, plan, delivery, has_scope));
    }
    kinds.into_iter().map(Finding::new).collect()
}

/// Whether the sender's rule could give another key than the one of the plan.
fn would_differ(sender: &Provider, plan: &KeyPlan) -> bool {
    let by_id = sender.rules.variants.is_empty()
        && sender
            .rules
            .rule
            .as_ref()
            .is_some_and(|rule| rule.parts == Rule::generic().parts && rule.batch.is_none());
    !(by_id && plan.rule == Some(RuleUsed::EventId))
}

/// The header that the sender's id travels in, if the key is the body's hash for want of it.
fn header_missing(provider: &'static Provider, plan: &KeyPlan) -> Option<FindingKind> {
    let first = provider.rules.rule.as_ref().and_then(first_header);
    let header = plan.missing_header.clone().or(first.filter(|_| plan.provider.is_none()))?;
    let hashed = plan.rule == Some(RuleUsed::BodyHash)
        || plan.provider.is_none() && wrong_id(provider, plan).is_some();
    hashed.then_some(FindingKind::HeaderMissing { header, name: provider.name, risk: provider.hash_risk })
}

fn first_header(rule: &Rule) -> Option<String> {
    match rule.parts.first()?.sources.first()? {
        Source::Header(name) => Some(name.clone()),
        _ => None,
    }
}

fn about_key(
    provider: &'static Provider,
    plan: &KeyPlan,
    delivery: &Lookup,
    has_scope: bool,
) -> Vec<FindingKind> {
    let mut kinds = Vec::new();
    kinds.extend(wrong_id(provider, plan));
    let has_id = plan.rule == Some(RuleUsed::EventId);
    if has_id && plan.provider == Some(provider) {
        if provider.signed == Some(false) {
            kinds.push(FindingKind::UnsignedKey { name: provider.name });
        }
        let places = provider.scope.iter().filter(|place| match crate::key::text::source(place) {
            Ok(source) => delivery.is_present(&source),
            // A place outside the request, such as the endpoint.
            Err(_) => true,
        });
        let places: Vec<_> = places.copied().collect();
        if !has_scope && !places.is_empty() {
            kinds.push(FindingKind::ScopeMissing { name: provider.name, places: places.join(", ") });
        }
    }
    let risky = matches!(provider.hash_risk, HashRisk::Both | HashRisk::MissesDuplicates);
    if plan.rule == Some(RuleUsed::BodyHash) && risky {
        kinds.push(FindingKind::VolatileBody { name: provider.name });
    }
    if let (Reason::Items { count }, true) = (&plan.reason, plan.provider == Some(provider)) {
        kinds.push(FindingKind::Batch { count: *count });
    }
    kinds
}

/// Whether a value that the key is made of alone is known not to be the event's id.
fn wrong_id(provider: &'static Provider, plan: &KeyPlan) -> Option<FindingKind> {
    // The sender's own rules are right by definition.
    if plan.provider == Some(provider) {
        return None;
    }
    let [used] = &plan.candidates[..] else {
        return None;
    };
    if plan.rule != Some(RuleUsed::EventId) {
        return None;
    }
    let trap = provider.traps.iter().find(|trap| trap.at == used.source).map(|trap| trap.is);
    let top_level = used.source == Source::Json(vec![crate::key::Segment::Member("id".into())]);
    let is = trap.or(match provider.id_is {
        IdIs::Attempt if top_level => Some(TrapKind::Attempt),
        IdIs::Object if top_level => Some(TrapKind::Object),
        IdIs::Subscription if top_level => Some(TrapKind::Subscription),
        _ => None,
    })?;
    Some(FindingKind::WrongId { path: used.path.clone(), is, name: Some(provider.name) })
}
