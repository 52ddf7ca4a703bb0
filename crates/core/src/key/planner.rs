//! Plans a key in slices, so that a page stays responsive with a body of any size.

use std::sync::Arc;

use super::choice::RuleChoice;
use super::digest::{Digest, sha256};
use super::evidence;
use super::lookup::Lookup;
use super::members::Members;
use super::plan::{BodyFacts, JsonType, KeyPlan};
use super::resolve::{self, Draft};
use super::scope::Scope;
use super::usable;
use crate::delivery::Delivery;
use crate::finding::{Finding, FindingKind, Place, Position};
use crate::json::{Document, Event, Next, Reader, Text};
use crate::locator::{Lines, Locator};
use crate::providers::{self, Certainty};

/// Plans the key of one delivery; takes linear time.
#[derive(Clone, Debug)]
pub struct Planner {
    delivery: Delivery,
    choice: RuleChoice,
    scope: Option<Scope>,
    /// The bytes before this are known to be UTF-8.
    checked: usize,
    locator: Locator,
    lines: Lines,
    text: TextState,
    reader: Reader,
    /// The most containers that were open at once.
    deepest: usize,
    json: JsonState,
    members: Members,
    document: Document,
    tells_events_apart: bool,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum TextState {
    NotUtf8,
    Utf8,
}

#[derive(Clone, Copy, Debug)]
enum JsonState {
    NotJson(Position),
    Reading(Option<JsonType>),
    Read(JsonType),
}

/// A plan, or what is missing for it.
#[derive(Clone, Debug)]
pub enum Planned {
    /// The plan.
    Done(Box<KeyPlan>),
    /// The SHA-256 of the whole body is needed.
    NeedsDigest(PendingPlan),
}

/// A plan that lacks the body's digest. The caller computes it as it likes, for example
/// with the browser's own SHA-256, which is fast for large bodies and asynchronous.
#[derive(Clone, Debug)]
pub struct PendingPlan {
    draft: Box<Draft>,
    body: Arc<[u8]>,
}

impl PendingPlan {
    /// The bytes to digest.
    pub fn body(&self) -> &Arc<[u8]> {
        &self.body
    }

    /// Finishes the plan with the SHA-256 of [`PendingPlan::body`].
    pub fn with_digest(self, digest: Digest) -> KeyPlan {
        self.draft.finish(&digest)
    }
}

/// Plans the key of `delivery` in one go.
pub fn plan(delivery: &Delivery, choice: &RuleChoice, scope: Option<&Scope>) -> Planned {
    let mut planner = Planner::new(delivery, choice, scope);
    while !planner.advance(usize::MAX) {}
    planner.finish()
}

/// Plans the key of `delivery` in one go, with this crate's SHA-256.
pub fn plan_with_sha2(delivery: &Delivery, choice: &RuleChoice, scope: Option<&Scope>) -> KeyPlan {
    match plan(delivery, choice, scope) {
        Planned::Done(plan) => *plan,
        Planned::NeedsDigest(pending) => {
            let digest = sha256(pending.body());
            pending.with_digest(digest)
        }
    }
}

impl Planner {
    /// A planner that has read nothing yet.
    pub fn new(delivery: &Delivery, choice: &RuleChoice, scope: Option<&Scope>) -> Planner {
        let start = if delivery.body.starts_with(MARK) { MARK.len() } else { 0 };
        Planner {
            delivery: delivery.clone(),
            choice: choice.clone(),
            scope: scope.cloned(),
            checked: 0,
            locator: Locator::new(Place::Body),
            lines: Lines::new(Place::Body),
            text: TextState::Utf8,
            reader: Reader::new(start),
            deepest: 0,
            json: JsonState::Reading(None),
            members: Members::default(),
            document: Document::default(),
            tells_events_apart: false,
        }
    }

