//! The event of an AWS Lambda function behind HTTP: API Gateway's REST API (payload format 1.0) and HTTP API
//! (2.0), a function URL (2.0), and an Application Load Balancer.

use super::curl::percent_encode;
use super::har::from_base64;
use super::headers::Located;
use super::members::{self, Bytes};
use super::notes::Notes;
use super::{Extract, Header, InputKind, mismatch};
use crate::finding::BytesUnknown;
use crate::json::{Document, Kind, Value};

/// Whether an object is such an event, and nothing else.
pub(super) fn is_event(root: Value) -> bool {
    let context = members::object(root, "requestContext");
    let flag = root.member("isBase64Encoded").is_some_and(|flag| flag.kind() == Kind::Boolean);
    let has_headers = headers_member(root).is_some();
    flag && has_headers && context.is_some() && method(root).is_some()
}

/// Reads the event.
pub(super) fn read(input: &[u8], notes: &mut Notes) -> Extract {
    let document = match Document::parse(input) {
        Ok(document) => document,
        Err(at) => return mismatch(InputKind::Lambda, at, notes),
    };
    let root = document.root(input).filter(|root| {
        let body = root.member("body");
        body.is_some() || headers_member(*root).is_some() && method(*root).is_some()
    });
    let Some(root) = root else { return mismatch(InputKind::Lambda, 0, notes) };
    let mut headers =
        headers_member(root).map(|headers| members::headers(headers, notes)).unwrap_or_default();
    // Format 2.0 takes the cookies out of the headers.
    if let Some(cookies) = root.member("cookies").filter(|cookies| cookies.kind() == Kind::Array) {
        let values = cookies.children().filter_map(|cookie| Some(cookie.text()?.display().into_owned()));
        let value = values.collect::<Vec<_>>().join("; ");
        let header = Header { name: "cookie".to_owned(), value };
        headers.push(Located { header, offset: cookies.span().start });
    }
    let body = match root.member("body") {
        Some(body) if body.kind() == Kind::String => {
            let body = match members::is_true(root, "isBase64Encoded") {
                true => from_base64(body, notes),
                false => members::body_of_text(body, notes),
            };
            members::check_length(&headers, &body.bytes, notes);
            body
        }
        None => Bytes::default(),
        Some(body) if body.kind() == Kind::Null => Bytes::default(),
        // Test events that people write have objects here.
        Some(body) => members::body_of_value(body, BytesUnknown::Parsed, notes),
    };
    members::delivery(method(root), target(root), headers, body, notes)
}

fn method(root: Value) -> Option<String> {
    let http = members::object(root, "requestContext").and_then(|context| members::object(context, "http"));
    members::text(root, "httpMethod").or_else(|| members::text(http?, "method"))
}

/// The headers with all their values, where they are there in both forms.
fn headers_member(root: Value) -> Option<Value> {
    members::object(root, "multiValueHeaders").or_else(|| members::object(root, "headers"))
}

fn target(root: Value) -> Option<String> {
    if let Some(mut path) = members::text(root, "rawPath") {
        if let Some(query) = members::text(root, "rawQueryString").filter(|query| !query.is_empty()) {
            path.push('?');
            path.push_str(&query);
        }
        return Some(path);
    }
    let mut target = members::text(root, "path")?.into_bytes();
    let many = members::object(root, "multiValueQueryStringParameters");
    let parameters = many.or_else(|| members::object(root, "queryStringParameters"));
    // A load balancer hands the parameters on as they are written.
    let is_decoded = members::object(root, "requestContext").is_none_or(|it| it.member("elb").is_none());
    let mut separator = b'?';
    for parameter in parameters.iter().flat_map(|parameters| parameters.children()) {
        let name = parameter.name().map_or_else(String::new, |name| name.display().into_owned());
        let one = std::iter::once(parameter).filter(|it| it.kind() != Kind::Array);
        for value in parameter.children().chain(one) {
            let value = value.text().map_or_else(String::new, |value| value.display().into_owned());
            target.push(separator);
            separator = b'&';
            for (part, end) in [(&name, &b"="[..]), (&value, b"")] {
                match is_decoded {
                    true => percent_encode(part.as_bytes(), &mut target),
                    false => target.extend_from_slice(part.as_bytes()),
                }
                target.extend_from_slice(end);
            }
        }
    }
    Some(String::from_utf8_lossy(&target).into_owned())
}
