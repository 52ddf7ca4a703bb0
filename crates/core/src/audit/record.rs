//! One entry of an export as a delivery, and when it came.

use super::split::Row;
use crate::delivery::{Delivery, InputKind, detect, headers_of, of_entry};
use crate::json::{Document, Kind, Value};
use crate::moment;

/// What each entry of an export is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum EntryForm {
    /// The body itself.
    Body,
    /// A record of a request, in a form that is also read alone.
    Input(InputKind),
    /// A row or an object with the body as a text in one of its members, perhaps with headers and a time.
    Record,
}

/// A delivery, and when it came, in seconds since 1970.
pub(super) struct Dated {
    pub delivery: Delivery,
    pub time: Option<i64>,
}

/// What the entries of an export are that begins with this one: an export has one form.
pub(super) fn form_of(entry: &[u8]) -> EntryForm {
    match detect(entry) {
        InputKind::Body => {
            let document = Document::parse(entry).ok();
            let root = document.as_ref().and_then(|document| document.root(entry));
            if root.is_some_and(is_record) { EntryForm::Record } else { EntryForm::Body }
        }
        kind => EntryForm::Input(kind),
    }
}

/// Reads an entry of this form; none if it has no body that can be read.
pub(super) fn read(entry: &[u8], form: EntryForm) -> Option<Dated> {
    let document = match form {
        EntryForm::Body => {
            let delivery = of_entry(entry, InputKind::Body)?;
            return Some(Dated { delivery, time: None });
        }
        EntryForm::Input(_) | EntryForm::Record => Document::parse(entry).ok()?,
    };
    let root = document.root(entry)?;
    let delivery = match form {
        EntryForm::Input(kind) => of_entry(entry, kind)?,
        EntryForm::Body | EntryForm::Record => {
            let body = body_of(root)?.text()?.display().into_owned().into_bytes();
            let headers = HEADERS.iter().find_map(|name| root.member(name)).map(headers).unwrap_or_default();
            Delivery { method: None, target: None, headers, body: body.into() }
        }
    };
    Some(Dated { delivery, time: time_of(root) })
}

/// A row as a delivery.
pub(super) fn of_row(row: &Row) -> Dated {
    let headers = row.headers.and_then(|text| {
        let document = Document::parse(text).ok()?;
        document.root(text).map(headers_of)
    });
    let time = row.time.and_then(|time| moment::seconds(std::str::from_utf8(time).ok()?.trim()));
    let headers = headers.unwrap_or_default();
    Dated { delivery: Delivery { method: None, target: None, headers, body: row.body.into() }, time }
}

/// Headers as an object or a list, or as a text of one.
fn headers(value: Value) -> Vec<crate::delivery::Header> {
    let Some(text) = value.text() else { return headers_of(value) };
    let text = text.display();
    let document = Document::parse(text.as_bytes()).ok();
    let root = document.as_ref().and_then(|document| document.root(text.as_bytes()));
    root.map(headers_of).unwrap_or_default()
}

/// The member that has the body as a text.
fn body_of(root: Value) -> Option<Value> {
    BODIES.iter().filter_map(|name| root.member(name)).find(|value| value.kind() == Kind::String)
}

/// Whether an object is a record with the body in it, not the body itself: that is a text of JSON, or headers are beside.
fn is_record(root: Value) -> bool {
    let has_headers = HEADERS.iter().any(|name| root.member(name).is_some());
    let is_json =
        |value: Value| value.text().is_some_and(|text| text.display().trim_start().starts_with(['{', '[']));
    body_of(root).is_some_and(|body| has_headers || is_json(body))
}

/// When the delivery came: by a member of the entry, or by what API Gateway adds.
fn time_of(root: Value) -> Option<i64> {
    let context = root.member("requestContext");
    let epoch = context.and_then(|it| it.member("timeEpoch").or_else(|| it.member("requestTimeEpoch")));
    let named = TIMES.iter().filter_map(|name| root.member(name));
    epoch.into_iter().chain(named).find_map(|value| match value.text() {
        Some(text) => moment::seconds(&text.display()),
        None => moment::seconds(std::str::from_utf8(value.raw()).ok()?),
    })
}

/// Names of members and columns with the body, those of exact bytes first.
pub(super) const BODIES: [&str; 9] =
    ["raw_body", "rawBody", "body_raw", "body", "request_body", "requestBody", "payload", "content", "event"];

/// Names of members and columns with the headers.
pub(super) const HEADERS: [&str; 4] = ["headers", "request_headers", "requestHeaders", "header"];

/// Names of members and columns with the time at which a delivery came.
pub(super) const TIMES: [&str; 14] = [
    "received_at",
    "receivedAt",
    "startedDateTime",
    "delivered_at",
    "deliveredAt",
    "eventTimestamp",
    "timestamp",
    "@timestamp",
    "time",
    "ts",
    "created_at",
    "createdAt",
    "inserted_at",
    "date",
];
