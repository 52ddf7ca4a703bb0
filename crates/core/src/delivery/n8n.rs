//! Items of n8n's Webhook node, as the editor copies them and as a Code node sees them.
//!
//! With the option Raw Body, `binary.data` has the bytes. Without it, or when n8n has stored them elsewhere,
//! only the parsed body is there.

use super::har::from_base64;
use super::members::{self, Bytes};
use super::notes::Notes;
use super::slices::{self, Slices};
use super::{Extract, InputKind, headers, mismatch};
use crate::finding::{BytesUnknown, FindingKind};
use crate::json::{Document, Kind, Value};

/// Where the items stand: those of an array, or the one that is all of the input.
pub(super) fn list(input: &[u8], start: usize) -> Slices {
    if input.get(start) == Some(&b'[') {
        return slices::items(input, start, &[]);
    }
    let items = std::iter::once(start..input.len()).collect();
    Slices { items, found: true, broken: None }
}

/// Whether an object is an item of a Webhook node, and nothing else.
pub(super) fn is_item(root: Value) -> bool {
    let json = members::object(root, "json");
    let hook = json.unwrap_or(root);
    let has = |name: &str| members::object(hook, name);
    let (Some(headers), Some(_), Some(_)) = (has("headers"), has("params"), has("query")) else {
        return false;
    };
    let named = |name: &str| hook.member(name).is_some_and(|value| value.kind() == Kind::String);
    // Old versions name neither; there the headers must be those of a request that came in.
    let is_hook = named("webhookUrl") || named("executionMode") || super::log::looks_received(headers);
    is_hook && (hook.member("body").is_some() || binary(root, hook).is_some())
}

/// Reads one item.
pub(super) fn read(item: &[u8], notes: &mut Notes) -> Extract {
    let document = match Document::parse(item) {
        Ok(document) => document,
        Err(at) => return mismatch(InputKind::N8n, at, notes),
    };
    let Some(root) = document.root(item) else { return mismatch(InputKind::N8n, 0, notes) };
    let hook = members::object(root, "json").unwrap_or(root);
    let binary = binary(root, hook);
    if hook.member("headers").is_none() && hook.member("body").is_none() && binary.is_none() {
        return mismatch(InputKind::N8n, 0, notes);
    }
    let headers = hook.member("headers").map(|headers| members::headers(headers, notes));
    let headers = headers.unwrap_or_default();
    let is_form = headers::named(&headers, "content-type").any(|located| {
        let media_type = located.header.value.as_bytes();
        media_type.len() >= 10 && media_type[..10].eq_ignore_ascii_case(b"multipart/")
    });
    let body = match binary {
        // With multipart these are the files of the form, not the body.
        Some(binary) if !is_form => match (binary.member("id"), binary.member("data")) {
            (None, Some(data)) if data.kind() == Kind::String => {
                let body = from_base64(data, notes);
                members::check_length(&headers, &body.bytes, notes);
                body
            }
            _ => parsed(hook, BytesUnknown::Elsewhere, notes),
        },
        _ => match hook.member("body") {
            Some(body) if body.kind() == Kind::String => {
                let body = members::body_of_text(body, notes);
                members::check_length(&headers, &body.bytes, notes);
                body
            }
            _ => parsed(hook, BytesUnknown::Parsed, notes),
        },
    };
    members::delivery(None, members::text(hook, "webhookUrl"), headers, body, notes)
}

/// The body that n8n has parsed; the headers are at hand when there is none.
fn parsed(hook: Value, reason: BytesUnknown, notes: &mut Notes) -> Bytes {
    match hook.member("body") {
        Some(body) => members::body_of_value(body, reason, notes),
        None => {
            notes.add(FindingKind::BodyBytesUnknown { reason }, hook.span().start);
            Bytes::default()
        }
    }
}

/// The binary property of the raw body. Where binary data are kept with the JSON, they are in `_files`.
fn binary<'a>(root: Value<'a>, hook: Value<'a>) -> Option<Value<'a>> {
    let properties = members::object(root, "binary").or_else(|| members::object(hook, "_files"))?;
    let only = || {
        let mut all = properties.children();
        all.next().filter(|_| all.next().is_none())
    };
    members::object(properties, "data").or_else(only).filter(|it| it.kind() == Kind::Object)
}
