//! Bytes as a table: sixteen a row, in hex and as text.

use super::view::first_char;

/// One row of the table.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Row {
    /// The offset of its first byte.
    pub offset: usize,
    /// Two digits a byte, separated by spaces.
    pub hex: String,
    /// One character a byte: control characters as their pictures (`␊`), a character of several bytes at its
    /// first byte and `·` for the others, `×` for what is not UTF-8.
    pub text: String,
}

/// Up to `count` rows of `body`, from the row that has the byte `from`.
pub fn rows(body: &[u8], from: usize, count: usize) -> Vec<Row> {
    let first = from / BYTES_A_ROW;
    let last = body.len().div_ceil(BYTES_A_ROW);
    let row = |row: usize| {
        let offset = row * BYTES_A_ROW;
        let end = body.len().min(offset + BYTES_A_ROW);
        let text = (offset..end).map(|at| shown(body, at)).collect();
        Row { offset, hex: hex(&body[offset..end]), text }
    };
    (first..last.min(first.saturating_add(count))).map(row).collect()
}

/// Bytes as pairs of digits with spaces between.
pub fn hex(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() * 3);
    for byte in bytes {
        if !out.is_empty() {
            out.push(' ');
        }
        for digit in [byte >> 4, byte & 15] {
            out.push(char::from_digit(u32::from(digit), 16).unwrap_or('?'));
        }
    }
    out
}

/// What stands for the byte at `at`.
fn shown(body: &[u8], at: usize) -> char {
    match body[at] {
        byte @ 0..=0x1F => char::from_u32(0x2400 + u32::from(byte)).unwrap_or(OTHER),
        b' ' => '␠',
        0x7F => '␡',
        byte @ 0x21..=0x7E => byte as char,
        0x80.. => {
            // The character may have begun up to three bytes before.
            let start = (at.saturating_sub(3)..=at).rev().find(|start| body[*start] & 0xC0 != 0x80);
            let char = start.and_then(|start| Some((start, first_char(&body[start..])?)));
            match char {
                Some((start, char)) if start == at && is_visible(char) => char,
                Some((start, char)) if at < start + char.len_utf8() => OTHER,
                _ => INVALID,
            }
        }
    }
}

/// Whether a character has a picture of its own that takes its place in a row.
fn is_visible(char: char) -> bool {
    // These would be empty, join their neighbours or turn the row around.
    !char.is_control()
        && !char.is_whitespace()
        && !matches!(
            char,
            '\u{AD}'
                | '\u{300}'..='\u{36F}'
                | '\u{590}'..='\u{8FF}'
                | '\u{180E}'
                | '\u{200B}'..='\u{200F}'
                | '\u{202A}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}'
                | '\u{FB1D}'..='\u{FDFF}'
                | '\u{FE00}'..='\u{FE0F}'
                | '\u{FE70}'..='\u{FEFF}'
                | '\u{E0000}'..='\u{E007F}'
        )
}

/// How many bytes a row has.
pub const BYTES_A_ROW: usize = 16;

const OTHER: char = '·';
const INVALID: char = '×';

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_show_every_byte() {
        let body = "{\"a\":\"ä b\"}\r\n\0\u{200B}".as_bytes();
        let body = [body, b"\xFF"].concat();
        let row = |offset: usize, hex: &str, text: &str| Row { offset, hex: hex.into(), text: text.into() };
        let first = row(0, "7b 22 61 22 3a 22 c3 a4 20 62 22 7d 0d 0a 00 e2", "{\"a\":\"ä·␠b\"}␍␊␀·");
        let second = row(16, "80 8b ff", "··×");
        assert_eq!(rows(&body, 0, 10), [first.clone(), second.clone()]);
        assert_eq!(rows(&body, 15, 1), [first]);
        assert_eq!(rows(&body, 16, 1), [second]);
        assert_eq!(rows(&body, 32, 1), []);
        assert_eq!(rows(&body, usize::MAX, usize::MAX), []);
        assert_eq!(rows(b"", 0, 1), []);
    }
}
