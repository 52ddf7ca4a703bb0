//! What a value is, by its name and its look: evidence, not proof.

use super::headers;
use crate::key::{Lookup, Segment, Source, evidence};

/// What a value is.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Role {
    /// It changes with every attempt: a counter, a time of sending, a signature, or of a hop on the way.
    Attempt,
    /// The body's hash.
    BodyHash,
    /// The event's id.
    Event,
    /// An id of something that is not known.
    Id,
    /// The id of a message: often the event's, but the same for several events about that message.
    Message,
    /// The id of the object that the event is about.
    Object,
    /// The id of a subscription, an account or an app: the same in every event.
    Subscription,
    /// A time.
    Time,
    /// Another value.
    Value,
}

impl Role {
    /// The stable name, in kebab case.
    pub fn code(self) -> &'static str {
        match self {
            Role::Attempt => "attempt",
            Role::BodyHash => "body-hash",
            Role::Event => "event-id",
            Role::Id => "id",
            Role::Message => "message-id",
            Role::Object => "object-id",
            Role::Subscription => "subscription-id",
            Role::Time => "time",
            Role::Value => "value",
        }
    }
}

/// What the value at a place is; `value` is one that is there.
pub(super) fn of(source: &Source, batch: Option<&[Segment]>, lookups: &[Lookup], value: &str) -> Role {
    match source {
        Source::BodySha256 => Role::BodyHash,
        Source::Header(name) => of_header(name, value),
        Source::Form(name) | Source::Query(name) => of_member(&[name], value, false),
        Source::Item { path, .. } => of_member(&names(path), value, is_event_list(batch)),
        Source::Json(path) => {
            let beside = |name: &str| {
                let source = Source::Json(vec![Segment::Member(name.to_owned())]);
                lookups.iter().any(|lookup| lookup.is_present(&source))
            };
            of_member(&names(path), value, EVENT_MEMBERS.iter().any(|name| beside(name)))
        }
    }
}

/// Whether the items of an array are events: it is the whole body, or its name says so.
fn is_event_list(batch: Option<&[Segment]>) -> bool {
    match names(batch.unwrap_or_default()).last() {
        None => true,
        Some(name) => EVENT_LISTS.contains(&plain(name).as_str()),
    }
}

/// What the value at a path is, such as `data.items[0].id`.
pub(super) fn of_path(path: &str, value: &str) -> Role {
    let names: Vec<&str> = path.split('.').map(|name| name.split('[').next().unwrap_or(name)).collect();
    of_member(&names, value, true)
}

fn names(path: &[Segment]) -> Vec<&str> {
    let name = |segment| match segment {
        &Segment::Each | &Segment::Index(_) => None,
        Segment::Member(name) => Some(name.as_str()),
    };
    path.iter().filter_map(name).collect()
}

pub(super) fn of_header(name: &str, value: &str) -> Role {
    let plain = plain(name);
    if headers::is_volatile(name) {
        Role::Attempt
    } else if has(&plain, &OF_EVENTS_IN_HEADERS) && evidence::tells_events_apart(value)
        || matches!(plain.as_str(), "webhookid" | "svixid")
    {
        Role::Event
    } else if has(&plain, &OF_MESSAGES) && evidence::tells_events_apart(value) {
        Role::Message
    } else if has(&plain, &OF_SUBSCRIPTIONS) {
        Role::Subscription
    } else if looks_like_time(value) {
        Role::Time
    } else if is_id(name) && evidence::tells_events_apart(value) {
        Role::Id
    } else {
        Role::Value
    }
}

/// `names` lead to the value; `event_like` is whether what it stands in at the top level describes an event.
fn of_member(names: &[&str], value: &str, event_like: bool) -> Role {
    let (name, above) = match names {
        [] => return Role::Value,
        [above @ .., name] => (*name, above),
    };
    let lower = plain(name);
    let parent = above.last().map(|name| plain(name)).unwrap_or_default();
    let has_event_prefix = EVENT_PREFIXES.iter().any(|prefix| value.starts_with(prefix));
    let is_of_attempt = ["attempt", "retry"].iter().any(|word| lower.starts_with(word));
    if is_of_attempt || names.iter().any(|name| evidence::is_volatile_name(name)) {
        Role::Attempt
    } else if lower.contains("version") {
        // Versions are often dates.
        Role::Value
    } else if is_time(name) || looks_like_time(value) {
        Role::Time
    } else if !is_id(name) {
        Role::Value
    } else if has_event_prefix
        || has(&lower, &OF_EVENTS)
        || lower == "id" && (EVENTS_ABOVE.contains(&parent.as_str()) || above.is_empty() && event_like)
    {
        Role::Event
    } else if has(&lower, &OF_MESSAGES) || lower == "id" && has(&parent, &OF_MESSAGES_ABOVE) {
        Role::Message
    } else if has(&lower, &OF_SUBSCRIPTIONS) || lower == "id" && is_of_subscription(&parent) {
        Role::Subscription
    } else if above.is_empty() && OF_ANYTHING.contains(&lower.as_str()) {
        Role::Id
    } else {
        Role::Object
    }
}

/// Lower case, without `_` and `-`.
fn plain(name: &str) -> String {
    let letters = name.chars().take(64).filter(|char| !matches!(char, '_' | '-'));
    letters.map(|char| char.to_ascii_lowercase()).collect()
}

