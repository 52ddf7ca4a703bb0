//! A JSON body whose values have numbers that are equal exactly where the values are.

use std::collections::BTreeMap;

use crate::json::{Document, Kind, Next, Reader, Text, Value};
use crate::key::decimal::Decimal;
use crate::key::evidence;

/// Reads a body as JSON, unless it is none or has too many values to be compared.
pub(super) fn read(body: &[u8]) -> Result<Document, NoTree> {
    if body.len() > MOST_BYTES {
        return Err(NoTree::TooLarge);
    }
    if std::str::from_utf8(body).is_err() {
        return Err(NoTree::NotJson);
    }
    let mut reader = Reader::new(if body.starts_with(MARK) { MARK.len() } else { 0 });
    let mut document = Document::default();
    let mut values = 0;
    loop {
        match reader.next(body, body.len()) {
            // A member counts twice: names have numbers too.
            Next::Event(_) if values > 2 * MOST_VALUES => return Err(NoTree::TooLarge),
            Next::Event(event) => document.see(&event, reader.settled()),
            Next::End => return Ok(document),
            Next::Error(_) | Next::Pending => return Err(NoTree::NotJson),
        }
        values += 1;
    }
}

/// Why a body is not compared value by value.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum NoTree {
    NotJson,
    TooLarge,
}

/// A JSON body, with what comparing needs of each value. Values are named by their place in the text.
pub(super) struct Tree<'a> {
    pub bytes: &'a [u8],
    pub values: Vec<Value<'a>>,
    /// Equal exactly where the values are equal; of one [`Classes`] for all trees that are compared.
    pub class: Vec<u32>,
    /// The class of each member's name.
    pub name: Vec<u32>,
    /// The place behind the last value below each.
    pub end: Vec<usize>,
    /// Whether a value counts: a member that a later one of its name overrides does not.
    pub counts: Vec<bool>,
    /// How many values of the same container are before each.
    index: Vec<usize>,
}

