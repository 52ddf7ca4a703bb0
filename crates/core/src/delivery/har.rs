//! An HTTP Archive (HAR 1.2), as browsers, proxies and API tools save it.
//!
//! `postData.text` is decoded text, so that the bytes are known when they were UTF-8. Of HAR 1.3, which
//! was never published, `postData.encoding` is read, because tools write it.

use super::curl::percent_encode;
use super::encoded::base64;
use super::headers::{self, Located};
use super::members::{self, Bytes};
use super::notes::Notes;
use super::slices::{self, Slices};
use super::{Extract, InputKind, mismatch};
use crate::finding::{BytesUnknown, FindingKind};
use crate::json::{Document, Kind, Value};

/// Where the entries stand.
pub(super) fn list(input: &[u8], start: usize) -> Slices {
    slices::items(input, start, &["log", "entries"])
}

/// Reads one entry.
pub(super) fn read(entry: &[u8], notes: &mut Notes) -> Extract {
    let document = match Document::parse(entry) {
        Ok(document) => document,
        Err(at) => return mismatch(InputKind::Har, at, notes),
    };
    let request = document.root(entry).and_then(|root| members::object(root, "request"));
    let Some(request) = request else { return mismatch(InputKind::Har, 0, notes) };
    let found = request.member("headers").map(|headers| members::headers(headers, notes));
    let found = found.unwrap_or_default();
    let body = body(request, &found, notes);
    let target = members::text(request, "url");
    members::delivery(members::text(request, "method"), target, found, body, notes)
}

fn body(request: Value, found: &[Located], notes: &mut Notes) -> Bytes {
    let data = members::object(request, "postData");
    let text = data.and_then(|data| data.member("text"));
    // An empty text beside fields is a text that the tool left out.
    let text = text.filter(|text| text.kind() == Kind::String && text.raw() != b"\"\"");
    let Some(text) = text else {
        let fields = data.and_then(|data| data.member("params"));
        if let Some(fields) = fields.filter(|fields| fields.children().next().is_some()) {
            return form(fields, notes);
        }
        notes.add(FindingKind::HarEntryWithoutBody, request.span().start);
        return Bytes::default();
    };
    let encoding = data.and_then(|data| members::text(data, "encoding"));
    let body = match encoding.is_some_and(|encoding| encoding.eq_ignore_ascii_case("base64")) {
        true => from_base64(text, notes),
        false => members::body_of_text(text, notes),
    };
    check_size(request, found, &body.bytes, notes);
    body
}

/// Bytes that a JSON string has in base64.
pub(super) fn from_base64(value: Value, notes: &mut Notes) -> Bytes {
    let text = value.text().map(|text| text.display().into_owned()).unwrap_or_default();
    match base64(text.as_bytes()) {
        Ok(bytes) => Bytes { bytes, start: None },
        Err(at) => {
            // Escapes are rare in base64; with one, the place is the string's.
            let is_verbatim = !value.raw().contains(&b'\\');
            notes.add(FindingKind::Base64Invalid, value.span().start + if is_verbatim { 1 + at } else { 0 });
            Bytes::default()
        }
    }
}

/// A form of which only the fields are there.
fn form(fields: Value, notes: &mut Notes) -> Bytes {
    notes.add(FindingKind::BodyBytesUnknown { reason: BytesUnknown::Fields }, fields.span().start);
    let mut bytes = Vec::new();
    for field in fields.children() {
        if !bytes.is_empty() {
            bytes.push(b'&');
        }
        percent_encode(members::text(field, "name").unwrap_or_default().as_bytes(), &mut bytes);
        bytes.push(b'=');
        percent_encode(members::text(field, "value").unwrap_or_default().as_bytes(), &mut bytes);
    }
    Bytes { bytes, start: None }
}

/// The size of the body on the wire is in a header, or in the archive's own member.
fn check_size(request: Value, found: &[Located], body: &[u8], notes: &mut Notes) {
    if headers::named(found, "content-length").next().is_some() {
        return members::check_length(found, body, notes);
    }
    let Some(size) = request.member("bodySize") else { return };
    let declared = std::str::from_utf8(size.raw()).ok().and_then(|size| size.parse::<u64>().ok());
    let actual = body.len() as u64;
    // Zero and −1 stand for unknown in many archives.
    if let Some(declared) = declared.filter(|declared| *declared > 0 && *declared != actual)
        && headers::encoding(found).is_none()
    {
        let reason = BytesUnknown::Size { declared, actual };
        notes.add(FindingKind::BodyBytesUnknown { reason }, size.span().start);
    }
}
