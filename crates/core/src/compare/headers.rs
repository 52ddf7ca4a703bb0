//! Compares the heads of two deliveries.

use super::change::{Change, ChangeKind, Part, Spelling};
use super::cut;
use super::named::{self, Entry};
use crate::delivery::Delivery;
use crate::key::evidence;

/// What differs in method, target and headers.
pub(super) fn compare(a: &Delivery, b: &Delivery) -> Vec<Change> {
    let mut changes = Vec::new();
    for (part, old, new) in [(Part::Method, &a.method, &b.method), (Part::Target, &a.target, &b.target)] {
        // A bare body does not say them, which is no difference.
        if let (Some(old), Some(new)) = (old, new)
            && old != new
        {
            let change = Change::new(ChangeKind::Value, part, String::new());
            changes.push(Change { old: Some(cut(old)), new: Some(cut(new)), ..change });
        }
    }
    let lower = |delivery: &Delivery| -> Vec<Entry> {
        let headers = delivery.headers.iter();
        headers
            .map(|header| Entry { name: header.name.to_ascii_lowercase(), value: header.value.clone() })
            .collect()
    };
    let (old, new) = (lower(a), lower(b));
    let mut headers = named::compare(&old, &new, Part::Header, is_volatile);
    for change in &mut headers {
        change.path = written(a, &change.path).or(written(b, &change.path)).unwrap_or_default();
        change.moved_to = change.moved_to.take().and_then(|name| written(b, &name));
    }
    changes.append(&mut headers);
    changes.extend(a.headers.iter().filter_map(|header| {
        let other = written(b, &header.name)?;
        let is_first = written(a, &header.name).as_ref() == Some(&header.name);
        let change = Change::new(ChangeKind::Spelling(Spelling::Case), Part::Header, header.name.clone());
        (is_first && other != header.name).then_some(Change {
            old: Some(header.name.clone()),
            new: Some(other),
            ..change
        })
    }));
    changes
}

/// Whether a header's value probably differs from attempt to attempt.
pub(super) fn is_volatile(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    OF_TRANSPORT.contains(&lower.as_str())
        || OF_ATTEMPTS.iter().any(|word| lower.contains(word))
        || evidence::is_volatile_name(lower.strip_prefix("x-").unwrap_or(&lower))
}

/// The name of a header as the delivery has it; `$` stands for all.
fn written(delivery: &Delivery, name: &str) -> Option<String> {
    let mut same = delivery.headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
    match name {
        "$" => Some(name.to_owned()),
        _ => same.next().map(|header| header.name.clone()),
    }
}

/// Headers of hops and of the connection, which no sender makes for an event.
const OF_TRANSPORT: [&str; 21] = [
    "authorization",
    "cf-ray",
    "connection",
    "content-length",
    "date",
    "forwarded",
    "host",
    "traceparent",
    "tracestate",
    "transfer-encoding",
    "user-agent",
    "via",
    "x-amzn-trace-id",
    "x-b3-spanid",
    "x-b3-traceid",
    "x-cloud-trace-context",
    "x-correlation-id",
    "x-forwarded-for",
    "x-forwarded-host",
    "x-forwarded-proto",
    "x-request-id",
];

/// Words in the names of headers that count or sign attempts.
const OF_ATTEMPTS: [&str; 11] = [
    "attempt",
    "delivery-count",
    "hmac",
    "nonce",
    "retries",
    "retry",
    "signature",
    "timestamp",
    "transmission-sig",
    "transmission-time",
    "verification",
];
