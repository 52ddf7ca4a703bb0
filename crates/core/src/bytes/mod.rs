//! What cannot be seen in a body, and its bytes as a table.

mod rows;
mod view;

pub use rows::{BYTES_A_ROW, Row, hex, rows};
pub use view::{Viewer, view};

use crate::finding::Position;
use crate::key::LineEnds;
use crate::lang::Lang;
use crate::words;

/// What is invisible in a body.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct BytesView {
    /// How many line ends of each kind there are. The one at the very end counts too.
    pub line_ends: LineEnds,
    /// The first of each kind, in the body's order.
    pub found: Vec<Invisible>,
    /// How many there are of each kind that occurs, in the order of their first occurrence.
    pub counts: Vec<(InvisibleKind, usize)>,
}

impl BytesView {
    /// How many of a kind there are in all.
    pub fn count(&self, kind: InvisibleKind) -> usize {
        self.counts.iter().find(|(known, _)| *known == kind).map_or(0, |(_, count)| *count)
    }

    /// How many of a kind are not among those found, because there are too many.
    pub fn rest(&self, kind: InvisibleKind) -> usize {
        self.count(kind) - self.found.iter().filter(|found| found.kind == kind).count()
    }

    /// Whether lines end in more than one way.
    pub fn has_mixed_line_ends(&self) -> bool {
        let LineEnds { cr, crlf, lf } = self.line_ends;
        [cr, crlf, lf].into_iter().filter(|count| *count > 0).count() > 1
    }
}

/// Something that cannot be seen.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Invisible {
    /// What it is.
    pub kind: InvisibleKind,
    /// Where it starts in the body.
    pub position: Position,
    /// How many bytes it has.
    pub length: usize,
}

impl Invisible {
    /// Its bytes in hex, those of `body`; at most sixteen.
    pub fn hex(&self, body: &[u8]) -> String {
        let start = self.position.offset;
        hex(body.get(start..start + self.length.min(BYTES_A_ROW)).unwrap_or_default())
    }
}

/// What can be invisible.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum InvisibleKind {
    /// U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069.
    BidiControl,
    /// U+FEFF at the very start.
    ByteOrderMark,
    /// A control character that has no kind of its own: C0, DEL, C1.
    Control,
    /// Bytes that are not UTF-8, as many as stand side by side.
    InvalidUtf8,
    /// A lone CR.
    LineEndCr,
    /// CR and LF.
    LineEndCrLf,
    /// A lone LF.
    LineEndLf,
    /// A `\u` escape that is half of a surrogate pair.
    LoneSurrogate,
    /// U+00A0, U+2007, U+202F.
    NonBreakingSpace,
    /// U+0000.
    Null,
    /// U+0009.
    Tab,
    /// The line end at the very end, which is also counted as the line end it is.
    TrailingNewline,
    /// Spaces and tabs before a line end or the end.
    TrailingSpaces,
    /// A space of another width, or U+2028 or U+2029.
    UnusualSpace,
    /// U+00AD, U+180E, U+200B to U+200D, U+2060 to U+2064, U+FEFF inside, U+E0000 to U+E007F.
    ZeroWidth,
}

impl InvisibleKind {
    /// The stable name, in kebab case.
    pub fn code(self) -> &'static str {
        match self {
            InvisibleKind::BidiControl => "bidi-control",
            InvisibleKind::ByteOrderMark => "byte-order-mark",
            InvisibleKind::Control => "control",
            InvisibleKind::InvalidUtf8 => "invalid-utf8",
            InvisibleKind::LineEndCr => "line-end-cr",
            InvisibleKind::LineEndCrLf => "line-end-crlf",
            InvisibleKind::LineEndLf => "line-end-lf",
            InvisibleKind::LoneSurrogate => "lone-surrogate",
            InvisibleKind::NonBreakingSpace => "non-breaking-space",
            InvisibleKind::Null => "null",
            InvisibleKind::Tab => "tab",
            InvisibleKind::TrailingNewline => "trailing-newline",
            InvisibleKind::TrailingSpaces => "trailing-spaces",
            InvisibleKind::UnusualSpace => "unusual-space",
            InvisibleKind::ZeroWidth => "zero-width",
        }
    }

    /// What people call it.
    pub fn label(self, lang: Lang) -> &'static str {
        words::invisible(self, lang)
    }
}
