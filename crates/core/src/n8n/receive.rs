//! The receiver: key, claim, work once, and an answer on every path.
//!
//! Three things of n8n shape it. A node that throws passes its *input* to its first output, so each
//! step asks for exactly what the one before gives when it went well. Error items go to the last output,
//! which is wired everywhere. And with the execution order `v1` a branch runs to its end before
//! the next lower one starts, which is how `Still Unanswered?` gets the last word.

use super::check::Checked;
use super::document::{Document, Node, OnError, Wire};
use super::ids::Ids;
use super::node_types::{CODE, IF, POSTGRES, RESPOND_TO_WEBHOOK, STOP_AND_ERROR, WEBHOOK};
use super::note::{Area, notes, numbered};
use super::parameters::{Parameters, StopAndError};
use crate::lang::Lang;
use crate::sql::Statement;
use crate::words::n8n::{N8nWords, words};

/// The workflow for checked options.
pub(super) fn document(options: &Checked, lang: Lang) -> Document {
    let ids = Ids::new("receive", &options.path);
    let words = words(lang);
    let mut nodes = notes(&ids, described_areas(options, words));
    nodes.extend(steps(&ids, options, words));
    let name = format!("Receive webhooks once: {}", options.path);
    Document::new(&ids, name, nodes, WIRES)
}

const HOOK: &str = "Webhook";
const BUILD_KEY: &str = "Build Key";
const CLAIM: &str = "Claim";
const ROW_RETURNED: &str = "Row Returned?";
const BUSINESS_STEP: &str = "Business Step (insert business_log)";
const STEP_RAN: &str = "Business Step Ran?";
const RESPOND_200: &str = "Respond 200";
const UNANSWERED: &str = "Still Unanswered?";
const RELEASE: &str = "Release Key";
const RESPOND_500: &str = "Respond 500";
const NO_KEY: &str = "No Key?";
const RESPOND_400: &str = "Respond 400";
const ALREADY_CLAIMED: &str = "Already Claimed?";
const RESPOND_DUPLICATE: &str = "Respond 200 duplicate";
const RESPOND_503: &str = "Respond 503";
const FAIL: &str = "Mark Execution Failed";

const WIRES: &[Wire] = &[
    Wire(HOOK, 0, BUILD_KEY),
    Wire(BUILD_KEY, 0, CLAIM),
    Wire(BUILD_KEY, 1, NO_KEY),
    Wire(NO_KEY, 0, RESPOND_400),
    Wire(NO_KEY, 1, RESPOND_503),
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
    Wire(RESPOND_503, 0, FAIL),
];

const KEY: &str = "$('Build Key').first().json.key";
const EVENT_TYPE: &str = "$('Build Key').first().json.event_type";

