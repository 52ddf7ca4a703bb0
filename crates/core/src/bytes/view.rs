//! Finds what is invisible, in one pass that may be cut into slices.

use super::{BytesView, Invisible, InvisibleKind};
use crate::finding::Place;
use crate::locator::Locator;

/// What is invisible in `body`.
pub fn view(body: &[u8]) -> BytesView {
    let mut viewer = Viewer::new();
    viewer.advance(body, body.len());
    viewer.finish()
}

/// Looks through a body slice by slice. It holds no bytes: each call gets the same body again.
#[derive(Clone, Debug)]
pub struct Viewer {
    at: usize,
    locator: Locator,
    view: BytesView,
}

impl Viewer {
    /// A viewer at the body's start.
    #[allow(clippy::new_without_default, reason = "the only way to make one, and named as the readers are")]
    pub fn new() -> Viewer {
        Viewer { at: 0, locator: Locator::new(Place::Body), view: BytesView::default() }
    }

    /// Goes on through about `count` bytes of `body`; answers whether it has reached the end.
    pub fn advance(&mut self, body: &[u8], count: usize) -> bool {
        let limit = self.at.saturating_add(count).min(body.len());
        while self.at < limit {
            let plain = body[self.at..limit].iter().take_while(|byte| is_plain(**byte)).count();
            self.at += plain;
            if self.at < limit {
                self.at += self.look(body);
            }
        }
        self.at >= body.len()
    }

    /// What was found so far.
    pub fn finish(self) -> BytesView {
        self.view
    }

    /// Looks at what stands here, and answers with its length.
    fn look(&mut self, body: &[u8]) -> usize {
        let rest = &body[self.at..];
        match rest[0] {
            b'\r' | b'\n' => self.line_end(body),
            b' ' | b'\t' => self.blanks(body),
            b'\\' => self.escape(body),
            0 => self.note(body, InvisibleKind::Null, 1),
            0x01..=0x1F | 0x7F => self.note(body, InvisibleKind::Control, 1),
            0x80.. => self.character(body),
            _ => 1,
        }
    }

    fn line_end(&mut self, body: &[u8]) -> usize {
        let ends = &mut self.view.line_ends;
        let (kind, count, length) = match body[self.at..] {
            [b'\r', b'\n', ..] => (InvisibleKind::LineEndCrLf, &mut ends.crlf, 2),
            [b'\r', ..] => (InvisibleKind::LineEndCr, &mut ends.cr, 1),
            _ => (InvisibleKind::LineEndLf, &mut ends.lf, 1),
        };
        *count += 1;
        self.note(body, kind, length);
        if self.at + length == body.len() {
            self.note(body, InvisibleKind::TrailingNewline, length);
        }
        length
    }

