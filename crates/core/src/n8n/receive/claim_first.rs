//! `claim-first`: claim, work once, answer; a failure gives the key back.

use super::Receiver;
use super::parts::{
    BUSINESS_STEP, EVENT_TYPE, FAIL, KEY, Parts, RELEASE, RESPOND_200, RESPOND_500, RESPOND_503,
    RESPOND_DUPLICATE, STEP_RAN, UNANSWERED, with_key,
};
use crate::n8n::document::{Node, OnError, Wire};
use crate::n8n::note::Area;
use crate::sql::Statement;

pub(super) fn receiver(parts: &Parts) -> Receiver {
    Receiver { areas: areas(parts), steps: steps(parts), first: CLAIM, wires: WIRES.to_vec() }
}

const CLAIM: &str = "Claim";
const ROW_RETURNED: &str = "Row Returned?";
const ALREADY_CLAIMED: &str = "Already Claimed?";

const WIRES: &[Wire] = &[
    Wire(CLAIM, 0, ROW_RETURNED),
    Wire(CLAIM, 1, RESPOND_503),
    Wire(ROW_RETURNED, 0, BUSINESS_STEP),
    Wire(ROW_RETURNED, 0, UNANSWERED),
    Wire(ROW_RETURNED, 1, ALREADY_CLAIMED),
    Wire(BUSINESS_STEP, 0, STEP_RAN),
    Wire(BUSINESS_STEP, 1, RELEASE),
    Wire(STEP_RAN, 0, RESPOND_200),
    Wire(STEP_RAN, 1, RELEASE),
    Wire(UNANSWERED, 0, RESPOND_200),
    Wire(RELEASE, 0, RESPOND_500),
    Wire(RESPOND_500, 0, FAIL),
    Wire(ALREADY_CLAIMED, 0, RESPOND_DUPLICATE),
    Wire(ALREADY_CLAIMED, 1, RESPOND_503),
];

fn steps(parts: &Parts) -> Vec<Node> {
    let sql = &parts.options.sql;
    vec![
        parts.webhook(),
        parts.build_key(),
        // No retry: if the first attempt's answer was lost, the second would find its own key taken.
        parts.postgres(CLAIM, [864, 0], claim(parts), &["$json.key"]).on_error(OnError::ContinueErrorOutput),
        parts.if_number(ROW_RETURNED, [1088, 0], "={{ $json.claimed }}", 1),
        parts
            .postgres(BUSINESS_STEP, [1312, -96], sql.insert_business_log().sql, &[KEY, EVENT_TYPE])
            .on_error(OnError::ContinueErrorOutput),
        // A step that threw hands on its input, {"claimed": 1}.
        parts.if_true(STEP_RAN, [1536, -192], "={{ $json.claimed !== 1 }}"),
        parts.respond(RESPOND_200, [1760, -192], 200, &with_key("processed")),
        // A step that went well without a single item: nothing follows it, and the sender waits.
        parts.if_true(
            UNANSWERED,
            [1536, 128],
            "={{ !$('Business Step Ran?').isExecuted && !$('Release Key').isExecuted }}",
        ),
        // The sender is waiting: answer 500 even if the release fails.
        parts
            .postgres(RELEASE, [1760, 0], sql.statement(Statement::Release), &[KEY])
            .on_error(OnError::ContinueRegularOutput)
            .retry(),
        parts.respond(RESPOND_500, [1984, 0], 500, "{ status: 'failed' }"),
        parts.no_key([864, 416]),
        parts.respond_400([1088, 416]),
        parts.if_number(ALREADY_CLAIMED, [1312, 416], "={{ $json.claimed }}", 0),
        parts.respond(RESPOND_DUPLICATE, [1536, 416], 200, &with_key("duplicate")),
        parts.respond_503([1536, 544]),
        parts.fail([2208, 544], ERROR_MESSAGE),
    ]
}

/// `Release Key` that went well gives `{"success": true}`, as n8n does for a statement without rows.
const ERROR_MESSAGE: &str = "=Event {{ $('Build Key').first(0)?.json?.key ?? '(no key)' }} was not processed; \
     the sender was told to retry.{{ $('Release Key').isExecuted && $('Release Key').first()?.json?.success \
     !== true ? ' Release Key failed too: delete this key by hand, or the retry counts as a duplicate.' : '' }}";

/// The claim inside a query that gives one row whether the key was new or not. The plain statement
/// would give no row or, in n8n, the item `{"success": true}`, depending on the version.
pub(super) fn claim(parts: &Parts) -> String {
    let claim = parts.options.sql.statement(Statement::Claim);
    let comment = parts.own.claim_comment;
    format!("-- {comment}\nWITH claim AS (\n  {claim}\n)\nSELECT count(*)::int AS claimed FROM claim")
}

fn areas(parts: &Parts) -> Vec<(Area, String)> {
    let (notes, own) = (&parts.words.receive, parts.own);
    let step = |x, width| Area { x, y: -400, width, height: 688 };
    vec![
        (Area { x: -672, y: -400, width: 592, height: 1472 }, parts.description()),
        (step(-48, 208), notes.receive.into()),
        (step(176, 400), notes.signature.into()),
        (step(592, 208), parts.key_note()),
        (step(816, 432), own.claim.into()),
        (step(1264, 880), own.work.into()),
        (Area { x: 592, y: 304, width: 1776, height: 400 }, notes.answers.into()),
        (Area { x: -48, y: 304, width: 624, height: 400 }, notes.data.into()),
    ]
}
