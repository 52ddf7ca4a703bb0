//! The text of a JSON string, after unescaping.

use std::borrow::Cow;

/// A JSON string's text. It may hold lone surrogates, which `\ud800` can write and UTF-8 cannot.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Text<'a>(Cow<'a, [u8]>);

impl<'a> Text<'a> {
    /// Unescapes the bytes between a string's quotes, as [`super::Reader`] hands them out.
    pub fn new(raw: &'a [u8]) -> Text<'a> {
        if !raw.contains(&b'\\') {
            return Text(Cow::Borrowed(raw));
        }
        let mut out = Vec::with_capacity(raw.len());
        let mut at = 0;
        while at < raw.len() {
            if raw[at] != b'\\' {
                out.push(raw[at]);
                at += 1;
                continue;
            }
            at += 2;
            match raw[at - 1] {
                b'b' => out.push(8),
                b'f' => out.push(12),
                b'n' => out.push(b'\n'),
                b'r' => out.push(b'\r'),
                b't' => out.push(b'\t'),
                b'u' => {
                    let (code_point, length) = code_point(&raw[at..]);
                    push(&mut out, code_point);
                    at += length;
                }
                other => out.push(other),
            }
        }
        Text(Cow::Owned(out))
    }

    /// The text in UTF-8, where each lone surrogate has the three bytes that UTF-8 forbids.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The text, unless it has a lone surrogate.
    pub fn as_str(&self) -> Option<&str> {
        std::str::from_utf8(&self.0).ok()
    }

    /// The text with each lone surrogate replaced by U+FFFD, to show.
    pub fn display(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.0)
    }

    /// Whether the text is exactly `other`.
    pub fn is(&self, other: &str) -> bool {
        self.0 == other.as_bytes()
    }
}

/// The code point of the digits behind a `\u`, joined with a `\u` behind them if the two are a
/// surrogate pair, and how many bytes that took.
fn code_point(digits: &[u8]) -> (u32, usize) {
    let high = unit(digits);
    let pair = digits.get(4..10).filter(|rest| rest.starts_with(b"\\u")).map(|rest| unit(&rest[2..]));
    match (high, pair) {
        (0xD800..=0xDBFF, Some(low @ 0xDC00..=0xDFFF)) => {
            (0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00), 10)
        }
        _ => (high, 4),
    }
}

fn unit(digits: &[u8]) -> u32 {
    digits.iter().take(4).fold(0, |unit, digit| unit << 4 | (*digit as char).to_digit(16).unwrap_or(0))
}

/// Appends a code point in generalised UTF-8, which gives a surrogate the three bytes that UTF-8 forbids.
fn push(out: &mut Vec<u8>, code_point: u32) {
    match char::from_u32(code_point) {
        Some(char) => out.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
        None => out.extend_from_slice(&[
            0xE0 | (code_point >> 12) as u8,
            0x80 | (code_point >> 6 & 0x3F) as u8,
            0x80 | (code_point & 0x3F) as u8,
        ]),
    }
}
