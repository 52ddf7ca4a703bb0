//! Walks two JSON bodies side by side, without recursion: each value once.

use super::change::{ChangeKind, Spelling};
use super::tree::Tree;
use crate::json::Kind;

/// What was noted between two bodies.
pub(super) struct Walk<'t, 'a> {
    pub a: &'t Tree<'a>,
    pub b: &'t Tree<'a>,
    /// Changes of values and of their order.
    pub noted: Vec<Noted>,
    /// Each kind of spelling at its first place, and how often it is seen.
    pub spellings: Vec<(Spelling, Spot, usize)>,
    /// Pairs to look at, the next one last.
    pub pending: Vec<(usize, usize)>,
}

/// A change, by the places of the values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Noted {
    pub kind: ChangeKind,
    pub old: Option<usize>,
    pub new: Option<usize>,
}

/// Where a spelling differs: the values, and the offsets in the bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub values: (usize, usize),
    pub offsets: (usize, usize),
}

impl Walk<'_, '_> {
    /// Compares all values, from the top level down.
    pub fn run(&mut self) {
        self.around(0, 0);
        self.pending.push((0, 0));
        while let Some((x, y)) = self.pending.pop() {
            self.pair(x, y);
        }
    }

    /// Notes that a value is at `x` in the first body only, or at `y` in the second only, or changed from one to the other.
    pub fn note(&mut self, kind: ChangeKind, old: Option<usize>, new: Option<usize>) {
        self.noted.push(Noted { kind, old, new });
    }

    fn pair(&mut self, x: usize, y: usize) {
        let (a, b) = (self.a.values[x], self.b.values[y]);
        match (a.kind(), b.kind()) {
            (Kind::Object, Kind::Object) => {
                self.inside(x, y);
                self.members(x, y);
            }
            (Kind::Array, Kind::Array) => {
                self.inside(x, y);
                super::items::compare(self, x, y);
            }
            (kind, _) if self.a.class[x] == self.b.class[y] => {
                if a.raw() != b.raw() {
                    let spelling = if kind == Kind::Number { Spelling::Number } else { Spelling::Escapes };
                    self.spelled(spelling, (x, y), (a.span().start, b.span().start));
                }
            }
            _ => self.note(ChangeKind::Value, Some(x), Some(y)),
        }
    }

    fn members(&mut self, x: usize, y: usize) {
        let by_name = |tree: &Tree, place: usize| {
            let members: Vec<_> =
                tree.children(place).into_iter().map(|child| (tree.name[child], child)).collect();
            super::sorted(members)
        };
        let (old, new) = (by_name(self.a, x), by_name(self.b, y));
        let mut pairs = Vec::new();
        let (mut i, mut j) = (0, 0);
        while i < old.len() || j < new.len() {
            match (old.get(i), new.get(j)) {
                (Some((name, a)), Some((other, b))) if name == other => {
                    pairs.push((*a, *b));
                    (i, j) = (i + 1, j + 1);
                }
                (Some((name, a)), other) if other.is_none_or(|(other, _)| name < other) => {
                    self.note(ChangeKind::Removed, Some(*a), None);
                    i += 1;
                }
                (_, Some((_, b))) => {
                    self.note(ChangeKind::Added, None, Some(*b));
                    j += 1;
                }
                (_, None) => i += 1,
            }
        }
        let pairs = super::sorted(pairs);
        if pairs.windows(2).any(|two| two[0].1 > two[1].1) {
            self.note(ChangeKind::Order, Some(x), Some(y));
        }
        let overridden = (self.a.overridden(x), self.b.overridden(y));
        if overridden.0 != overridden.1 {
            let offsets = (self.a.values[x].span().start, self.b.values[y].span().start);
            self.spelled(Spelling::DuplicateMember, (x, y), offsets);
        }
        for (a, b) in pairs.iter().rev() {
            self.around_member(*a, *b);
            self.pending.push((*a, *b));
        }
    }

    fn around_member(&mut self, x: usize, y: usize) {
        if let (Some(old), Some(new)) = (self.a.values[x].name_span(), self.b.values[y].name_span()) {
            let (a, b) = (self.a.bytes, self.b.bytes);
            if a[old.clone()] != b[new.clone()] {
                self.spelled(Spelling::Escapes, (x, y), (old.start, new.start));
            }
            let between = |tree: &Tree, place: usize, end: usize| end + 1..tree.values[place].span().start;
            let gaps = (between(self.a, x, old.end), between(self.b, y, new.end));
            self.gap((x, y), (&a[gaps.0.clone()], &b[gaps.1.clone()]), (gaps.0.start, gaps.1.start));
        }
        self.around(x, y);
    }

