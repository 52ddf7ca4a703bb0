//! From the values that are there to the key, by the rules and their fallbacks.

use super::candidate::{Candidate, Verdict};
use super::choice::RuleChoice;
use super::digest::{Digest, hex, sha256};
use super::lookup::{Found, Lookup};
use super::plan::{BodyFacts, JsonType, KeyPlan, Reason, RuleUsed, Step};
use super::rule::{KeyRules, Part, Rule, Segment, Source, path_text};
use super::scope::Scope;
use super::shape::{Segmented, Shape, key, require_any};
use crate::finding::{self, Finding, FindingKind, Place, Position, UnusableId};
use crate::json::Value;
use crate::locator::LineEnds;
use crate::providers::{Provider, Recognised};

/// What is known once the body has been read.
pub(super) struct Input<'a> {
    pub lookup: Lookup<'a>,
    pub rules: &'a KeyRules,
    /// Whose rules they are.
    pub provider: Option<&'static Provider>,
    /// The sender as it was recognised, whichever rules are used.
    pub recognised: Option<Recognised>,
    /// How the rules were to be chosen.
    pub choice: &'a RuleChoice,
    pub scope: Option<&'a Scope>,
    /// Line and column of an offset in the body.
    pub position: &'a dyn Fn(usize) -> Position,
    pub facts: BodyFacts,
    pub findings: Vec<Finding>,
    /// Findings that matter only if the key is the body's hash.
    pub only_when_hashed: Vec<Finding>,
}

/// A plan that may lack the body's digest.
#[derive(Clone, Debug)]
pub(super) struct Draft {
    plan: KeyPlan,
    shape: Shape,
    scope: String,
}

impl Draft {
    /// The plan, given the body's SHA-256 (of no meaning where none is needed).
    pub fn finish(self, digest: &Digest) -> KeyPlan {
        let Draft { mut plan, shape, scope } = self;
        match shape {
            Shape::BodyHash => plan.key = Some(format!("{scope}sha256:{}", hex(digest))),
            Shape::Items(items) => {
                let key = |parts: Vec<Segmented>| scope.clone() + &key(&parts, digest);
                plan.items = Some(items.into_iter().map(|parts| parts.map(key)).collect());
            }
            Shape::None => {}
            Shape::Parts(parts) => plan.key = Some(scope + &key(&parts, digest)),
        }
        plan
    }
}

/// The keys of a delivery, without reasons and findings.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Keys {
    /// It is no event: a handshake, a ping.
    Control,
    /// Of a batch, for each item.
    Items(Vec<Option<String>>),
    /// None is possible.
    None,
    /// Of one event.
    One(String),
}

/// The keys that [`resolve`] gives, for many deliveries in a row.
pub(crate) fn keys(lookup: Lookup, rules: &KeyRules, scope: Option<&Scope>) -> Keys {
    let body = &lookup.delivery.body;
    let facts = BodyFacts {
        bytes: body.len(),
        utf8: true,
        byte_order_mark: false,
        line_ends: LineEnds::default(),
        json: None,
    };
    let unknown = |offset| Position { place: Place::Body, offset, line: 0, column: 0 };
    let mut attempt = Attempt {
        lookup,
        position: &unknown,
        candidates: Vec::new(),
        findings: Vec::new(),
        missing_header: None,
        explains: false,
    };
    let (shape, reason) = attempt.shape(rules, facts);
    let digest = if shape.needs_digest() { sha256(body) } else { Digest::default() };
    let scope = scope.map(|scope| format!("{}:", scope.as_str())).unwrap_or_default();
    match shape {
        Shape::BodyHash => Keys::One(format!("{scope}sha256:{}", hex(&digest))),
        Shape::Items(items) => {
            let key = |parts: Vec<Segmented>| scope.clone() + &key(&parts, &digest);
            Keys::Items(items.into_iter().map(|parts| parts.map(key)).collect())
        }
        Shape::None if matches!(reason, Reason::Control) => Keys::Control,
        Shape::None => Keys::None,
        Shape::Parts(parts) => Keys::One(scope + &key(&parts, &digest)),
    }
}