fn is_of_subscription(parent: &str) -> bool {
    has(parent, &OF_SUBSCRIPTIONS) || parent.ends_with("hook")
}

fn has(name: &str, words: &[&str]) -> bool {
    words.iter().any(|word| name.contains(word))
}

fn is_id(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let is_word = |word: &str| {
        // `paid` ends in `id` as well: the word starts the name, or a separator or a capital is in front.
        let start = lower.len().checked_sub(word.len());
        lower.ends_with(word)
            && start.is_some_and(|start| {
                start == 0
                    || name.as_bytes()[start].is_ascii_uppercase()
                    || matches!(name.as_bytes()[start - 1], b'_' | b'-' | b'.')
            })
    };
    ["id", "uuid", "guid", "key", "identifier", "delivery", "uid", "uri"].into_iter().any(is_word)
}

pub(super) fn is_time(name: &str) -> bool {
    let lower = plain(name);
    let ends = ["time", "date", "timestamp", "created", "updated", "gmt", "utc"];
    ends.iter().any(|end| lower.ends_with(end))
        || lower == "ts"
        || name.ends_with("_at")
        || name.ends_with("At")
        || name.ends_with("_ts")
}

/// A date such as `2026-03-01`, alone or with a time behind it.
pub(super) fn looks_like_time(value: &str) -> bool {
    let digit = |at: usize| value.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let bytes = value.as_bytes();
    (10..=40).contains(&value.len())
        && [0, 1, 2, 3, 5, 6, 8, 9].into_iter().all(digit)
        && bytes[4] == b'-'
        && bytes[7] == b'-'
        && bytes.get(10).is_none_or(|byte| matches!(byte, b'T' | b't' | b' '))
}

/// Members that stand beside an event's id.
const EVENT_MEMBERS: [&str; 9] =
    ["type", "event", "event_type", "eventType", "topic", "action", "specversion", "kind", "event_name"];

/// Names of members that are the event, with its id in them.
const EVENTS_ABOVE: [&str; 3] = ["action", "activity", "event"];

const EVENT_PREFIXES: [&str; 4] = ["evt_", "event_", "msg_", "notif_"];

/// Names of arrays whose items are events.
const EVENT_LISTS: [&str; 8] =
    ["data", "entries", "entry", "events", "items", "messages", "notifications", "records"];

/// Parts of the names of events' ids, without separators.
const OF_EVENTS: [&str; 6] =
    ["deliveryid", "eventid", "eventuuid", "notificationid", "triggeruuid", "updateid"];

/// The same of headers, which also have names for it that mean something else in a body.
const OF_EVENTS_IN_HEADERS: [&str; 6] =
    ["delivery", "eventid", "eventuuid", "idempotency", "requestuuid", "webhookidentifier"];

const OF_MESSAGES: [&str; 1] = ["messageid"];
const OF_MESSAGES_ABOVE: [&str; 2] = ["message", "notification"];

/// Names of ids that do not say whose they are.
const OF_ANYTHING: [&str; 6] = ["guid", "id", "identifier", "key", "uid", "uuid"];

/// Parts of the names of ids that are the same in every event of a receiver.
const OF_SUBSCRIPTIONS: [&str; 20] = [
    "account",
    "app",
    "bot",
    "client",
    "config",
    "environment",
    "hookid",
    "hookuuid",
    "install",
    "merchant",
    "organization",
    "portal",
    "project",
    "store",
    "subscription",
    "team",
    "tenant",
    "topicarn",
    "user",
    "workspace",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_say_what_a_value_is() {
        #[track_caller]
        fn check(path: &str, value: &str, expected: Role) {
            assert_eq!(of_path(path, value), expected, "{path}");
        }
        check("id", "evt_1001", Role::Event);
        check("data[0].event_id", "1", Role::Event);
        check("event.id", "1", Role::Event);
        check("action.id", "1", Role::Event);
        check("event.triggerUuid", "1", Role::Event);
        check("message.id", "1", Role::Message);
        check("order.id", "1", Role::Object);
        check("orderId", "1", Role::Object);
        check("account_id", "1", Role::Subscription);
        check("webhook.id", "1", Role::Subscription);
        check("created_at", "1", Role::Time);
        check("updatedAt", "1", Role::Time);
        check("when", "2026-01-02T03:04:05Z", Role::Time);
        check("api_version", "2026-01-02", Role::Value);
        check("paid", "1", Role::Value);
        check("data.attempt", "1", Role::Attempt);
        check("attempt_id", "1", Role::Attempt);
        check("signature.id", "1", Role::Attempt);
    }

    #[test]
    fn headers_say_what_a_value_is() {
        #[track_caller]
        fn check(name: &str, expected: Role) {
            assert_eq!(of_header(name, "141f88c0-ec38"), expected, "{name}");
        }
        check("webhook-id", Role::Event);
        check("X-GitHub-Delivery", Role::Event);
        check("X-Event-Id", Role::Event);
        check("x-amz-sns-message-id", Role::Message);
        check("X-GitHub-Hook-ID", Role::Subscription);
        check("X-Zendesk-Webhook-Id", Role::Subscription);
        check("X-Some-Id", Role::Id);
        check("X-Topic", Role::Value);
        check("X-Request-Id", Role::Attempt);
        check("X-Hub-Signature-256", Role::Attempt);
        check("X-Retry-Num", Role::Attempt);
    }
}
