//! `claim-first`, for one event of a batch after the other.

use super::{CANNOT, Each, event_type};
use crate::n8n::document::{Node, OnError, Wire};
use crate::n8n::receive::claim_first::claim;
use crate::n8n::receive::parts::{BUSINESS_STEP, NOT_DONE, Parts, RELEASE, STEP_RAN, batch_key};
use crate::sql::Statement;

const CLAIM: &str = "Claim";
const ROW_RETURNED: &str = "Row Returned?";
const ALREADY_CLAIMED: &str = "Already Claimed?";
const RELEASED: &str = "Released?";
const NOT_RELEASED: &str = "Not Released";

pub(super) fn each(parts: &Parts) -> Each {
    Each { steps: steps(parts), first: CLAIM, wires: WIRES, error_message: ERROR_MESSAGE }
}

const WIRES: &[Wire] = &[
    Wire(CLAIM, 0, ROW_RETURNED),
    Wire(CLAIM, 1, CANNOT),
    Wire(ROW_RETURNED, 0, BUSINESS_STEP),
    Wire(ROW_RETURNED, 1, ALREADY_CLAIMED),
    // What was claimed before is done: nothing follows.
    Wire(ALREADY_CLAIMED, 1, CANNOT),
    Wire(BUSINESS_STEP, 0, STEP_RAN),
    Wire(BUSINESS_STEP, 1, RELEASE),
    Wire(STEP_RAN, 1, RELEASE),
    Wire(RELEASE, 0, RELEASED),
    Wire(RELEASED, 0, NOT_DONE),
    Wire(RELEASED, 1, NOT_RELEASED),
    Wire(NOT_RELEASED, 0, NOT_DONE),
];

fn steps(parts: &Parts) -> Vec<Node> {
    let sql = &parts.options.sql;
    let (key, event_type) = (batch_key(), event_type());
    let business_log = sql.insert_business_log().sql;
    vec![
        // No retry: if the first attempt's answer was lost, the second would find its own key taken.
        parts.postgres(CLAIM, [1312, 80], claim(parts), &[&key]).on_error(OnError::ContinueErrorOutput),
        parts.if_number(ROW_RETURNED, [1536, 80], "={{ $json.claimed }}", 1),
        parts.if_number(ALREADY_CLAIMED, [1536, 192], "={{ $json.claimed }}", 0),
        parts
            .postgres(BUSINESS_STEP, [1760, 0], business_log, &[&key, &event_type])
            .on_error(OnError::ContinueErrorOutput),
        // A step that threw hands on its input, {"claimed": 1}.
        parts.if_true(STEP_RAN, [1984, 0], "={{ $json.claimed !== 1 }}"),
        // Once: a second one could take the key from a delivery that has claimed it since.
        parts
            .postgres(RELEASE, [2208, 80], sql.statement(Statement::Release), &[&key])
            .on_error(OnError::ContinueRegularOutput)
            .once()
            .retry(),
        parts.if_true(RELEASED, [2432, 80], "={{ $json.success === true }}"),
        parts.mark_key(NOT_RELEASED, [2656, 176], &key),
    ]
}

const ERROR_MESSAGE: &str = "=Not every event of the batch was processed; the sender was told to \
     retry.{{ $('Not Released').isExecuted ? ' Release Key failed for ' + $('Not Released').first(0).json.key + \
     ': delete this key by hand, or the retry counts as a duplicate.' : '' }}";
