//! The test of a usable id (rule 5).

use super::decimal::{Decimal, Double};
use crate::finding::UnusableId;
use crate::json::Text;

/// The longest id, in UTF-8 bytes.
const MAX_BYTES: usize = 255;

/// The id that a string gives: the string itself, unchanged.
pub(super) fn text(text: &Text) -> Result<String, UnusableId> {
    text.as_str().ok_or(UnusableId::LoneSurrogate).and_then(plain)
}

/// The id that a text gives, for example a header's value: the text itself, unchanged.
pub(super) fn plain(id: &str) -> Result<String, UnusableId> {
    if id.is_empty() {
        Err(UnusableId::Empty)
    } else if id.chars().all(is_blank) {
        Err(UnusableId::Blank)
    } else if id.chars().any(char::is_control) {
        Err(UnusableId::ControlCharacter)
    } else if id.len() > MAX_BYTES {
        Err(UnusableId::TooLong)
    } else {
        Ok(id.to_owned())
    }
}

/// The id that a JSON number gives: its double, written as an integer.
pub(super) fn number(digits: &str) -> Result<String, UnusableId> {
    match Decimal::new(digits).map(|decimal| decimal.double()) {
        Some(Double::Integer(integer)) => Ok(integer.to_string()),
        Some(Double::TooLarge) => Err(UnusableId::TooLarge),
        // What is no number is not handed here.
        Some(Double::Fraction) | None => Err(UnusableId::Fraction),
    }
}

/// Unicode `White_Space` and U+FEFF, which JavaScript's `trim` counts and Rust's does not.
pub(super) fn is_blank(char: char) -> bool {
    char.is_whitespace() || char == '\u{feff}'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_integer_they_are() {
        #[track_caller]
        fn check(digits: &str, expected: Result<&str, UnusableId>) {
            assert_eq!(number(digits), expected.map(str::to_owned));
        }
        check("0", Ok("0"));
        check("-0", Ok("0"));
        check("-0.0e5", Ok("0"));
        check("1e-400", Ok("0"));
        check("1.0", Ok("1"));
        check("1e0", Ok("1"));
        check("-17", Ok("-17"));
        check("1E3", Ok("1000"));
        check("9007199254740991", Ok("9007199254740991"));
        check("-9007199254740991", Ok("-9007199254740991"));
        check("9007199254740991.4", Ok("9007199254740991"));
        check("9007199254740992", Err(UnusableId::TooLarge));
        check("9007199254740993", Err(UnusableId::TooLarge));
        check("1e400", Err(UnusableId::TooLarge));
        check("-1e400", Err(UnusableId::TooLarge));
        check("1.5", Err(UnusableId::Fraction));
        check("1e-3", Err(UnusableId::Fraction));
    }

    #[test]
    fn texts_are_used_exactly_as_they_are() {
        #[track_caller]
        fn check(raw: &str, expected: Result<&str, UnusableId>) {
            assert_eq!(text(&Text::new(raw.as_bytes())), expected.map(str::to_owned));
        }
        check("evt_A", Ok("evt_A"));
        check(" Padded ", Ok(" Padded "));
        check("\u{feff}a", Ok("\u{feff}a"));
        check(&"x".repeat(255), Ok(&"x".repeat(255)));
        check(&"x".repeat(256), Err(UnusableId::TooLong));
        check(&"ü".repeat(128), Err(UnusableId::TooLong));
        check("", Err(UnusableId::Empty));
        check(" \u{a0}\u{2003}\u{3000}", Err(UnusableId::Blank));
        check("\u{feff}", Err(UnusableId::Blank));
        check("\u{85}", Err(UnusableId::Blank));
        check(r"a\u0000b", Err(UnusableId::ControlCharacter));
        check(r"a\u0085b", Err(UnusableId::ControlCharacter));
        check("a\u{7f}b", Err(UnusableId::ControlCharacter));
        check("a\u{200b}b", Ok("a\u{200b}b"));
        check(r"a\ud800b", Err(UnusableId::LoneSurrogate));
        check(r"\ud83d\udce6", Ok("📦"));
    }
}
