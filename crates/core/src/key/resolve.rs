//! From the values that were found to the key, by the rule and its fallbacks.

use super::batch;
use super::candidate::{Candidate, Verdict};
use super::digest::{Digest, hex, sha256};
use super::plan::{BodyFacts, JsonType, KeyPlan, Reason, RuleUsed, Step};
use super::planner::Path;
use super::rule::{Part, Rule, Source};
use super::scope::Scope;
use super::value::{self, Found};
use crate::delivery::Delivery;
use crate::finding::{self, Finding, FindingKind, UnusableId};

/// What is known once the body has been read.
pub(super) struct Input<'a> {
    pub delivery: &'a Delivery,
    pub rule: &'a Rule,
    pub scope: Option<&'a Scope>,
    /// One for each JSON path of the rule's chain, in order.
    pub paths: &'a [Path],
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

/// What the key is made of.
#[derive(Clone, Debug)]
enum Shape {
    BodyHash,
    Items(Vec<Option<Vec<Value>>>),
    None,
    Parts(Vec<Value>),
}

/// One part's value.
#[derive(Clone, Debug)]
enum Value {
    Absent,
    BodySha256,
    Text(String),
}

impl Draft {
    /// The plan, given the body's SHA-256 (of no meaning where none is needed).
    pub fn finish(self, digest: &Digest) -> KeyPlan {
        let Draft { mut plan, shape, scope } = self;
        match shape {
            Shape::BodyHash => plan.key = Some(format!("{scope}sha256:{}", hex(digest))),
            Shape::Items(items) => {
                let key = |parts: Vec<Value>| scope.clone() + &key(&parts, digest);
                plan.items = Some(items.into_iter().map(|parts| parts.map(key)).collect());
            }
            Shape::None => {}
            Shape::Parts(parts) => plan.key = Some(scope + &key(&parts, digest)),
        }
        plan
    }
}

/// Applies the rule, then its fallbacks, then the body's hash. Returns also whether the digest is needed.
pub(super) fn resolve(input: Input) -> (Draft, bool) {
    let Input { delivery, rule, scope, paths, facts, mut findings, mut only_when_hashed } = input;
    let mut attempt =
        Attempt { delivery, facts, paths: paths.iter(), candidates: Vec::new(), findings: Vec::new() };
    let mut chosen = None;
    let mut failed = None;
    for rule in rule.chain() {
        match attempt.rule(rule) {
            Ok(shape) => {
                chosen = Some((shape, rule));
                break;
            }
            Err(reason) => failed = failed.or(Some(reason)),
        }
    }
    let Attempt { candidates, findings: noticed, .. } = attempt;
    // That the generic rule finds no id is what `body-hash` says already.
    let generic = *rule == Rule::generic();
    findings.extend(
        noticed
            .into_iter()
            .filter(|finding| !(generic && matches!(finding.kind, FindingKind::PartMissing { .. }))),
    );

    let (shape, reason) = match chosen {
        Some((Shape::Items(items), _)) => {
            let reason = Reason::Items { count: items.len() };
            (Shape::Items(items), reason)
        }
        Some((shape, rule)) => (shape, id_reason(rule, &candidates)),
        None if delivery.body.is_empty() => {
            findings.push(Finding::new(FindingKind::EmptyBody));
            (Shape::None, Reason::EmptyBody)
        }
        None => {
            findings.push(Finding::new(FindingKind::BodyHash));
            findings.append(&mut only_when_hashed);
            (Shape::BodyHash, hash_reason(facts, failed))
        }
    };
    finding::sort(&mut findings);

    let needs_digest = match &shape {
        Shape::BodyHash => true,
        Shape::Items(items) => items.iter().flatten().flatten().any(Value::is_body_sha256),
        Shape::None => false,
        Shape::Parts(parts) => parts.iter().any(Value::is_body_sha256),
    };
    let rule_used = match shape {
        Shape::BodyHash => Some(RuleUsed::BodyHash),
        Shape::None => None,
        Shape::Items(_) | Shape::Parts(_) => Some(RuleUsed::EventId),
    };
    let steps = steps(facts, &reason, scope);
    let plan =
        KeyPlan { key: None, rule: rule_used, reason, steps, candidates, findings, facts, items: None };
    let scope = scope.map(|scope| format!("{}:", scope.as_str())).unwrap_or_default();
    (Draft { plan, shape, scope }, needs_digest)
}

/// Why a rule failed: the source's name, and what is wrong with its value if there is one.
type Failure = (String, Option<UnusableId>);

struct Attempt<'a> {
    delivery: &'a Delivery,
    facts: BodyFacts,
    paths: std::slice::Iter<'a, Path>,
    candidates: Vec<Candidate>,
    findings: Vec<Finding>,
}

