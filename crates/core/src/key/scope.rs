//! The optional text in front of a key.

use crate::finding::{Finding, FindingKind};

/// A checked scope: `[a-z0-9._-]{1,32}`, and none of the words that start keys.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Scope(String);

impl Scope {
    /// No scope for the empty text; a finding for a text that cannot be one.
    pub fn new(text: &str) -> Result<Option<Scope>, Finding> {
        let allowed = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'-');
        let looks_like_key = matches!(text, "evt" | "sha256" | "evt-sha256");
        if text.is_empty() {
            Ok(None)
        } else if looks_like_key || text.len() > 32 || !text.bytes().all(allowed) {
            Err(Finding::new(FindingKind::ScopeInvalid { looks_like_key }))
        } else {
            Ok(Some(Scope(text.to_owned())))
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_is_a_short_plain_word_that_starts_no_key() {
        #[track_caller]
        fn check(text: &str, expected: Result<Option<&str>, bool>) {
            let scope = Scope::new(text);
            let seen = scope.as_ref().map(|scope| scope.as_ref().map(Scope::as_str));
            let expected = expected.map_err(|looks_like_key| FindingKind::ScopeInvalid { looks_like_key });
            assert_eq!(seen.map_err(|finding| finding.kind.clone()), expected);
        }
        check("", Ok(None));
        check("stripe", Ok(Some("stripe")));
        check("shop-eu_2.x", Ok(Some("shop-eu_2.x")));
        check(&"a".repeat(32), Ok(Some(&"a".repeat(32))));
        check(&"a".repeat(33), Err(false));
        check("Stripe", Err(false));
        check("a:b", Err(false));
        check("ä", Err(false));
        check(" ", Err(false));
        check("evt", Err(true));
        check("sha256", Err(true));
        check("evt-sha256", Err(true));
        check("evt-", Ok(Some("evt-")));
    }
}
