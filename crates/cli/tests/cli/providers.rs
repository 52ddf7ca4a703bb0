//! The senders: `hookonce providers`, and `hookonce key` by their rules.

use std::fs;

use serde_json::Value;

use crate::support::{checkout, codes, key_json, run};

#[test]
fn every_file_of_facts_is_a_line() {
    let listed = run(&["providers"], "").stdout;
    let mut files: Vec<_> = fs::read_dir(checkout("crates/core/src/providers/facts"))
        .unwrap()
        .map(|file| file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    files.sort();
    let ids: Vec<_> = listed.lines().map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(ids, files);
}

#[test]
fn one_sender_is_told_in_both_languages_and_as_json() {
    let english = run(&["providers", "slack"], "").stdout;
    assert!(
        english.starts_with("Slack (Events API) (slack)\nhttps://") && english.contains("\nThe event's id\n"),
        "{english}"
    );
    assert!(english.contains("$.event_id") && !english.contains('`'), "{english}");
    let german = run(&["providers", "slack", "--lang", "de"], "").stdout;
    assert!(german.contains("\nDie ID des Events\n"), "{german}");
    let json: Value = serde_json::from_str(&run(&["providers", "slack", "--json"], "").stdout).unwrap();
    assert_eq!((&json["id"], &json["key"]["rule"]), (&"slack".into(), &"$.event_id".into()));
    let all: Value = serde_json::from_str(&run(&["providers", "--json"], "").stdout).unwrap();
    assert!(all.as_array().unwrap().contains(&json));
    let unknown = run(&["providers", "slak"], "");
    assert_eq!((unknown.code, unknown.stdout.as_str()), (2, ""));
    assert!(
        unknown.stderr.starts_with("error[provider-unknown]: There is no sender slak"),
        "{}",
        unknown.stderr
    );
}

const SLACK: &str = r#"{"type":"event_callback","event_id":"Ev1","api_app_id":"A1","event":{"ts":"1.2"}}"#;

#[test]
fn a_certain_sender_is_used_and_named() {
    let (code, json) = key_json(&[], SLACK);
    assert_eq!((code, &json["key"]), (0, &"evt:Ev1".into()));
    assert_eq!(json["provider"], serde_json::json!({ "id": "slack", "certainty": "certain" }));
    let (_, json) = key_json(&["--provider", "generic"], SLACK);
    assert!(json["key"].as_str().unwrap().starts_with("sha256:"));
    let (_, json) = key_json(&["--provider", "cloudevents"], r#"{"id":"a/b","source":"s"}"#);
    assert_eq!(json["key"], "evt:s/a%2Fb");
    let (_, json) = key_json(&["--rule", "$.event.ts + $.event_id"], SLACK);
    assert_eq!(json["key"], "evt:1.2/Ev1");
}

#[test]
fn a_batch_has_a_key_for_each_item() {
    let batch = r#"[{"sg_event_id":"a","sg_message_id":"m"},{"sg_event_id":"b","sg_message_id":"m"}]"#;
    let (code, json) = key_json(&[], batch);
    assert_eq!((code, &json["key"]), (0, &Value::Null));
    assert_eq!(
        json["items"],
        serde_json::json!([{ "key": "evt:a", "findings": [] }, { "key": "evt:b", "findings": [] }])
    );
    assert_eq!(run(&["key"], batch).stdout, "evt:a\nevt:b\n");
    let (code, json) = key_json(&["--rule", "each $[*]: @.sg_event_id"], r#"[{"sg_event_id":"a"},{"b":1}]"#);
    assert_eq!(code, 1);
    assert_eq!((&json["items"][0]["key"], &json["items"][1]["key"]), (&"evt:a".into(), &Value::Null));
    assert_eq!(json["items"][1]["findings"][0]["code"], "items-without-key");
}

#[test]
fn what_is_no_event_has_no_key() {
    let (code, json) = key_json(
        &["--header", "X-Slack-Signature: v0=x", "--provider", "slack"],
        r#"{"type":"url_verification","challenge":"c"}"#,
    );
    assert_eq!((code, &json["key"]), (1, &Value::Null));
    assert!(codes(&json).contains(&"control-message"), "{json}");
    let (code, json) = key_json(&["--provider", "dropbox"], r#"{"list_folder":{"accounts":["a"]}}"#);
    assert_eq!((code, &json["key"]), (1, &Value::Null));
    assert!(codes(&json).contains(&"no-key-possible"), "{json}");
}

#[test]
fn a_rule_or_a_sender_that_cannot_be_is_refused() {
    for (args, code) in [(["--provider", "slak"], "provider-unknown"), (["--rule", "$.a +"], "rule-invalid")]
    {
        let (exit, json) = key_json(&args, "{}");
        assert_eq!((exit, codes(&json)), (2, vec![code]), "{args:?}");
    }
}

#[test]
fn the_header_that_is_missing_is_named() {
    let (_, json) =
        key_json(&["--provider", "github"], r#"{"ref":"refs/heads/main","after":"59b20b8d5c6ff8d0"}"#);
    let finding =
        json["findings"].as_array().unwrap().iter().find(|finding| finding["code"] == "header-missing");
    assert!(finding.unwrap()["message"].as_str().unwrap().contains("X-GitHub-Delivery"));
}
