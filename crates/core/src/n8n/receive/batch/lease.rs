//! `lease`, for one event of a batch after the other.

use super::{CANNOT, Each, event_type};
use crate::n8n::document::{Node, OnError, Wire};
use crate::n8n::receive::parts::{BUSINESS_STEP, NOT_DONE, Parts, RELEASE, STEP_RAN, batch_key};
use crate::sql::Statement;

const CLAIM: &str = "Claim";
const CLAIMED: &str = "Claimed?";
const DONE: &str = "Done?";
const IN_PROGRESS: &str = "In Progress?";
const STEP_FAILED: &str = "Step Failed";
const STEP_OK: &str = "Step Went Well?";
const FINISH: &str = "Finish";
const FINISHED: &str = "Finished?";
const NOT_RECORDED: &str = "Not Recorded";

pub(super) fn each(parts: &Parts) -> Each {
    Each { steps: steps(parts), first: CLAIM, wires: WIRES, error_message: ERROR_MESSAGE }
}

const WIRES: &[Wire] = &[
    Wire(CLAIM, 0, CLAIMED),
    Wire(CLAIM, 1, CANNOT),
    Wire(CLAIMED, 0, BUSINESS_STEP),
    Wire(CLAIMED, 0, STEP_OK),
    Wire(CLAIMED, 1, DONE),
    // What is done needs nothing more.
    Wire(DONE, 1, IN_PROGRESS),
    Wire(IN_PROGRESS, 0, NOT_DONE),
    Wire(IN_PROGRESS, 1, CANNOT),
    Wire(BUSINESS_STEP, 0, STEP_RAN),
    Wire(BUSINESS_STEP, 1, STEP_FAILED),
    Wire(STEP_RAN, 1, STEP_FAILED),
    Wire(STEP_FAILED, 0, RELEASE),
    Wire(RELEASE, 0, NOT_DONE),
    Wire(STEP_OK, 0, FINISH),
    Wire(FINISH, 0, FINISHED),
    Wire(FINISH, 1, NOT_RECORDED),
    Wire(FINISHED, 1, NOT_RECORDED),
    Wire(NOT_RECORDED, 0, NOT_DONE),
];

fn steps(parts: &Parts) -> Vec<Node> {
    let sql = &parts.options.sql;
    let (key, event_type) = (batch_key(), event_type());
    let claim = format!("-- {}\n{}", parts.own.claim_comment, sql.statement(Statement::Claim));
    let business_log = sql.insert_business_log().sql;
    vec![
        // No retry: if the first attempt's answer was lost, the second would wait for its own lease.
        parts.postgres(CLAIM, [1312, 80], claim, &[&key]).on_error(OnError::ContinueErrorOutput),
        parts.if_outcome(CLAIMED, [1536, 80], "claimed"),
        parts.if_outcome(DONE, [1536, 192], "done"),
        parts.if_outcome(IN_PROGRESS, [2208, 480], "in_progress"),
        parts
            .postgres(BUSINESS_STEP, [1760, 0], business_log, &[&key, &event_type])
            .on_error(OnError::ContinueErrorOutput),
        // A step that threw hands on its input, the claim's row.
        parts.if_true(
            STEP_RAN,
            [1984, 0],
            "={{ $json.claim_token !== $('Claim').first(0).json.claim_token }}",
        ),
        parts.mark_key(STEP_FAILED, [2208, 0], &key),
        parts
            .postgres(RELEASE, [2432, 0], sql.statement(Statement::Release), &[&key, TOKEN])
            .on_error(OnError::ContinueRegularOutput)
            .once()
            .retry(),
        // Below the step: it knows whether a part of it failed, and goes on for one that gave no item.
        parts.if_true(STEP_OK, [1760, 160], STEP_WENT_WELL),
        // To finish again with the same token is to finish, so that it may be tried again.
        parts
            .postgres(FINISH, [1984, 160], sql.statement(Statement::Finish), &[&key, TOKEN])
            .on_error(OnError::ContinueErrorOutput)
            .once()
            .retry(),
        parts.if_outcome(FINISHED, [2208, 160], "finished"),
        parts.mark(NOT_RECORDED, [2432, 160]),
    ]
}

const TOKEN: &str = "$('Claim').first(0).json.claim_token";

/// The mark may be an earlier event's; no two events of a request have the same key.
const STEP_WENT_WELL: &str = "={{ !$('Step Failed').isExecuted || \
     $('Step Failed').first(0).json.key !== $('Loop Over Events').first(1).json.key }}";

const ERROR_MESSAGE: &str = "=Not every event of the batch was finished; the sender was told to \
     retry.{{ $('Not Recorded').isExecuted ? ' Work was done that could not be recorded: the database failed, or \
     the lease was over and another delivery took over. A retry may do it again.' : '' }}";
