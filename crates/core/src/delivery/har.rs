//! An HTTP Archive (HAR 1.2), as browsers, proxies and API tools save it.
//!
//! `postData.text` is decoded text, so that the bytes are known when they were UTF-8. Of HAR 1.3, which
//! was never published, `postData.encoding` is read, because tools write it.

use super::curl::percent_encode;
use super::encoded::base64;
use super::headers::Located;
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
    let headers = request.member("headers").map(|headers| members::headers(headers, notes));
    let headers = headers.unwrap_or_default();
    let body = body(request, &headers, notes);
    let target = members::text(request, "url");
    members::delivery(members::text(request, "method"), target, headers, body, notes)
}

fn body(request: Value, headers: &[Located], notes: &mut Notes) -> Bytes {
    let data = members::object(request, "postData");
    let text = data.and_then(|data| data.member("text")).filter(|text| text.kind() == Kind::String);
    let params = data.and_then(|data| data.member("params")).filter(|it| it.children().next().is_some());
    match (text, params) {
        (Some(text), None) if text.raw() != b"\"\"" => {}
        (Some(text), Some(_)) if text.raw() != b"\"\"" => {}
        (_, Some(params)) => return form(params, notes),
        _ => {
            notes.add(FindingKind::HarEntryWithoutBody, request.span().start);
            return Bytes::default();
        }
    }
    let Some(text) = text else { return Bytes::default() };
    let encoding = data.and_then(|data| members::text(data, "encoding"));
    let body = match encoding.is_some_and(|encoding| encoding.eq_ignore_ascii_case("base64")) {
        true => from_base64(text, notes),
        false => members::body_of_text(text, notes),
    };
    check_size(request, headers, &body.bytes, notes);
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
fn form(params: Value, notes: &mut Notes) -> Bytes {
    notes.add(FindingKind::BodyBytesUnknown { reason: BytesUnknown::Fields }, params.span().start);
    let mut bytes = Vec::new();
    for param in params.children() {
        if !bytes.is_empty() {
            bytes.push(b'&');
        }
        percent_encode(members::text(param, "name").unwrap_or_default().as_bytes(), &mut bytes);
        bytes.push(b'=');
        percent_encode(members::text(param, "value").unwrap_or_default().as_bytes(), &mut bytes);
    }
    Bytes { bytes, start: None }
}

/// The size of the body on the wire is in a header, or in the archive's own member.
fn check_size(request: Value, headers: &[Located], body: &[u8], notes: &mut Notes) {
    if super::headers::named(headers, "content-length").next().is_some() {
        return members::check_length(headers, body, notes);
    }
    let Some(size) = request.member("bodySize") else { return };
    let declared = std::str::from_utf8(size.raw()).ok().and_then(|size| size.parse::<u64>().ok());
    let actual = body.len() as u64;
    // Zero and −1 stand for unknown in many archives.
    if let Some(declared) = declared.filter(|declared| *declared > 0 && *declared != actual)
        && super::headers::encoding(headers).is_none()
    {
        let reason = BytesUnknown::Size { declared, actual };
        notes.add(FindingKind::BodyBytesUnknown { reason }, size.span().start);
    }
}
