//! The headers of `--header`, added to a delivery.
//!
//! The core reads headers only where they stand in a request. So this module writes a request for it
//! to read; it has no rule of its own about what a header is or what a head means.

use std::sync::Arc;

use hookonce_core::delivery::{self, Delivery, Header, InputKind, MAX_INPUT_BYTES, Reading};
use hookonce_core::finding::{Finding, FindingKind};

/// The header that `Name: value` is, if it is one.
pub fn parse(text: &str) -> Option<Header> {
    // A line end would make it two headers, or a header and a body.
    if text.contains(['\r', '\n']) {
        return None;
    }
    let mut headers = read_request(text, b"").delivery?.headers;
    if headers.len() == 1 { headers.pop() } else { None }
}

/// Adds `headers` behind those of the delivery, and what the core notices about them to the findings.
pub fn add(delivery: &mut Delivery, findings: &mut Vec<Finding>, headers: Vec<Header>) {
    if headers.is_empty() {
        return;
    }
    delivery.headers.extend(headers);
    let head: Vec<String> = delivery.headers.iter().filter(|header| !frames(header)).map(line).collect();
    for finding in read_request(&head.join("\n"), &delivery.body).findings {
        // The others are about lines, which are no lines of the input.
        let concerns_headers = matches!(
            finding.kind,
            FindingKind::BodyDecoded { .. }
                | FindingKind::BodyEncoded { .. }
                | FindingKind::HeaderRepeated { .. }
                | FindingKind::MultipartBody
        );
        if concerns_headers && !findings.iter().any(|known| known.kind == finding.kind) {
            findings.push(Finding::new(finding.kind));
        }
    }
}

/// Whether it says where the body ends, which is known by now.
fn frames(header: &Header) -> bool {
    ["content-length", "transfer-encoding"].iter().any(|name| header.name.eq_ignore_ascii_case(name))
}

/// One line, also where a cURL command has quoted a line end.
fn line(header: &Header) -> String {
    format!("{}: {}", header.name, header.value.replace(char::is_control, " "))
}

fn read_request(head: &str, body: &[u8]) -> Reading {
    let mut request = format!("POST / HTTP/1.1\n{head}\n\n").into_bytes();
    // A body of the very limit loses its last bytes here, and only here.
    let room = MAX_INPUT_BYTES.saturating_sub(request.len());
    request.extend_from_slice(&body[..body.len().min(room)]);
    delivery::read(&Arc::from(request), Some(InputKind::Http))
}
