//! What is at a place of a delivery.

use super::rule::{Segment, Source};
use super::usable;
use crate::delivery::Delivery;
use crate::finding::UnusableId;
use crate::json::{Document, Kind, Value};

/// A delivery with its body read, to look places up.
#[derive(Clone, Copy)]
pub(crate) struct Lookup<'a> {
    pub delivery: &'a Delivery,
    /// The body's top level, if it is JSON.
    pub root: Option<Value<'a>>,
    /// Which names the top level and the headers have: a bit each, set for every name that there is and perhaps for
    /// others. Of the hundreds of places where senders are recognised most are not there.
    names: u64,
}

/// What is at a place.
pub(crate) enum Found<'a> {
    /// The body's SHA-256, which is always there.
    BodySha256,
    /// A JSON value.
    Json(Value<'a>),
    /// Each value of a header, form field or parameter; none for bytes that are not UTF-8.
    Texts(Vec<Option<String>>),
}

impl<'a> Lookup<'a> {
    /// `document` is the delivery's body, if it is JSON.
    pub fn new(delivery: &'a Delivery, document: Option<&'a Document>) -> Lookup<'a> {
        let root = document.and_then(|document| document.root(&delivery.body));
        let members = root.into_iter().flat_map(Value::children).filter(|child| child.name_span().is_some());
        // A name with an escape may be any name.
        let member = |name: &[u8]| if name.contains(&b'\\') { u64::MAX } else { bit(name) };
        let members = members.map(|child| member(child.name_raw()));
        let headers = delivery.headers.iter().map(|header| bit(header.name.as_bytes()));
        let names = members.chain(headers).fold(0, |names, bit| names | bit);
        Lookup { delivery, root, names }
    }

    /// Whether there may be something at a place.
    fn may_have(&self, source: &Source) -> bool {
        match source {
            Source::Header(name) => self.names & bit(name.as_bytes()) != 0,
            Source::Json(path) => match path.first() {
                Some(Segment::Member(name)) => self.names & bit(name.as_bytes()) != 0,
                _ => true,
            },
            Source::BodySha256 | Source::Form(_) | Source::Item { .. } | Source::Query(_) => true,
        }
    }

    /// What is at a place, with paths of an item starting at `item`; the first of several values.
    pub(crate) fn find(&self, source: &Source, item: Option<Value<'a>>) -> Option<Found<'a>> {
        if !self.may_have(source) {
            return None;
        }
        let texts = |values: Vec<_>| (!values.is_empty()).then_some(Found::Texts(values));
        match source {
            Source::BodySha256 => Some(Found::BodySha256),
            // A body that is JSON has no form fields.
            Source::Form(_) if self.root.is_some() => None,
            Source::Form(name) => texts(fields(&self.delivery.body, name)),
            Source::Header(name) => {
                let headers = self.delivery.headers.iter();
                let same = headers.filter(|header| header.name.eq_ignore_ascii_case(name));
                texts(same.map(|header| Some(header.value.clone())).collect())
            }
            Source::Item { up, path } => {
                let start = (0..*up).try_fold(item?, |value, _| value.parent())?;
                values(start, path).into_iter().next().map(Found::Json)
            }
            Source::Json(path) => values(self.root?, path).into_iter().next().map(Found::Json),
            Source::Query(name) => {
                let (_, query) = self.delivery.target.as_deref()?.split_once('?')?;
                texts(fields(query.split('#').next()?.as_bytes(), name))
            }
        }
    }

    /// Every value of a path in the body.
    pub(crate) fn all(&self, path: &[Segment]) -> Vec<Value<'a>> {
        self.root.map(|root| values(root, path)).unwrap_or_default()
    }

    /// Whether there is something but JSON's null.
    pub fn is_present(&self, source: &Source) -> bool {
        if !self.may_have(source) {
            return false;
        }
        match (source, self.find(source, None)) {
            (Source::Json(path), _) => self.all(path).iter().any(|value| value.kind() != Kind::Null),
            (_, found) => found.is_some(),
        }
    }

    /// The first value as a text: strings as they are, numbers and words as they are written.
    pub(super) fn shown(&self, source: &Source) -> Option<String> {
        match self.find(source, None)? {
            Found::BodySha256 => None,
            Found::Json(value) => Some(match value.text() {
                Some(text) => text.display().into_owned(),
                None => String::from_utf8_lossy(value.raw().get(..SHOWN_BYTES).unwrap_or(value.raw()))
                    .into_owned(),
            }),
            Found::Texts(values) => values.into_iter().next().flatten(),
        }
    }
}

