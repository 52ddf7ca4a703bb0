//! The lines of a head, and what they say about the body.

use std::collections::HashMap;

use super::Header;
use super::detect::is_token;
use super::notes::Notes;
use crate::finding::FindingKind;

/// A header and where its line or option starts in the input.
pub(super) struct Located {
    pub header: Header,
    pub offset: usize,
}

/// Reads header lines from `at` to the blank line; answers with them and where the body starts.
pub(super) fn read(input: &[u8], mut at: usize, notes: &mut Notes) -> (Vec<Located>, usize) {
    let mut headers: Vec<Located> = Vec::new();
    let mut folds = false;
    while at < input.len() {
        let start = at;
        let length = input[start..].iter().position(|byte| *byte == b'\n');
        at = length.map_or(input.len(), |length| start + length + 1);
        let line = input[start..at].trim_ascii_end();
        if line.is_empty() {
            // A line of spaces also ends the head: an editor made it, no sender did.
            break;
        }
        if matches!(line[0], b' ' | b'\t') {
            // A folded line belongs to the header before it, and is left out with it.
            match headers.last_mut() {
                Some(last) if folds => {
                    last.header.value.push(' ');
                    last.header.value.push_str(&String::from_utf8_lossy(line.trim_ascii()));
                }
                _ => notes.add(FindingKind::HeaderMalformed { line: excerpt(line) }, start),
            }
            continue;
        }
        let header = parse(line);
        folds = header.is_some();
        match header {
            Some(header) => headers.push(Located { header, offset: start }),
            None => notes.add(FindingKind::HeaderMalformed { line: excerpt(line) }, start),
        }
    }
    (headers, at)
}

/// A header from `Name: value`, unless the name is illegal or a length is not a number.
pub(super) fn parse(line: &[u8]) -> Option<Header> {
    let colon = line.iter().position(|byte| *byte == b':')?;
    let name = &line[..colon];
    let value = String::from_utf8_lossy(line[colon + 1..].trim_ascii()).into_owned();
    let is_legal = is_token(name) && (!name.eq_ignore_ascii_case(b"content-length") || is_length(&value));
    is_legal.then(|| Header { name: String::from_utf8_lossy(name).into_owned(), value })
}

/// The headers called `name`.
pub(super) fn named<'a>(headers: &'a [Located], name: &'a str) -> impl Iterator<Item = &'a Located> {
    headers.iter().filter(move |located| located.header.name.eq_ignore_ascii_case(name))
}

/// The header that says under which encoding the body is.
pub(super) fn encoding(headers: &[Located]) -> Option<&Located> {
    named(headers, "content-encoding").find(|located| {
        let value = &located.header.value;
        !value.is_empty() && !value.eq_ignore_ascii_case("identity")
    })
}

/// Whether `body` is plain text, which no compression gives out.
///
/// U+FFFD does not count as text: pasting compressed bytes makes it.
pub(super) fn is_plain_text(body: &[u8]) -> bool {
    std::str::from_utf8(body).is_ok_and(|text| {
        !text
            .chars()
            .any(|char| char == '\u{FFFD}' || char.is_control() && !matches!(char, '\t' | '\n' | '\r'))
    })
}

/// Notes what the head says that matters for a key.
pub(super) fn judge(headers: &[Located], body: &[u8], notes: &mut Notes) {
    judge_from(headers, 0, body, notes);
}

/// Notes what the headers from the `known`th on say. What those before them say was noted already.
pub(super) fn judge_from(headers: &[Located], known: usize, body: &[u8], notes: &mut Notes) {
    note_repeated(headers, known, notes);
    if body.is_empty() {
        return;
    }
    let added = &headers[known..];
    if let Some(located) = encoding(headers).filter(|_| encoding(&headers[..known]).is_none()) {
        let encoding = located.header.value.clone();
        let kind = match is_plain_text(body) {
            true => FindingKind::BodyDecoded { encoding },
            false => FindingKind::BodyEncoded { encoding },
        };
        notes.add(kind, located.offset);
    }
    let is_multipart = |located: &&Located| {
        located.header.value.get(..10).is_some_and(|start| start.eq_ignore_ascii_case("multipart/"))
    };
    if let Some(located) = named(added, "content-type").find(is_multipart)
        && !named(&headers[..known], "content-type").any(|located| is_multipart(&located))
    {
        notes.add(FindingKind::MultipartBody, located.offset);
    }
}

/// The first 80 characters of a line.
pub(super) fn excerpt(line: &[u8]) -> String {
    // A character has at most four bytes, so that no more than these are needed.
    String::from_utf8_lossy(&line[..line.len().min(80 * 4)]).chars().take(80).collect()
}

fn note_repeated(headers: &[Located], known: usize, notes: &mut Notes) {
    let mut seen: HashMap<String, (&str, usize)> = HashMap::new();
    for (place, Located { header, offset }) in headers.iter().enumerate() {
        let lower = header.name.to_ascii_lowercase();
        // Added to a delivery, a length frames nothing.
        let is_framing = known > 0 && place >= known && lower == "content-length";
        if is_framing || LISTS.contains(&lower.as_str()) {
            continue;
        }
        let (first, count) = seen.entry(lower).or_insert((&header.name, 0));
        *count += 1;
        if *count == 2 && place >= known {
            notes.add(FindingKind::HeaderRepeated { name: (*first).to_owned() }, *offset);
        }
    }
}

fn is_length(value: &str) -> bool {
    value.bytes().all(|byte| byte.is_ascii_digit()) && value.parse::<u64>().is_ok()
}

/// Headers that hops add or that are lists by definition, and tell nothing about the event.
const LISTS: [&str; 19] = [
    "accept",
    "accept-encoding",
    "accept-language",
    "cache-control",
    "connection",
    "cookie",
    "forwarded",
    "link",
    "pragma",
    "set-cookie",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "via",
    "warning",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
];
