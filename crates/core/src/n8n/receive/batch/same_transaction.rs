//! `same-transaction`, for one event of a batch after the other: a transaction each.

use super::{CANNOT, Each, event_type};
use crate::n8n::document::{Node, OnError, Wire};
use crate::n8n::receive::parts::{NOT_DONE, Parts, batch_key};
use crate::sql::Statement;

const PROCESS: &str = "Claim and Work";
const CLAIMED: &str = "Claimed?";
const DONE: &str = "Done?";

pub(super) fn each(parts: &Parts) -> Each {
    Each { steps: steps(parts), first: PROCESS, wires: WIRES, error_message: ERROR_MESSAGE }
}

const WIRES: &[Wire] = &[
    Wire(PROCESS, 0, CLAIMED),
    // One event's error cannot be told from the database's: the others are tried as well.
    Wire(PROCESS, 1, NOT_DONE),
    Wire(CLAIMED, 1, DONE),
    Wire(DONE, 1, CANNOT),
];

fn steps(parts: &Parts) -> Vec<Node> {
    let process = parts.options.sql.statement(Statement::Process);
    let process = format!("-- {}\n{process}", parts.own.claim_comment);
    vec![
        parts
            .postgres(PROCESS, [1312, 80], process, &[&batch_key(), &event_type()])
            .on_error(OnError::ContinueErrorOutput),
        parts.if_outcome(CLAIMED, [1536, 80], "claimed"),
        parts.if_outcome(DONE, [1536, 192], "done"),
    ]
}

const ERROR_MESSAGE: &str = "=Not every event of the batch was processed; the sender was told to retry.";
