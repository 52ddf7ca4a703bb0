//! What holds for any two bodies.

use proptest::prelude::*;

use super::of_bytes;
use crate::compare::{ChangeKind, Difference};

/// JSON of a few names and values, so that much of it is equal in two of them.
fn json() -> impl Strategy<Value = String> {
    let spelled = prop::sample::select(vec![
        "1",
        "1.0",
        "2",
        "\"evt_1001\"",
        "\"evt_\\u0031001\"",
        "\"evt_2002\"",
        "true",
        "null",
        "[]",
        "{}",
        "\"\"",
    ]);
    let leaf = (spelled, prop::sample::select(vec!["", " ", "\n", "\r\n"]))
        .prop_map(|(value, gap)| format!("{gap}{value}"));
    leaf.prop_recursive(5, 60, 6, |inner| {
        let name = prop::sample::select(vec!["id", "data", "attempt", "a", "b"]);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec((name, inner), 0..6).prop_map(|members| {
                let members: Vec<_> =
                    members.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    })
}

/// Each change as it looks from the other side.
fn mirrored(difference: &Difference) -> Vec<String> {
    let mut all: Vec<String> = difference
        .changes
        .iter()
        .map(|change| {
            let kind = match change.kind {
                ChangeKind::Added => "removed",
                ChangeKind::Removed => "added",
                kind => kind.code(),
            };
            if let ChangeKind::Spelling(_) = change.kind {
                return format!("{kind} {}", change.count);
            }
            let (from, to) = (&change.path, change.moved_to.as_ref().unwrap_or(&change.path));
            format!("{kind} {to} {from} {:?} {:?}", change.new, change.old)
        })
        .collect();
    all.sort();
    all
}

fn plain(difference: &Difference) -> Vec<String> {
    let mut all: Vec<String> = difference
        .changes
        .iter()
        .map(|change| {
            if let ChangeKind::Spelling(_) = change.kind {
                return format!("{} {}", change.kind.code(), change.count);
            }
            let (from, to) = (&change.path, change.moved_to.as_ref().unwrap_or(&change.path));
            format!("{} {from} {to} {:?} {:?}", change.kind.code(), change.old, change.new)
        })
        .collect();
    all.sort();
    all
}

/// The JSON without its spelling: what `serde_json` makes of it.
fn value(json: &str) -> serde_json::Value {
    serde_json::from_str::<serde_json::Value>(&json.replace("1.0", "1")).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_difference_is_there_exactly_where_bytes_differ(a in json(), b in json()) {
        prop_assert!(of_bytes(a.as_bytes(), a.as_bytes()).is_empty());
        let difference = of_bytes(a.as_bytes(), b.as_bytes());
        prop_assert_eq!(difference.is_empty(), a == b);
        // Of the same value exactly where another reader sees the same.
        let is_same = difference.changes.iter().all(|change| change.kind.is_spelling());
        prop_assert_eq!(is_same, value(&a) == value(&b));
    }

    #[test]
    fn both_directions_mirror_each_other(a in json(), b in json()) {
        let there = of_bytes(a.as_bytes(), b.as_bytes());
        let back = of_bytes(b.as_bytes(), a.as_bytes());
        prop_assert_eq!(mirrored(&there), plain(&back));
    }

    #[test]
    fn no_bytes_make_it_panic(
        a in prop::collection::vec(any::<u8>(), 0..60), b in prop::collection::vec(any::<u8>(), 0..60), cut in 0_usize..60
    ) {
        prop_assert_eq!(of_bytes(&a, &b).is_empty(), a == b);
        let near = [&a[..cut.min(a.len())], &b[..]].concat();
        prop_assert_eq!(of_bytes(&a, &near).is_empty(), a == near);
    }

    #[test]
    fn no_form_makes_it_panic(a in "([a-c]{0,2}[=&+%]?(%[0-9a-f]{2})?){0,8}", b in "([a-c]{0,2}[=&+%]?){0,8}") {
        prop_assert_eq!(of_bytes(a.as_bytes(), b.as_bytes()).is_empty(), a == b);
        prop_assert!(of_bytes(a.as_bytes(), a.as_bytes()).is_empty());
    }
}