    /// Compares the white space in front of a value, or of its name, and behind it.
    pub fn around(&mut self, x: usize, y: usize) {
        let start = |tree: &Tree, place: usize| match tree.values[place].name_span() {
            Some(name) => name.start - 1,
            None => tree.values[place].span().start,
        };
        let starts = (start(self.a, x), start(self.b, y));
        let front = (blank_before(self.a.bytes, starts.0), blank_before(self.b.bytes, starts.1));
        self.gap((x, y), front, (starts.0 - front.0.len(), starts.1 - front.1.len()));
        let ends = (self.a.values[x].span().end, self.b.values[y].span().end);
        let behind = (blank_behind(self.a.bytes, ends.0), blank_behind(self.b.bytes, ends.1));
        let is_end = (x, y) == (0, 0) && trim_lines(behind.0) == trim_lines(behind.1);
        if is_end && !same_but_for_line_ends(behind.0, behind.1) {
            let common = trim_lines(behind.0).len();
            self.spelled(Spelling::TrailingNewline, (x, y), (ends.0 + common, ends.1 + common));
        } else {
            self.gap((x, y), behind, ends);
        }
    }

    /// Compares the white space inside empty containers.
    fn inside(&mut self, x: usize, y: usize) {
        let (a, b) = (self.a.values[x].span(), self.b.values[y].span());
        let old = blank_behind(self.a.bytes, a.start + 1);
        let new = blank_behind(self.b.bytes, b.start + 1);
        let are_empty = old.len() + 2 == a.len() && new.len() + 2 == b.len();
        if are_empty {
            self.gap((x, y), (old, new), (a.start + 1, b.start + 1));
        }
    }

    fn gap(&mut self, values: (usize, usize), gaps: (&[u8], &[u8]), offsets: (usize, usize)) {
        if gaps.0 == gaps.1 {
            return;
        }
        let spelling = match same_but_for_line_ends(gaps.0, gaps.1) {
            true => Spelling::LineEnds,
            false => Spelling::WhiteSpace,
        };
        self.spelled(spelling, values, offsets);
    }

    /// Notes a difference of bytes that changes no value.
    pub fn spelled(&mut self, spelling: Spelling, values: (usize, usize), offsets: (usize, usize)) {
        match self.spellings.iter_mut().find(|(known, ..)| *known == spelling) {
            Some((_, spot, count)) => {
                *count += 1;
                if offsets.0 < spot.offsets.0 {
                    *spot = Spot { values, offsets };
                }
            }
            None => self.spellings.push((spelling, Spot { values, offsets }, 1)),
        }
    }
}

/// Whether two texts differ by nothing but LF, CRLF and CR.
pub(super) fn same_but_for_line_ends(a: &[u8], b: &[u8]) -> bool {
    let (mut a, mut b) = (a, b);
    loop {
        match (after_line_end(a), after_line_end(b)) {
            (Some(rest), Some(other)) => (a, b) = (rest, other),
            (None, None) => match (a, b) {
                ([], []) => return true,
                ([x, rest @ ..], [y, other @ ..]) if x == y => (a, b) = (rest, other),
                _ => return false,
            },
            _ => return false,
        }
    }
}

fn after_line_end(text: &[u8]) -> Option<&[u8]> {
    match text {
        [b'\r', b'\n', rest @ ..] | [b'\r' | b'\n', rest @ ..] => Some(rest),
        _ => None,
    }
}

/// A text without the line ends at its end.
pub(super) fn trim_lines(text: &[u8]) -> &[u8] {
    let end = text.iter().rposition(|byte| !matches!(byte, b'\r' | b'\n')).map_or(0, |last| last + 1);
    &text[..end]
}

fn blank_before(bytes: &[u8], at: usize) -> &[u8] {
    let start = bytes[..at].iter().rposition(|byte| !is_blank(byte)).map_or(0, |last| last + 1);
    &bytes[start..at]
}

fn blank_behind(bytes: &[u8], at: usize) -> &[u8] {
    let length = bytes[at..].iter().take_while(|byte| is_blank(byte)).count();
    &bytes[at..at + length]
}

fn is_blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}
