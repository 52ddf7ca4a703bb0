//! English.

use super::Words;

pub(super) static WORDS: Words = Words {
    all_deliveries: "deliveries",
    chart: |deliveries, repeats, most| {
        format!("Bars: {repeats} repeats of {deliveries} deliveries; the highest bar has {most} deliveries.")
    },
    conflicts: "Conflicts",
    merged: "Merged",
    number_again: "and number",
    number_first: "Number",
    of_events: "Events",
    over_order: "In the order of the file:",
    over_time: "Over time:",
    repeats: "Repeats",
    repeats_of_them: "repeats of them",
    rule: "Rule",
    rule_in_use: "the one in use",
    rules: "Rules, on a sample",
    split: "Split",
    without_key: "Without a key",

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
