//! English.

use super::Words;

pub(super) static WORDS: Words = Words {
    better: "A better rule:",
    candidates: "What each value would say",
    changes: "What differs",
    deliveries: |number| format!("Delivery 1 and {number}"),
    error: "Error",
    events: "Event by it, for each delivery",
    first: "First",
    info: "Info",
    more: |count| format!("{count} more are not listed."),
    no_change: "no difference, not even a byte.",
    other: "Other",
    place: "Place",
    use_rule: "Use this rule",
    warning: "Warning",
    what: "What",
};
