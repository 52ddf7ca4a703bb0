//! How ways of making a key do on the deliveries of the fixtures: right, or lost events, or work done twice.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use data_encoding::BASE64;
use hookonce_core::delivery::{Delivery, Header};
use hookonce_core::key::{RuleChoice, plan_with_sha2};
use serde_json::Value;

use crate::paths;
use crate::section::Section;

const SECTION: Section = Section {
    name: "strategies",
    written_by: "cargo xtask bench --only keys",
    heading: "\n## Ways of making a key\n\n",
};

/// Measures, and writes the table.
pub fn bench() -> Result<()> {
    let table = table(&paths::root().join("tests/fixtures/providers"))?;
    print!("{table}");
    SECTION.write(&paths::benchmarks(), &table)
}

/// A way of making keys: those of one request, none where it gives none.
type Strategy = fn(&Delivery) -> Vec<String>;

const STRATEGIES: [(&str, Strategy); 4] = [
    ("hookonce, by the sender", |delivery| keys(delivery, &RuleChoice::Auto)),
    ("the generic rule alone", |delivery| keys(delivery, &RuleChoice::Generic)),
    ("`body.id`, else `event_id`, else `X-Request-Id`, as in a common template", by_template),
    ("SHA-256 of the body", |delivery| {
        vec![hookonce_core::key::digest::hex(&hookonce_core::key::digest::sha256(&delivery.body))]
    }),
];

fn table(folder: &Path) -> Result<String> {
    let mut files: Vec<_> = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "json"));
    files.sort();
    let mut cases = Vec::new();
    for file in &files {
        let json: Value = serde_json::from_str(&fs::read_to_string(file)?)?;
        cases.extend(json["cases"].as_array().context("a fixture without cases")?.clone());
    }
    let mut out = format!(
        "{} cases of {} senders, each a first delivery, the same event again, and another event. *Merged*: the two events \
         share a key, so that the second is lost. *Split*: the retry has another key, so that the work is done twice. In *no key* \
         cases no key is possible, and saying so is right.\n\n| keys made by | right | merged | split | no key at all | said that none is possible |\n\
         | --- | ---: | ---: | ---: | ---: | ---: |\n",
        cases.len(),
        files.len()
    );
    for (name, strategy) in STRATEGIES {
        let [mut right, mut merged, mut split, mut none, mut said] = [0; 5];
        for case in &cases {
            let [first, retry, other] =
                ["first", "retry", "other"].map(|which| strategy(&delivery(&case[which])));
            let possible = case["expect"]["kind"] != "none";
            let shares = |a: &[String], b: &[String]| a.iter().any(|key| b.contains(key));
            let sorted = |mut keys: Vec<String>| {
                keys.sort();
                keys
            };
            match (possible, first.is_empty()) {
                (true, true) => none += 1,
                (false, true) => said += 1,
                (_, false) => {
                    let merges = shares(&first, &other);
                    let splits = sorted(first) != sorted(retry);
                    merged += usize::from(merges);
                    split += usize::from(splits);
                    right += usize::from(possible && !merges && !splits);
                }
            }
        }
        writeln!(out, "| {name} | {right} | {merged} | {split} | {none} | {said} |")?;
    }
    let impossible = cases.iter().filter(|case| case["expect"]["kind"] == "none").count();
    writeln!(out, "\nIn {impossible} of the cases no key is possible.")?;
    Ok(out)
}

fn keys(delivery: &Delivery, rule: &RuleChoice) -> Vec<String> {
    let plan = plan_with_sha2(delivery, rule, None);
    plan.items.into_iter().flatten().flatten().chain(plan.key).collect()
}

fn by_template(delivery: &Delivery) -> Vec<String> {
    let body: Value = serde_json::from_slice(&delivery.body).unwrap_or_default();
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let header = delivery.headers.iter().find(|header| header.name.eq_ignore_ascii_case("x-request-id"));
    let key = text(&body["id"]).or_else(|| text(&body["event_id"])).or_else(|| Some(header?.value.clone()));
    key.into_iter().collect()
}

fn delivery(request: &Value) -> Delivery {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let headers = request["headers"].as_array().into_iter().flatten();
    Delivery {
        method: Some(text(&request["method"])),
        target: Some(text(&request["url"])),
        headers: headers.map(|pair| Header { name: text(&pair[0]), value: text(&pair[1]) }).collect(),
        body: BASE64.decode(text(&request["body_base64"]).as_bytes()).unwrap_or_default().into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_the_sender_no_case_is_wrong() {
        let table = table(&paths::root().join("tests/fixtures/providers")).unwrap();
        let row = table.lines().find(|line| line.starts_with("| hookonce")).unwrap();
        let counts: Vec<usize> = row.split('|').filter_map(|cell| cell.trim().parse().ok()).collect();
        assert_eq!(counts[1..4], [0, 0, 0], "{row}");
        assert!(counts[0] > 50, "{row}");
    }
}
