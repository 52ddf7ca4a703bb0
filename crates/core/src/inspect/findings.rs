//! What is to be said about the key in use, by evidence that holds for any sender.

use super::facts;
use crate::compare::{Role, role_of};
use crate::finding::{Finding, FindingKind};
use crate::key::{Candidate, KeyPlan, KeyRules, Lookup, RuleChoice, RuleUsed, Source};
use crate::options::Options;
use crate::providers::TrapKind;
use crate::sql::Dialect;

/// The findings on a plan whose rule is not the generic one by choice; `has_scope` is whether its key has a scope.
pub(crate) fn findings(plan: &KeyPlan, delivery: &Lookup, has_scope: bool) -> Vec<Finding> {
    let mut kinds = Vec::new();
    let used = plan.candidates.iter().filter(|candidate| candidate.verdict == crate::key::Verdict::EventId);
    let used: Vec<_> = used.filter(|_| plan.rule == Some(RuleUsed::EventId)).collect();
    let known_wrong = plan.findings.iter().any(|finding| matches!(finding.kind, FindingKind::WrongId { .. }));
    if let ([only], None, false) = (&used[..], plan.provider, known_wrong) {
        kinds.extend(wrong(only, delivery, plan));
    }
    // A rule of several parts is too narrow with one that changes; the sender's own is right by definition.
    if let ([_, _, ..], None) = (&used[..], plan.provider) {
        let changing = used.iter().filter(|candidate| role(candidate, delivery) == Role::Attempt);
        kinds.extend(changing.map(|candidate| FindingKind::KeyTooNarrow { path: candidate.path.clone() }));
    }
    let ids = used.iter().map(|candidate| candidate.value.trim_matches('"'));
    for id in ids {
        if facts::is_test_id(id) {
            kinds.push(FindingKind::TestId { id: id.chars().take(40).collect() });
        }
        if facts::is_personal(id) {
            kinds.push(FindingKind::PersonalData);
        }
    }
    if let Some(name) = delivery.root.filter(|_| !has_scope && plan.rule.is_some()).and_then(facts::test_mode)
    {
        kinds.push(FindingKind::SandboxAndLive { name: name.to_owned() });
    }
    kinds.into_iter().map(Finding::new).collect()
}

/// What a single value is, if it is not the event's id. The generic rule is judged by what is around, a rule of the user's
/// by the name as well.
fn wrong(used: &Candidate, delivery: &Lookup, plan: &KeyPlan) -> Option<FindingKind> {
    let path = used.path.clone();
    let generic = plan.rules == KeyRules::generic();
    if generic {
        let is_object = role(used, delivery) == Role::Id && facts::is_object(delivery);
        return is_object.then_some(FindingKind::WrongId { path, is: TrapKind::Object, name: None });
    }
    let is = match role(used, delivery) {
        Role::Attempt => match &used.source {
            Source::Header(name) if facts::is_transport(name) => TrapKind::Transport,
            _ => TrapKind::Attempt,
        },
        Role::Subscription => TrapKind::Subscription,
        Role::Time => TrapKind::Time,
        // Who writes a rule knows what the id of a thing in their body means.
        Role::BodyHash | Role::Event | Role::Id | Role::Message | Role::Object | Role::Value => return None,
    };
    Some(FindingKind::WrongId { path, is, name: None })
}

fn role(candidate: &Candidate, delivery: &Lookup) -> Role {
    role_of(&candidate.source, delivery, candidate.value.trim_matches('"'))
}

/// Whether keys are kept for less time than the sender of the rule can send again; none where the rule is no sender's.
pub fn for_retention(options: &Options) -> Option<Finding> {
    let Ok(RuleChoice::Provider(sender)) = RuleChoice::new(&options.rule) else {
        return None;
    };
    let days: u32 = options.retention_days.parse().ok()?;
    let needed = sender.keep_days.filter(|needed| days < *needed)?;
    Some(Finding::new(FindingKind::RetentionUnderSender { name: sender.name, days, needed }))
}

/// Whether keys that differ in case only could become one in a column of one's own on this database.
pub fn for_dialect(plan: &KeyPlan, dialect: Dialect) -> Option<Finding> {
    let key = plan.key.as_deref()?.split_once(':')?.1;
    let mixed = key.bytes().any(|byte| byte.is_ascii_uppercase())
        && key.bytes().any(|byte| byte.is_ascii_lowercase());
    let relevant = dialect == Dialect::MariaDb && plan.rule == Some(RuleUsed::EventId) && mixed;
    relevant.then(|| Finding::new(FindingKind::CaseInsensitiveCollation))
}
