//! Several requests in one paste: raw HTTP requests one after another, the parts of a `.http` file, or cURL
//! commands.

use std::ops::Range;

use super::detect::{content_start, program_end, request_line};
use super::notes::Notes;
use super::{Extract, InputKind, curl, headers, http, mismatch};

/// Where each request stands; none when nothing in `input` looks like one.
pub(super) fn list(input: &[u8]) -> Vec<Range<usize>> {
    let start = content_start(input);
    if program_end(input, start).is_some() {
        return curl::commands(input, start);
    }
    let parts = parts(input);
    if parts.len() > 1 { parts } else { raw(input, start) }
}

/// Whether a `.http` file may have this line as its first: a separator, a comment, a variable, or a request
/// line, be it without a version.
pub(super) fn may_begin_with(line: &[u8]) -> bool {
    is_between(line) || short_request_line(line).is_some()
}

/// Reads one of them.
pub(super) fn read(request: &[u8], notes: &mut Notes) -> Extract {
    let start = content_start(request);
    if program_end(request, start).is_some() {
        return curl::read(request, notes);
    }
    let end = line_end(request, start);
    if request_line(&request[start..end]).is_some() {
        return http::read(request, notes);
    }
    // In a .http file the version may be missing.
    let Some((method, target)) = short_request_line(&request[start..end]) else {
        return mismatch(InputKind::Requests, start, notes);
    };
    let base = notes.base;
    notes.base += end;
    let mut extract = http::read_head(&request[end..], notes);
    notes.base = base;
    if let Some(delivery) = &mut extract.delivery {
        delivery.method = Some(String::from_utf8_lossy(method).into_owned());
        delivery.target = Some(String::from_utf8_lossy(target).into_owned());
    }
    Extract { body_start: extract.body_start.map(|at| end + at), ..extract }
}

/// Raw requests, each of which says where it ends: by Content-Length, or by having no body.
fn raw(input: &[u8], start: usize) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = start;
    loop {
        let end = line_end(input, at);
        if request_line(&input[at..end]).is_none() {
            return found;
        }
        let (headers, body) = headers::read(input, end, &mut Notes::default());
        let length = match headers::named(&headers, "transfer-encoding").next() {
            None => headers::named(&headers, "content-length").next(),
            Some(_) => return closed(found, at, input.len()),
        };
        let length = length.map_or(Some(0), |length| length.header.value.parse::<usize>().ok());
        let body_end = length.and_then(|length| body.checked_add(length)).filter(|end| *end <= input.len());
        let Some(body_end) = body_end else { return closed(found, at, input.len()) };
        let next = body_end + content_start(&input[body_end..]);
        if next >= input.len() || request_line(&input[next..line_end(input, next)]).is_none() {
            return closed(found, at, input.len());
        }
        found.push(at..body_end);
        at = next;
    }
}

/// The last one takes what is left.
fn closed(mut found: Vec<Range<usize>>, at: usize, end: usize) -> Vec<Range<usize>> {
    found.push(at..end);
    found
}

/// The parts between lines that begin with `###`, as far as they are requests. Blank lines at a part's end
/// belong to the separator.
fn parts(input: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = content_start(input);
    let mut at = start;
    while at < input.len() {
        let end = line_end(input, at);
        if input[at..end].starts_with(b"###") {
            found.extend(part(input, start..at));
            start = end;
        }
        at = end;
    }
    found.extend(part(input, start..input.len()));
    found
}

fn part(input: &[u8], span: Range<usize>) -> Option<Range<usize>> {
    let mut at = span.start;
    while at < span.end {
        let end = line_end(input, at).min(span.end);
        let line = input[at..end].trim_ascii();
        if !line.is_empty() && !is_between(line) {
            break;
        }
        at = end;
    }
    let end = at + input[at..span.end].trim_ascii_end().len();
    let line = &input[at..line_end(input, at).min(end)];
    let is_request =
        request_line(line).is_some() || short_request_line(line).is_some() || program_end(line, 0).is_some();
    is_request.then_some(at..end)
}

/// Whether a line is a comment, which a separator is too, or sets a variable.
fn is_between(line: &[u8]) -> bool {
    [&b"#"[..], b"//", b"@"].iter().any(|start| line.starts_with(start))
}

/// Method and URL of a line such as `POST https://example.com/hook`.
fn short_request_line(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.trim_ascii();
    let space = line.iter().position(|byte| *byte == b' ')?;
    let (method, target) = (&line[..space], line[space..].trim_ascii());
    let is_target = [&b"http://"[..], b"https://", b"/", b"{{"].iter().any(|start| target.starts_with(start));
    (METHODS.contains(&method) && is_target && !target.contains(&b' ')).then_some((method, target))
}

/// The offset behind the line at `at`.
fn line_end(input: &[u8], at: usize) -> usize {
    let length = input[at..].iter().position(|byte| *byte == b'\n');
    length.map_or(input.len(), |length| at + length + 1)
}

const METHODS: [&[u8]; 7] = [b"GET", b"POST", b"PUT", b"PATCH", b"DELETE", b"HEAD", b"OPTIONS"];
