//! A JSON record of one request, as log lines and request inspectors have it.
//!
//! | record | request | body |
//! | --- | --- | --- |
//! | Cloudflare: `wrangler tail --format json`, Workers trace events | `event.request` | what the Worker logged: `logs[].message[]` |
//! | Vercel: log drain | `proxy` | what the function logged: `message` |
//! | ngrok: agent API | `request` | `request.raw`: the whole request in base64 |
//! | GitHub: API of webhook deliveries | `request` | `request.payload`, parsed |
//! | Pino, Express and others | `req`, `request` | `rawBody`, `body`, `content` or `payload` there, or beside it |
//! | Request inspectors | the record itself | likewise |
//!
//! Neither Cloudflare nor Vercel logs a body by itself.

use super::detect::{content_start, request_line};
use super::encoded::base64;
use super::har::from_base64;
use super::members::{self, Bytes};
use super::notes::Notes;
use super::{Extract, InputKind, http, mismatch};
use crate::finding::{BytesUnknown, FindingKind};
use crate::json::{Document, Kind, Value};

/// Whether an object is a record of a request, and nothing else.
pub(super) fn is_record(root: Value) -> bool {
    match shape(root) {
        None => false,
        Some(Shape::Cloudflare { .. } | Shape::Ngrok { .. }) => true,
        // A function may log anything.
        Some(Shape::Vercel { message, .. }) => logged_json(message).is_some(),
        Some(Shape::Request { request, outer }) => {
            let headers = request.member("headers").is_some_and(looks_received);
            let is_line = outer.is_some_and(|outer| LOG_MEMBERS.iter().any(|it| outer.member(it).is_some()));
            let is_delivery = outer.is_some_and(|outer| {
                outer.member("guid").is_some() && outer.member("delivered_at").is_some()
            });
            let has_body = members::first(request, &BODIES).is_some();
            let has_place = text_of(request, &TARGETS).is_some() && text_of(request, &METHODS).is_some();
            match outer {
                Some(_) if is_delivery => has_body,
                Some(_) => headers && has_place && is_line,
                None => headers && has_place && has_body,
            }
        }
    }
}

/// Reads one record.
pub(super) fn read(input: &[u8], notes: &mut Notes) -> Extract {
    let document = match Document::parse(input) {
        Ok(document) => document,
        Err(at) => return mismatch(InputKind::Log, at, notes),
    };
    match document.root(input).and_then(shape) {
        None => mismatch(InputKind::Log, 0, notes),
        Some(Shape::Ngrok { raw }) => read_raw(raw, notes),
        Some(Shape::Request { request, outer }) => read_request(request, outer, notes),
        Some(Shape::Cloudflare { request, logs }) => {
            let messages = logs.children().filter_map(|log| members::first(log, &["message", "Message"]));
            let mut messages = messages.flat_map(|message| message.children());
            let is_body = |it: &Value| it.kind() == Kind::Object || logged_json(*it).is_some();
            read_logged(request, messages.find(is_body), notes)
        }
        Some(Shape::Vercel { proxy, message }) => read_logged(proxy, Some(message), notes),
    }
}

/// Whether headers are those of a request that a server got.
pub(super) fn looks_received(headers: Value) -> bool {
    let found = RECEIVED.iter().filter(|expected| {
        headers.children().any(|child| {
            let name = child.name().or_else(|| child.member("name")?.text());
            name.is_some_and(|name| name.display().eq_ignore_ascii_case(expected))
        })
    });
    found.count() >= 2
}

/// What a record is, with the values that matter.
enum Shape<'a> {
    Cloudflare { request: Value<'a>, logs: Value<'a> },
    Ngrok { raw: Value<'a> },
    Request { request: Value<'a>, outer: Option<Value<'a>> },
    Vercel { proxy: Value<'a>, message: Value<'a> },
}

fn shape(root: Value) -> Option<Shape> {
    let traced = members::first(root, &["outcome", "Outcome"]).is_some();
    let event = members::object(root, "event").or_else(|| members::object(root, "Event"));
    let request =
        event.and_then(|it| members::object(it, "request").or_else(|| members::object(it, "Request")));
    let logs = members::first(root, &["logs", "Logs"]).filter(|logs| logs.kind() == Kind::Array);
    if let (true, Some(request), Some(logs)) = (traced, request, logs) {
        return Some(Shape::Cloudflare { request, logs });
    }
    let proxy = members::object(root, "proxy").filter(|proxy| text_of(*proxy, &["method"]).is_some());
    let message = root.member("message").filter(|message| message.kind() == Kind::String);
    if let (Some(proxy), Some(message), true) = (proxy, message, root.member("deploymentId").is_some()) {
        return Some(Shape::Vercel { proxy, message });
    }
    for name in ["request", "req"] {
        let Some(request) = members::object(root, name) else { continue };
        if let Some(raw) = request.member("raw").filter(|raw| raw_request(*raw).is_some()) {
            return Some(Shape::Ngrok { raw });
        }
        if request.member("headers").is_some_and(|it| matches!(it.kind(), Kind::Object | Kind::Array)) {
            return Some(Shape::Request { request, outer: Some(root) });
        }
    }
    let has_headers =
        root.member("headers").is_some_and(|it| matches!(it.kind(), Kind::Object | Kind::Array));
    has_headers.then_some(Shape::Request { request: root, outer: None })
}

