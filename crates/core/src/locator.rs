//! Line and column of an offset, in linear time over rising offsets.

use crate::finding::{Place, Position};

/// Walks once over a text and knows the line and the column of the place it has reached.
#[derive(Clone, Debug)]
pub(crate) struct Locator {
    place: Place,
    offset: usize,
    line: usize,
    column: usize,
    /// The line ends passed so far.
    pub ends: LineEnds,
}

/// How many line ends of each kind a text has.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct LineEnds {
    /// A lone CR.
    pub cr: usize,
    /// CR and LF.
    pub crlf: usize,
    /// A lone LF.
    pub lf: usize,
}

impl Locator {
    pub fn new(place: Place) -> Locator {
        Locator { place, offset: 0, line: 1, column: 1, ends: LineEnds::default() }
    }

    /// Goes on to `offset`, which is not before the last one and not inside a character.
    pub fn locate(&mut self, bytes: &[u8], offset: usize) -> Position {
        debug_assert!(offset >= self.offset, "a locator does not go back");
        for at in self.offset..offset.min(bytes.len()) {
            match bytes[at] {
                b'\n' if at > 0 && bytes[at - 1] == b'\r' => {
                    self.ends.cr -= 1;
                    self.ends.crlf += 1;
                }
                b'\n' => {
                    self.ends.lf += 1;
                    self.start_line();
                }
                b'\r' => {
                    self.ends.cr += 1;
                    self.start_line();
                }
                0x80..=0xBF => {}
                _ => self.column += 1,
            }
        }
        self.offset = self.offset.max(offset);
        Position { place: self.place, offset, line: self.line, column: self.column }
    }

    fn start_line(&mut self) {
        self.line += 1;
        self.column = 1;
    }
}

/// Places on the way of a locator, from which any earlier one is found again in a few steps.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    marks: Vec<Locator>,
}

impl Lines {
    pub fn new(place: Place) -> Lines {
        Lines { marks: vec![Locator::new(place)] }
    }

    /// Remembers where `locator` is, once it has gone on far enough.
    pub fn mark(&mut self, locator: &Locator) {
        if self.marks.last().is_none_or(|last| locator.offset >= last.offset + MARKS_APART) {
            self.marks.push(locator.clone());
        }
    }

    /// Line and column of `offset`, which the locator has passed.
    pub fn position(&self, bytes: &[u8], offset: usize) -> Position {
        let behind = self.marks.partition_point(|mark| mark.offset <= offset);
        self.marks[behind - 1].clone().locate(bytes, offset)
    }
}

/// In bytes.
const MARKS_APART: usize = 16 << 10;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_lines_by_any_line_end_and_columns_in_characters() {
        #[track_caller]
        fn check(text: &str, offset: usize, expected: (usize, usize)) {
            let position = Locator::new(Place::Body).locate(text.as_bytes(), offset);
            assert_eq!((position.line, position.column), expected);
        }
        check("abc", 0, (1, 1));
        check("abc", 3, (1, 4));
        check("a\nb", 2, (2, 1));
        check("a\r\nb", 3, (2, 1));
        check("a\rb", 2, (2, 1));
        check("a\n\r\nb", 4, (3, 1));
        check("äö📦x", 8, (1, 4));
    }

    #[test]
    fn counts_line_ends() {
        let text = b"a\r\nb\nc\rd\r\n";
        let mut locator = Locator::new(Place::Body);
        for offset in 0..=text.len() {
            locator.locate(text, offset);
        }
        assert_eq!(locator.ends, LineEnds { cr: 1, crlf: 2, lf: 1 });
    }
}