impl Attempt<'_> {
    fn rule(&mut self, rule: &Rule) -> Result<Shape, Failure> {
        if let Some(path) = &rule.batch {
            for _ in rule.json_paths() {
                self.paths.next();
            }
            return self.batch(rule, path);
        }
        // Every part is looked at, so that every one that fails is reported.
        let parts: Vec<_> = rule.parts.iter().map(|part| self.part(part)).collect();
        let parts: Vec<_> = parts.into_iter().collect::<Result<_, _>>()?;
        require_any(parts).map(Shape::Parts).ok_or_else(|| (name(rule), None))
    }

    fn part(&mut self, part: &Part) -> Result<Value, Failure> {
        let mut first = None;
        for source in &part.sources {
            let path = match source {
                Source::Json(_) => self.paths.next(),
                Source::BodySha256 | Source::Form(_) | Source::Header(_) => None,
            };
            let found = value::find(source, self.delivery, path.filter(|_| self.facts.json.is_some()));
            if first.is_none() {
                first = found.map(|found| (source, found));
            }
        }
        let Some((source, found)) = first else {
            let name = part.sources.first().map(Source::name).unwrap_or_default();
            return self.absent(part, name);
        };
        match found {
            Found::BodySha256 => Ok(Value::BodySha256),
            Found::Value { id, candidate } => {
                let position = candidate.position;
                self.candidates.push(candidate);
                id.map(Value::Text).map_err(|reason| {
                    self.findings.push(Finding { kind: FindingKind::UnusableId { reason }, position });
                    (source.name(), Some(reason))
                })
            }
        }
    }

    fn absent(&mut self, part: &Part, name: String) -> Result<Value, Failure> {
        if !part.required {
            return Ok(Value::Absent);
        }
        self.findings.push(Finding::new(FindingKind::PartMissing { name: name.clone() }));
        Err((name, None))
    }

    fn batch(&mut self, rule: &Rule, path: &[super::rule::Segment]) -> Result<Shape, Failure> {
        let items = match self.facts.json {
            Some(_) => batch::items(&self.delivery.body, path),
            None => None,
        };
        let Some(items) = items else {
            let name = super::rule::path_text(path);
            self.findings.push(Finding::new(FindingKind::PartMissing { name: name.clone() }));
            return Err((name, None));
        };
        let item = |span: &std::ops::Range<usize>| {
            let values = batch::values(rule, self.delivery, span.clone());
            let parts = values.into_iter().zip(&rule.parts).map(|(found, part)| match found {
                Some(Found::BodySha256) => Some(Value::BodySha256),
                Some(Found::Value { id, .. }) => id.ok().map(Value::Text),
                None => (!part.required).then_some(Value::Absent),
            });
            parts.collect::<Option<Vec<_>>>().and_then(require_any)
        };
        let items: Vec<_> = items.iter().map(item).collect();
        if let Some(first) = items.iter().position(Option::is_none) {
            let name = format!("{}[{first}]", super::rule::path_text(path));
            self.findings.push(Finding::new(FindingKind::PartMissing { name }));
        }
        Ok(Shape::Items(items))
    }
}

impl Value {
    fn is_body_sha256(&self) -> bool {
        matches!(self, Value::BodySha256)
    }
}

/// A key of absent parts only would be the same for every event.
fn require_any(parts: Vec<Value>) -> Option<Vec<Value>> {
    parts.iter().any(|part| !matches!(part, Value::Absent)).then_some(parts)
}

/// `evt:` and the value, or the encoded values joined with `/`.
fn key(parts: &[Value], digest: &Digest) -> String {
    let text = |part: &Value| match part {
        Value::Absent => String::new(),
        Value::BodySha256 => hex(digest),
        Value::Text(text) => text.clone(),
    };
    if let [only] = parts {
        return format!("evt:{}", text(only));
    }
    let encoded: Vec<_> = parts.iter().map(|part| percent_encode(&text(part))).collect();
    let joined = encoded.join("/");
    if joined.len() > MAX_JOINED_BYTES {
        format!("evt-sha256:{}", hex(&sha256(joined.as_bytes())))
    } else {
        format!("evt:{joined}")
    }
}

/// The longest joined text that is written out.
const MAX_JOINED_BYTES: usize = 255;

/// Keeps RFC 3986's unreserved characters and writes all else as `%XX`.
fn percent_encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(byte.into()),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
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

fn steps(facts: BodyFacts, reason: &Reason, scope: Option<&Scope>) -> Vec<Step> {
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
    steps.push(Step::Reason(reason.clone()));
    steps.extend(scope.map(|scope| Step::Scope(scope.as_str().to_owned())));
    steps
}