fn read_request(request: Value, outer: Option<Value>, notes: &mut Notes) -> Extract {
    let body = members::first(request, &BODIES).filter(|body| body.kind() != Kind::Null);
    let body = body.or_else(|| members::first(outer?, &BODIES_BESIDE)).filter(|it| it.kind() != Kind::Null);
    let Some(body) = body else {
        notes.add(FindingKind::LogWithoutBody, request.span().start);
        return Extract::NOTHING;
    };
    let headers = request.member("headers").map(|headers| members::headers(headers, notes));
    let headers = headers.unwrap_or_default();
    let is_base64 = BASE64_FLAGS.iter().any(|flag| members::is_true(request, flag));
    let bytes = match (body.kind(), is_base64) {
        (Kind::String, true) => from_base64(body, notes),
        (Kind::String, false) => logged(body, notes),
        _ => members::body_of_value(body, BytesUnknown::Parsed, notes),
    };
    if body.kind() == Kind::String {
        members::check_length(&headers, &bytes.bytes, notes);
    }
    let target = text_of(request, &TARGETS).or_else(|| text_of(outer?, &TARGETS));
    members::delivery(text_of(request, &METHODS), target, headers, bytes, notes)
}

/// A request whose body, if any, is what the program behind it logged.
fn read_logged(request: Value, message: Option<Value>, notes: &mut Notes) -> Extract {
    let Some(message) = message else {
        notes.add(FindingKind::LogWithoutBody, request.span().start);
        return Extract::NOTHING;
    };
    // A program may log the whole request.
    if let Some(inner) = logged_json(message)
        && let Ok(document) = Document::parse(inner.as_bytes())
        && let Some(root) = document.root(inner.as_bytes())
        && let Some(Shape::Request { request, outer }) = shape(root)
        && members::first(request, &BODIES).is_some()
    {
        // Places in the inner text are none of the input.
        let mut inner_notes = Notes::default();
        let extract = read_request(request, outer, &mut inner_notes);
        for kind in inner_notes.into_kinds() {
            notes.add(kind, message.span().start);
        }
        return Extract { body_start: None, ..extract };
    }
    let headers = request.member("headers").map(|headers| members::headers(headers, notes));
    let headers = headers.unwrap_or_default();
    let bytes = match message.kind() {
        Kind::String => logged(message, notes),
        _ => members::body_of_value(message, BytesUnknown::Parsed, notes),
    };
    if message.kind() == Kind::String {
        members::check_length(&headers, &bytes.bytes, notes);
    }
    members::delivery(text_of(request, &METHODS), text_of(request, &TARGETS), headers, bytes, notes)
}

/// A whole request as it was on the wire, in base64.
fn read_raw(raw: Value, notes: &mut Notes) -> Extract {
    let Some(bytes) = raw_request(raw) else { return mismatch(InputKind::Log, raw.span().start, notes) };
    let mut inner_notes = Notes::default();
    let extract = http::read(&bytes, &mut inner_notes);
    for kind in inner_notes.into_kinds() {
        notes.add(kind, raw.span().start);
    }
    Extract { body_start: None, ..extract }
}

fn raw_request(raw: Value) -> Option<Vec<u8>> {
    let bytes = base64(raw.text()?.as_str()?.as_bytes()).ok()?;
    let line = bytes.split(|byte| *byte == b'\n').next().and_then(request_line).is_some();
    line.then_some(bytes)
}

/// A text that a program logged as the body.
fn logged(text: Value, notes: &mut Notes) -> Bytes {
    notes.add(FindingKind::BodyLogged, text.span().start);
    members::body_of_text(text, notes)
}

/// The text of a logged string that is a JSON object or array.
fn logged_json(message: Value) -> Option<String> {
    let text = message.text()?.as_str()?.to_owned();
    let is_container = matches!(text.as_bytes().get(content_start(text.as_bytes())), Some(b'{' | b'['));
    (is_container && Document::parse(text.as_bytes()).is_ok()).then_some(text)
}

/// The first of `names` that is a text.
fn text_of(object: Value, names: &[&str]) -> Option<String> {
    names.iter().find_map(|name| members::text(object, name))
}

/// The most exact first.
const BODIES: [&str; 6] = ["rawBody", "raw_body", "bodyRaw", "body", "content", "payload"];
const BODIES_BESIDE: [&str; 6] = ["rawBody", "raw_body", "requestBody", "request_body", "reqBody", "body"];
const BASE64_FLAGS: [&str; 3] = ["isBase64Encoded", "is_base64_encoded", "bodyIsBase64"];
const METHODS: [&str; 2] = ["method", "Method"];
const TARGETS: [&str; 7] = ["url", "URL", "originalUrl", "uri", "path", "Path", "target"];
/// Headers that nearly every request has when it arrives.
const RECEIVED: [&str; 5] = ["host", "content-type", "content-length", "user-agent", "accept"];
/// Members that make an object a log line.
const LOG_MEMBERS: [&str; 11] = [
    "level",
    "severity",
    "time",
    "timestamp",
    "@timestamp",
    "ts",
    "msg",
    "message",
    "res",
    "response",
    "responseTime",
];
