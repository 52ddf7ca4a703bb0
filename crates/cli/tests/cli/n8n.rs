//! The workflows: the bytes of the core, which the page downloads.

use hookonce_core::lang::Lang;
use hookonce_core::n8n::{Workflow, workflow};
use hookonce_core::options::Options;
use hookonce_core::sql::Guarantee;
use serde_json::Value;

use crate::support::run;

#[test]
fn the_same_options_give_the_bytes_of_the_core() {
    let chosen = Options {
        scope: "shop".into(),
        schema: "App".into(),
        table: "Events \"of\" today".into(),
        retention_days: "60".into(),
        webhook_path: "orders/paid".into(),
        ..Options::default()
    };
    for options in [Options::default(), chosen] {
        for kind in Workflow::ALL {
            for lang in Lang::ALL {
                let args = ["n8n", "--workflow", kind.name(), "--lang", lang.code()];
                let given =
                    ["--scope", &options.scope, "--schema", &options.schema, "--table", &options.table];
                let rest = ["--retention-days", &options.retention_days, "--path", &options.webhook_path];
                let run = run(&[&args[..], &given, &rest].concat(), "");
                assert_eq!((run.code, run.stderr.as_str()), (0, ""));
                assert_eq!(run.stdout, workflow(kind, &options, lang).unwrap());
                let _: Value = serde_json::from_str(&run.stdout).expect("JSON");
            }
        }
    }
}

#[test]
fn each_guarantee_gives_the_workflows_of_the_core() {
    for guarantee in Guarantee::ALL {
        let options = Options { guarantee, lease_seconds: "90".into(), ..Options::default() };
        for kind in Workflow::ALL {
            let args = ["n8n", "--workflow", kind.name(), "--guarantee", guarantee.name()];
            let run = run(&[&args[..], &["--lease-seconds", "90"]].concat(), "");
            assert_eq!((run.code, run.stderr.as_str()), (0, ""));
            assert_eq!(run.stdout, workflow(kind, &options, Lang::En).unwrap());
        }
    }
}

#[test]
fn a_lease_that_cannot_be_prints_no_workflow() {
    for (seconds, code) in [("0", "lease-out-of-range"), ("604800", "lease-over-retention")] {
        let args = ["n8n", "--guarantee", "lease", "--lease-seconds", seconds, "--retention-days", "1"];
        let run = run(&args, "");
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{seconds}");
        assert!(run.stderr.contains(&format!("error[{code}]: ")), "{}", run.stderr);
    }
}

#[test]
fn the_default_is_the_receiver_in_english() {
    let expected = workflow(Workflow::Receive, &Options::default(), Lang::En).unwrap();
    assert_eq!(run(&["n8n"], "").stdout, expected);
}

#[test]
fn an_option_that_cannot_be_used_prints_no_workflow() {
    #[track_caller]
    fn check(option: &str, value: &str, code: &str) {
        for (lang, severity) in [("en", "error"), ("de", "Fehler")] {
            let run = run(&["n8n", "--lang", lang, &format!("{option}={value}")], "");
            assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{option} {value}");
            assert!(run.stderr.starts_with(&format!("{severity}[{code}]: ")), "{}", run.stderr);
        }
    }
    check("--path", "/orders", "webhook-path-invalid");
    check("--path", "a'; rm -rf ~", "webhook-path-invalid");
    check("--path", "", "webhook-path-invalid");
    check("--scope", "sha256", "scope-invalid");
    check("--table", "{{ $json }}", "n8n-identifier");
    check("--table", &"x".repeat(64), "identifier-invalid");
    check("--retention-days", "0", "retention-out-of-range");
}

#[test]
fn a_short_retention_is_a_warning_beside_the_workflow() {
    let run = run(&["n8n", "--workflow", "cleanup", "--retention-days", "7"], "");
    assert_eq!(run.code, 0);
    assert!(run.stderr.starts_with("warning[retention-short]: "), "{}", run.stderr);
}

#[test]
fn the_workflow_of_a_sender_and_of_a_rule() {
    let sendgrid = run(&["n8n", "--provider", "sendgrid"], "");
    assert_eq!(sendgrid.code, 0);
    assert!(sendgrid.stdout.contains("splitInBatches"), "a batch is a loop");
    let rule = run(&["n8n", "--rule", "header X-Event-Id"], "");
    assert!(rule.code == 0 && rule.stdout.contains("X-Event-Id"), "{}", rule.stdout);
    assert_eq!(run(&["n8n", "--provider", "nobody"], "").code, 2);
    let early = run(&["n8n", "--provider", "paddle"], "");
    assert!(early.stderr.contains("retention-under-sender"), "{}", early.stderr);
}
