//! What an input looks like.

use super::{InputKind, encoded, requests, shapes};

/// The form that `input` most probably has. Most forms are told by their first line; JSON containers by
/// their members; base64 and hex only where JSON is in them.
///
/// Everything else is a body. A body that happens to start with the word `curl` is taken for a command; the
/// user can say otherwise.
pub fn detect(input: &[u8]) -> InputKind {
    let head = &input[..input.len().min(LOOKED_AT)];
    let start = content_start(head);
    let first = head.get(start);
    if matches!(first, Some(b'{' | b'[')) {
        return shapes::detect(input, start).unwrap_or(InputKind::Body);
    }
    let line = head[start..].split(|byte| matches!(byte, b'\n' | b'\r')).next();
    let single = match line.and_then(request_line) {
        _ if program_end(head, start).is_some() => Some(InputKind::Curl),
        Some(_) => Some(InputKind::Http),
        None => None,
    };
    let may_be_several = single.is_some() || line.is_some_and(requests::may_begin_with);
    if may_be_several && requests::list(input).len() > 1 {
        return InputKind::Requests;
    }
    single.or_else(|| encoded::detect(input)).unwrap_or(InputKind::Body)
}

/// The offset after a byte-order mark and white space.
pub(super) fn content_start(input: &[u8]) -> usize {
    let mark = if input.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 };
    let blank = input[mark..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    mark + blank
}

/// Where the word `curl` at `start` ends, which may follow a prompt and be a path.
pub(super) fn program_end(input: &[u8], start: usize) -> Option<usize> {
    let start = after_prompt(input, start);
    let rest = &input[start..];
    let (word, end) = match rest.first()? {
        quote @ (b'"' | b'\'') => {
            let length = rest[1..].iter().position(|byte| byte == quote)?;
            (&rest[1..1 + length], start + length + 2)
        }
        _ => {
            let length = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
            (&rest[..length], start + length)
        }
    };
    let name = word.rsplit(|byte| matches!(byte, b'/' | b'\\')).next()?;
    let is_curl = name.eq_ignore_ascii_case(b"curl") || name.eq_ignore_ascii_case(b"curl.exe");
    is_curl.then_some(end)
}

/// Method and target of a line such as `POST /hook HTTP/1.1`.
pub(super) fn request_line(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.trim_ascii_end();
    let method_end = line.iter().position(|byte| *byte == b' ')?;
    let version_start = line.iter().rposition(|byte| *byte == b' ')? + 1;
    let (method, version) = (&line[..method_end], &line[version_start..]);
    // A line with one space has no target, and then the two spaces are the same.
    let target = line.get(method_end..version_start)?.trim_ascii();
    let digits = version.strip_prefix(b"HTTP/")?;
    let is_version = matches!(digits, [b'0'..=b'9'] | [b'0'..=b'9', b'.', b'0'..=b'9']);
    (is_token(method) && !target.is_empty() && is_version).then_some((method, target))
}

/// Whether `text` is a token of RFC 9110, as methods and header names are.
pub(super) fn is_token(text: &[u8]) -> bool {
    !text.is_empty()
        && text.iter().all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(byte))
}

fn after_prompt(input: &[u8], start: usize) -> usize {
    match input.get(start..start + 2) {
        Some([b'$' | b'%' | b'>', b' ' | b'\t']) => {
            let blank = input[start + 1..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
            start + 1 + blank
        }
        _ => start,
    }
}

/// Longer than the longest request target that common servers accept.
const LOOKED_AT: usize = 16 << 10;
