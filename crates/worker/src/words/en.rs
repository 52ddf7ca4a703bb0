//! English.

use super::Words;

pub(super) static WORDS: Words = Words {
    in_use: "in use",
    key: "Key",
    no_ids: "Neither the headers nor the body have anything that looks like an id.",
    no_key: "no key",
    better: "A better rule:",
    candidates: "What each value would say",
    changes: "What differs",
    deliveries: |number| format!("Delivery 1 and {number}"),
    different: "different events",
    error: "Error",
    events: "Event by it, for each delivery",
    first: "First",
    info: "Info",
    more: |count| format!("{count} more are not listed."),
    no_change: "no difference, not even a byte.",
    no_rule: "No rule fits: nothing in the deliveries tells exactly these apart.",
    other: "Other",
    place: "Place",
    rule_fits: "the rule in use fits.",
    rule_wrong: "the rule in use does not fit.",
    same: "the same event",
    use_rule: "Use this rule",
    warning: "Warning",
    what: "What",
};