    /// Reads about `bytes` further bytes of the body; returns whether all is read.
    pub fn advance(&mut self, bytes: usize) -> bool {
        let body = Arc::clone(&self.delivery.body);
        // Fewer could end inside a character again and again.
        let target = self.checked.saturating_add(bytes.max(64)).min(body.len());
        match std::str::from_utf8(&body[self.checked..target]) {
            Ok(_) => self.checked = target,
            Err(error) => {
                self.checked += error.valid_up_to();
                if error.error_len().is_some() || target == body.len() {
                    self.text = TextState::NotUtf8;
                    self.locator.locate(&body, self.checked);
                    return true;
                }
            }
        }
        self.read_json(&body);
        let done = self.checked == body.len();
        let located = match self.json {
            JsonState::Reading(_) => self.reader.settled(),
            JsonState::NotJson(_) | JsonState::Read(_) => self.checked,
        };
        self.locator.locate(&body, located);
        self.lines.mark(&self.locator);
        done
    }

    /// How many bytes are read, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.checked, self.delivery.body.len())
    }

    /// The plan, after [`Planner::advance`] has returned true.
    pub fn finish(self) -> Planned {
        let body = Arc::clone(&self.delivery.body);
        let (draft, needs_digest) = self.draft();
        if needs_digest {
            Planned::NeedsDigest(PendingPlan { draft: Box::new(draft), body })
        } else {
            Planned::Done(Box::new(draft.finish(&Digest::default())))
        }
    }

    fn read_json(&mut self, body: &[u8]) {
        let JsonState::Reading(mut top) = self.json else {
            return;
        };
        self.json = loop {
            match self.reader.next(body, self.checked) {
                Next::Event(event) => {
                    top = top.or_else(|| json_type(&event));
                    self.see(&event, body);
                }
                Next::Pending => break JsonState::Reading(top),
                Next::Error(at) => break JsonState::NotJson(self.locator.locate(body, at)),
                // A text that ends has a value at its top.
                Next::End => break JsonState::Read(top.unwrap_or(JsonType::Null)),
            }
        };
    }

    fn see(&mut self, event: &Event, body: &[u8]) {
        let at = self.reader.settled();
        let position = self.locator.locate(body, start(event, at));
        self.lines.mark(&self.locator);
        let open = self.reader.open();
        self.deepest = self.deepest.max(open.len());
        self.members.see(event, open, body, position);
        self.document.see(event, at);
        if !self.tells_events_apart {
            self.tells_events_apart = match event {
                Event::Number(span) => evidence::is_large_number(ascii(&body[span.clone()])),
                Event::String(span) => {
                    span.len() < 4096
                        && evidence::tells_events_apart(&Text::new(&body[span.clone()]).display())
                }
                Event::ArrayEnd
                | Event::ArrayStart
                | Event::Boolean(_)
                | Event::Name(_)
                | Event::Null(_)
                | Event::ObjectEnd
                | Event::ObjectStart => false,
            };
        }
    }

