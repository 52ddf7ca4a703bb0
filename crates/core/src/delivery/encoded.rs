//! A body in base64 or hexadecimal digits.

use std::sync::Arc;

use super::detect::content_start;
use super::notes::Notes;
use super::{Delivery, Extract, InputKind};
use crate::finding::FindingKind;
use crate::json::{Next, Reader};

/// Reads the whole input as the body in `kind`, which is base64 or hex.
pub(super) fn read(input: &[u8], kind: InputKind, notes: &mut Notes) -> Extract {
    let start = content_start(input);
    let (decoded, invalid) = match kind {
        InputKind::Hex => (hex(&input[start..]), FindingKind::HexInvalid),
        _ => (base64(&input[start..]), FindingKind::Base64Invalid),
    };
    match decoded {
        Ok(body) => {
            let body = Arc::from(body);
            let delivery = Delivery { method: None, target: None, headers: Vec::new(), body };
            Extract { delivery: Some(delivery), body_start: None }
        }
        Err(at) => {
            notes.add(invalid, start + at);
            Extract::NOTHING
        }
    }
}

/// Which of the two `input` is, if it is a JSON object or array in one of them. Everything else, be it
/// only of such characters, can be a body as it stands.
pub(super) fn detect(input: &[u8]) -> Option<InputKind> {
    let content = input[content_start(input)..].trim_ascii_end();
    if content.len() < SHORTEST {
        return None;
    }
    let as_hex = || is_json_start(hex(whole_units(hex_digits(content), 2))) && is_json(hex(content));
    let as_base64 = || is_json_start(base64(whole_units(content, 4))) && is_json(base64(content));
    if as_hex() {
        return Some(InputKind::Hex);
    }
    as_base64().then_some(InputKind::Base64)
}

/// Decodes base64 or base64url with or without padding; white space between is passed over.
/// The error is the offset of what cannot be there.
pub(super) fn base64(text: &[u8]) -> Result<Vec<u8>, usize> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut digits, mut padding) = (0_u32, 0_usize, 0_usize);
    for (at, byte) in text.iter().enumerate() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' if digits % 4 >= 2 && padding < 4 - digits % 4 => {
                padding += 1;
                continue;
            }
            byte if byte.is_ascii_whitespace() => continue,
            _ => return Err(at),
        };
        if padding > 0 {
            return Err(at);
        }
        bits = bits << 6 | u32::from(value);
        digits += 1;
        if digits.is_multiple_of(4) {
            out.extend_from_slice(&bits.to_be_bytes()[1..]);
        }
    }
    match digits % 4 {
        // Eight bits do not fit in one digit.
        1 => return Err(text.len()),
        rest if padding > 0 && padding != 4 - rest => return Err(text.len()),
        2 => out.push((bits >> 4) as u8),
        3 => out.extend_from_slice(&[(bits >> 10) as u8, (bits >> 2) as u8]),
        _ => {}
    }
    Ok(out)
}

/// Decodes hexadecimal digits, behind `0x` or `\x` if there is one; white space between is passed over.
/// The error is the offset of what cannot be there.
fn hex(text: &[u8]) -> Result<Vec<u8>, usize> {
    let digits = hex_digits(text);
    let skipped = text.len() - digits.len();
    let mut out = Vec::with_capacity(digits.len() / 2);
    let mut high = None;
    for (at, byte) in digits.iter().enumerate() {
        if byte.is_ascii_whitespace() {
            continue;
        }
        let digit = (*byte as char).to_digit(16).ok_or(skipped + at)? as u8;
        high = match high {
            None => Some(digit << 4),
            Some(high) => {
                out.push(high | digit);
                None
            }
        };
    }
    match high {
        None => Ok(out),
        Some(_) => Err(text.len()),
    }
}

fn hex_digits(text: &[u8]) -> &[u8] {
    // So PostgreSQL and SQL in general write bytes.
    text.strip_prefix(b"\\x").or_else(|| text.strip_prefix(b"0x")).unwrap_or(text)
}

/// The first few digits of `text` that make whole bytes.
fn whole_units(text: &[u8], unit: usize) -> &[u8] {
    let length = text.iter().take_while(|byte| !byte.is_ascii_whitespace()).take(SHORTEST).count();
    &text[..length - length % unit]
}

fn is_json_start(decoded: Result<Vec<u8>, usize>) -> bool {
    decoded.is_ok_and(|bytes| {
        let first = bytes.get(content_start(&bytes));
        matches!(first, Some(b'{' | b'[')) || first.is_none() && !bytes.is_empty()
    })
}

fn is_json(decoded: Result<Vec<u8>, usize>) -> bool {
    let Ok(bytes) = decoded else { return false };
    let start = content_start(&bytes);
    if !matches!(bytes.get(start), Some(b'{' | b'[')) || std::str::from_utf8(&bytes).is_err() {
        return false;
    }
    let mut reader = Reader::new(start);
    loop {
        match reader.next(&bytes, bytes.len()) {
            Next::Event(_) => {}
            Next::End => return true,
            Next::Error(_) | Next::Pending => return false,
        }
    }
}

/// Fewer digits than this are more likely a word.
const SHORTEST: usize = 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_decoded_strictly() {
        #[track_caller]
        fn check(text: &str, expected: Result<&[u8], usize>) {
            assert_eq!(base64(text.as_bytes()), expected.map(<[u8]>::to_vec), "{text:?}");
        }
        check("", Ok(b""));
        check("YQ==", Ok(b"a"));
        check("YQ", Ok(b"a"));
        check("YWI=", Ok(b"ab"));
        check("YWI", Ok(b"ab"));
        check("YWJj", Ok(b"abc"));
        check("YW\r\nJj\n", Ok(b"abc"));
        check("-_8=", Ok(b"\xFB\xFF"));
        check("+/8=", Ok(b"\xFB\xFF"));
        check("Y", Err(1));
        check("YWJjY", Err(5));
        check("YQ=", Err(3));
        check("YQ===", Err(4));
        check("=YQ", Err(0));
        check("YQ==YQ", Err(4));
        check("YW!j", Err(2));
        check("YWJj=", Err(4));
    }

    #[test]
    fn hex_is_decoded_strictly() {
        #[track_caller]
        fn check(text: &str, expected: Result<&[u8], usize>) {
            assert_eq!(hex(text.as_bytes()), expected.map(<[u8]>::to_vec), "{text:?}");
        }
        check("", Ok(b""));
        check("7b7D", Ok(b"{}"));
        check("0x7b7D", Ok(b"{}"));
        check("\\x7b 7D\n", Ok(b"{}"));
        check("7b7", Err(3));
        check("0x7g", Err(3));
        check("7b,7d", Err(2));
    }
}
