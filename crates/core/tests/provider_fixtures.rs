//! Every provider's deliveries: `tests/fixtures/providers`, whose format the README there describes.
// Clippy lets tests unwrap, but not the functions that they share.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use base64::prelude::{BASE64_STANDARD, Engine};
use hookonce_core::delivery::{Delivery, Header};
use hookonce_core::key::{KeyPlan, RuleChoice, plan_with_sha2};
use hookonce_core::providers::{self, Certainty};
use serde_json::Value;

/// The same event has the same key, and another event another one, wherever a key is possible.
#[test]
fn first_retry_and_other() {
    let mut cases = 0;
    for (id, file) in files() {
        for case in file["cases"].as_array().unwrap() {
            let name = format!("{id}: {}", case["name"].as_str().unwrap());
            let expect = &case["expect"];
            let plans = ["first", "retry", "other"].map(|which| plan(&case[which]));
            let [first, retry, other] = plans.each_ref().map(keys);
            for plan in &plans {
                let recognised = plan.recognised.as_ref().unwrap_or_else(|| panic!("{name}: not recognised"));
                assert_eq!(
                    (recognised.provider.id, recognised.certainty),
                    (id.as_str(), Certainty::Certain),
                    "{name}"
                );
            }
            cases += 1;
            if expect["kind"] == "none" {
                for plan in &plans {
                    assert_eq!((&plan.key, &plan.items), (&None, &None), "{name}");
                    assert!(codes(plan).contains("no-key-possible"), "{name}: {:?}", codes(plan));
                }
                continue;
            }
            for (which, keys) in [("first", &first), ("retry", &retry), ("other", &other)] {
                assert!(!keys.is_empty(), "{name}: no key for {which}: {:?}", plans[0].findings);
                let expected = expected(&expect["key_parts"][which]);
                assert_eq!(*keys, expected, "{name}: {which}");
            }
            assert_eq!(first == retry, expect["same_event"]["first_retry"].as_bool().unwrap(), "{name}");
            let shares = first.intersection(&other).next().is_some();
            assert_eq!(shares, expect["same_event"]["first_other"].as_bool().unwrap(), "{name}");
        }
        for more in file["more"].as_array().unwrap() {
            let name = format!("{id}: {}", more["name"].as_str().unwrap());
            let plan = plan(&more["request"]);
            if more["expect"]["control"] == true {
                assert!(codes(&plan).contains("control-message"), "{name}: {:?}", codes(&plan));
                assert!(keys(&plan).is_empty(), "{name}");
            } else {
                assert_eq!(keys(&plan), expected(&more["expect"]["key_parts"]), "{name}");
            }
        }
    }
    assert!(cases >= 60, "{cases}");
}

/// A fixture for each file of facts that has one, and none for anything else.
fn files() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/providers");
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "json") {
            let id = path.file_stem().unwrap().to_str().unwrap().to_owned();
            assert!(providers::by_id(&id).is_some(), "{id}");
            files.push((id, serde_json::from_slice(&fs::read(&path).unwrap()).unwrap()));
        }
    }
    files.sort_by(|a, b| a.0.cmp(&b.0));
    files
}

/// A retry of GET requests, too: the method is not judged.
fn plan(request: &Value) -> KeyPlan {
    plan_with_sha2(&delivery(request), &RuleChoice::Auto, None)
}

fn delivery(request: &Value) -> Delivery {
    let header = |pair: &Value| Header {
        name: pair[0].as_str().unwrap().to_owned(),
        value: pair[1].as_str().unwrap().to_owned(),
    };
    Delivery {
        method: request["method"].as_str().map(str::to_owned),
        target: request["url"].as_str().map(str::to_owned),
        headers: request["headers"].as_array().unwrap().iter().map(header).collect(),
        body: BASE64_STANDARD.decode(request["body_base64"].as_str().unwrap()).unwrap().into(),
    }
}

fn keys(plan: &KeyPlan) -> BTreeSet<String> {
    plan.items.iter().flatten().flatten().chain(&plan.key).cloned().collect()
}

fn codes(plan: &KeyPlan) -> BTreeSet<&'static str> {
    plan.findings.iter().map(|finding| finding.code()).collect()
}

/// The keys of parts as the fixtures list them: one list, or one for each item.
fn expected(parts: &Value) -> BTreeSet<String> {
    let list = parts.as_array().unwrap();
    match list.first().is_some_and(Value::is_array) {
        true => list.iter().map(key).collect(),
        false => BTreeSet::from([key(parts)]),
    }
}

fn key(parts: &Value) -> String {
    let parts: Vec<_> =
        parts.as_array().unwrap().iter().map(|part| part.as_str().unwrap_or_default()).collect();
    if let [only] = parts[..] {
        return format!("evt:{only}");
    }
    let joined = parts.iter().map(|part| encode(part)).collect::<Vec<_>>().join("/");
    match joined.len() {
        ..=255 => format!("evt:{joined}"),
        _ => {
            let digest = hookonce_core::key::digest::sha256(joined.as_bytes());
            format!("evt-sha256:{}", hookonce_core::key::digest::hex(&digest))
        }
    }
}

fn encode(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    text.bytes()
        .map(|byte| if plain(byte) { (byte as char).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
