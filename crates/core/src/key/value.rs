//! The value at one source, and whether it can be an id.

use super::candidate::{Candidate, Verdict};
use super::planner::Path;
use super::rule::Source;
use super::select::Selected;
use super::usable;
use crate::delivery::Delivery;
use crate::finding::{Position, UnusableId};
use crate::json::{Event, Text};

/// What is at a source.
pub(super) enum Found {
    /// The body's SHA-256, which is always there.
    BodySha256,
    /// A value.
    Value { id: Result<String, UnusableId>, candidate: Candidate },
}

/// Looks a source up; `path` is what was found for a JSON source.
pub(super) fn find(source: &Source, delivery: &Delivery, path: Option<&Path>) -> Option<Found> {
    match source {
        Source::BodySha256 => Some(Found::BodySha256),
        Source::Form(name) => once(form_values(&delivery.body, name), "form", name),
        Source::Header(name) => once(header_values(delivery, name), "header", name),
        Source::Json(_) => {
            let (selected, position) = path?.found()?;
            Some(selected_value(selected, &delivery.body, source.name(), Some(position)))
        }
    }
}

/// A JSON value as an id.
pub(super) fn selected_value(
    selected: &Selected,
    body: &[u8],
    path: String,
    position: Option<Position>,
) -> Found {
    let raw = |span: &std::ops::Range<usize>| &body[span.clone()];
    let id = match &selected.event {
        Event::ArrayEnd | Event::ArrayStart => Err(UnusableId::Array),
        Event::Boolean(_) => Err(UnusableId::Boolean),
        Event::Null(_) => Err(UnusableId::Null),
        Event::Number(span) => usable::number(&String::from_utf8_lossy(raw(span))),
        Event::ObjectEnd | Event::ObjectStart => Err(UnusableId::Object),
        Event::Name(span) | Event::String(span) => usable::text(&Text::new(raw(span))),
    };
    let shown = &selected.span;
    let shown = shown.start..shown.end.min(shown.start + SHOWN_BYTES);
    let value = String::from_utf8_lossy(raw(&shown)).into_owned();
    let span = position.map(|_| selected.span.clone());
    let candidate = Candidate { source: "body", path, value, verdict: verdict(&id), position, span };
    Found::Value { id, candidate }
}

/// How much of a value is shown.
const SHOWN_BYTES: usize = 300;

/// A name that occurs twice is not usable: receivers join or drop such values, each in its own way.
fn once(values: Vec<Option<String>>, source: &'static str, path: &str) -> Option<Found> {
    let id = match &values[..] {
        [] => return None,
        [None] => Err(UnusableId::NotUtf8),
        [Some(value)] => usable::plain(value),
        _ => Err(UnusableId::Repeated),
    };
    let value = values.into_iter().flatten().next().unwrap_or_default().chars().take(SHOWN_BYTES).collect();
    let candidate =
        Candidate { source, path: path.to_owned(), value, verdict: verdict(&id), position: None, span: None };
    Some(Found::Value { id, candidate })
}

fn verdict(id: &Result<String, UnusableId>) -> Verdict {
    match id {
        Ok(_) => Verdict::EventId,
        Err(reason) => Verdict::Unusable(*reason),
    }
}

fn header_values(delivery: &Delivery, name: &str) -> Vec<Option<String>> {
    let same = delivery.headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
    same.map(|header| Some(header.value.clone())).collect()
}

/// The values of a field in `application/x-www-form-urlencoded`; none for bytes that are not UTF-8.
fn form_values(body: &[u8], name: &str) -> Vec<Option<String>> {
    let fields = body.split(|byte| *byte == b'&').filter_map(|field| {
        let equals = field.iter().position(|byte| *byte == b'=')?;
        (form_decode(&field[..equals]) == name.as_bytes()).then(|| &field[equals + 1..])
    });
    fields.map(|value| String::from_utf8(form_decode(value)).ok()).collect()
}

fn form_decode(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, tail @ ..] = rest {
        rest = tail;
        match (first, tail) {
            (b'%', [high, low, after @ ..]) => match (hex_digit(*high), hex_digit(*low)) {
                (Some(high), Some(low)) => {
                    out.push(high << 4 | low);
                    rest = after;
                }
                _ => out.push(b'%'),
            },
            (b'+', _) => out.push(b' '),
            (byte, _) => out.push(*byte),
        }
    }
    out
}

fn hex_digit(byte: u8) -> Option<u8> {
    (byte as char).to_digit(16).map(|digit| digit as u8)
}