    /// A run of spaces and tabs, which is trailing if a line end or the end follows.
    fn blanks(&mut self, body: &[u8]) -> usize {
        let start = self.at;
        let length = body[start..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        if matches!(body.get(start + length), None | Some(b'\r' | b'\n')) {
            self.note(body, InvisibleKind::TrailingSpaces, length);
        }
        for (place, byte) in body[start..start + length].iter().enumerate() {
            if *byte == b'\t' {
                self.at = start + place;
                self.note(body, InvisibleKind::Tab, 1);
            }
        }
        self.at = start;
        length
    }

    /// A backslash and what it escapes, so that an escaped backslash starts no escape.
    fn escape(&mut self, body: &[u8]) -> usize {
        match unit(&body[self.at..]) {
            Some(0xD800..=0xDBFF) if matches!(unit(&body[self.at + 6..]), Some(0xDC00..=0xDFFF)) => 12,
            Some(0xD800..=0xDFFF) => self.note(body, InvisibleKind::LoneSurrogate, 6),
            Some(_) => 6,
            None if matches!(body.get(self.at + 1), Some(0x21..=0x7E)) => 2,
            None => 1,
        }
    }

    /// A character of several bytes, or bytes that are none.
    fn character(&mut self, body: &[u8]) -> usize {
        let Some(char) = first_char(&body[self.at..]) else {
            let mut length = 1;
            while self.at + length < body.len() {
                let rest = &body[self.at + length..];
                if rest[0] < 0x80 || first_char(rest).is_some() {
                    break;
                }
                length += 1;
            }
            return self.note(body, InvisibleKind::InvalidUtf8, length);
        };
        let length = char.len_utf8();
        let kind = match char {
            '\u{FEFF}' if self.at == 0 => InvisibleKind::ByteOrderMark,
            '\u{80}'..='\u{9F}' => InvisibleKind::Control,
            '\u{A0}' | '\u{2007}' | '\u{202F}' => InvisibleKind::NonBreakingSpace,
            '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
                InvisibleKind::BidiControl
            }
            '\u{AD}'
            | '\u{180E}'
            | '\u{200B}'..='\u{200D}'
            | '\u{2060}'..='\u{2064}'
            | '\u{FEFF}'
            | '\u{E0000}'..='\u{E007F}' => InvisibleKind::ZeroWidth,
            '\u{1680}' | '\u{2000}'..='\u{200A}' | '\u{2028}' | '\u{2029}' | '\u{205F}' | '\u{3000}' => {
                InvisibleKind::UnusualSpace
            }
            _ => return length,
        };
        self.note(body, kind, length)
    }

    /// Counts what starts here, and keeps it while there are few.
    fn note(&mut self, body: &[u8], kind: InvisibleKind, length: usize) -> usize {
        let place = self.view.counts.iter().position(|(known, _)| *known == kind);
        let place = place.unwrap_or_else(|| {
            self.view.counts.push((kind, 0));
            self.view.counts.len() - 1
        });
        let (_, count) = &mut self.view.counts[place];
        *count += 1;
        if *count <= MOST_OF_A_KIND {
            let position = self.locator.locate(body, self.at);
            self.view.found.push(Invisible { kind, position, length });
        }
        length
    }
}

/// The first character of `bytes`, if it is UTF-8.
pub(super) fn first_char(bytes: &[u8]) -> Option<char> {
    let head = &bytes[..bytes.len().min(4)];
    let valid = match std::str::from_utf8(head) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default(),
    };
    valid.chars().next()
}

/// The value of a `\u` escape at the start of `bytes`.
fn unit(bytes: &[u8]) -> Option<u32> {
    let digits = bytes.strip_prefix(b"\\u")?.get(..4)?;
    digits.iter().try_fold(0, |unit, digit| Some(unit << 4 | (*digit as char).to_digit(16)?))
}

/// What needs no look: nearly everything in a body.
fn is_plain(byte: u8) -> bool {
    matches!(byte, 0x21..=0x5B | 0x5D..=0x7E)
}

/// A list of more is no help; the rest is counted.
const MOST_OF_A_KIND: usize = 20;

#[cfg(test)]
mod tests {
    use super::*;

    /// Each as `code offset line:column length`.
    fn seen(body: &[u8]) -> Vec<String> {
        let show = |it: &Invisible| {
            let at = it.position;
            format!("{} {} {}:{} {}", it.kind.code(), at.offset, at.line, at.column, it.length)
        };
        view(body).found.iter().map(show).collect()
    }

    #[track_caller]
    fn check(body: impl AsRef<[u8]>, expected: &[&str]) {
        assert_eq!(seen(body.as_ref()), expected, "{:?}", String::from_utf8_lossy(body.as_ref()));
    }

