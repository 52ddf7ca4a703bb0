//! The text or the file being planned for, byte for byte, and the part of it that the editor shows.

use std::sync::Arc;

use crate::samples::Sample;

/// What was pasted, typed, dropped or chosen.
#[derive(Clone, Debug)]
pub struct Source {
    /// All of it.
    pub bytes: Arc<[u8]>,
    /// Where it came from.
    pub origin: Origin,
    /// The line ends that an edit writes.
    pub line_end: LineEnd,
    /// The bytes before line ends were switched, so that the switch can be undone.
    received: Arc<[u8]>,
    /// How many bytes the editor's text stands for. An edit changes it, so it cannot be told from `bytes`.
    shown: usize,
    /// Whether the editor's text can be edited without loss.
    editable: bool,
}

/// Where a source came from.
#[derive(Clone, Debug)]
pub enum Origin {
    /// Typed, or pasted into the middle.
    Edited,
    /// A file.
    File,
    /// Pasted as a whole.
    Pasted,
    /// One of the samples.
    Sample(&'static Sample),
}

/// The line ends of a text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum LineEnd {
    /// CR and LF.
    CrLf,
    /// LF, or none at all.
    Lf,
    /// As they were received: mixed, or lone CRs.
    Mixed,
}

/// What the editor shows of a source.
pub struct Shown {
    /// The text, with LF only, as a text area has it.
    pub text: String,
    /// How many bytes of the source it stands for.
    pub bytes: usize,
    /// Whether it can be edited without loss.
    pub editable: bool,
}

/// Up to this size the editor shows all of a source.
pub const SHOWN_WHOLE: usize = 1 << 20;

/// How much it shows of a larger one.
const SHOWN_PART: usize = 64 << 10;

impl Source {
    /// A sample.
    pub fn sample(sample: &'static Sample) -> Source {
        Source::new(sample.text.as_bytes().into(), Origin::Sample(sample))
    }

    /// A text from the clipboard, with its own line ends.
    pub fn pasted(text: &str) -> Source {
        Source::new(text.as_bytes().into(), Origin::Pasted)
    }

    /// A file's bytes.
    pub fn file(bytes: Vec<u8>) -> Source {
        Source::new(bytes.into(), Origin::File)
    }

    fn new(bytes: Arc<[u8]>, origin: Origin) -> Source {
        let (shown, editable) = shown_bytes(&bytes);
        let line_end = std::str::from_utf8(&bytes[..shown]).map_or(LineEnd::Mixed, line_end);
        Source { received: Arc::clone(&bytes), bytes, origin, line_end, shown, editable }
    }

    /// This source after an edit: the editor's text with the chosen line ends, and the rest as it was.
    /// An emptied editor empties the whole.
    pub fn edited(&self, text: &str) -> Source {
        let line_end = if self.line_end == LineEnd::Mixed { LineEnd::Lf } else { self.line_end };
        let mut bytes = with_line_end(text, line_end).into_bytes();
        let shown = bytes.len();
        if !text.is_empty() {
            bytes.extend_from_slice(&self.bytes[self.shown..]);
        }
        let bytes: Arc<[u8]> = bytes.into();
        Source {
            received: Arc::clone(&bytes),
            bytes,
            origin: Origin::Edited,
            line_end,
            shown,
            editable: self.editable,
        }
    }

    /// This source with other line ends; `Mixed` gives back what was received. Only for one that
    /// is shown whole: of a part it could not be told what the editor's text stands for.
    pub fn with_line_end(&self, line_end: LineEnd) -> Source {
        if !self.is_shown_whole() {
            return self.clone();
        }
        let bytes: Arc<[u8]> = match (line_end, std::str::from_utf8(&self.received)) {
            (LineEnd::CrLf | LineEnd::Lf, Ok(text)) => {
                with_line_end(&lf_only(text), line_end).into_bytes().into()
            }
            (LineEnd::Mixed, _) | (_, Err(_)) => Arc::clone(&self.received),
        };
        Source { shown: bytes.len(), bytes, line_end, ..self.clone() }
    }

    /// Whether the source was received with mixed line ends.
    pub fn was_mixed(&self) -> bool {
        std::str::from_utf8(&self.received).is_ok_and(|text| line_end(text) == LineEnd::Mixed)
    }

    /// Whether it is a sample.
    pub fn is_sample(&self) -> bool {
        matches!(self.origin, Origin::Sample(_))
    }

    /// Whether all of it is shown, so that its line ends can be switched at once.
    pub fn is_shown_whole(&self) -> bool {
        self.shown == self.bytes.len()
    }

    /// What the editor shows.
    pub fn shown(&self) -> Shown {
        let text = lf_only(&String::from_utf8_lossy(&self.bytes[..self.shown]));
        Shown { text, bytes: self.shown, editable: self.editable }
    }

    /// Where `range` of the bytes is in the editor's text, in UTF-16 units.
    pub fn in_editor(&self, range: std::ops::Range<usize>) -> (u32, u32) {
        let units = |end: usize| {
            let text = String::from_utf8_lossy(&self.bytes[..end.min(self.shown)]);
            lf_only(&text).encode_utf16().count() as u32
        };
        (units(range.start), units(range.end))
    }
}

