//! Every sender's deliveries in an export: the audit's keys are those of single deliveries.

use std::collections::HashSet;
use std::fs;

use base64::prelude::{BASE64_STANDARD, Engine};
use hookonce_core::delivery::{Delivery, Header};
use hookonce_core::key::{RuleChoice, plan_with_sha2};
use serde_json::{Value, json};

use crate::{audit, numbers};

#[test]
fn the_same_keys_as_of_single_deliveries() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/fixtures/providers");
    let mut requests = Vec::new();
    for file in fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let file: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
        for case in file["cases"].as_array().unwrap() {
            requests.extend(["first", "retry", "other"].map(|which| case[which].clone()));
        }
        requests.extend(file["more"].as_array().unwrap().iter().map(|more| more["request"].clone()));
    }
    let (mut deliveries, mut control, mut without_key) = (0, 0, 0);
    let mut keys = HashSet::new();
    let mut lines = String::new();
    for request in &requests {
        let body = BASE64_STANDARD.decode(request["body_base64"].as_str().unwrap()).unwrap();
        // A text in JSON cannot have other bytes, and an export has no targets.
        let (Ok(text), false) = (String::from_utf8(body), request["method"] == "GET") else { continue };
        if text.is_empty() {
            continue;
        }
        let headers = request["headers"].as_array().unwrap().iter().map(|header| Header {
            name: header[0].as_str().unwrap().into(),
            value: header[1].as_str().unwrap().into(),
        });
        let delivery =
            Delivery { method: None, target: None, headers: headers.collect(), body: text.as_bytes().into() };
        let plan = plan_with_sha2(&delivery, &RuleChoice::Auto, None);
        match (&plan.key, &plan.items) {
            (Some(key), _) => {
                deliveries += 1;
                keys.insert(key.clone());
            }
            (None, Some(items)) => {
                deliveries += items.len() as u64;
                without_key += items.iter().filter(|key| key.is_none()).count() as u64;
                keys.extend(items.iter().flatten().cloned());
            }
            (None, None) if plan.findings.iter().any(|finding| finding.code() == "control-message") => {
                control += 1
            }
            (None, None) => {
                deliveries += 1;
                without_key += 1;
            }
        }
        let record = json!({ "headers": request["headers"], "raw_body": text });
        lines += &format!("{record}\n");
    }
    let audit = audit(&lines, "auto");
    assert!(deliveries > 150 && control > 5, "{deliveries} {control}");
    let [found, events, repeats, _, without] = numbers(&audit);
    assert_eq!(
        (found, audit.control, without, events),
        (deliveries, control, without_key, keys.len() as u64)
    );
    assert_eq!(repeats, deliveries - without_key - events);
    assert!(audit.senders.len() > 25, "{}", audit.senders.len());
}