/// The bit of a name, in any case.
fn bit(name: &[u8]) -> u64 {
    let (Some(first), Some(last)) = (name.first(), name.last()) else { return 1 };
    let lower = |byte: &u8| u64::from(byte.to_ascii_lowercase());
    1 << ((lower(first) * 7 + lower(last) * 3 + name.len() as u64) % 64)
}

impl Found<'_> {
    /// The id it gives, none where there is nothing that counts. `several` is whether the key has several parts, of
    /// which one may be true or false; `may_be_absent` is whether JSON's null counts as nothing.
    pub fn id(&self, several: bool, may_be_absent: bool) -> Result<Option<String>, UnusableId> {
        let value = match self {
            Found::BodySha256 => return Ok(None),
            Found::Json(value) => value,
            Found::Texts(values) => {
                return match &values[..] {
                    [] => Ok(None),
                    [None] => Err(UnusableId::NotUtf8),
                    [Some(value)] => usable::plain(value).map(Some),
                    // Receivers join or drop such values, each in its own way.
                    _ => Err(UnusableId::Repeated),
                };
            }
        };
        match value.kind() {
            Kind::Array => Err(UnusableId::Array),
            Kind::Boolean if several => Ok(Some(String::from_utf8_lossy(value.raw()).into_owned())),
            Kind::Boolean => Err(UnusableId::Boolean),
            Kind::Null if may_be_absent => Ok(None),
            Kind::Null => Err(UnusableId::Null),
            Kind::Number => usable::number(&String::from_utf8_lossy(value.raw())).map(Some),
            Kind::Object => Err(UnusableId::Object),
            Kind::String => value.text().map(|text| usable::text(&text)).transpose(),
        }
    }

    /// The value as it is written, cut to 300 bytes.
    pub fn written(&self) -> String {
        match self {
            Found::BodySha256 => String::new(),
            Found::Json(value) => {
                let raw = value.raw();
                let is_container = matches!(value.kind(), Kind::Array | Kind::Object);
                let shown = if is_container { 1 } else { SHOWN_BYTES };
                String::from_utf8_lossy(&raw[..raw.len().min(shown)]).into_owned()
            }
            Found::Texts(values) => values
                .iter()
                .flatten()
                .next()
                .map(|value| value.chars().take(SHOWN_BYTES).collect())
                .unwrap_or_default(),
        }
    }
}

/// How much of a value is shown.
const SHOWN_BYTES: usize = 300;

/// Every value at a path, in order; where a member's name repeats, the last one counts.
pub(super) fn values<'a>(start: Value<'a>, path: &[Segment]) -> Vec<Value<'a>> {
    let mut values = vec![start];
    for segment in path {
        values = match segment {
            Segment::Each => {
                let arrays = values.into_iter().filter(|value| value.kind() == Kind::Array);
                arrays.flat_map(Value::children).collect()
            }
            Segment::Index(index) => values.into_iter().filter_map(|value| value.item(*index)).collect(),
            Segment::Member(name) => values.into_iter().filter_map(|value| value.member(name)).collect(),
        };
    }
    values
}

/// The values of a field in `application/x-www-form-urlencoded`; none for bytes that are not UTF-8.
fn fields(text: &[u8], name: &str) -> Vec<Option<String>> {
    let fields = text.split(|byte| *byte == b'&').filter_map(|field| {
        let equals = field.iter().position(|byte| *byte == b'=')?;
        (decode(&field[..equals]) == name.as_bytes()).then(|| &field[equals + 1..])
    });
    fields.map(|value| String::from_utf8(decode(value)).ok()).collect()
}

/// A name or a value with its percent-encoding undone.
pub(crate) fn decode(text: &[u8]) -> Vec<u8> {
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
