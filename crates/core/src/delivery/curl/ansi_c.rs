//! Bash's `$'…'`, which Chrome and Firefox use for bodies with quotes or control characters.
//!
//! It is read as bash reads it, but for two things that a copied body can mean only one way:
//! two escaped surrogates are one character (Firefox writes them so; bash would send six
//! bytes that are not UTF-8), and an escaped NUL stays (bash would drop the rest).

use super::word::Word;

/// Appends what stands from `at` to the closing quote; answers with the offset after it, or
/// with none if the quote is open.
pub(super) fn read(input: &[u8], mut at: usize, word: &mut Word) -> Option<usize> {
    loop {
        let length = input[at..].iter().position(|byte| matches!(byte, b'\'' | b'\\'))?;
        word.take(input, at..at + length);
        at += length;
        if input[at] == b'\'' {
            return Some(at + 1);
        }
        at = escape(input, at, word)?;
    }
}

/// Reads the escape whose backslash is at `at`; answers with the offset after it.
fn escape(input: &[u8], at: usize, word: &mut Word) -> Option<usize> {
    let byte = *input.get(at + 1)?;
    let after = at + 2;
    let simple = match byte {
        b'a' => 0x07,
        b'b' => 0x08,
        b'e' | b'E' => 0x1B,
        b'f' => 0x0C,
        b'n' => b'\n',
        b'r' => b'\r',
        b't' => b'\t',
        b'v' => 0x0B,
        b'\\' | b'\'' | b'"' | b'?' => byte,
        b'0'..=b'7' => {
            let (value, length) = number(input, at + 1, 8, 3);
            // Bash keeps the low eight bits of \777.
            word.push(&[(value & 0xFF) as u8]);
            return Some(at + 1 + length);
        }
        b'x' => {
            let (value, length) = number(input, after, 16, 2);
            return Some(finish(input, at, after, length, word, &[value as u8]));
        }
        b'u' => return Some(unicode(input, at, 4, word)),
        b'U' => return Some(unicode(input, at, 8, word)),
        b'c' => return control(input, after, word),
        // Bash keeps the backslash of an escape that it does not know.
        _ => {
            word.take(input, at..after);
            return Some(after);
        }
    };
    word.push(&[simple]);
    Some(after)
}

/// `\uHHHH` or `\UHHHHHHHH` at `at`, with up to `most` digits.
fn unicode(input: &[u8], at: usize, most: usize, word: &mut Word) -> usize {
    let after = at + 2;
    let (value, length) = number(input, after, 16, most);
    if (0xD800..0xDC00).contains(&value) && input[after + length..].starts_with(b"\\u") {
        let (low, low_length) = number(input, after + length + 2, 16, 4);
        if (0xDC00..0xE000).contains(&low) {
            let joined = 0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00);
            word.push(&utf8(joined));
            return after + length + 2 + low_length;
        }
    }
    finish(input, at, after, length, word, &utf8(value))
}

/// Pushes `bytes` if the escape at `at` has digits, else keeps the escape as bash does.
fn finish(input: &[u8], at: usize, after: usize, length: usize, word: &mut Word, bytes: &[u8]) -> usize {
    if length == 0 {
        word.take(input, at..after);
    } else {
        word.push(bytes);
    }
    after + length
}

/// `\cX`: control and X. `\c\\` is control and backslash.
fn control(input: &[u8], at: usize, word: &mut Word) -> Option<usize> {
    match *input.get(at)? {
        b'?' => word.push(&[0x7F]),
        byte => word.push(&[byte & 0x1F]),
    }
    Some(if input[at..].starts_with(b"\\\\") { at + 2 } else { at + 1 })
}

/// The number at `at` in `radix`, of at most `most` digits, and how many it has.
fn number(input: &[u8], at: usize, radix: u32, most: usize) -> (u32, usize) {
    let digits = input[at..].iter().take(most).map_while(|byte| char::from(*byte).to_digit(radix));
    digits.fold((0, 0), |(value, length), digit| (value * radix + digit, length + 1))
}

/// `value` as UTF-8. A lone surrogate gets the three bytes that bash gives it, so that the
/// body is seen to be broken; a number beyond Unicode is replaced.
fn utf8(value: u32) -> Vec<u8> {
    match char::from_u32(value) {
        Some(char) => char.to_string().into_bytes(),
        None if value <= 0xFFFF => {
            vec![0xE0 | (value >> 12) as u8, 0x80 | (value >> 6 & 0x3F) as u8, 0x80 | (value & 0x3F) as u8]
        }
        None => char::REPLACEMENT_CHARACTER.to_string().into_bytes(),
    }
}
