//! A workflow as a picture needs it, from the same data as the file.

use super::document::Document;
use crate::order::sort_short_by_key;

/// The nodes of a workflow and what leads from one to another; without its notes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Flow {
    /// In the order of the file.
    pub nodes: Vec<FlowNode>,
    /// In the order of the nodes they start at, then of its outputs.
    pub links: Vec<FlowLink>,
}

/// A node.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct FlowNode {
    /// Its name, unique in the workflow.
    pub name: String,
    /// What it is.
    pub kind: FlowKind,
    /// Its column, counted from 0 at the left.
    pub column: usize,
    /// Its row, counted from 0 at the top.
    pub row: usize,
}

/// What a node is.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum FlowKind {
    /// Answers the sender.
    Answer,
    /// Runs JavaScript.
    Code,
    /// Runs a statement in PostgreSQL.
    Database,
    /// Takes one of two ways.
    Decision,
    /// Takes one item after the other.
    Loop,
    /// Shows that something happened, for later steps.
    Mark,
    /// Ends the run as failed.
    Stop,
    /// Starts a run.
    Trigger,
}

/// From one node to another, by their places in [`Flow::nodes`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct FlowLink {
    /// Where it starts.
    pub from: usize,
    /// Where it leads.
    pub to: usize,
    /// The output at which it starts.
    pub output: FlowOutput,
}

/// A node's output.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum FlowOutput {
    /// For each item of a loop.
    Each,
    /// For the end of a loop.
    End,
    /// For error items.
    Error,
    /// For items that do not meet a decision's condition.
    False,
    /// The only one for items without error.
    Main,
    /// For items that meet a decision's condition.
    True,
}

pub(super) fn flow(document: &Document) -> Flow {
    let steps = document.steps();
    let columns = ranks(steps.iter().map(|step| step.position[0]));
    let rows = ranks(steps.iter().map(|step| step.position[1]));
    let rank = |ranks: &[i32], value| ranks.iter().position(|rank| *rank == value).unwrap_or_default();
    let nodes: Vec<_> = steps
        .iter()
        .map(|step| FlowNode {
            name: step.name.to_owned(),
            kind: step.kind,
            column: rank(&columns, step.position[0]),
            row: rank(&rows, step.position[1]),
        })
        .collect();
    let place = |name: &str| nodes.iter().position(|node| node.name == name);
    let mut links = Vec::new();
    for (from, node) in nodes.iter().enumerate() {
        for (output, to) in document.wires_from(&node.name) {
            let output = match (node.kind, output) {
                (FlowKind::Decision, 0) => FlowOutput::True,
                (FlowKind::Decision, _) => FlowOutput::False,
                (FlowKind::Loop, 0) => FlowOutput::End,
                (FlowKind::Loop, _) => FlowOutput::Each,
                (_, 0) => FlowOutput::Main,
                (_, _) => FlowOutput::Error,
            };
            links.extend(place(to).map(|to| FlowLink { from, to, output }));
        }
    }
    Flow { nodes, links }
}

fn ranks(values: impl Iterator<Item = i32>) -> Vec<i32> {
    let mut values: Vec<_> = values.collect();
    sort_short_by_key(&mut values, |value| *value);
    values.dedup();
    values
}
