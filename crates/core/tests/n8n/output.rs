//! The files as a whole, and the test script.

use std::path::Path;

use hookonce_core::lang::Lang;
use hookonce_core::n8n::{Workflow, rules_json, test_script, workflow};
use hookonce_core::options::Options;
use hookonce_core::providers;
use hookonce_core::sql::Guarantee;
use serde_json::Value;

use crate::support::{Flow, everything, text};

/// Compares with the committed files; `UPDATE_SNAPSHOTS=1` writes them.
#[test]
fn the_output_is_the_committed_one() {
    for (kind, options, lang) in everything() {
        let guarantee = match options.guarantee {
            Guarantee::ClaimFirst => String::new(),
            other => format!("-{}", other.name()),
        };
        let rule = match options.rule.as_str() {
            "auto" => String::new(),
            rule => format!("-{rule}"),
        };
        let name = format!("n8n-{}{guarantee}{rule}-{}.json", kind.name(), lang.code());
        compare(&name, &workflow(kind, &options, lang).unwrap());
    }
    for lang in Lang::ALL {
        compare(&format!("n8n-test-{}.sh", lang.code()), &test_script(&Options::default(), lang).unwrap());
    }
}

/// The rules of every sender as the Code node reads them; `tests/node` holds its JavaScript to the senders' fixtures.
#[test]
fn the_rules_are_the_committed_ones() {
    let rules = providers::all().iter().map(|provider| {
        let rules: Value = serde_json::from_str(&rules_json(&provider.rules)).unwrap();
        format!("\"{}\": {rules}", provider.id)
    });
    compare("n8n-rules.json", &format!("{{\n{}\n}}\n", rules.collect::<Vec<_>>().join(",\n")));
}

#[test]
fn the_same_options_give_the_same_bytes() {
    for (kind, options, lang) in everything() {
        let options = Options { scope: "shop".into(), ..options };
        assert_eq!(workflow(kind, &options, lang), workflow(kind, &options, lang));
        assert!(workflow(kind, &options, lang).unwrap().ends_with("}\n"));
    }
}

#[test]
fn languages_differ_in_notes_and_comments_only() {
    fn without_words(mut flow: Value) -> Value {
        for node in flow["nodes"].as_array_mut().unwrap() {
            if node["type"] == "n8n-nodes-base.stickyNote" {
                node["parameters"]["content"] = "".into();
            }
            for (parameter, comment) in [("jsCode", "//"), ("query", "--")] {
                if let Some(code) = node["parameters"].get_mut(parameter) {
                    let lines = text(code).lines().filter(|line| !line.starts_with(comment));
                    *code = lines.collect::<Vec<_>>().join("\n").into();
                }
            }
        }
        flow
    }
    for (kind, options, lang) in everything().filter(|(_, _, lang)| *lang == Lang::De) {
        let [de, en] = [lang, Lang::En].map(|lang| Flow::new(kind, &options, lang).0);
        assert_ne!(de, en);
        assert_eq!(without_words(de), without_words(en));
    }
}

#[test]
fn nothing_of_an_instance_is_in_it() {
    for (kind, options, lang) in everything() {
        let json = workflow(kind, &options, lang).unwrap();
        let flow: Value = serde_json::from_str(&json).unwrap();
        for word in ["instanceId", "versionId", "meta", "createdAt", "password"] {
            assert!(!json.contains(&format!("\"{word}\"")), "{word}");
        }
        assert_eq!(flow["pinData"], serde_json::json!({}));
        assert_eq!(flow["tags"], serde_json::json!([]));
        for node in flow["nodes"].as_array().unwrap() {
            let expected = serde_json::json!({ "postgres": { "id": null, "name": "hookonce PostgreSQL" } });
            let is_database = node["type"] == "n8n-nodes-base.postgres";
            assert_eq!(node.get("credentials"), is_database.then_some(&expected));
        }
    }
}

#[test]
fn the_test_sends_a_twice_with_another_signature_and_b_once() {
    let options = Options { webhook_path: "stripe/live".into(), ..Options::default() };
    let script = test_script(&options, Lang::En).unwrap();
    let requests: Vec<_> = script.lines().filter(|line| line.starts_with("curl ")).collect();
    assert_eq!(requests.len(), 3);
    assert!(requests.iter().all(|line| line.ends_with(" 'http://localhost:5678/webhook/stripe/live'")));
    assert_ne!(requests[0], requests[1]);
    assert_eq!(requests[0].replace("made-up-1", "made-up-2"), requests[1]);
    assert!(requests[1].contains(r#"{"id":"evt_test_A","type":"order.paid"}"#));
    assert!(requests[2].contains(r#"{"id":"evt_test_B","type":"order.paid"}"#));
    assert!(script.lines().all(|line| line.starts_with('#') || line.starts_with("curl ")));
}

#[test]
fn the_test_is_one_for_the_rule() {
    let script =
        |rule: &str| test_script(&Options { rule: rule.into(), ..Options::default() }, Lang::En).unwrap();
    assert_eq!(script("stripe"), script("generic"));
    let header = script("github");
    assert_eq!(header.matches("-H 'X-GitHub-Delivery: evt_test_A'").count(), 2, "{header}");
    assert_eq!(header.matches("-H 'X-GitHub-Delivery: evt_test_B'").count(), 1, "{header}");
    let batch = script("sendgrid");
    assert!(
        batch.contains("--data-binary @a.body") && batch.contains("number of events in the batch"),
        "{batch}"
    );
    assert!(script("form id").contains("Content-Type: application/x-www-form-urlencoded"));
    assert!(script("dropbox").contains("key null"), "{}", script("dropbox"));
    assert!(script("header X'Y").contains("-H 'X'\\''Y: evt_test_A'"));
}

#[test]
fn names_are_those_of_the_command_line() {
    assert_eq!(Workflow::ALL.map(Workflow::name), ["cleanup", "receive"]);
    assert_eq!(Workflow::Receive.file_name(), "n8n-receive.json");
}

#[track_caller]
fn compare(name: &str, output: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(name);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, output).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == output, "{name} differs; look at the change, then run with UPDATE_SNAPSHOTS=1");
}
