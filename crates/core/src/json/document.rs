//! A JSON text as a list of values in the order in which they stand, each with its place.
//!
//! It holds no text: values point into the bytes that were read. 28 bytes a value, and no recursion
//! anywhere, so that size and depth cost memory only.

use std::ops::Range;

use super::{Event, Next, Reader, Text};

/// The values of a JSON text. Grows event by event, so that a reader may stop and go on.
#[derive(Clone, Debug, Default)]
pub struct Document {
    nodes: Vec<Node>,
    /// The open containers, outermost first.
    open: Vec<u32>,
    /// The name of the member that comes next.
    name: Option<Span>,
}

/// One value of a document, with the bytes that it was read from.
#[derive(Clone, Copy, Debug)]
pub struct Value<'a> {
    document: &'a Document,
    bytes: &'a [u8],
    node: usize,
}

/// What a value is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// `[…]`
    Array,
    /// `true` or `false`
    Boolean,
    /// `null`
    Null,
    /// A number.
    Number,
    /// `{…}`
    Object,
    /// `"…"`
    String,
}

impl Document {
    /// Reads a whole JSON text, with or without a byte-order mark. The error is the offset of the first
    /// byte that cannot be there.
    pub fn parse(bytes: &[u8]) -> Result<Document, usize> {
        let mut document = Document::default();
        // About as many values as such texts have: small ones need no second piece of memory.
        document.nodes.reserve((bytes.len() / 16).min(4096));
        document.parse_again(bytes)?;
        Ok(document)
    }

    /// The same in the memory of another document, for many texts in a row.
    pub(crate) fn parse_again(&mut self, bytes: &[u8]) -> Result<(), usize> {
        self.nodes.clear();
        self.open.clear();
        self.name = None;
        if let Err(error) = std::str::from_utf8(bytes) {
            return Err(error.valid_up_to());
        }
        let mut reader = Reader::new(if bytes.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 });
        loop {
            match reader.next(bytes, bytes.len()) {
                Next::Event(event) => self.see(&event, reader.settled()),
                Next::End => return Ok(()),
                // Nothing is pending when all bytes are there.
                Next::Error(at) => return Err(at),
                Next::Pending => return Err(bytes.len()),
            }
        }
    }

    /// Takes the next event; `at` is the offset behind it.
    pub fn see(&mut self, event: &Event, at: usize) {
        let kind = match event {
            Event::Name(span) => {
                self.name = Some(Span::new(span.clone()));
                return;
            }
            Event::ArrayEnd | Event::ObjectEnd => {
                let next = self.nodes.len() as u32;
                if let Some(node) = self.open.pop().and_then(|open| self.nodes.get_mut(open as usize)) {
                    node.span.end = at as u32;
                    node.next = next;
                }
                return;
            }
            Event::ArrayStart => Kind::Array,
            Event::Boolean(_) => Kind::Boolean,
            Event::Null(_) => Kind::Null,
            Event::Number(_) => Kind::Number,
            Event::ObjectStart => Kind::Object,
            Event::String(_) => Kind::String,
        };
        let span = match event {
            Event::Boolean(span) | Event::Null(span) | Event::Number(span) => span.clone(),
            Event::String(span) => span.start - 1..span.end + 1,
            _ => at - 1..at,
        };
        let place = self.nodes.len() as u32;
        let parent = self.open.last().copied().unwrap_or(place);
        self.nodes.push(Node {
            kind,
            span: Span::new(span),
            name: self.name.take(),
            next: place + 1,
            parent,
        });
        if matches!(kind, Kind::Array | Kind::Object) {
            self.open.push(place);
        }
    }

    /// The value at the top level; none before the first event. `bytes` are those that were read.
    pub fn root<'a>(&'a self, bytes: &'a [u8]) -> Option<Value<'a>> {
        (!self.nodes.is_empty()).then_some(Value { document: self, bytes, node: 0 })
    }
}

impl<'a> Value<'a> {
    /// What it is.
    pub fn kind(self) -> Kind {
        self.here().kind
    }

    /// Its number in the order of the text; the top level is 0.
    pub fn place(self) -> usize {
        self.node
    }

    /// Its bytes, with quotes or brackets.
    pub fn span(self) -> Range<usize> {
        self.here().span.range()
    }