/// Applies the rules, then the body's hash. Returns also whether the digest is needed.
pub(super) fn resolve(input: Input) -> (Draft, bool) {
    let Input {
        lookup,
        rules,
        provider,
        recognised,
        choice,
        scope,
        position,
        facts,
        mut findings,
        mut only_when_hashed,
    } = input;
    let mut attempt = Attempt {
        lookup,
        position,
        candidates: Vec::new(),
        findings: Vec::new(),
        missing_header: None,
        explains: true,
    };
    let (shape, reason) = attempt.shape(rules, facts);
    let Attempt { candidates, findings: noticed, missing_header, .. } = attempt;
    // That the generic rule finds no id is what `body-hash` says already.
    let generic = *rules == KeyRules::generic();
    findings.extend(
        noticed
            .into_iter()
            .filter(|finding| !(generic && matches!(finding.kind, FindingKind::PartMissing { .. }))),
    );
    match &shape {
        Shape::BodyHash => {
            findings.push(Finding::new(FindingKind::BodyHash));
            findings.append(&mut only_when_hashed);
        }
        Shape::Items(_) | Shape::None | Shape::Parts(_) => {}
    }
    findings.extend(
        match reason {
            Reason::Control => Some(FindingKind::ControlMessage),
            Reason::EmptyBody => Some(FindingKind::EmptyBody),
            Reason::NoKeyPossible => Some(FindingKind::NoKeyPossible),
            _ => None,
        }
        .map(Finding::new),
    );

    let needs_digest = shape.needs_digest();
    let rule_used = match shape {
        Shape::BodyHash => Some(RuleUsed::BodyHash),
        Shape::None => None,
        Shape::Items(_) | Shape::Parts(_) => Some(RuleUsed::EventId),
    };
    let steps = steps(facts, provider, &reason, scope);
    let mut plan = KeyPlan {
        key: None,
        rule: rule_used,
        reason,
        steps,
        candidates,
        findings,
        facts,
        items: None,
        provider,
        recognised,
        rules: rules.clone(),
        missing_header,
    };
    // The generic rule was chosen to have the sender play no part.
    if *choice != RuleChoice::Generic {
        let auto = *choice == RuleChoice::Auto;
        plan.findings.extend(crate::providers::findings(&plan, &lookup, auto, scope.is_some()));
        plan.findings.extend(crate::inspect::findings(&plan, &lookup, scope.is_some()));
    }
    finding::sort(&mut plan.findings);
    let scope = scope.map(|scope| format!("{}:", scope.as_str())).unwrap_or_default();
    (Draft { plan, shape, scope }, needs_digest)
}

/// Why a rule failed: the source's name, and what is wrong with its value if there is one.
type Failure = (String, Option<UnusableId>);

struct Attempt<'a> {
    lookup: Lookup<'a>,
    position: &'a dyn Fn(usize) -> Position,
    candidates: Vec<Candidate>,
    findings: Vec<Finding>,
    /// The first header that a rule needs and the delivery lacks.
    missing_header: Option<String>,
    /// Whether candidates and findings are wanted: of many deliveries in a row only the keys are.
    explains: bool,
}

impl<'a> Attempt<'a> {
    fn shape(&mut self, rules: &KeyRules, facts: BodyFacts) -> (Shape, Reason) {
        let lookup = self.lookup;
        let holds = |when: &[super::Condition]| when.iter().all(|condition| condition.holds(&lookup));
        if is_challenge(&lookup) || rules.control.iter().any(|control| holds(&control.when)) {
            return (Shape::None, Reason::Control);
        }
        let mut applying: Vec<Option<&Rule>> = rules
            .variants
            .iter()
            .filter(|variant| holds(&variant.when))
            .map(|variant| variant.rule.as_ref())
            .collect();
        if applying.is_empty() {
            applying.push(rules.rule.as_ref());
        }
        let mut items: Option<Vec<_>> = None;
        let mut failed = None;
        for rule in applying.into_iter().flatten() {
            match self.rule(rule) {
                Ok((Shape::Items(more), _)) => items.get_or_insert_default().extend(more),
                // A request has either events or items.
                Ok(single) if items.is_none() => return single,
                Ok(_) => {}
                Err(failure) => failed = failed.or(Some(failure)),
            }
        }
        if let Some(items) = items {
            let count = items.len();
            return (Shape::Items(items), Reason::Items { count });
        }
        match failed {
            _ if self.lookup.delivery.body.is_empty() => (Shape::None, Reason::EmptyBody),
            None => (Shape::None, Reason::NoKeyPossible),
            // The id may be in a header that was not pasted.
            Some(_) if !rules.body_hash && self.missing_header.is_none() => {
                (Shape::None, Reason::NoKeyPossible)
            }
            failed => (Shape::BodyHash, hash_reason(facts, failed)),
        }
    }