    #[test]
    fn each_kind_is_found_at_its_place() {
        check("{\"a\": \"ä b\\\\u d\"}", &[]);
        check("\u{FEFF}{}", &["byte-order-mark 0 1:1 3"]);
        check("a\u{FEFF}", &["zero-width 1 1:2 3"]);
        check("ä\u{A0}b\u{202F}", &["non-breaking-space 2 1:2 2", "non-breaking-space 5 1:4 3"]);
        check(
            "a\u{200B}\u{200D}\u{2060}",
            &["zero-width 1 1:2 3", "zero-width 4 1:3 3", "zero-width 7 1:4 3"],
        );
        check("\u{202E}x\u{2066}", &["bidi-control 0 1:1 3", "bidi-control 4 1:3 3"]);
        check(
            "a\0b\x01\x7F\u{85}",
            &["null 1 1:2 1", "control 3 1:4 1", "control 4 1:5 1", "control 5 1:6 2"],
        );
        check("\u{3000}\u{2028}", &["unusual-space 0 1:1 3", "unusual-space 3 1:2 3"]);
        check("a\tb", &["tab 1 1:2 1"]);
    }

    #[test]
    fn line_ends_and_what_stands_before_them() {
        check(
            "a\r\nb\rc\nd\n",
            &[
                "line-end-crlf 1 1:2 2",
                "line-end-cr 4 2:2 1",
                "line-end-lf 6 3:2 1",
                "line-end-lf 8 4:2 1",
                "trailing-newline 8 4:2 1",
            ],
        );
        check("a\n\n", &["line-end-lf 1 1:2 1", "line-end-lf 2 2:1 1", "trailing-newline 2 2:1 1"]);
        check("a \t\nb", &["trailing-spaces 1 1:2 2", "tab 2 1:3 1", "line-end-lf 3 1:4 1"]);
        check("a b  ", &["trailing-spaces 3 1:4 2"]);
        let mixed = view(b"a\r\nb\n");
        assert!(mixed.has_mixed_line_ends());
        assert!(!view(b"a\nb\n").has_mixed_line_ends());
        assert_eq!((mixed.line_ends.crlf, mixed.line_ends.lf, mixed.line_ends.cr), (1, 1, 0));
    }

    #[test]
    fn bytes_that_are_not_utf8_are_found_with_their_bytes() {
        check(b"a\xFF\xFEb\xC3", &["invalid-utf8 1 1:2 2", "invalid-utf8 4 1:5 1"]);
        check(b"\xED\xA0\x80x", &["invalid-utf8 0 1:1 3"]);
        check(b"\xF0\x9F\x93", &["invalid-utf8 0 1:1 3"]);
        check(b"\xFF\xC3\xA4", &["invalid-utf8 0 1:1 1"]);
        let body = b"a\xFF\xFEb";
        assert_eq!(view(body).found[0].hex(body), "ff fe");
    }

    #[test]
    fn only_half_surrogate_pairs_are_found() {
        check(r"\ud83d\ude00 \u00e4", &[]);
        check(r"\ud83d x", &["lone-surrogate 0 1:1 6"]);
        check(r"\ude00\ud83d", &["lone-surrogate 0 1:1 6", "lone-surrogate 6 1:7 6"]);
        check(r"\\ud83d", &[]);
        check(r"\\\ud83d", &["lone-surrogate 2 1:3 6"]);
        check(r"\ud83", &[]);
    }

    #[test]
    fn many_of_a_kind_are_counted() {
        let view = view("\t".repeat(50).as_bytes());
        assert_eq!((view.count(InvisibleKind::Tab), view.rest(InvisibleKind::Tab)), (50, 30));
        assert_eq!(view.rest(InvisibleKind::TrailingSpaces), 0);
        assert_eq!(view.count(InvisibleKind::Null), 0);
    }

    #[test]
    fn slices_see_the_same() {
        let body = "\u{FEFF}a\r\nä\\ud83d\\ude00\u{200B}\t \n\\ud83dx\0".repeat(3).into_bytes();
        let body = [&body[..], b"\xFF\xE2\x80"].concat();
        for size in 1..20 {
            let mut viewer = Viewer::new();
            while !viewer.advance(&body, size) {}
            assert_eq!(viewer.finish(), view(&body), "slices of {size}");
        }
    }
}
