//! A raw HTTP request, as tools show and save it.

use std::sync::Arc;

use super::chunked::{self, Chunked};
use super::detect::{content_start, request_line};
use super::headers::{self, Located};
use super::notes::Notes;
use super::{Delivery, Extract};
use crate::finding::FindingKind;

/// Reads request line, headers and body. The request line may be missing.
pub(super) fn read(input: &[u8], notes: &mut Notes) -> Extract {
    let start = content_start(input);
    let line_end = input[start..].iter().position(|byte| *byte == b'\n');
    let line_end = line_end.map_or(input.len(), |length| start + length + 1);
    let request = request_line(&input[start..line_end]);
    let head_start = if request.is_some() { line_end } else { start };
    let text = |bytes: &[u8]| Some(String::from_utf8_lossy(bytes).into_owned());
    let method = request.and_then(|(method, _)| text(method));
    let target = request.and_then(|(_, target)| text(target));
    finish(input, head_start, method, target, notes)
}

/// Reads headers and body; the request line stood before `input`.
pub(super) fn read_head(input: &[u8], notes: &mut Notes) -> Extract {
    finish(input, 0, None, None, notes)
}

fn finish(
    input: &[u8],
    head_start: usize,
    method: Option<String>,
    target: Option<String>,
    notes: &mut Notes,
) -> Extract {
    let (headers, body_start) = headers::read(input, head_start, notes);
    let body = body(&headers, &input[body_start..], body_start, notes);
    headers::judge(&headers, body.bytes(), notes);
    let delivery = Delivery {
        method,
        target,
        headers: headers.into_iter().map(|located| located.header).collect(),
        body: Arc::from(body.bytes()),
    };
    let body_start = matches!(body, Body::Verbatim(_)).then_some(body_start);
    Extract { delivery: Some(delivery), body_start }
}

enum Body<'a> {
    /// It was put together from chunks.
    Joined(Vec<u8>),
    /// It stands in the input as it is.
    Verbatim(&'a [u8]),
}

impl Body<'_> {
    fn bytes(&self) -> &[u8] {
        match self {
            Body::Joined(bytes) => bytes,
            Body::Verbatim(bytes) => bytes,
        }
    }
}

/// The body in `rest`, which is what stands behind the blank line, at `offset` of the input.
fn body<'a>(headers: &[Located], rest: &'a [u8], offset: usize, notes: &mut Notes) -> Body<'a> {
    // Chunks come before Content-Length: RFC 9112 has them win, and proxies leave both.
    if let Some(header) = chunked_header(headers) {
        match chunked::decode(rest) {
            Chunked::Already if rest.is_empty() => {}
            Chunked::Already => {
                notes.add(FindingKind::BodyDecoded { encoding: "chunked".to_owned() }, header.offset);
            }
            Chunked::Decoded { body, broken } => {
                if let Some(at) = broken {
                    notes.add(FindingKind::ChunkedBroken, offset + at);
                }
                return Body::Joined(body);
            }
        }
        return Body::Verbatim(rest);
    }
    // The length of the compressed bytes says nothing about the decompressed ones.
    if headers::encoding(headers).is_some() && headers::is_plain_text(rest) {
        return Body::Verbatim(rest);
    }
    Body::Verbatim(&rest[..end(headers, rest, offset, notes)])
}

/// Where the body ends in `rest`, by Content-Length if that can be.
fn end(headers: &[Located], rest: &[u8], offset: usize, notes: &mut Notes) -> usize {
    let mut lengths = headers::named(headers, "content-length");
    let (Some(header), None) = (lengths.next(), lengths.next()) else { return rest.len() };
    let Ok(declared) = header.header.value.parse::<u64>() else { return rest.len() };
    let actual = rest.len() as u64;
    let end = usize::try_from(declared).map_or(rest.len(), |declared| declared.min(rest.len()));
    if declared != actual {
        // More is mostly the line end that an editor adds, less a paste that lost its CRs.
        let at = if actual > declared { offset + end } else { header.offset };
        notes.add(FindingKind::ContentLengthMismatch { declared, actual }, at);
    }
    end
}

/// The header by which the last transfer coding is chunked.
fn chunked_header(headers: &[Located]) -> Option<&Located> {
    let last = headers::named(headers, "transfer-encoding").last()?;
    let coding = last.header.value.rsplit(',').next()?.trim();
    coding.eq_ignore_ascii_case("chunked").then_some(last)
}
