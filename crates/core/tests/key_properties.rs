//! What every key satisfies, for any bytes (`key-rules.md`, last section).

use std::sync::Arc;

use hookonce_core::delivery::Delivery;
use hookonce_core::key::digest::{hex, sha256};
use hookonce_core::key::{KeyPlan, Planned, Planner, RuleChoice, RuleUsed, Scope, plan_with_sha2};
use proptest::prelude::*;

fn delivery(body: &[u8]) -> Delivery {
    Delivery { method: None, target: None, headers: Vec::new(), body: Arc::from(body) }
}

fn plan(body: &[u8]) -> KeyPlan {
    plan_with_sha2(&delivery(body), &RuleChoice::Generic, None)
}

fn plan_in_slices(body: &[u8], slice: usize) -> KeyPlan {
    let mut planner = Planner::new(&delivery(body), &RuleChoice::Generic, None);
    while !planner.advance(slice) {}
    match planner.finish() {
        Planned::Done(plan) => *plan,
        Planned::NeedsDigest(pending) => {
            let digest = sha256(pending.body());
            pending.with_digest(digest)
        }
    }
}

/// Bodies near the interesting edges: JSON-like pieces in any order, and any bytes.
fn body() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        Just(b"{".to_vec()),
        Just(b"}".to_vec()),
        Just(b"[".to_vec()),
        Just(b"]".to_vec()),
        Just(b",".to_vec()),
        Just(b":".to_vec()),
        Just(b"\"id\"".to_vec()),
        Just(b"\"\\u0069d\":".to_vec()),
        Just(b"\"id\":\"evt_1\"".to_vec()),
        Just(b"\"retry\":1".to_vec()),
        Just(b"\\ud800".to_vec()),
        Just(b"\xEF\xBB\xBF".to_vec()),
        Just(b"\r\n".to_vec()),
        Just(b"9007199254740993".to_vec()),
        Just(b"-0.0e1".to_vec()),
        Just("ä📦".as_bytes().to_vec()),
        proptest::collection::vec(any::<u8>(), 0..8),
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_key_is_always_storable_and_stable(body in body()) {
        let first = plan(&body);
        prop_assert_eq!(&first, &plan(&body));
        match &first.key {
            None => prop_assert!(body.is_empty()),
            Some(key) => {
                prop_assert!((1..=320).contains(&key.len()));
                prop_assert!(!key.chars().any(char::is_control));
                if first.rule == Some(RuleUsed::BodyHash) {
                    prop_assert_eq!(key, &format!("sha256:{}", hex(&sha256(&body))));
                }
            }
        }
        for position in first.findings.iter().filter_map(|finding| finding.position) {
            prop_assert!(position.offset <= body.len() && position.line >= 1 && position.column >= 1);
        }
    }

    #[test]
    fn slices_change_nothing(body in body(), slice in 0usize..200) {
        prop_assert_eq!(plan_in_slices(&body, slice), plan(&body));
    }

    #[test]
    fn any_text_id_is_used_exactly_as_it_is(id in "[^\\p{Cc}]{1,80}") {
        let usable = id.len() <= 255 && !id.chars().all(|char| char.is_whitespace() || char == '\u{feff}');
        let body = format!("{{\"data\":1,\"id\":{}}}", serde_json::to_string(&id).unwrap());
        let hash = format!("sha256:{}", hex(&sha256(body.as_bytes())));
        let expected = if usable { format!("evt:{id}") } else { hash };
        prop_assert_eq!(plan(body.as_bytes()).key, Some(expected));
    }

    #[test]
    fn a_scope_stands_in_front_of_the_same_key(body in body(), text in "[a-z0-9._-]{1,32}") {
        if let Ok(Some(scope)) = Scope::new(&text) {
            let scoped = plan_with_sha2(&delivery(&body), &RuleChoice::Generic, Some(&scope)).key;
            prop_assert_eq!(scoped, plan(&body).key.map(|key| format!("{text}:{key}")));
        }
    }
}

#[test]
fn hostile_shapes_take_no_stack() {
    let deep = 300_000;
    let arrays = [vec![b'['; deep], vec![b']'; deep]].concat();
    let objects = [b"{\"a\":".repeat(deep), b"1".to_vec(), b"}".repeat(deep)].concat();
    let names = format!("{{{}\"id\":\"x1\"}}", "\"retry\":1,".repeat(200_000));
    let quotes = b"\"".repeat(1_000_001);
    let open = b"[1,".repeat(500_000);
    for body in [&arrays[..], &objects, names.as_bytes(), &quotes, &open] {
        assert!(plan_in_slices(body, 4096).key.is_some());
    }
}
