//! Every finding has a run that has it, and one like it that does not: `tests/fixtures/findings.json`.

use std::collections::BTreeSet;
use std::fs;

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::Value;

use crate::support::{checkout, run_in, scratch_folder};

#[test]
fn every_finding_has_a_run_with_it_and_one_without() {
    let file = fs::read_to_string(checkout("tests/fixtures/findings.json")).unwrap();
    let runs: Value = serde_json::from_str(&file).unwrap();
    let runs = runs.as_object().unwrap();
    let fixtures: BTreeSet<&str> = runs.keys().map(String::as_str).collect();
    let all = codes();
    let missing: Vec<_> = all.iter().filter(|code| !fixtures.contains(code.as_str())).collect();
    assert_eq!(missing, OF_THE_PAGE.iter().collect::<Vec<_>>(), "findings without a fixture");
    assert!(fixtures.iter().all(|code| all.contains(*code)), "a fixture of no finding");
    let mut wrong = Vec::new();
    for (code, cases) in runs {
        for (case, expected) in [("triggers", true), ("does_not", false)] {
            let said = said(code, case, &cases[case]);
            let is_said =
                said.contains(&format!("[{code}]")) || said.contains(&format!("\"code\":\"{code}\""));
            if is_said != expected {
                wrong.push(format!("{code}, {case}: {}", said.chars().take(600).collect::<String>()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What a run says, on both outputs.
fn said(code: &str, case: &str, run: &Value) -> String {
    let folder = scratch_folder(&format!("finding-{code}-{case}"));
    for (name, text) in run["files"].as_object().into_iter().flatten() {
        fs::write(folder.join(name), text.as_str().unwrap()).unwrap();
    }
    let stdin = match &run["stdin"] {
        Value::String(text) => text.clone().into_bytes(),
        Value::Object(made) => match made.get("base64") {
            Some(text) => BASE64_STANDARD.decode(text.as_str().unwrap()).unwrap(),
            None => {
                let repeat = &made["repeat"];
                repeat[0].as_str().unwrap().repeat(repeat[1].as_u64().unwrap() as usize).into_bytes()
            }
        },
        _ => Vec::new(),
    };
    let mut args: Vec<&str> =
        run["args"].as_array().unwrap().iter().map(|arg| arg.as_str().unwrap()).collect();
    if matches!(args[0], "key" | "compare") {
        args.extend(["--format", "json"]);
    }
    let run = run_in(&folder, &args, stdin);
    fs::remove_dir_all(folder).unwrap();
    run.stdout + &run.stderr
}

/// The codes that the core has.
fn codes() -> BTreeSet<String> {
    let source = fs::read_to_string(checkout("crates/core/src/finding/mod.rs")).unwrap();
    let table = source.split("pub fn code(&self) -> &'static str {").last().unwrap();
    let table = table.split("pub fn severity").next().unwrap();
    let code = |line: &str| Some(line.split_once("=> \"")?.1.split_once('"')?.0.to_owned());
    table.lines().filter_map(code).collect()
}

/// Said of options together that no command has: tested in the core, in `tests/n8n/options.rs` and `tests/sql`.
const OF_THE_PAGE: [&str; 3] = ["n8n-columns", "n8n-dialect", "scope-twice"];
