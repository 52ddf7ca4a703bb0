//! The key rules' vectors, through standard input.

use std::fs;

use serde_json::Value;

use crate::support::{checkout, codes, key_json};

#[test]
fn every_vector_of_the_generic_rule_has_its_key() {
    let mut count = 0;
    for entry in fs::read_dir(checkout("tests/fixtures/keys")).unwrap() {
        let path = entry.unwrap().path();
        let file: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        for case in file["cases"].as_array().unwrap() {
            // Others are no texts of rules.
            if case.get("rule_definition").is_none() {
                check(case, &format!("{}: {}", path.display(), case["name"]));
                count += 1;
            }
        }
    }
    assert!(count >= 100, "only {count} vectors");
}

#[track_caller]
fn check(case: &Value, name: &str) {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let mut args = vec!["--input=body".to_owned(), "--provider=generic".to_owned()];
    if let Some(scope) = case.get("scope") {
        args.push(format!("--scope={}", text(scope)));
    }
    for header in case.get("headers").and_then(Value::as_array).into_iter().flatten() {
        args.push(format!("--header={}: {}", text(&header[0]), text(&header[1])));
    }
    let args: Vec<_> = args.iter().map(String::as_str).collect();
    let (code, json) = key_json(&args, body(case));

    assert_eq!((&json["key"], &json["rule"]), (&case["key"], &case["rule"]), "{name}");
    let mut found = codes(&json);
    let refused = found == ["scope-invalid"];
    let expected_code = if refused { 2 } else { i32::from(case["key"].is_null()) };
    assert_eq!(code, expected_code, "{name}");
    if case.get("headers").is_none() {
        found.sort();
        assert_eq!(Value::from(found), case["findings"], "{name}");
    }
    if let Some(reason) = case.get("reason") {
        assert_eq!(&json["candidates"][0]["reason"], reason, "{name}");
    }
}

fn body(case: &Value) -> Vec<u8> {
    if let Some(body) = case.get("body") {
        return body.as_str().unwrap().as_bytes().to_vec();
    }
    if let Some(body) = case.get("body_base64") {
        return base64(body.as_str().unwrap());
    }
    let pieces = case["body_repeat"].as_array().unwrap().iter();
    let pieces = pieces.map(|piece| piece[0].as_str().unwrap().repeat(piece[1].as_u64().unwrap() as usize));
    pieces.collect::<String>().into_bytes()
}

fn base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    for char in text.trim_end_matches('=').bytes() {
        let digit = DIGITS.iter().position(|digit| *digit == char).unwrap();
        (bits, count) = (bits << 6 | digit as u32, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}