    fn draft(self) -> (Draft, bool) {
        let body = &self.delivery.body;
        let not_utf8 = self.text == TextState::NotUtf8;
        let byte_order_mark = body.starts_with(MARK);
        let json = match self.json {
            JsonState::Read(json) if !not_utf8 => Some(json),
            _ => None,
        };
        let facts = BodyFacts {
            bytes: body.len(),
            utf8: !not_utf8,
            byte_order_mark,
            line_ends: self.locator.ends,
            json,
        };

        let mut findings = Vec::new();
        let (mut duplicates, volatile) = self.members.findings();
        if byte_order_mark {
            findings.push(Finding::new(FindingKind::ByteOrderMark));
        }
        if body.len() > N8N_BODY_BYTES {
            findings.push(Finding::new(FindingKind::N8nBodyTooLarge));
        }
        let whole_text =
            (body.len() <= JUDGED_TEXT_BYTES).then(|| std::str::from_utf8(body).unwrap_or_default());
        let mut only_when_hashed = Vec::new();
        if json.is_some() {
            findings.append(&mut duplicates);
            if self.deepest > N8N_LEVELS {
                findings.push(Finding::new(FindingKind::N8nBodyTooDeep { levels: self.deepest }));
            }
        }
        if json == Some(JsonType::Object) {
            only_when_hashed = volatile;
        }
        let mut locator = self.locator;
        match self.json {
            _ if body.is_empty() => {}
            _ if not_utf8 => {
                let position = locator.locate(body, self.checked);
                only_when_hashed.push(Finding::at(FindingKind::NotUtf8, position));
            }
            _ if whole_text.is_some_and(|text| text.chars().all(usable::is_blank)) => {
                only_when_hashed.push(Finding::new(FindingKind::BlankBody));
            }
            JsonState::NotJson(position) => {
                let likely_meant = matches!(body.trim_ascii_start(), [b'{' | b'[', ..]);
                only_when_hashed.push(Finding::at(FindingKind::NotJson { likely_meant }, position));
                if whole_text.is_some_and(|text| !evidence::text_tells_events_apart(text)) {
                    only_when_hashed.push(Finding::new(FindingKind::EqualBodies));
                }
            }
            JsonState::Read(_) | JsonState::Reading(_) if !self.tells_events_apart => {
                only_when_hashed.push(Finding::new(FindingKind::EqualBodies));
            }
            JsonState::Read(_) | JsonState::Reading(_) => {}
        }
        if matches!(body[..], [.., b'\n' | b'\r']) && !not_utf8 {
            let end = locator.locate(body, body.len());
            only_when_hashed.push(Finding::at(FindingKind::TrailingNewline, end));
        }
        let lookup = Lookup::new(&self.delivery, json.is_some().then_some(&self.document));
        let recognised = providers::recognise(&lookup);
        let certain = recognised.as_ref().filter(|recognised| recognised.certainty == Certainty::Certain);
        let certain = certain.map(|recognised| recognised.provider);
        let lines = &self.lines;
        let input = resolve::Input {
            lookup,
            rules: self.choice.rules(certain),
            provider: self.choice.provider(certain),
            recognised,
            choice: &self.choice,
            scope: self.scope.as_ref(),
            position: &|offset| lines.position(body, offset),
            facts,
            findings,
            only_when_hashed,
        };
        resolve::resolve(input)
    }
}

/// The byte-order mark in UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// n8n's default `N8N_PAYLOAD_SIZE_MAX`, 16 MiB; a larger body is answered 500.
const N8N_BODY_BYTES: usize = 16 << 20;

/// n8n 2.41.1 took JSON of 3,000 levels and did not get through 5,000: its own recursion ends before
/// the Code node starts. A smaller stack ends earlier.
const N8N_LEVELS: usize = 2_000;

/// How large a text that is not JSON may be to be searched for values that tell events apart.
const JUDGED_TEXT_BYTES: usize = 1 << 20;

/// The first byte of what `event` is or starts, when `at` is the offset behind it.
fn start(event: &Event, at: usize) -> usize {
    match event {
        Event::ArrayEnd | Event::ArrayStart | Event::ObjectEnd | Event::ObjectStart => at - 1,
        Event::Boolean(span) | Event::Null(span) | Event::Number(span) => span.start,
        Event::Name(span) | Event::String(span) => span.start - 1,
    }
}

fn json_type(event: &Event) -> Option<JsonType> {
    match event {
        Event::ArrayStart => Some(JsonType::Array),
        Event::Boolean(_) => Some(JsonType::Boolean),
        Event::Null(_) => Some(JsonType::Null),
        Event::Number(_) => Some(JsonType::Number),
        Event::ObjectStart => Some(JsonType::Object),
        Event::String(_) => Some(JsonType::String),
        Event::ArrayEnd | Event::Name(_) | Event::ObjectEnd => None,
    }
}

/// A JSON number's bytes, which are ASCII, as text.
fn ascii(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}
