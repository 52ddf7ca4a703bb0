//! `lease`: claim for a time, work, finish. Whoever holds the token may finish or release; a retry takes over
//! from a receiver that died.

use super::Receiver;
use super::parts::{
    BUSINESS_STEP, EVENT_TYPE, FAIL, KEY, Parts, RELEASE, RESPOND_200, RESPOND_500, RESPOND_503,
    RESPOND_DUPLICATE, STEP_RAN, UNANSWERED, with_key,
};
use crate::n8n::document::{Node, OnError, Wire};
use crate::n8n::node_types::RESPOND_TO_WEBHOOK;
use crate::n8n::note::Area;
use crate::n8n::parameters::Parameters;
use crate::sql::Statement;

pub(super) fn receiver(parts: &Parts) -> Receiver {
    Receiver { areas: areas(parts), steps: steps(parts), first: CLAIM, wires: WIRES.to_vec() }
}

const CLAIM: &str = "Claim";
const CLAIMED: &str = "Claimed?";
const FINISH: &str = "Finish";
const FINISHED: &str = "Finished?";
const DONE: &str = "Done?";
const IN_PROGRESS: &str = "In Progress?";
const RESPOND_IN_PROGRESS: &str = "Respond 503 in progress";

const WIRES: &[Wire] = &[
    Wire(CLAIM, 0, CLAIMED),
    Wire(CLAIM, 1, RESPOND_503),
    Wire(CLAIMED, 0, BUSINESS_STEP),
    Wire(CLAIMED, 0, UNANSWERED),
    Wire(CLAIMED, 1, DONE),
    Wire(BUSINESS_STEP, 0, STEP_RAN),
    Wire(BUSINESS_STEP, 1, RELEASE),
    Wire(STEP_RAN, 0, FINISH),
    Wire(STEP_RAN, 1, RELEASE),
    Wire(UNANSWERED, 0, FINISH),
    Wire(FINISH, 0, FINISHED),
    Wire(FINISH, 1, RESPOND_503),
    Wire(FINISHED, 0, RESPOND_200),
    Wire(FINISHED, 1, RESPOND_503),
    Wire(RELEASE, 0, RESPOND_500),
    Wire(RESPOND_500, 0, FAIL),
    Wire(DONE, 0, RESPOND_DUPLICATE),
    Wire(DONE, 1, IN_PROGRESS),
    Wire(IN_PROGRESS, 0, RESPOND_IN_PROGRESS),
    Wire(IN_PROGRESS, 1, RESPOND_503),
];

const TOKEN: &str = "$('Claim').first().json.claim_token";

fn steps(parts: &Parts) -> Vec<Node> {
    let sql = &parts.options.sql;
    let claim = format!("-- {}\n{}", parts.own.claim_comment, sql.statement(Statement::Claim));
    let in_progress = Parameters::respond_later(&with_key("in progress"), "={{ $json.retry_after_seconds }}");
    vec![
        parts.webhook(),
        parts.build_key(),
        // No retry: if the first attempt's answer was lost, the second would wait for its own lease.
        parts.postgres(CLAIM, [864, 0], claim, &["$json.key"]).on_error(OnError::ContinueErrorOutput),
        parts.if_outcome(CLAIMED, [1088, 0], "claimed"),
        parts
            .postgres(BUSINESS_STEP, [1312, 0], sql.insert_business_log().sql, &[KEY, EVENT_TYPE])
            .on_error(OnError::ContinueErrorOutput),
        // A step that threw hands on its input, the claim's row.
        parts.if_true(
            STEP_RAN,
            [1536, 0],
            "={{ $json.claim_token !== $('Claim').first().json.claim_token }}",
        ),
        // To finish again with the same token is to finish, so that it may be tried again.
        parts
            .postgres(FINISH, [1760, 0], sql.statement(Statement::Finish), &[KEY, TOKEN])
            .on_error(OnError::ContinueErrorOutput)
            .once()
            .retry(),
        parts.if_outcome(FINISHED, [1984, 0], "finished"),
        parts.respond(RESPOND_200, [2208, 0], 200, &with_key("processed")),
        // Above the way on: a step of which a part failed has failed, and the run ends here. The sender
        // is waiting: answer 500 even if the release fails.
        parts
            .postgres(RELEASE, [1760, -192], sql.statement(Statement::Release), &[KEY, TOKEN])
            .on_error(OnError::ContinueRegularOutput)
            .once()
            .retry(),
        parts.respond(RESPOND_500, [2208, -192], 500, "{ status: 'failed' }"),
        // A step that went well without a single item: nothing follows it, and the sender waits.
        parts.if_true(
            UNANSWERED,
            [1536, 160],
            "={{ !$('Business Step Ran?').isExecuted && !$('Release Key').isExecuted }}",
        ),
        parts.no_key([864, 416]),
        parts.respond_400([1088, 416]),
        parts.if_outcome(DONE, [1312, 416], "done"),
        parts.respond(RESPOND_DUPLICATE, [1536, 416], 200, &with_key("duplicate")),
        parts.if_outcome(IN_PROGRESS, [1536, 544], "in_progress"),
        parts.node(RESPOND_IN_PROGRESS, RESPOND_TO_WEBHOOK, [1760, 544], in_progress),
        parts.respond_503([2208, 672]),
        parts.fail([2432, 672], ERROR_MESSAGE),
    ]
}

const ERROR_MESSAGE: &str = "=Event {{ $('Build Key').first(0)?.json?.key ?? '(no key)' }} was not finished; \
     the sender was told to retry.{{ $('Finish').isExecuted ? ' Its work was done, but that could not be recorded: \
     the database failed, or the lease was over and another delivery took over. A retry may do it again.' : '' }}{{ \
     $('Release Key').isExecuted && $('Release Key').first()?.json?.outcome !== 'released' ? ' It was not released: \
     a retry does it when the lease is over.' : '' }}";

fn areas(parts: &Parts) -> Vec<(Area, String)> {
    let (notes, own) = (&parts.words.receive, parts.own);
    let step = |x, width| Area { x, y: -480, width, height: 768 };
    vec![
        (Area { x: -672, y: -480, width: 592, height: 1808 }, parts.description()),
        (step(-48, 208), notes.receive.into()),
        (step(176, 400), notes.signature.into()),
        (step(592, 208), parts.key_note()),
        (step(816, 432), own.claim.into()),
        (step(1264, 1104), own.work.into()),
        (Area { x: 592, y: 304, width: 2000, height: 528 }, notes.answers.into()),
        (Area { x: -48, y: 304, width: 624, height: 528 }, notes.data.into()),
    ]
}
