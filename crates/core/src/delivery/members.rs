//! What a request is made of, read from JSON values. Offsets count in the JSON text.

use std::sync::Arc;

use super::detect::is_token;
use super::headers::{self, Located, excerpt};
use super::notes::Notes;
use super::{Delivery, Extract, Header};
use crate::finding::{BytesUnknown, FindingKind};
use crate::json::{Event, Kind, Next, Reader, Value};

/// A body, and where it stands in the JSON text if it does so byte for byte.
#[derive(Default)]
pub(super) struct Bytes {
    pub bytes: Vec<u8>,
    pub start: Option<usize>,
}

/// The text of a member that is a string.
pub(super) fn text(object: Value, name: &str) -> Option<String> {
    Some(object.member(name)?.text()?.display().into_owned())
}

/// A member that is an object.
pub(super) fn object<'a>(object: Value<'a>, name: &str) -> Option<Value<'a>> {
    object.member(name).filter(|value| value.kind() == Kind::Object)
}

/// Whether a member is `true`.
pub(super) fn is_true(object: Value, name: &str) -> bool {
    object.member(name).is_some_and(|value| value.raw() == b"true")
}

/// The headers of an object (texts or lists of texts) or of a list (`{name, value}` or pairs).
pub(super) fn headers(value: Value, notes: &mut Notes) -> Vec<Located> {
    let mut found = Vec::new();
    for child in value.children() {
        let offset = child.name_span().unwrap_or_else(|| child.span()).start;
        match (value.kind(), child.kind()) {
            (Kind::Object, Kind::Array) => {
                let name = name_of(child);
                for item in child.children() {
                    push(name.clone(), scalar(item), offset, item, &mut found, notes);
                }
            }
            (Kind::Object, _) => push(name_of(child), scalar(child), offset, child, &mut found, notes),
            (_, Kind::Array) => {
                let name = child.item(0).and_then(scalar);
                let value = child.item(1).and_then(scalar);
                push(name.unwrap_or_default(), value, offset, child, &mut found, notes);
            }
            _ => {
                let name = child.member("name").or_else(|| child.member("key")).and_then(scalar);
                let value = child.member("value").and_then(scalar);
                push(name.unwrap_or_default(), value, offset, child, &mut found, notes);
            }
        }
    }
    found
}

/// The bytes that a JSON string stands for, with a finding where a text cannot tell them.
pub(super) fn body_of_text(value: Value, notes: &mut Notes) -> Bytes {
    let offset = value.span().start;
    let Some(text) = value.text() else { return Bytes::default() };
    let Some(known) = text.as_str() else {
        notes.add(FindingKind::BodyBytesUnknown { reason: BytesUnknown::LoneSurrogate }, offset);
        return Bytes { bytes: text.display().into_owned().into_bytes(), start: None };
    };
    if known.contains('\u{FFFD}') {
        notes.add(FindingKind::BodyBytesUnknown { reason: BytesUnknown::Replaced }, offset);
    }
    let is_verbatim = !value.raw().contains(&b'\\');
    Bytes { bytes: known.as_bytes().to_vec(), start: is_verbatim.then_some(offset + 1) }
}

/// A body that a tool has parsed, written again without white space, and the finding that says so.
pub(super) fn body_of_value(value: Value, reason: BytesUnknown, notes: &mut Notes) -> Bytes {
    let span = value.span();
    notes.add(FindingKind::BodyBytesUnknown { reason }, span.start);
    let raw = value.raw();
    let bytes = without_white_space(raw);
    // What had no white space stands there as it is.
    let start = (bytes.len() == raw.len()).then_some(span.start);
    Bytes { bytes, start }
}

/// A delivery of these parts. Notes what its headers say, and a size that is not the body's.
pub(super) fn delivery(
    method: Option<String>,
    target: Option<String>,
    headers: Vec<Located>,
    body: Bytes,
    notes: &mut Notes,
) -> Extract {
    headers::judge(&headers, &body.bytes, notes);
    let delivery = Delivery {
        method,
        target,
        headers: headers.into_iter().map(|located| located.header).collect(),
        body: Arc::from(body.bytes),
    };
    Extract { delivery: Some(delivery), body_start: body.start }
}

/// Notes a `Content-Length` that an exact body does not have. An encoded body has another length.
pub(super) fn check_length(located: &[Located], body: &[u8], notes: &mut Notes) {
    let mut lengths = headers::named(located, "content-length");
    let (Some(header), None) = (lengths.next(), lengths.next()) else { return };
    let Ok(declared) = header.header.value.parse::<u64>() else { return };
    let actual = body.len() as u64;
    if declared != actual && headers::encoding(located).is_none() {
        let reason = BytesUnknown::Size { declared, actual };
        notes.add(FindingKind::BodyBytesUnknown { reason }, header.offset);
    }
}

/// Where `object` has one of `names`, in their order.
pub(super) fn first<'a>(object: Value<'a>, names: &[&str]) -> Option<Value<'a>> {
    names.iter().find_map(|name| object.member(name))
}

fn name_of(value: Value) -> String {
    value.name().map_or_else(String::new, |name| name.display().into_owned())
}

/// A text, or a number or truth value as it is written.
fn scalar(value: Value) -> Option<String> {
    match value.kind() {
        Kind::String => value.text().map(|text| text.display().into_owned()),
        Kind::Number | Kind::Boolean => Some(String::from_utf8_lossy(value.raw()).into_owned()),
        Kind::Array | Kind::Null | Kind::Object => None,
    }
}

fn push(
    name: String,
    value: Option<String>,
    offset: usize,
    whole: Value,
    found: &mut Vec<Located>,
    notes: &mut Notes,
) {
    // HTTP/2 has the request line in such names.
    if name.starts_with(':') {
        return;
    }
    match value {
        Some(value) if is_token(name.as_bytes()) => {
            let value = value.trim_matches(|char: char| char.is_ascii_whitespace()).to_owned();
            found.push(Located { header: Header { name, value }, offset });
        }
        None if whole.kind() == Kind::Null => {}
        _ => notes.add(FindingKind::HeaderMalformed { line: excerpt(whole.raw()) }, offset),
    }
}

/// A JSON text without the white space between its tokens; nothing else is changed.
fn without_white_space(json: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(json.len());
    let mut copied = 0;
    let mut reader = Reader::new(0);
    while let Next::Event(event) = reader.next(json, json.len()) {
        // White space stands only between the end of one event and the start of the next.
        let end = reader.settled();
        let start = match &event {
            Event::Name(span) | Event::String(span) => span.start - 1,
            Event::Boolean(span) | Event::Null(span) | Event::Number(span) => span.start,
            _ => end - 1,
        };
        out.extend(json[copied..start].iter().filter(|byte| !byte.is_ascii_whitespace()));
        out.extend_from_slice(&json[start..end]);
        copied = end;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_between_tokens_goes_and_nothing_else() {
        let json = b" { \"a b\" : [ 1.0 , \"x  \\u0020\" , { } , null\n] ,\t\"c\":true }";
        assert_eq!(without_white_space(json), b"{\"a b\":[1.0,\"x  \\u0020\",{},null],\"c\":true}");
        assert_eq!(without_white_space(b"\" \""), b"\" \"");
    }
}
