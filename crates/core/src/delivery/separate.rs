//! Headers that were pasted or given apart from the body.

use super::detect::{content_start, request_line};
use super::headers::{self, Located, excerpt};
use super::members;
use super::notes::Notes;
use super::{Delivery, Header};
use crate::finding::{Finding, FindingKind, Place};
use crate::json::{Document, Kind};

impl Header {
    /// The header that `Name: value` is, if it is one.
    pub fn parse(line: &str) -> Option<Header> {
        // A line end would make it two headers, or a header and a body.
        if line.contains(['\r', '\n']) {
            return None;
        }
        headers::parse(line.trim_ascii_end().as_bytes())
    }
}

/// Adds the headers in `text` behind those of the delivery: lines `Name: value`, a JSON object, or a JSON
/// array of `{"name", "value"}`. A request line above them is passed over. Answers with what was noticed
/// about them, with positions in `text`.
pub fn with_headers(delivery: &mut Delivery, text: &[u8]) -> Vec<Finding> {
    let mut notes = Notes::default();
    let added = read(text, &mut notes);
    add(delivery, added, &mut notes);
    notes.into_findings(text, Place::Headers)
}

/// Adds headers that have no text of their own. The findings have no position.
pub fn add_headers(delivery: &mut Delivery, added: Vec<Header>) -> Vec<Finding> {
    let mut notes = Notes::default();
    add(delivery, added.into_iter().map(|header| Located { header, offset: 0 }).collect(), &mut notes);
    notes.into_kinds().map(Finding::new).collect()
}

fn read(text: &[u8], notes: &mut Notes) -> Vec<Located> {
    let start = content_start(text);
    if !matches!(text.get(start), Some(b'{' | b'[')) {
        return lines(text, start, notes);
    }
    let json = &text[start..];
    notes.base = start;
    let found = match Document::parse(json) {
        Ok(document) => document
            .root(json)
            .filter(|root| matches!(root.kind(), Kind::Array | Kind::Object))
            .map_or_else(Vec::new, |root| members::headers(root, notes)),
        Err(at) => {
            notes.add(FindingKind::HeaderMalformed { line: excerpt(&json[at..]) }, at);
            Vec::new()
        }
    };
    notes.base = 0;
    found.into_iter().map(|Located { header, offset }| Located { header, offset: start + offset }).collect()
}

/// All lines, also behind a blank one, which a paste may have between them.
fn lines(text: &[u8], start: usize, notes: &mut Notes) -> Vec<Located> {
    let first = text[start..].iter().position(|byte| *byte == b'\n').map_or(text.len(), |it| start + it + 1);
    let mut at = if request_line(&text[start..first]).is_some() { first } else { start };
    let mut found = Vec::new();
    while at < text.len() {
        let (more, end) = headers::read(text, at, notes);
        found.extend(more);
        at = end;
    }
    found
}

fn add(delivery: &mut Delivery, added: Vec<Located>, notes: &mut Notes) {
    let known = delivery.headers.len();
    let before = delivery.headers.drain(..).map(|header| Located { header, offset: 0 });
    let all: Vec<Located> = before.chain(added).collect();
    headers::judge_from(&all, known, &delivery.body, notes);
    delivery.headers = all.into_iter().map(|located| located.header).collect();
}