impl<'a> Tree<'a> {
    /// The tree of a document and the bytes that it was read from.
    pub fn new(document: &'a Document, bytes: &'a [u8], classes: &mut Classes) -> Tree<'a> {
        let values: Vec<Value> = document.root(bytes).into_iter().flat_map(Value::all).collect();
        let count = values.len();
        let mut tree = Tree {
            bytes,
            values,
            class: vec![0; count],
            name: vec![0; count],
            end: vec![0; count],
            counts: vec![true; count],
            index: vec![0; count],
        };
        // What is below a value stands behind it, so that going backwards finds it done.
        for place in (0..count).rev() {
            tree.classify(place, classes);
        }
        tree
    }

    /// The members or items of a value that count, in their order.
    pub fn children(&self, place: usize) -> Vec<usize> {
        let children = self.values[place].children().map(Value::place);
        children.filter(|child| self.counts[*child]).collect()
    }

    /// How many members a later one of the same name overrides.
    pub fn overridden(&self, place: usize) -> usize {
        self.values[place].children().filter(|child| !self.counts[child.place()]).count()
    }

    /// The path of a value, such as `data.items[0].id`; `$` for the top level. Of a long one, both ends.
    pub fn path(&self, place: usize) -> String {
        let above = std::iter::successors(Some(self.values[place]), |value| value.parent());
        // The last one is the top level, which has no step to it.
        let mut steps: Vec<Value> = above.collect();
        steps.pop();
        steps.reverse();
        let cut = (steps.len() > PATH_SEGMENTS).then_some(PATH_SEGMENTS / 2);
        if let Some(half) = cut {
            steps.drain(half..steps.len() - half);
        }
        let mut segments: Vec<String> = steps
            .iter()
            .map(|value| match value.name() {
                Some(name) => member(&name),
                None => format!("[{}]", self.index[value.place()]),
            })
            .collect();
        if let Some(half) = cut {
            segments.insert(half, "…".to_owned());
        }
        let path = segments.concat();
        match path.strip_prefix('.') {
            Some(path) => path.to_owned(),
            None if path.is_empty() => "$".to_owned(),
            None => path,
        }
    }

    /// Whether the value has a name that changes with every attempt, or is in something of such a name.
    pub fn is_volatile(&self, place: usize) -> bool {
        let above = std::iter::successors(Some(self.values[place]), |value| value.parent());
        above.take(4).any(|value| is_volatile_member(value))
    }

    fn classify(&mut self, place: usize, classes: &mut Classes) {
        let value = self.values[place];
        let mut signature = Vec::new();
        let mut size = 1;
        let mut telling = false;
        self.end[place] = place + 1;
        match value.kind() {
            Kind::Array | Kind::Object => {
                signature.push(if value.kind() == Kind::Array { b'[' } else { b'{' });
                let mut entries: Vec<(u32, usize)> = Vec::new();
                for (index, child) in value.children().enumerate() {
                    let child = child.place();
                    self.end[place] = self.end[child];
                    self.index[child] = index;
                    entries.push((self.name[child], child));
                }
                if value.kind() == Kind::Object {
                    entries = super::sorted(entries);
                    for at in 1..entries.len() {
                        if entries[at - 1].0 == entries[at].0 {
                            self.counts[entries[at - 1].1] = false;
                        }
                    }
                    entries.retain(|(_, child)| self.counts[*child]);
                }
                for (name, child) in entries {
                    let class = self.class[child];
                    signature.extend(name.to_be_bytes());
                    signature.extend(class.to_be_bytes());
                    size += classes.size[class as usize];
                    telling |= classes.telling[class as usize];
                }
            }
            Kind::Boolean | Kind::Null => signature.extend_from_slice(value.raw()),
            Kind::Number => {
                let digits = std::str::from_utf8(value.raw()).unwrap_or_default();
                signature = number(digits);
                telling = evidence::is_large_number(digits);
            }
            Kind::String => {
                signature.push(b'"');
                if let Some(text) = value.text() {
                    signature.extend_from_slice(text.bytes());
                    telling = text.as_str().is_some_and(evidence::tells_events_apart);
                }
            }
        }
        self.class[place] = classes.of(signature, size, telling);
        if let Some(name) = value.name() {
            self.name[place] = classes.of([b"k", name.bytes()].concat(), 1, false);
        }
    }
}

/// Whether a value is a member of a name that changes with every attempt.
pub(super) fn is_volatile_member(value: Value) -> bool {
    value.name().is_some_and(|name| name.as_str().is_some_and(evidence::is_volatile_name))
}

/// Numbers for values.
#[derive(Default)]
pub(super) struct Classes {
    known: BTreeMap<Vec<u8>, u32>,
    /// How many values there are in one of each class.
    pub size: Vec<u32>,
    /// Whether a value of each class can tell two events apart.
    pub telling: Vec<bool>,
}

impl Classes {
    fn of(&mut self, signature: Vec<u8>, size: u32, telling: bool) -> u32 {
        let next = self.size.len() as u32;
        let class = *self.known.entry(signature).or_insert(next);
        if class == next {
            self.size.push(size);
            self.telling.push(telling);
        }
        class
    }
}

/// The byte-order mark in UTF-8.
pub(super) const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Bodies above these are compared as bytes: no known sender posts such, and a page has to stay responsive.
const MOST_BYTES: usize = 8 << 20;
const MOST_VALUES: usize = 200_000;

const PATH_SEGMENTS: usize = 40;

fn number(digits: &str) -> Vec<u8> {
    // A longer exponent is cut when it is read.
    let is_short = digits.find(['e', 'E']).is_none_or(|at| digits.len() - at <= 12);
    match Decimal::new(digits).filter(|_| is_short) {
        Some(decimal) => [b"0", &decimal.normal()[..]].concat(),
        None => [b"#", digits.as_bytes()].concat(),
    }
}

fn member(name: &Text) -> String {
    let name: String = name.display().chars().take(80).collect();
    let is_plain = |char: char| char.is_alphanumeric() || matches!(char, '_' | '-' | '$');
    match !name.is_empty() && name.chars().all(is_plain) {
        true => format!(".{name}"),
        false => format!("[\"{name}\"]"),
    }
}