fn steps(ids: &Ids, options: &Checked, words: &N8nWords) -> Vec<Node> {
    let sql = &options.sql;
    let node = |name, kind, position, parameters| Node::new(ids, name, kind, position, parameters);
    let condition = |name| ids.uuid(&format!("condition of {name}"));
    let respond = |name, position, code, body: &str| {
        node(name, RESPOND_TO_WEBHOOK, position, Parameters::respond(code, body))
    };
    let with_key = |status| format!("{{ status: '{status}', key: {KEY} }}");
    vec![
        node(HOOK, WEBHOOK, [0, 0], Parameters::webhook(options.path.clone())),
        node(BUILD_KEY, CODE, [640, 0], Parameters::code(build_key(&options.scope, words)))
            .on_error(OnError::ContinueErrorOutput),
        // No retry: if the first attempt's answer was lost, the second would find its own key taken.
        node(CLAIM, POSTGRES, [864, 0], Parameters::postgres(claim(options, words), &["$json.key"]))
            .on_error(OnError::ContinueErrorOutput),
        node(
            ROW_RETURNED,
            IF,
            [1088, 0],
            Parameters::if_equals(condition(ROW_RETURNED), "={{ $json.claimed }}", 1),
        ),
        node(
            BUSINESS_STEP,
            POSTGRES,
            [1312, -96],
            Parameters::postgres(sql.insert_business_log().sql, &[KEY, EVENT_TYPE]),
        )
        .on_error(OnError::ContinueErrorOutput),
        // A step that threw hands on its input, {"claimed": 1}.
        node(
            STEP_RAN,
            IF,
            [1536, -192],
            Parameters::if_true(condition(STEP_RAN), "={{ $json.claimed !== 1 }}"),
        ),
        respond(RESPOND_200, [1760, -192], 200, &with_key("processed")),
        // A step that went well without a single item: nothing follows it, and the sender waits.
        node(
            UNANSWERED,
            IF,
            [1536, 128],
            Parameters::if_true(
                condition(UNANSWERED),
                "={{ !$('Business Step Ran?').isExecuted && !$('Release Key').isExecuted }}",
            ),
        ),
        // The sender is waiting: answer 500 even if the release fails.
        node(RELEASE, POSTGRES, [1760, 0], Parameters::postgres(sql.statement(Statement::Release), &[KEY]))
            .on_error(OnError::ContinueRegularOutput)
            .retry(),
        respond(RESPOND_500, [1984, 0], 500, "{ status: 'failed' }"),
        node(
            NO_KEY,
            IF,
            [864, 416],
            Parameters::if_true(condition(NO_KEY), "={{ String($json.error).includes('No key:') }}"),
        ),
        respond(RESPOND_400, [1088, 416], 400, "{ status: 'no key' }"),
        node(
            ALREADY_CLAIMED,
            IF,
            [1312, 416],
            Parameters::if_equals(condition(ALREADY_CLAIMED), "={{ $json.claimed }}", 0),
        ),
        respond(RESPOND_DUPLICATE, [1536, 416], 200, &with_key("duplicate")),
        respond(RESPOND_503, [1536, 544], 503, "{ status: 'unavailable' }"),
        node(
            FAIL,
            STOP_AND_ERROR,
            [2208, 544],
            Parameters::StopAndError(StopAndError { error_message: ERROR_MESSAGE }),
        ),
    ]
}

/// `Release Key` that went well gives `{"success": true}`, as n8n does for a statement without rows.
const ERROR_MESSAGE: &str = "=Event {{ $('Build Key').first(0)?.json?.key ?? '(no key)' }} was not processed; \
     the sender was told to retry.{{ $('Release Key').isExecuted && $('Release Key').first()?.json?.success \
     !== true ? ' Release Key failed too: delete this key by hand, or the retry counts as a duplicate.' : '' }}";

/// The Code node's JavaScript: a header in the chosen language, and the scope as one JSON literal.
fn build_key(scope: &str, words: &N8nWords) -> String {
    const SOURCE: &str = include_str!("js/build-key.js");
    let header: String = words.code_header.iter().map(|line| format!("// {line}\n")).collect();
    let scope = serde_json::to_string(scope).unwrap_or_default();
    header + &SOURCE.replacen(r#"const SCOPE = "";"#, &format!("const SCOPE = {scope};"), 1)
}

/// The claim inside a query that gives one row whether the key was new or not. The plain statement
/// would give no row or, in n8n, the item `{"success": true}`, depending on the version.
fn claim(options: &Checked, words: &N8nWords) -> String {
    let claim = options.sql.statement(Statement::Claim);
    let comment = words.claim_comment;
    format!("-- {comment}\nWITH claim AS (\n  {claim}\n)\nSELECT count(*)::int AS claimed FROM claim")
}

fn described_areas(options: &Checked, words: &N8nWords) -> [(Area, String); 8] {
    let notes = &words.receive;
    let tables = [Statement::Table, Statement::BusinessLog]
        .map(|statement| format!("{};\n", options.sql.statement(statement)))
        .concat();
    let description = format!(
        "{}\n{}\n```sql\n{tables}```\n\n{}",
        notes.description,
        numbered(words.setup_steps),
        notes.description_end
    );
    let step = |x, width| Area { x, y: -400, width, height: 688 };
    [
        (Area { x: -672, y: -400, width: 592, height: 1472 }, description),
        (step(-48, 208), notes.receive.into()),
        (step(176, 400), notes.signature.into()),
        (step(592, 208), notes.key.into()),
        (step(816, 432), notes.claim.into()),
        (step(1264, 880), notes.work.into()),
        (Area { x: 592, y: 304, width: 1776, height: 400 }, notes.answers.into()),
        (Area { x: -48, y: 304, width: 624, height: 400 }, notes.data.into()),
    ]
}