    /// The first rule of a chain that gives a key.
    fn rule(&mut self, rule: &Rule) -> Result<(Shape, Reason), Failure> {
        if let Some(path) = &rule.batch {
            return self.batch(rule, path);
        }
        let mut failed = None;
        for rule in rule.chain() {
            // Every part is looked at, so that every one that fails is reported.
            let parts: Vec<_> = rule.parts.iter().map(|part| self.part(part, rule.parts.len() > 1)).collect();
            let parts: Result<Vec<_>, _> = parts.into_iter().collect();
            match parts.and_then(|parts| require_any(parts).ok_or_else(|| (name(rule), None))) {
                Ok(parts) => {
                    let reason = id_reason(rule, &self.candidates);
                    return Ok((Shape::Parts(parts), reason));
                }
                Err(failure) => failed = failed.or(Some(failure)),
            }
        }
        Err(failed.unwrap_or_else(|| (name(rule), None)))
    }

    fn part(&mut self, part: &Part, several: bool) -> Result<Segmented, Failure> {
        for source in &part.sources {
            let Some(found) = self.lookup.find(source, None) else {
                continue;
            };
            if let Found::BodySha256 = found {
                return Ok(Segmented::BodySha256);
            }
            let id = found.id(several, !part.required);
            if let Ok(None) = id {
                continue;
            }
            let position = if self.explains {
                let candidate = self.candidate(source, &found, &id);
                let position = candidate.position;
                self.candidates.push(candidate);
                position
            } else {
                None
            };
            return match id {
                Ok(id) => Ok(id.map_or(Segmented::Absent, Segmented::Text)),
                Err(reason) => {
                    self.findings.push(Finding { kind: FindingKind::UnusableId { reason }, position });
                    Err((source.name(), Some(reason)))
                }
            };
        }
        if !part.required {
            return Ok(Segmented::Absent);
        }
        let name = part.sources.first().map(Source::name).unwrap_or_default();
        if let Some(Source::Header(header)) = part.sources.first() {
            self.missing_header.get_or_insert_with(|| header.clone());
        }
        self.findings.push(Finding::new(FindingKind::PartMissing { name: name.clone() }));
        Err((name, None))
    }

    fn candidate(
        &self,
        source: &Source,
        found: &Found,
        id: &Result<Option<String>, UnusableId>,
    ) -> Candidate {
        let span = match found {
            Found::Json(value) => Some(value.span()),
            Found::BodySha256 | Found::Texts(_) => None,
        };
        let verdict = match id {
            Ok(_) => Verdict::EventId,
            Err(reason) => Verdict::Unusable(*reason),
        };
        let position = span.as_ref().map(|span| (self.position)(span.start));
        Candidate {
            source: source.clone(),
            path: source.name(),
            value: found.written(),
            verdict,
            position,
            span,
        }
    }