/// How many bytes of a source are shown, and whether these are text.
fn shown_bytes(bytes: &[u8]) -> (usize, bool) {
    let limit = if bytes.len() <= SHOWN_WHOLE { bytes.len() } else { SHOWN_PART };
    match std::str::from_utf8(&bytes[..limit]) {
        Ok(_) if bytes.get(limit) == Some(&b'\n') && bytes[..limit].ends_with(b"\r") => (limit - 1, true),
        Ok(_) => (limit, true),
        // Cut inside a character: show what is before it.
        Err(error) if error.error_len().is_none() && limit < bytes.len() => (error.valid_up_to(), true),
        Err(_) => (limit, false),
    }
}

fn line_end(text: &str) -> LineEnd {
    let crlf = text.matches("\r\n").count();
    let cr = text.matches('\r').count() - crlf;
    let lf = text.matches('\n').count() - crlf;
    match (cr, crlf, lf) {
        (0, 0, _) => LineEnd::Lf,
        (0, _, 0) => LineEnd::CrLf,
        _ => LineEnd::Mixed,
    }
}

fn lf_only(text: &str) -> String {
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text.to_owned() }
}

fn with_line_end(text: &str, line_end: LineEnd) -> String {
    match line_end {
        LineEnd::CrLf => text.replace('\n', "\r\n"),
        LineEnd::Lf | LineEnd::Mixed => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paste_keeps_its_line_ends_and_an_edit_keeps_the_choice() {
        let pasted = Source::pasted("a\r\nb");
        assert_eq!((&pasted.bytes[..], pasted.line_end), (&b"a\r\nb"[..], LineEnd::CrLf));
        assert_eq!(pasted.shown().text, "a\nb");
        assert_eq!(&pasted.edited("a\nbc").bytes[..], b"a\r\nbc");
        assert_eq!(&pasted.with_line_end(LineEnd::Lf).bytes[..], b"a\nb");
        assert_eq!(&pasted.with_line_end(LineEnd::Lf).with_line_end(LineEnd::CrLf).bytes[..], b"a\r\nb");
    }

    #[test]
    fn mixed_line_ends_can_be_had_back() {
        let pasted = Source::pasted("a\r\nb\rc\n");
        assert_eq!(pasted.line_end, LineEnd::Mixed);
        let switched = pasted.with_line_end(LineEnd::CrLf);
        assert_eq!(&switched.bytes[..], b"a\r\nb\r\nc\r\n");
        assert_eq!(&switched.with_line_end(LineEnd::Mixed).bytes[..], b"a\r\nb\rc\n");
        assert_eq!(&pasted.edited("a\nb").bytes[..], b"a\nb");
    }

    #[test]
    fn editing_the_first_part_keeps_the_rest() {
        let text = "ä".repeat(SHOWN_WHOLE);
        let source = Source::pasted(&text);
        let shown = source.shown();
        assert!(shown.editable && shown.bytes == SHOWN_PART);
        let edited = source.edited(&format!("x{}", shown.text));
        assert_eq!(edited.bytes.len(), source.bytes.len() + 1);
        assert!(edited.bytes.ends_with(&source.bytes[..]));
        assert!(source.edited("").bytes.is_empty());

        // Edit upon edit: the editor's text is no longer as long as the part it was.
        let again = edited.edited(&format!("yx{}", shown.text));
        assert_eq!(again.bytes.len(), source.bytes.len() + 2);
        assert!(again.bytes.ends_with(&source.bytes[..]));
        let cut = again.edited("z");
        assert_eq!(cut.bytes.len(), 1 + source.bytes.len() - SHOWN_PART);
        assert_eq!(cut.shown().text, "z");
    }

    #[test]
    fn a_source_that_becomes_small_keeps_what_is_not_shown() {
        let source = Source::pasted(&"a".repeat(SHOWN_WHOLE + 1));
        let small = source.edited("b").edited("bc");
        assert_eq!(small.bytes.len(), 2 + SHOWN_WHOLE + 1 - SHOWN_PART);
        assert!(!small.is_shown_whole());
        assert_eq!(small.with_line_end(LineEnd::CrLf).bytes, small.bytes);
    }

    #[test]
    fn a_binary_file_is_kept_and_not_editable() {
        let source = Source::file(vec![0xFF, 0x00, b'\r', b'\n']);
        assert!(!source.shown().editable);
        assert_eq!(&source.bytes[..], [0xFF, 0x00, b'\r', b'\n']);
        assert_eq!(&source.with_line_end(LineEnd::Lf).bytes[..], [0xFF, 0x00, b'\r', b'\n']);
    }

    #[test]
    fn places_in_the_editor_count_utf16_units_and_one_for_crlf() {
        let source = Source::pasted("ä\r\n📦x");
        assert_eq!(source.in_editor(4..8), (2, 4));
        assert_eq!(source.in_editor(8..9), (4, 5));
    }
}
