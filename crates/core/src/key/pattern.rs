//! Patterns of values, for recognising a sender: less than regular expressions, so that they read
//! without a manual, cost no library in the page, and take linear time on any value.
//!
//! `*` is any run of characters, `<hex64>` that many lower-case hex digits (also 40 and 128), `<digits>` one or more
//! of 0–9, `<uuid>` 36 of 0–9, a–f and `-`; `|` separates alternatives; all else stands for itself. The
//! whole value has to match.

/// Whether the whole of `value` is like `pattern`.
pub(super) fn matches(pattern: &str, value: &str) -> bool {
    pattern.split('|').any(|alternative| matches_one(alternative, value))
}

/// Greedy with one place to come back to, as is enough for patterns whose pieces have a length of their own.
fn matches_one(pattern: &str, value: &str) -> bool {
    let (mut pattern, mut value) = (pattern, value);
    // The pattern behind the last `*`, and where in the value it is tried next.
    let mut resume: Option<(&str, &str)> = None;
    loop {
        if let Some(rest) = pattern.strip_prefix('*') {
            pattern = rest;
            resume = Some((rest, value));
            continue;
        }
        if pattern.is_empty() && value.is_empty() {
            return true;
        }
        if let Some((after_pattern, after_value)) = step(pattern, value) {
            (pattern, value) = (after_pattern, after_value);
            continue;
        }
        let Some((after_star, tried)) = resume else {
            return false;
        };
        let mut rest = tried.chars();
        if rest.next().is_none() {
            return false;
        }
        resume = Some((after_star, rest.as_str()));
        (pattern, value) = (after_star, rest.as_str());
    }
}

/// What is left of both behind the pattern's first piece.
fn step<'a>(pattern: &'a str, value: &'a str) -> Option<(&'a str, &'a str)> {
    for (name, allowed, length) in CLASSES {
        if let Some(rest) = pattern.strip_prefix(name) {
            let run = value.bytes().take_while(|byte| allowed.as_bytes().contains(byte)).count();
            let taken = if length == 0 { run.max(1) } else { length };
            return (taken <= run).then(|| (rest, &value[taken..]));
        }
    }
    let expected = pattern.chars().next()?;
    Some((&pattern[expected.len_utf8()..], value.strip_prefix(expected)?))
}

/// Name, characters, and how many; 0 is one or more.
const CLASSES: [(&str, &str, usize); 5] = [
    ("<digits>", "0123456789", 0),
    ("<hex128>", HEX, 128),
    ("<hex40>", HEX, 40),
    ("<hex64>", HEX, 64),
    ("<uuid>", "0123456789abcdef-", 36),
];

const HEX: &str = "0123456789abcdef";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_value_has_to_match() {
        #[track_caller]
        fn check(pattern: &str, value: &str, expected: bool) {
            assert_eq!(matches(pattern, value), expected, "{pattern} {value}");
        }
        check("evt_*", "evt_1", true);
        check("evt_*", "evt_", true);
        check("evt_*", "xevt_1", false);
        check("event", "event", true);
        check("event", "events", false);
        check("", "", true);
        check("", "a", false);
        check("*", "", true);
        check("*.myshopify.com", "shop.myshopify.com", true);
        check("*.myshopify.com", "shop.myshopify.com.evil.example", false);
        check("*.myshopify.com", "a.myshopify.com.myshopify.com", true);
        check("INSERT|UPDATE|DELETE", "UPDATE", true);
        check("INSERT|UPDATE|DELETE", "UPDAT", false);
        check("t=<digits>,*v1=<hex64>*", &format!("t=17,v0=x,v1={},v1=y", "0a".repeat(32)), true);
        check("t=<digits>,*v1=<hex64>*", &format!("t=,v1={}", "0a".repeat(32)), false);
        check("<hex64>", &"0A".repeat(32), false);
        check("<hex40>", &"a".repeat(41), false);
        check("<uuid>", "141f88c0-ec38-4515-ac00-f1231355f124", true);
        check("*ab*ab", "abab", true);
        check("*ä<digits>", "öä7", true);
        check("<digits>", "", false);
        // Linear, however many places there are to come back to.
        check(&"*a".repeat(30), &"a".repeat(20_000), true);
        check(&format!("{}b", "*a".repeat(30)), &"a".repeat(20_000), false);
    }
}
