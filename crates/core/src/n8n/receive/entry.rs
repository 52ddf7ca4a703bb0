//! What stands between `Build Key` and the claim where the rule is not the generic one: control messages are
//! answered, and deliveries that can have no key are worked on without a claim.

use super::parts::{
    BUILD_KEY, EVENT_TYPE, KEY, NOT_DONE, Parts, RESPOND_503, SIGNAL, SIGNAL_RAN, SIGNAL_STEP, batch_key,
};
use crate::key::{KeyRules, Source};
use crate::n8n::document::{Node, OnError, Wire};
use crate::n8n::json;
use crate::n8n::node_types::{RESPOND_TO_WEBHOOK, WEBHOOK};
use crate::n8n::note::Area;
use crate::n8n::parameters::Parameters;

/// What is added to a receiver.
#[derive(Default)]
pub(super) struct Entry {
    pub areas: Vec<(Area, String)>,
    pub steps: Vec<Node>,
    pub wires: Vec<Wire>,
}

/// The way from the key to `first`, which takes the events that have one.
pub(super) fn entry(parts: &Parts, first: &'static str) -> Entry {
    let mut entry = Entry::default();
    let rules = &parts.options.rules;
    let has_batch = rules.has_batch();
    let mut from = (BUILD_KEY, 0);
    // A batch without items is answered like a control message.
    let has_control = has_batch || !rules.control.is_empty();
    if has_control {
        from = entry.control(parts, from);
    }
    if let Some(name) = challenge(rules) {
        entry.handshake(parts, name);
    }
    // In a batch it is each item that may have no key.
    if !has_batch && may_lack_a_key(rules) {
        from = entry.signals(parts, from);
    }
    entry.wires.push(Wire(from.0, from.1, first));
    if parts.options.rules_name.is_some() {
        let key = if has_batch { batch_key() } else { KEY.into() };
        let retry = if has_batch { NOT_DONE } else { RESPOND_503 };
        let words = &parts.words.rules;
        let area = |x, width| Area { x, y: -1136, width, height: 624 };
        let mut control = words.control.to_owned();
        let incomplete = rules.control.iter().any(|control| !control.answer.complete);
        let more = [(incomplete, words.control_incomplete), (challenge(rules).is_some(), words.handshake)];
        for (_, text) in more.into_iter().filter(|(is_said, _)| *is_said) {
            control.push_str(&format!("\n\n{text}"));
        }
        if has_control {
            entry.areas.push((area(592, 640), control));
        }
        if may_lack_a_key(rules) {
            entry.areas.push((area(1248, 880), words.signals.replace("RETRY", retry)));
        }
        entry.areas.push((area(2144, 640), words.downstream.replace("KEY", &key)));
    }
    entry
}

const CONTROL: &str = "Control Message?";
const RESPOND_CONTROL: &str = "Respond Control Message";
const HANDSHAKE: &str = "Webhook Handshake";
const RESPOND_HANDSHAKE: &str = "Respond Handshake";
const SIGNAL_UNANSWERED: &str = "Unanswered without Key?";
const RESPOND_SIGNAL: &str = "Respond 200 without key";

impl Entry {
    fn control(&mut self, parts: &Parts, from: (&'static str, usize)) -> (&'static str, usize) {
        let answer = Parameters::respond_text(
            "={{ $json.control.status }}",
            "={{ $json.control.type }}",
            "={{ $json.control.body }}",
        );
        self.steps.extend([
            parts.if_true(CONTROL, [640, -640], "={{ $json.control !== undefined }}"),
            parts.node(RESPOND_CONTROL, RESPOND_TO_WEBHOOK, [864, -736], answer),
        ]);
        self.wires.extend([Wire(from.0, from.1, CONTROL), Wire(CONTROL, 0, RESPOND_CONTROL)]);
        (CONTROL, 1)
    }

    /// A GET request at the same path, whose challenge is sent back.
    fn handshake(&mut self, parts: &Parts, name: &str) {
        let value = format!("$json.query[{}]", json::string(name));
        let answer = Parameters::respond_text(
            &format!("={{{{ {value} === undefined ? 400 : 200 }}}}"),
            "text/plain",
            &format!("={{{{ String({value} ?? '') }}}}"),
        );
        self.steps.extend([
            parts.node(HANDSHAKE, WEBHOOK, [864, -880], Parameters::webhook_get(&parts.options.path)),
            parts.node(RESPOND_HANDSHAKE, RESPOND_TO_WEBHOOK, [1088, -880], answer),
        ]);
        self.wires.push(Wire(HANDSHAKE, 0, RESPOND_HANDSHAKE));
    }

    fn signals(&mut self, parts: &Parts, from: (&'static str, usize)) -> (&'static str, usize) {
        self.steps.extend([
            parts.if_true(SIGNAL, [1312, -640], IS_SIGNAL),
            signal_step(parts, [1536, -704], EVENT_TYPE),
            signal_ran(parts, [1760, -704]),
            parts.respond(RESPOND_SIGNAL, [1984, -704], 200, "{ status: 'processed', key: null }"),
            // A step that went well without a single item: nothing follows it, and the sender waits.
            parts.if_true(SIGNAL_UNANSWERED, [1536, -608], SIGNAL_IS_UNANSWERED),
        ]);
        self.wires.extend([
            Wire(from.0, from.1, SIGNAL),
            Wire(SIGNAL, 0, SIGNAL_STEP),
            Wire(SIGNAL, 0, SIGNAL_UNANSWERED),
            Wire(SIGNAL_STEP, 0, SIGNAL_RAN),
            Wire(SIGNAL_STEP, 1, RESPOND_503),
            Wire(SIGNAL_RAN, 0, RESPOND_SIGNAL),
            Wire(SIGNAL_RAN, 1, RESPOND_503),
            Wire(SIGNAL_UNANSWERED, 0, RESPOND_SIGNAL),
        ]);
        (SIGNAL, 1)
    }
}

pub(super) const IS_SIGNAL: &str = "={{ $json.signal === true }}";

const SIGNAL_IS_UNANSWERED: &str =
    "={{ !$('Business Step without Key Ran?').isExecuted && !$('Respond 503').isExecuted }}";

/// The work on a delivery that can have no key.
pub(super) fn signal_step(parts: &Parts, position: [i32; 2], event_type: &str) -> Node {
    let query = parts.options.sql.insert_business_log().sql;
    parts
        .postgres(SIGNAL_STEP, position, query, &["'(no key)'", event_type])
        .on_error(OnError::ContinueErrorOutput)
}

/// A step that threw hands on its input, the signal.
pub(super) fn signal_ran(parts: &Parts, position: [i32; 2]) -> Node {
    parts.if_true(SIGNAL_RAN, position, "={{ $json.signal !== true }}")
}

/// Whether there are deliveries, or items of a batch, for which no key is possible.
pub(super) fn may_lack_a_key(rules: &KeyRules) -> bool {
    rules.has_batch()
        || !rules.body_hash
        || rules.rule.is_none()
        || rules.variants.iter().any(|variant| variant.rule.is_none())
}

/// The parameter of a GET request that is sent back as a handshake.
fn challenge(rules: &KeyRules) -> Option<&str> {
    rules.control.iter().find_map(|control| match &control.answer.echo {
        Some(Source::Query(name)) => Some(name.as_str()),
        _ => None,
    })
}
