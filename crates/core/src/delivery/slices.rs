//! Cuts a JSON text into the items of one of its arrays, without building a tree.
//!
//! So a large archive costs no memory beside itself, and one that is cut off still gives what is whole.

use std::ops::Range;

use crate::json::{Event, Next, Reader, Text};

/// The items of an array.
#[derive(Debug, Default, Eq, PartialEq)]
pub(super) struct Slices {
    /// Where each whole item stands.
    pub items: Vec<Range<usize>>,
    /// Whether the array is there at all.
    pub found: bool,
    /// The offset of the first byte that cannot be there, if the text is not JSON to its end.
    pub broken: Option<usize>,
}

/// The items of the array at `path`, which is a member's name for each level; none is the top level.
pub(super) fn items(input: &[u8], start: usize, path: &[&str]) -> Slices {
    let limit = std::str::from_utf8(input).err().map_or(input.len(), |error| error.valid_up_to());
    let mut reader = Reader::new(start);
    let mut walk = Walk { path, matched: 0, named: path.is_empty(), array: None, start: 0 };
    let mut slices = Slices::default();
    loop {
        match reader.next(input, limit) {
            Next::Event(event) => walk.see(input, &event, &reader, &mut slices),
            Next::End => return slices,
            Next::Error(at) => return Slices { broken: Some(at), ..slices },
            Next::Pending => return Slices { broken: Some(limit), ..slices },
        }
    }
}

struct Walk<'a> {
    path: &'a [&'a str],
    /// How many objects of the path are open.
    matched: usize,
    /// Whether the next value is the path's next one.
    named: bool,
    /// How many containers are open inside of the array, while in it.
    array: Option<usize>,
    /// Where the item began.
    start: usize,
}

impl Walk<'_> {
    fn see(&mut self, input: &[u8], event: &Event, reader: &Reader, slices: &mut Slices) {
        let depth = reader.open().len();
        let at = reader.settled();
        match self.array {
            Some(array) => match event {
                Event::ObjectStart | Event::ArrayStart if depth == array + 1 => self.start = at - 1,
                Event::ObjectEnd | Event::ArrayEnd if depth == array => slices.items.push(self.start..at),
                Event::ArrayEnd if depth < array => self.array = None,
                Event::Boolean(span) | Event::Null(span) | Event::Number(span) if depth == array => {
                    slices.items.push(span.clone());
                }
                Event::String(span) if depth == array => slices.items.push(span.start - 1..span.end + 1),
                _ => {}
            },
            None => {
                let named = std::mem::take(&mut self.named);
                match event {
                    // Of two arrays of one name the first counts: the second would mix them.
                    Event::Name(span) if depth == self.matched + 1 && !slices.found => {
                        self.named = self
                            .path
                            .get(self.matched)
                            .is_some_and(|name| Text::new(&input[span.clone()]).is(name));
                    }
                    Event::ArrayStart if named && self.matched + 1 >= self.path.len() => {
                        slices.found = true;
                        self.array = Some(depth);
                    }
                    Event::ObjectStart if named && self.matched + 1 < self.path.len() => self.matched += 1,
                    Event::ObjectEnd => self.matched = self.matched.min(depth.saturating_sub(1)),
                    _ => {}
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #[track_caller]
    fn check(json: &str, path: &[&str], items: &[&str], found: bool, broken: Option<usize>) {
        let slices = super::items(json.as_bytes(), 0, path);
        let texts: Vec<_> = slices.items.iter().map(|span| &json[span.clone()]).collect();
        assert_eq!((texts.as_slice(), slices.found, slices.broken), (items, found, broken), "{json}");
    }

    #[test]
    fn items_of_the_array_at_a_path() {
        let path = ["log", "entries"];
        check(
            r#"{"log":{"entries":[{"a":[1]}, 2,"x",[],null]}}"#,
            &path,
            &[r#"{"a":[1]}"#, "2", "\"x\"", "[]", "null"],
            true,
            None,
        );
        check(r#"{"entries":[1],"log":{"x":{"entries":[2]},"entries":[3]}}"#, &path, &["3"], true, None);
        check(r#"{"x":{"log":{"entries":[1]}},"log":{"entries":[2]}}"#, &path, &["2"], true, None);
        check(r#"{"log":[{"entries":[1]}]}"#, &path, &[], false, None);
        check(r#"{"log":{"entries":{"a":1}}}"#, &path, &[], false, None);
        check(r#"{"log":{"entries":[1]},"a":{"log":{"entries":[2]}}}"#, &path, &["1"], true, None);
        check(r#"{"log":{"entries":[1],"entries":[2]}}"#, &path, &["1"], true, None);
        check(r#"{"log":{},"log":{"entries":[2]}}"#, &path, &["2"], true, None);
        check("[1,[2]]", &[], &["1", "[2]"], true, None);
        check("{\"a\":[1]}", &[], &[], false, None);
    }

    #[test]
    fn what_is_whole_before_a_break_is_kept() {
        let path = ["log", "entries"];
        check(r#"{"log":{"entries":[{"a":1},{"b":"#, &path, &[r#"{"a":1}"#], true, Some(32));
        check(r#"{"log":{"entries":[{"a":1}]"#, &path, &[r#"{"a":1}"#], true, Some(27));
        check(r#"{"log":{"entries":[{"a":1} x"#, &path, &[r#"{"a":1}"#], true, Some(27));
        let bytes = b"[1,\"\xFF\"]";
        let slices = super::items(bytes, 0, &[]);
        assert_eq!((slices.items.first(), slices.items.len(), slices.broken), (Some(&(1..2)), 1, Some(4)));
    }
}
