//! The key rules' vectors: `tests/fixtures/keys`, whose format the README there describes.
// Clippy lets tests unwrap, but not the functions that they share.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use base64::prelude::{BASE64_STANDARD, Engine};
use hookonce_core::delivery::{Delivery, Header};
use hookonce_core::key::{
    KeyPlan, Part, Rule, RuleChoice, RuleUsed, Scope, Segment, Source, Verdict, plan_with_sha2,
};
use serde_json::Value;

#[test]
fn every_vector() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/keys");
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let file: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let cases = array(&file["cases"]);
        assert!(!cases.is_empty(), "{} has no cases", path.display());
        let names: BTreeSet<_> = cases.iter().map(|case| text(&case["name"])).collect();
        assert_eq!(names.len(), cases.len(), "{} has two cases of one name", path.display());
        for case in cases {
            check(case, &format!("{}: {}", path.display(), case["name"]));
        }
        files += 1;
    }
    assert!(files > 0);
}

#[track_caller]
fn check(case: &Value, name: &str) {
    let unknown = case.as_object().unwrap().keys().find(|member| !MEMBERS.contains(&member.as_str()));
    assert_eq!(unknown, None, "{name}");
    let expected_codes: Vec<_> = array(&case["findings"]).iter().map(text).collect();
    let scope = match Scope::new(case["scope"].as_str().unwrap_or_default()) {
        Ok(scope) => scope,
        Err(finding) => {
            assert_eq!((&case["key"], &case["rule"]), (&Value::Null, &Value::Null), "{name}");
            assert_eq!(expected_codes, [finding.code()], "{name}");
            return;
        }
    };
    let rule =
        case.get("rule_definition").map_or(RuleChoice::Generic, |definition| rule(definition, false).into());
    let plan = plan_with_sha2(&delivery(case), &rule, scope.as_ref());

    assert_eq!(plan.key.as_deref(), case["key"].as_str(), "{name}");
    assert_eq!(plan.rule.map(RuleUsed::code), case["rule"].as_str(), "{name}");
    assert_eq!(codes(&plan), expected_codes, "{name}");
    let items =
        |keys: &Value| array(keys).iter().map(|key| key.as_str().map(str::to_owned)).collect::<Vec<_>>();
    assert_eq!(plan.items, case.get("keys").map(items), "{name}");
    // Left out where a value is unusable in more than one way.
    if let Some(reason) = case.get("reason") {
        assert_eq!(unusable(&plan), [text(reason)], "{name}");
    }
}

/// A member with a typing error would test nothing.
#[rustfmt::skip]
const MEMBERS: [&str; 13] = [
    "body", "body_base64", "body_repeat", "findings", "headers", "key", "keys", "name", "reason", "rule", "rule_definition",
    "scope", "sentence",
];

fn codes(plan: &KeyPlan) -> Vec<&str> {
    let mut codes: Vec<_> = plan.findings.iter().map(|finding| finding.code()).collect();
    codes.sort_unstable();
    codes
}

/// Why values could not be ids, in kebab case.
fn unusable(plan: &KeyPlan) -> Vec<String> {
    let mut reasons = Vec::new();
    for candidate in &plan.candidates {
        if let Verdict::Unusable(reason) = candidate.verdict {
            let mut kebab = String::new();
            for char in format!("{reason:?}").chars() {
                if char.is_uppercase() && !kebab.is_empty() {
                    kebab.push('-');
                }
                kebab.push(char.to_ascii_lowercase());
            }
            reasons.push(kebab);
        }
    }
    reasons
}

fn delivery(case: &Value) -> Delivery {
    let header = |pair: &Value| Header { name: text(&pair[0]), value: text(&pair[1]) };
    let headers = case.get("headers").map(|headers| array(headers).iter().map(header).collect());
    Delivery { method: None, target: None, headers: headers.unwrap_or_default(), body: body(case).into() }
}

fn body(case: &Value) -> Vec<u8> {
    if let Some(body) = case.get("body") {
        return text(body).into_bytes();
    }
    if let Some(body) = case.get("body_base64") {
        return BASE64_STANDARD.decode(text(body)).unwrap();
    }
    let parts = array(&case["body_repeat"]).iter();
    let parts = parts.map(|part| text(&part[0]).repeat(part[1].as_u64().unwrap() as usize));
    parts.collect::<String>().into_bytes()
}

fn rule(definition: &Value, in_batch: bool) -> Rule {
    let batch = definition.get("batch").map(|batch| [path(batch), vec![Segment::Each]].concat());
    let in_batch = in_batch || batch.is_some();
    Rule {
        parts: array(&definition["parts"]).iter().map(|definition| part(definition, in_batch)).collect(),
        batch,
        fallback: definition.get("fallback").map(|fallback| Box::new(rule(fallback, in_batch))),
    }
}

fn part(definition: &Value, in_batch: bool) -> Part {
    let alternatives = definition.get("alternatives").map(array).into_iter().flatten();
    let sources = std::iter::once(definition).chain(alternatives).map(|it| source(it, in_batch)).collect();
    Part { sources, required: definition["required"].as_bool().unwrap() }
}

fn source(definition: &Value, in_batch: bool) -> Source {
    match definition["source"].as_str().unwrap() {
        "body-sha256" => Source::BodySha256,
        "form" => Source::Form(text(&definition["name"])),
        "header" => Source::Header(text(&definition["name"])),
        "json" if in_batch => Source::Item { up: 0, path: path(&definition["path"]) },
        "json" => Source::Json(path(&definition["path"])),
        other => panic!("unknown source {other}"),
    }
}

fn path(definition: &Value) -> Vec<Segment> {
    let segment = |segment: &Value| match segment.as_u64() {
        Some(index) => Segment::Index(index as usize),
        None => Segment::Member(text(segment)),
    };
    array(definition).iter().map(segment).collect()
}

#[track_caller]
fn array(value: &Value) -> &Vec<Value> {
    value.as_array().unwrap()
}

#[track_caller]
fn text(value: &Value) -> String {
    value.as_str().unwrap().to_owned()
}
