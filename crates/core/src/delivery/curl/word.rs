//! A word of a command: its bytes, and where they come from.

use std::ops::Range;

/// One argument after the shell has taken its quotes away.
pub(super) struct Word {
    /// Where it starts in the input, quotes included.
    pub start: usize,
    /// What the program gets.
    pub bytes: Vec<u8>,
    source: Source,
}

/// Whether a word's bytes stand in the input one after another.
#[derive(Clone, Copy)]
enum Source {
    /// From this offset on.
    At(usize),
    /// An escape or a quote is among them.
    Scattered,
    /// There are no bytes yet.
    Unknown,
}

impl Word {
    pub fn new(start: usize) -> Word {
        Word { start, bytes: Vec::new(), source: Source::Unknown }
    }

    /// Appends a range of the input as it stands there.
    pub fn take(&mut self, input: &[u8], range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        self.source = match self.source {
            Source::Unknown => Source::At(range.start),
            Source::At(start) if start + self.bytes.len() == range.start => Source::At(start),
            Source::At(_) | Source::Scattered => Source::Scattered,
        };
        self.bytes.extend_from_slice(&input[range]);
    }

    /// Appends what an escape stands for.
    pub fn push(&mut self, bytes: &[u8]) {
        self.source = Source::Scattered;
        self.bytes.extend_from_slice(bytes);
    }

    /// The word without its first `length` bytes.
    pub fn value(&self, length: usize) -> Value<'_> {
        let source = match self.source {
            Source::At(start) => Some(start + length),
            Source::Scattered | Source::Unknown => None,
        };
        Value { bytes: &self.bytes[length..], source }
    }
}

/// What an option was given.
#[derive(Clone, Copy, Default)]
pub(super) struct Value<'a> {
    pub bytes: &'a [u8],
    /// The offset of the first byte, if all stand in the input as they are.
    pub source: Option<usize>,
}

impl Value<'_> {
    pub fn text(self) -> String {
        String::from_utf8_lossy(self.bytes).into_owned()
    }
}
