//! Keys in WebAssembly are those of the fixtures, which Rust on the machine and Node.js read as well.

use std::sync::Arc;

use hookonce_core::delivery::{Delivery, Header};
use hookonce_core::key::{KeyPlan, Planned, Planner, RuleChoice, RuleUsed, Scope, plan};
use hookonce_web::browser::{hashing, window};
use serde_json::Value;
use wasm_bindgen_test::wasm_bindgen_test;

/// All but `parts.json`: the page plans by the generic rule only.
const FILES: [(&str, &str); 8] = [
    ("body-hash", include_str!("../fixtures/keys/body-hash.json")),
    ("duplicates", include_str!("../fixtures/keys/duplicates.json")),
    ("empty", include_str!("../fixtures/keys/empty.json")),
    ("id-number", include_str!("../fixtures/keys/id-number.json")),
    ("id-string", include_str!("../fixtures/keys/id-string.json")),
    ("json", include_str!("../fixtures/keys/json.json")),
    ("scope", include_str!("../fixtures/keys/scope.json")),
    ("utf8", include_str!("../fixtures/keys/utf8.json")),
];

#[wasm_bindgen_test]
async fn every_fixture_has_its_key() {
    let mut count = 0;
    for (file, text) in FILES {
        let file_text: Value = serde_json::from_str(text).expect("fixtures are JSON");
        for case in file_text["cases"].as_array().expect("a file has cases") {
            check(file, case).await;
            count += 1;
        }
    }
    assert!(count > 100, "only {count} cases");
}

async fn check(file: &str, case: &Value) {
    let name = format!("{file}: {}", case["name"]);
    let mut expected: Vec<&str> = strings(&case["findings"]);
    let scope = match case["scope"].as_str().map_or(Ok(None), Scope::new) {
        Ok(scope) => scope,
        Err(finding) => return assert_eq!(expected, [finding.code()], "{name}"),
    };
    let delivery = Delivery { method: None, target: None, headers: headers(case), body: body(case) };

    let at_once = finish(plan(&delivery, &RuleChoice::Generic, scope.as_ref())).await;
    assert_eq!(at_once.key.as_deref(), case["key"].as_str(), "{name}");
    let rule = at_once.rule.as_ref().map(|rule| match rule {
        RuleUsed::BodyHash => "body-hash",
        RuleUsed::EventId => "event-id",
    });
    assert_eq!(rule, case["rule"].as_str(), "{name}");
    let mut codes: Vec<&str> = at_once.findings.iter().map(|finding| finding.code()).collect();
    codes.sort_unstable();
    expected.sort_unstable();
    assert_eq!(codes, expected, "{name}");

    // As the page plans for large bodies.
    let mut planner = Planner::new(&delivery, &RuleChoice::Generic, scope.as_ref());
    while !planner.advance(1000) {}
    assert_eq!(finish(planner.finish()).await, at_once, "{name}, in slices");
}

async fn finish(planned: Planned) -> KeyPlan {
    match planned {
        Planned::Done(plan) => *plan,
        Planned::NeedsDigest(pending) => {
            let digest = hashing::digest(pending.body()).await;
            pending.with_digest(digest)
        }
    }
}

/// The bytes of a case, in one of the three forms of `tests/fixtures/README.md`.
fn body(case: &Value) -> Arc<[u8]> {
    if let Some(base64) = case["body_base64"].as_str() {
        let binary = window().atob(base64).expect("base64");
        return binary.chars().map(|char| char as u8).collect();
    }
    if let Some(pieces) = case["body_repeat"].as_array() {
        let piece = |piece: &Value| piece[0].as_str().unwrap_or_default().repeat(count(&piece[1]));
        return pieces.iter().map(piece).collect::<String>().as_bytes().into();
    }
    case["body"].as_str().expect("a case has a body").as_bytes().into()
}

fn headers(case: &Value) -> Vec<Header> {
    let header = |pair: &Value| match strings(pair)[..] {
        [name, value] => Header { name: name.to_owned(), value: value.to_owned() },
        _ => panic!("a header is a name and a value: {pair}"),
    };
    case["headers"].as_array().into_iter().flatten().map(header).collect()
}

fn strings(array: &Value) -> Vec<&str> {
    array.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn count(number: &Value) -> usize {
    number.as_u64().and_then(|count| usize::try_from(count).ok()).expect("a count")
}
