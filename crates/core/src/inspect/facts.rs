//! Names and values that say what they are, whoever sends them.

use crate::json::Value;
use crate::key::Lookup;

/// Whether proxies, servers and tracing systems add a header of this name, a new value for each request.
pub(super) fn is_transport(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    TRANSPORT.contains(&lower.as_str())
        || ["x-b3-", "x-datadog-", "x-envoy-"].iter().any(|start| lower.starts_with(start))
}

/// Whether a header or member of this name is a signature or a token.
pub(super) fn is_signature(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    ["signature", "hmac", "digest", "authorization", "token", "nonce"].iter().any(|word| lower.contains(word))
}

/// Whether the body is an object such as an order rather than an event: it has members of one, and none of the other.
pub(super) fn is_object(delivery: &Lookup) -> bool {
    let Some(root) = delivery.root else {
        return false;
    };
    let has = |name: &&str| root.member(name).is_some();
    OF_OBJECTS.iter().filter(|name| has(name)).count() >= 2 && !OF_EVENTS.iter().any(has)
}

/// An id that test tools and simulators use again and again.
pub(super) fn is_test_id(id: &str) -> bool {
    let lower = id.to_ascii_lowercase();
    let digits: String = id.chars().filter(char::is_ascii_digit).collect();
    let letters = id.chars().filter(char::is_ascii_alphabetic).count();
    let zeros = digits.len() >= 4 && digits.bytes().all(|digit| digit == b'0') && letters <= 6;
    zeros || TEST_IDS.contains(&lower.as_str())
}

/// Whether an id is, or has in it, an e-mail address, a phone number or an IBAN.
pub(super) fn is_personal(id: &str) -> bool {
    id.split(|char: char| char.is_whitespace() || "/,;|".contains(char))
        .any(|word| is_email(word) || is_phone(word) || is_iban(word))
}

/// Where a body says that it is a test, if it does: the member's name.
pub(super) fn test_mode<'a>(root: Value<'a>) -> Option<&'a str> {
    let says_test = |name: &str, value: Value| {
        let word = value.text().map(|text| text.display().to_ascii_lowercase());
        let raw = value.raw();
        match name {
            "livemode" | "live" => raw == b"false" || word.as_deref() == Some("false"),
            "sandbox" | "test" | "test_mode" | "testmode" | "is_test" => {
                raw == b"true" || word.as_deref() == Some("true")
            }
            _ => word.is_some_and(|word| TEST_MODES.contains(&word.as_str())),
        }
    };
    let modes = MODES.into_iter();
    modes
        .filter(|name| root.member(name).is_some_and(|value| says_test(name, value)))
        .map(|name| name as &str)
        .next()
}

fn is_email(word: &str) -> bool {
    let Some((name, domain)) = word.split_once('@') else {
        return false;
    };
    !name.is_empty()
        && domain.rsplit_once('.').is_some_and(|(host, end)| {
            !host.is_empty() && end.len() >= 2 && end.chars().all(char::is_alphabetic)
        })
}

/// International form: a plus and 8 to 15 digits (E.164).
fn is_phone(word: &str) -> bool {
    word.strip_prefix('+')
        .is_some_and(|rest| (8..=15).contains(&rest.len()) && rest.bytes().all(|byte| byte.is_ascii_digit()))
}

/// ISO 13616: two letters, two digits, up to 30 more; as a number it is 1 modulo 97.
fn is_iban(word: &str) -> bool {
    let bytes = word.as_bytes();
    let formed = (15..=34).contains(&bytes.len())
        && bytes[..2].iter().all(u8::is_ascii_uppercase)
        && bytes[2..4].iter().all(u8::is_ascii_digit)
        && bytes.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    let turned = || bytes[4..].iter().chain(&bytes[..4]);
    let rest = |rest: u32, byte: &u8| match byte {
        b'0'..=b'9' => (rest * 10 + u32::from(byte - b'0')) % 97,
        _ => (rest * 100 + u32::from(byte - b'A') + 10) % 97,
    };
    formed && turned().fold(0, rest) == 1
}

const TRANSPORT: [&str; 16] = [
    "cf-ray",
    "correlation-id",
    "fly-request-id",
    "request-id",
    "traceparent",
    "tracestate",
    "via",
    "x-amz-cf-id",
    "x-amzn-requestid",
    "x-amzn-trace-id",
    "x-azure-ref",
    "x-cloud-trace-context",
    "x-correlation-id",
    "x-request-id",
    "x-trace-id",
    "x-vercel-id",
];

const OF_EVENTS: [&str; 12] = [
    "action",
    "data",
    "event",
    "eventType",
    "event_name",
    "event_type",
    "kind",
    "payload",
    "resource_type",
    "specversion",
    "topic",
    "type",
];

const OF_OBJECTS: [&str; 20] = [
    "amount",
    "currency",
    "customer",
    "customer_id",
    "date_created",
    "email",
    "financial_status",
    "first_name",
    "line_items",
    "name",
    "number",
    "price",
    "state",
    "status",
    "subtotal",
    "title",
    "total",
    "total_price",
    "updated_at",
    "updatedAt",
];

const TEST_IDS: [&str; 8] = ["dummy", "example", "foo", "sample", "string", "test", "test-id", "test_id"];

const TEST_MODES: [&str; 6] = ["dev", "development", "sandbox", "staging", "test", "testing"];

const MODES: [&str; 11] = [
    "environment",
    "env",
    "is_test",
    "live",
    "livemode",
    "mode",
    "sandbox",
    "stage",
    "test",
    "test_mode",
    "testmode",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn personal_data_is_seen_and_ids_are_none() {
        for id in [
            "ann@example.com",
            "order/ann@example.co.uk",
            "+491701234567",
            "DE89370400440532013000",
            "GB82WEST12345698765432",
        ] {
            assert!(is_personal(id), "{id}");
        }
        for id in [
            "evt_1",
            "a@b",
            "@example.com",
            "+49",
            "DE89370400440532013001",
            "141f88c0-ec38-4515-ac00-f1231355f124",
            "user@",
        ] {
            assert!(!is_personal(id), "{id}");
        }
    }

    #[test]
    fn ids_of_test_tools_are_seen() {
        for id in ["evt_00000000000000", "00000000-0000-0000-0000-000000000000", "test", "Sample"] {
            assert!(is_test_id(id), "{id}");
        }
        for id in ["evt_1", "0", "testimony", "10000", "evt_test_A", "abcdefgh0000"] {
            assert!(!is_test_id(id), "{id}");
        }
    }

    #[test]
    fn transport_and_signatures_are_known_by_name() {
        assert!(is_transport("X-Request-ID") && is_transport("x-b3-traceid") && !is_transport("X-Event-Id"));
        assert!(is_signature("Stripe-Signature") && !is_signature("X-Event-Id"));
    }
}