    /// Its bytes as they are written.
    pub fn raw(self) -> &'a [u8] {
        self.bytes.get(self.span()).unwrap_or_default()
    }

    /// The text of a string; none of anything else.
    pub fn text(self) -> Option<Text<'a>> {
        match (self.kind(), self.raw()) {
            (Kind::String, [b'"', text @ .., b'"']) => Some(Text::new(text)),
            _ => None,
        }
    }

    /// The name of a member; none for an array's item and the top level.
    pub fn name(self) -> Option<Text<'a>> {
        self.raw_name().map(Text::new)
    }

    /// The same as it is written, without its quotes; empty where there is none.
    pub fn name_raw(self) -> &'a [u8] {
        self.raw_name().unwrap_or_default()
    }

    /// Where the name of a member stands, without its quotes.
    pub fn name_span(self) -> Option<Range<usize>> {
        self.here().name.as_ref().map(Span::range)
    }

    /// An object's members or an array's items, in order; nothing else has any.
    pub fn children(self) -> impl Iterator<Item = Value<'a>> + Clone {
        let end = self.here().next as usize;
        let is_container = matches!(self.kind(), Kind::Array | Kind::Object);
        let first = is_container.then_some(self.node + 1).filter(|first| *first < end);
        std::iter::successors(first, move |node| {
            Some(self.at(*node).here().next as usize).filter(|next| *next < end)
        })
        .map(move |node| self.at(node))
    }

    /// An object's member; where a name repeats, the last one counts.
    pub fn member(self, name: &str) -> Option<Value<'a>> {
        let is_named = |raw: &[u8]| match raw.contains(&b'\\') {
            true => Text::new(raw).is(name),
            false => raw == name.as_bytes(),
        };
        self.children().filter(|child| child.raw_name().is_some_and(is_named)).last()
    }

    /// An array's item, counted from 0.
    pub fn item(self, index: usize) -> Option<Value<'a>> {
        (self.kind() == Kind::Array).then(|| self.children().nth(index)).flatten()
    }

    /// The object or array that it stands in; none for the top level.
    pub fn parent(self) -> Option<Value<'a>> {
        (self.node > 0).then(|| self.at(self.here().parent as usize))
    }

    /// The value and all below it, in the order of the text.
    pub fn all(self) -> impl Iterator<Item = Value<'a>> + Clone {
        (self.node..self.here().next as usize).map(move |node| self.at(node))
    }

    fn raw_name(self) -> Option<&'a [u8]> {
        self.bytes.get(self.here().name.as_ref()?.range())
    }

    fn here(self) -> &'a Node {
        &self.document.nodes[self.node]
    }

    fn at(self, node: usize) -> Value<'a> {
        Value { node, ..self }
    }
}

#[derive(Clone, Debug)]
struct Node {
    kind: Kind,
    span: Span,
    name: Option<Span>,
    /// The place behind the last value below this one.
    next: u32,
    parent: u32,
}

/// A range of half the size: inputs are far below 4 GiB.
#[derive(Clone, Debug)]
struct Span {
    start: u32,
    end: u32,
}

impl Span {
    fn new(range: Range<usize>) -> Span {
        Span { start: range.start as u32, end: range.end as u32 }
    }

    fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(json: &str, find: impl Fn(Value) -> Option<String>, expected: Option<&str>) {
        let document = Document::parse(json.as_bytes()).unwrap();
        let root = document.root(json.as_bytes()).unwrap();
        assert_eq!(find(root).as_deref(), expected, "{json}");
    }

    fn raw(value: Value) -> String {
        String::from_utf8(value.raw().to_vec()).unwrap()
    }

    #[test]
    fn members_and_items_are_found() {
        let json = r#"{"a":{"b":[1,{"c":"x"},[]]},"a\u0062":2,"d":null}"#;
        check(json, |root| Some(raw(root.member("a")?.member("b")?)), Some(r#"[1,{"c":"x"},[]]"#));
        check(json, |root| Some(raw(root.member("a")?.member("b")?.item(1)?.member("c")?)), Some(r#""x""#));
        check(json, |root| Some(raw(root.member("ab")?)), Some("2"));
        check(json, |root| Some(raw(root.member("b")?)), None);
        check(json, |root| Some(raw(root.member("d")?.member("e")?)), None);
        check(json, |root| Some(raw(root.member("a")?.member("b")?.item(3)?)), None);
        check(json, |root| Some(raw(root.item(0)?)), None);
        check(r#"{"a":1,"a":{"b":2},"a":3}"#, |root| Some(raw(root.member("a")?)), Some("3"));
        check("\u{feff} 17 ", |root| Some(raw(root)), Some("17"));
        check("[]", |root| root.children().next().map(raw), None);
    }

    #[test]
    fn parents_and_all_below_are_found() {
        let json = r#"{"a":[{"id":1},{"id":2}],"b":true}"#;
        let second = |root: Value| root.member("a").and_then(|a| a.item(1)).map(raw);
        check(json, second, Some(r#"{"id":2}"#));
        check(json, |root| Some(raw(root.member("a")?.item(1)?.parent()?.parent()?)), Some(json));
        check(json, |root| root.parent().map(raw), None);
        check(json, |root| Some(root.all().count().to_string()), Some("7"));
        check(
            json,
            |root| Some(root.member("a")?.all().map(raw).collect::<Vec<_>>().join(" ")),
            Some(r#"[{"id":1},{"id":2}] {"id":1} 1 {"id":2} 2"#),
        );
    }

    #[test]
    fn what_is_not_json_is_refused_at_its_place() {
        assert_eq!(Document::parse(b"{\"a\":}").err(), Some(5));
        assert_eq!(Document::parse(b"").err(), Some(0));
        assert_eq!(Document::parse(b"\"\xFF\"").err(), Some(1));
        assert!(Document::parse("[".repeat(100_000).as_bytes()).is_err());
        assert!(Document::parse(("[".repeat(100_000) + &"]".repeat(100_000)).as_bytes()).is_ok());
    }
}
