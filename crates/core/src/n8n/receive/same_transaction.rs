//! `same-transaction`: claim and work in one statement, where the work is SQL.

use super::Receiver;
use super::parts::{EVENT_TYPE, KEY, Parts, RESPOND_200, RESPOND_503, RESPOND_DUPLICATE, with_key};
use crate::n8n::document::{Node, OnError, Wire};
use crate::n8n::note::Area;
use crate::sql::Statement;

pub(super) fn receiver(parts: &Parts) -> Receiver {
    Receiver { areas: areas(parts), steps: steps(parts), first: PROCESS, wires: WIRES.to_vec() }
}

const PROCESS: &str = "Claim and Work";
const CLAIMED: &str = "Claimed?";
const DONE: &str = "Done?";

const WIRES: &[Wire] = &[
    Wire(PROCESS, 0, CLAIMED),
    Wire(PROCESS, 1, RESPOND_503),
    Wire(CLAIMED, 0, RESPOND_200),
    Wire(CLAIMED, 1, DONE),
    Wire(DONE, 0, RESPOND_DUPLICATE),
    Wire(DONE, 1, RESPOND_503),
];

fn steps(parts: &Parts) -> Vec<Node> {
    let process = parts.options.sql.statement(Statement::Process);
    let process = format!("-- {}\n{process}", parts.own.claim_comment);
    vec![
        parts.webhook(),
        parts.build_key(),
        parts.postgres(PROCESS, [864, 0], process, &[KEY, EVENT_TYPE]).on_error(OnError::ContinueErrorOutput),
        parts.if_outcome(CLAIMED, [1088, 0], "claimed"),
        parts.respond(RESPOND_200, [1312, 0], 200, &with_key("processed")),
        parts.no_key([864, 416]),
        parts.respond_400([1088, 416]),
        parts.if_outcome(DONE, [1312, 416], "done"),
        parts.respond(RESPOND_DUPLICATE, [1536, 416], 200, &with_key("duplicate")),
        parts.respond_503([1536, 544]),
        parts.fail([1760, 544], ERROR_MESSAGE),
    ]
}

const ERROR_MESSAGE: &str = "=Event {{ $('Build Key').first(0)?.json?.key ?? '(no key)' }} was not processed; \
     the sender was told to retry.";

fn areas(parts: &Parts) -> Vec<(Area, String)> {
    let (notes, own) = (&parts.words.receive, parts.own);
    let step = |x, width| Area { x, y: -400, width, height: 688 };
    vec![
        (Area { x: -672, y: -400, width: 592, height: 1376 }, parts.description()),
        (step(-48, 208), notes.receive.into()),
        (step(176, 400), notes.signature.into()),
        (step(592, 208), parts.key_note()),
        (step(816, 432), own.claim.into()),
        (step(1264, 656), own.work.into()),
        (Area { x: 592, y: 304, width: 1328, height: 400 }, notes.answers.into()),
        (Area { x: -48, y: 304, width: 624, height: 400 }, notes.data.into()),
    ]
}