    fn batch(&mut self, rule: &Rule, path: &[Segment]) -> Result<(Shape, Reason), Failure> {
        // The array in front of the last `[*]` has to be there; what comes behind it may be missing in an item.
        let array = path.iter().rposition(|segment| *segment == Segment::Each).unwrap_or(path.len());
        let arrays = self.lookup.all(&path[..array]);
        if !arrays.iter().any(|value| value.kind() == crate::json::Kind::Array) {
            let name = path_text(&path[..array]);
            self.findings.push(Finding::new(FindingKind::PartMissing { name: name.clone() }));
            return Err((name, None));
        }
        let items = self.lookup.all(path);
        let keys: Vec<_> = items.iter().map(|item| self.item(rule, *item)).collect();
        let without = keys.iter().filter(|key| key.is_none()).count();
        if let Some(first) = keys.iter().position(Option::is_none) {
            let position = Some((self.position)(items[first].span().start));
            self.findings
                .push(Finding { kind: FindingKind::ItemsWithoutKey { count: without, first }, position });
        }
        let count = keys.len();
        Ok((Shape::Items(keys), Reason::Items { count }))
    }

    /// An item's parts, by the first rule of the chain that gives them.
    fn item(&self, rule: &Rule, item: Value<'a>) -> Option<Vec<Segmented>> {
        rule.chain().find_map(|rule| {
            let several = rule.parts.len() > 1;
            let part = |part: &Part| {
                let mut values =
                    part.sources.iter().filter_map(|source| match self.lookup.find(source, Some(item))? {
                        Found::BodySha256 => Some(Some(Segmented::BodySha256)),
                        found => match found.id(several, !part.required) {
                            Ok(id) => id.map(|id| Some(Segmented::Text(id))),
                            Err(_) => Some(None),
                        },
                    });
                match values.next() {
                    Some(value) => value,
                    None => (!part.required).then_some(Segmented::Absent),
                }
            };
            rule.parts.iter().map(part).collect::<Option<Vec<_>>>().and_then(require_any)
        })
    }
}

/// Whether it is the handshake of senders that ask an address with GET to repeat a text, as WebSub has it.
fn is_challenge(delivery: &Lookup) -> bool {
    let has = |name: &str| delivery.is_present(&Source::Query(name.to_owned()));
    delivery.delivery.body.is_empty() && (has("challenge") || has("hub.challenge"))
}

fn name(rule: &Rule) -> String {
    rule.parts.first().and_then(|part| part.sources.first()).map(Source::name).unwrap_or_default()
}

fn id_reason(rule: &Rule, candidates: &[Candidate]) -> Reason {
    let used: Vec<_> = candidates.iter().filter(|candidate| candidate.verdict == Verdict::EventId).collect();
    let names = match used[..] {
        [] => vec![name(rule)],
        _ => used.iter().map(|candidate| candidate.path.clone()).collect(),
    };
    let line = match used[..] {
        [only] => only.position.map(|position| position.line),
        _ => None,
    };
    Reason::Id { names, line }
}

fn hash_reason(facts: BodyFacts, failed: Option<Failure>) -> Reason {
    match (facts, failed) {
        (BodyFacts { utf8: false, .. }, _) => Reason::NotUtf8,
        (_, Some((name, Some(reason)))) => Reason::Unusable { name, reason },
        (BodyFacts { json: None, .. }, _) => Reason::NotJson,
        (BodyFacts { json: Some(JsonType::Object), .. }, failed) => {
            Reason::NoId { name: failed.map(|(name, _)| name).unwrap_or_default() }
        }
        (BodyFacts { json: Some(json), .. }, _) => Reason::NotObject(json),
    }
}

fn steps(
    facts: BodyFacts,
    provider: Option<&'static Provider>,
    reason: &Reason,
    scope: Option<&Scope>,
) -> Vec<Step> {
    let mut steps = vec![Step::Bytes(facts.bytes)];
    if facts.bytes > 0 {
        steps.push(if facts.utf8 { Step::Utf8 } else { Step::NotUtf8 });
        if facts.byte_order_mark {
            steps.push(Step::MarkSkipped);
        }
        if facts.utf8 {
            steps.push(facts.json.map_or(Step::NotJson, Step::Json));
        }
    }
    steps.extend(provider.map(|provider| Step::Provider(provider.name)));
    steps.push(Step::Reason(reason.clone()));
    steps.extend(scope.map(|scope| Step::Scope(scope.as_str().to_owned())));
    steps
}
