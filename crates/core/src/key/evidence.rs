//! What a value or a name looks like: evidence, not proof.

use super::decimal::Decimal;

/// Whether a member of this name probably differs from attempt to attempt: an attempt counter,
/// a time of sending, a signature. Compared in lower case, without `_` and `-`.
pub(crate) fn is_volatile_name(name: &str) -> bool {
    // Longer names need not be looked at: it keeps one huge name from costing a copy.
    if name.len() > 64 {
        return false;
    }
    let plain: String = name.to_ascii_lowercase().chars().filter(|char| !matches!(char, '_' | '-')).collect();
    VOLATILE_NAMES.contains(&plain.as_str())
}

const VOLATILE_NAMES: [&str; 19] = [
    "attempt",
    "attempts",
    "attemptnumber",
    "retry",
    "retries",
    "retrycount",
    "retrynumber",
    "deliveryattempt",
    "deliveryattempts",
    "sentat",
    "deliveredat",
    "timestamp",
    "webhooktimestamp",
    "requestedat",
    "attemptedat",
    "signature",
    "hmac",
    "token",
    "nonce",
];

/// Whether a value can tell two events apart: it looks like an id, a time or a number above 999.
pub(crate) fn tells_events_apart(value: &str) -> bool {
    is_large_number(value) || looks_like_time(value) || looks_like_id(value)
}

/// Whether a number is above 999, of either sign.
pub(crate) fn is_large_number(digits: &str) -> bool {
    digits.len() < 400 && Decimal::new(digits).is_some_and(|decimal| decimal.is_large())
}

/// A date or a time of day in digits, such as `2026-03-01` or `12:30`.
fn looks_like_time(value: &str) -> bool {
    let digit = |byte: &u8| byte.is_ascii_digit();
    let bytes = value.as_bytes();
    value.len() <= 64
        && bytes.windows(5).any(|w| {
            w[..2].iter().all(digit) && w[3..].iter().all(digit) && matches!(w[2], b':' | b'-' | b'/')
        })
}

/// One word of 6 to 255 characters with a digit in it, that is no e-mail address.
fn looks_like_id(value: &str) -> bool {
    (6..=255).contains(&value.len())
        && value.bytes().any(|byte| byte.is_ascii_digit())
        && !value.contains(|char: char| char.is_whitespace() || char == '@')
}

/// The same question for a text that is not JSON: whether any of its words tells events apart.
pub(crate) fn text_tells_events_apart(text: &str) -> bool {
    text.split(|char: char| char.is_whitespace() || "&=;,<>\"'(){}[]|".contains(char)).any(tells_events_apart)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_change_with_the_attempt() {
        for name in ["attempt", "Attempt_Number", "retry-count", "sent_at", "webhookTimestamp", "X-HMAC"] {
            assert_eq!(is_volatile_name(name), name != "X-HMAC", "{name}");
        }
        assert!(!is_volatile_name("created_at"));
        assert!(!is_volatile_name("id"));
    }

    #[test]
    fn values_that_tell_events_apart() {
        for value in ["1000", "-1000.5", "2026-03-01", "12:30", "evt_1QJ4fR", "550e8400-e29b-41d4-a716"] {
            assert!(tells_events_apart(value), "{value}");
        }
        for value in ["999", "12.5", "paid", "order created", "ann2@example.com", "", "v2"] {
            assert!(!tells_events_apart(value), "{value}");
        }
        assert!(text_tells_events_apart("status=paid&order=A-10023"));
        assert!(!text_tells_events_apart("status=paid&count=3"));
    }
}
