//! The vectors of `tests/fixtures/keys`; the README there describes them.

use std::fs;
use std::path::Path;

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::Value;

use crate::code_node::Request;

/// A case of the generic rule.
#[derive(Clone, Debug)]
pub struct KeyCase {
    /// The file and the case.
    pub name: String,
    /// What is received.
    pub request: Request,
    /// The key that it must have.
    pub key: Option<String>,
}

/// Every case of the generic rule. Refused scopes are left out: with them there is no workflow.
#[track_caller]
pub fn generic_key_cases() -> Vec<KeyCase> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/keys");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("fixtures").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let mut cases = Vec::new();
    for file in files {
        let json: Value = serde_json::from_slice(&fs::read(&file).expect("a file")).expect("JSON");
        let generic = json["cases"].as_array().expect("cases").iter().filter(|case| {
            case.get("rule_definition").is_none()
                && !case["findings"].as_array().expect("findings").contains(&"scope-invalid".into())
        });
        cases.extend(generic.map(|case| KeyCase {
            name: format!("{}: {}", file.display(), case["name"]),
            request: Request { body: body(case), scope: case["scope"].as_str().unwrap_or_default().into() },
            key: case["key"].as_str().map(str::to_owned),
        }));
    }
    cases
}

fn body(case: &Value) -> Vec<u8> {
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    if let Some(body) = case.get("body") {
        return text(body).into_bytes();
    }
    if let Some(body) = case.get("body_base64") {
        return BASE64_STANDARD.decode(text(body)).expect("base64");
    }
    let parts = case["body_repeat"].as_array().expect("a body").iter();
    let parts = parts.map(|part| text(&part[0]).repeat(part[1].as_u64().expect("a count") as usize));
    parts.collect::<String>().into_bytes()
}
