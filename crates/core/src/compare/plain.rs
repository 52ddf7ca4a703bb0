//! Compares bodies that are not JSON: forms field by field, all else byte by byte.

use super::change::{Change, ChangeKind, Part, Spelling};
use super::walk::{same_but_for_line_ends, trim_lines};
use super::{lines, named};
use crate::delivery::{Delivery, HeaderLookup};
use crate::key::{decode, evidence};

/// Whether both bodies are forms: by their Content-Type, or since they look like it.
pub(super) fn are_forms(a: &Delivery, b: &Delivery) -> bool {
    is_form(a) && is_form(b)
}

/// The names of a form's fields; none of anything else.
pub(super) fn names(delivery: &Delivery) -> Vec<String> {
    let is_form = is_form(delivery);
    let fields = split(&delivery.body[..if is_form { delivery.body.len() } else { 0 }]);
    fields.into_iter().map(|field| field.name).collect()
}

/// The differences of two forms.
pub(super) fn fields(a: &[u8], b: &[u8]) -> Vec<Change> {
    let (old, new) = (split(a), split(b));
    let texts = |fields: &[Field]| {
        let text = |field: &Field| named::Entry { name: field.name.clone(), value: field.value.clone() };
        fields.iter().map(text).collect::<Vec<_>>()
    };
    let mut changes = named::compare(&texts(&old), &texts(&new), Part::Body, evidence::is_volatile_name);
    let raw_differs = |field: &&Field| {
        let same = new.iter().find(|other| other.name == field.name && other.value == field.value);
        same.is_some_and(|other| other.raw != field.raw)
    };
    let spelled: Vec<_> = old.iter().filter(raw_differs).collect();
    if let Some(first) = spelled.first() {
        let kind = ChangeKind::Spelling(Spelling::Escapes);
        changes.push(Change { count: spelled.len(), ..Change::new(kind, Part::Body, first.name.clone()) });
    }
    if changes.is_empty() && a != b {
        changes.push(spelling(Spelling::Other, a, b));
    }
    changes
}

/// The difference of two bodies as bytes.
pub(super) fn bytes(a: &[u8], b: &[u8]) -> Vec<Change> {
    if a == b {
        return Vec::new();
    }
    let change = if same_but_for_line_ends(a, b) {
        spelling(Spelling::LineEnds, a, b)
    } else if trim_lines(a) == trim_lines(b) {
        spelling(Spelling::TrailingNewline, a, b)
    } else if without_mark(a) == without_mark(b) {
        spelling(Spelling::ByteOrderMark, a, b)
    } else {
        let at = first_difference(a, b);
        let shown = |body: &[u8]| {
            let shown = body[at..].iter().take(SHOWN_BYTES).copied().collect::<Vec<_>>();
            super::cut(&String::from_utf8_lossy(&shown))
        };
        Change { old: Some(shown(a)), new: Some(shown(b)), ..spelling(Spelling::Other, a, b) }
    };
    let kind = match change.kind {
        ChangeKind::Spelling(Spelling::Other) => ChangeKind::Bytes,
        kind => kind,
    };
    vec![Change { kind, ..change }]
}

/// A change of the body's bytes, at the first one that differs.
pub(super) fn spelling(spelling: Spelling, a: &[u8], b: &[u8]) -> Change {
    let at = first_difference(a, b);
    Change {
        old_position: lines(a, &[at]).pop(),
        new_position: lines(b, &[at]).pop(),
        ..Change::new(ChangeKind::Spelling(spelling), Part::Body, "$".into())
    }
}

/// The first byte that differs, moved to the start of its character.
fn first_difference(a: &[u8], b: &[u8]) -> usize {
    let mut at = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    while at > 0 && a.get(at).or(b.get(at)).is_some_and(|byte| byte & 0xC0 == 0x80) {
        at -= 1;
    }
    at
}

fn without_mark(body: &[u8]) -> &[u8] {
    body.strip_prefix(super::tree::MARK).unwrap_or(body)
}

struct Field {
    name: String,
    value: String,
    raw: Vec<u8>,
}

fn split(body: &[u8]) -> Vec<Field> {
    let text = |bytes: &[u8]| String::from_utf8_lossy(&decode(bytes)).into_owned();
    let fields = body.split(|byte| *byte == b'&').filter(|field| !field.is_empty()).map(|field| {
        let equals = field.iter().position(|byte| *byte == b'=').unwrap_or(field.len());
        let value = field.get(equals + 1..).unwrap_or_default();
        Field { name: text(&field[..equals]), value: text(value), raw: field.to_vec() }
    });
    fields.collect()
}

fn is_form(delivery: &Delivery) -> bool {
    let body = trim_lines(&delivery.body);
    let is_plain = |byte: &u8| byte.is_ascii_graphic() && !matches!(byte, b'{' | b'[' | b'<' | b'"');
    let says_so = match delivery.header("content-type") {
        HeaderLookup::One(value) => value.trim_start().to_ascii_lowercase().starts_with(FORM),
        HeaderLookup::Absent | HeaderLookup::Repeated => false,
    };
    let looks_like_it = body.split(|byte| *byte == b'&').all(|field| field.contains(&b'='));
    !body.is_empty() && body.len() <= MOST_BYTES && body.iter().all(is_plain) && (says_so || looks_like_it)
}

const FORM: &str = "application/x-www-form-urlencoded";
const SHOWN_BYTES: usize = 200;

/// A larger body is no form that a sender posts.
const MOST_BYTES: usize = 1 << 20;
