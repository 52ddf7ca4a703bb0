//! Idempotency keys for the calls that the work on an event makes itself.

use super::digest::{hex, sha256};

/// The idempotency key of one step of the work on an event: `hookonce-` and 32 hex digits, 41 bytes in all.
///
/// It is the same on each attempt, and differs between events and between steps. `event_key` is the event's whole
/// key with its scope, `step` any text of one's own for the call, such as `charge`. A key has no line end, so that
/// no two pairs are hashed as the same text. The shortest limits of services that take such keys are
/// 64 characters and more.
pub fn idempotency_key(event_key: &str, step: &str) -> String {
    let digest = hex(&sha256(format!("{event_key}\n{step}").as_bytes()));
    format!("hookonce-{}", &digest[..32])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed with `printf 'evt:evt_A\ncharge' | sha256sum`; n8n's expression is held to the same vectors.
    #[test]
    fn vectors() {
        #[track_caller]
        fn check(event_key: &str, step: &str, expected: &str) {
            assert_eq!(idempotency_key(event_key, step), expected);
        }
        check("evt:evt_A", "charge", "hookonce-9d2629b0b8a02b6394b9934a34cb96f4");
        check("shop:evt:ü/📦", "mail", "hookonce-7e3f88ca79277fe71de331f59c7d4f7b");
        check("evt:a", "", "hookonce-b722540db0bc80943e8a07497c1f8f05");
        assert_ne!(idempotency_key("evt:a", "b"), idempotency_key("evt:ab", ""));
    }
}
