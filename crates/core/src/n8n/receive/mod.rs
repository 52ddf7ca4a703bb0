//! The receivers: a key for each delivery, and an answer on every path.
//!
//! Three things of n8n shape them. A node that throws passes its *input* to its first output, so each
//! step asks for exactly what the one before gives when it went well. Error items go to the last output,
//! which is wired everywhere. And with the execution order `v1` a branch runs to its end before
//! the next lower one starts, which is how `Still Unanswered?` gets the last word.

mod batch;
mod claim_first;
mod entry;
mod lease;
mod parts;
mod same_transaction;

use super::check::Checked;
use super::document::{Document, Node, Wire};
use super::note::{Area, notes};
use crate::lang::Lang;
use crate::sql::Guarantee;
use parts::{Parts, SHARED_WIRES};

/// The workflow for checked options.
pub(super) fn document(options: &Checked, lang: Lang) -> Document {
    let parts = Parts::new(options, lang);
    let Receiver { mut areas, mut steps, first, wires } = match options.sql.guarantee() {
        _ if options.rules.has_batch() => batch::receiver(&parts),
        Guarantee::ClaimFirst => claim_first::receiver(&parts),
        Guarantee::Lease => lease::receiver(&parts),
        Guarantee::SameTransaction => same_transaction::receiver(&parts),
    };
    let entry = entry::entry(&parts, first);
    areas.extend(entry.areas);
    steps.extend(entry.steps);
    let mut nodes = notes(&parts.ids, areas);
    nodes.extend(steps);
    let wires = [SHARED_WIRES, &wires, &entry.wires].concat();
    let name = format!("Receive webhooks once: {}", options.path);
    Document::new(&parts.ids, name, nodes, &wires)
}

/// What a guarantee makes of the parts.
struct Receiver {
    /// The notes, the description first.
    areas: Vec<(Area, String)>,
    steps: Vec<Node>,
    /// What takes the events that have a key.
    first: &'static str,
    /// Besides those that all receivers share.
    wires: Vec<Wire>,
}
