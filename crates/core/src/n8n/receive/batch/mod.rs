//! Batches: one event after the other, each claimed, worked on and finished by itself, and one answer.
//!
//! A loop, so that an event's failure is its own whatever the business step is: with all events in one run, a
//! step that throws, or gives fewer items than it took, would not say which of them it means. The way
//! back is the lowest branch, which runs when everything above it has ended. What happened on the way is asked of nodes
//! that were reached only then.

mod claim_first;
mod lease;
mod same_transaction;

use super::Receiver;
use super::entry::{IS_SIGNAL, signal_ran, signal_step};
use super::parts::{
    FAIL, NOT_DONE, Parts, RESPOND_200, RESPOND_503, SIGNAL, SIGNAL_RAN, SIGNAL_STEP, batch_key,
};
use crate::n8n::document::{Node, Wire};
use crate::n8n::node_types::SPLIT_IN_BATCHES;
use crate::n8n::note::Area;
use crate::n8n::parameters::Parameters;
use crate::sql::Guarantee;

pub(super) fn receiver(parts: &Parts) -> Receiver {
    let guarantee = parts.options.sql.guarantee();
    let Each { steps: own, first, wires: own_wires, error_message } = match guarantee {
        Guarantee::ClaimFirst => claim_first::each(parts),
        Guarantee::Lease => lease::each(parts),
        Guarantee::SameTransaction => same_transaction::each(parts),
    };
    let mut steps = shared_steps(parts, error_message);
    steps.extend(own);
    let mut wires = shared_wires(first);
    wires.extend(own_wires);
    Receiver { areas: areas(parts), steps, first: LOOP, wires }
}

/// What is done with each event that has a key.
struct Each {
    steps: Vec<Node>,
    /// What takes the event.
    first: &'static str,
    wires: &'static [Wire],
    /// What the failed execution says.
    error_message: &'static str,
}

const LOOP: &str = "Loop Over Events";
const GO_ON: &str = "Go On?";
const ALL_DONE: &str = "All Done?";
const CANNOT: &str = "Cannot Go On";
const RESPOND_INCOMPLETE: &str = "Respond 503 incomplete";

/// The loop, the items without a key, and the answers; `claim` takes the others.
fn shared_wires(claim: &'static str) -> Vec<Wire> {
    vec![
        Wire(LOOP, 0, ALL_DONE),
        Wire(LOOP, 1, SIGNAL),
        Wire(LOOP, 1, GO_ON),
        Wire(GO_ON, 0, LOOP),
        Wire(GO_ON, 1, RESPOND_503),
        Wire(ALL_DONE, 0, RESPOND_200),
        Wire(ALL_DONE, 1, RESPOND_INCOMPLETE),
        Wire(RESPOND_INCOMPLETE, 0, FAIL),
        Wire(SIGNAL, 0, SIGNAL_STEP),
        Wire(SIGNAL, 1, claim),
        Wire(SIGNAL_STEP, 0, SIGNAL_RAN),
        Wire(SIGNAL_STEP, 1, NOT_DONE),
        Wire(SIGNAL_RAN, 1, NOT_DONE),
    ]
}

fn shared_steps(parts: &Parts, error_message: &'static str) -> Vec<Node> {
    let processed = "{ status: 'processed', events: $('Build Key').all().length }";
    vec![
        parts.webhook(),
        parts.build_key(),
        parts.node(LOOP, SPLIT_IN_BATCHES, [864, 0], Parameters::one_by_one()),
        parts.if_true(SIGNAL, [1088, 80], IS_SIGNAL),
        parts.if_true(GO_ON, [1088, 192], "={{ !$('Cannot Go On').isExecuted }}"),
        parts.if_true(ALL_DONE, [1088, -32], "={{ !$('Not Done').isExecuted }}"),
        signal_step(parts, [1312, 480], &event_type()),
        signal_ran(parts, [1536, 480]),
        parts.mark(CANNOT, [2432, 480]),
        parts.mark(NOT_DONE, [2880, 80]),
        parts.no_key([864, 480]),
        parts.respond_400([1088, 480]),
        parts.respond(RESPOND_200, [1760, 480], 200, processed),
        parts.respond(RESPOND_INCOMPLETE, [1760, 608], 503, "{ status: 'incomplete' }"),
        parts.respond_503([1984, 608]),
        parts.fail([2208, 608], error_message),
    ]
}

/// The type of the event at hand.
fn event_type() -> String {
    batch_key().replace(".json.key", ".json.event_type")
}

fn areas(parts: &Parts) -> Vec<(Area, String)> {
    let (notes, own, batch) = (&parts.words.receive, parts.own, &parts.words.rules);
    let step = |x, width| Area { x, y: -480, width, height: 768 };
    // In one statement with the claim the work is what the statement says.
    let work = match parts.options.sql.guarantee() {
        Guarantee::ClaimFirst | Guarantee::Lease => batch.batch_step.to_owned(),
        Guarantee::SameTransaction => own.work.replacen("## 5.", "## 6.", 1),
    };
    vec![
        (Area { x: -672, y: -480, width: 592, height: 2000 }, parts.description()),
        (step(-48, 208), notes.receive.into()),
        (step(176, 400), notes.signature.into()),
        (step(592, 208), parts.key_note()),
        (step(816, 432), batch.each.into()),
        (step(1264, 432), own.claim.replacen("## 4.", "## 5.", 1)),
        (step(1712, 1312), format!("{work}\n\n{}", batch.batch_work)),
        (Area { x: 592, y: 304, width: 2432, height: 464 }, batch.batch_answers.into()),
        (Area { x: -48, y: 304, width: 624, height: 464 }, notes.data.into()),
    ]
}
