//! `hookonce audit`: both forms, exit codes, and input that cannot be used.

use std::fs;

use serde_json::Value;

use crate::support::{Run, run, run_in, scratch_folder};

const LINES: &str = "\
{\"id\":\"evt_1001\",\"type\":\"paid\",\"n\":1}
{\"id\":\"evt_1002\",\"type\":\"paid\",\"n\":1}
{\"id\":\"evt_1001\",\"type\":\"paid\", \"n\":1}
";

#[track_caller]
fn json(run: &Run) -> Value {
    assert_eq!((run.stderr.as_str(), run.stdout.lines().count()), ("", 1), "{}", run.stdout);
    serde_json::from_str(&run.stdout).unwrap()
}

#[test]
fn the_text_form_has_numbers_what_follows_and_where() {
    let run = run(&["audit"], LINES);
    let expected = "\
Read as JSON lines (NDJSON); each entry is a body.

  Deliveries                3
  Events                    2
  Repeats                   1
  Repeats with other bytes  1

Without a claim the work would have been done again for 1 of the deliveries.
A hash of the body would have taken 1 of the repeats for new events.

Repeats, by the numbers of their lines or entries
  1 and 3: evt:evt_1001
";
    assert!(run.stdout.starts_with(expected), "{}", run.stdout);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "no bar in a pipe");
    assert!(run.stdout.contains("Rules, on a sample\n  Rule "), "{}", run.stdout);
    let german = crate::support::run(&["audit", "--lang", "de"], LINES).stdout;
    assert!(german.contains("Wiederholungen mit anderen Bytes  1"), "{german}");
}

#[test]
fn the_json_form_has_the_same() {
    let audit = json(&run(&["audit", "--format", "json"], LINES))["audit"].clone();
    assert_eq!((&audit["form"], &audit["entries"]), (&"ndjson".into(), &"body".into()));
    assert_eq!(
        (&audit["deliveries"], &audit["events"], &audit["repeats"]),
        (&3.into(), &2.into(), &1.into())
    );
    assert_eq!(audit["repeat_examples"][0]["key"], "evt:evt_1001");
    assert_eq!(audit["timeline"]["unit"], "deliveries");
    assert_eq!(audit["rules"][0]["rule"], Value::Null);
}

#[test]
fn conflicts_and_what_cannot_be_read_are_no_success() {
    let conflict = run(&["audit", "--rule", "$.type"], LINES);
    assert_eq!(conflict.code, 1);
    assert!(conflict.stdout.contains("The rule $.id would be better"), "{}", conflict.stdout);
    assert_eq!(run(&["audit"], [LINES, "{\"id\":"].concat()).code, 1);
    assert_eq!(run(&["audit"], "").code, 1);
}

#[test]
fn a_table_by_the_name_of_its_column() {
    let folder = scratch_folder("audit-table");
    fs::write(
        folder.join("hooks.csv"),
        "n,raw text\n1,\"{\"\"id\"\":\"\"e1\"\"}\"\n2,\"{\"\"id\"\":\"\"e1\"\"}\"\n",
    )
    .unwrap();
    let refused = run_in(&folder, &["audit", "hooks.csv"], "");
    assert_eq!((refused.code, refused.stdout.as_str()), (2, ""));
    assert!(
        refused.stderr.starts_with("error[export-unreadable]: the file hooks.csv")
            || refused.stderr.contains("hooks.csv"),
        "{}",
        refused.stderr
    );
    assert!(refused.stderr.contains("n, raw text"), "{}", refused.stderr);
    let found = run_in(&folder, &["audit", "hooks.csv", "--body-column", "raw text", "--format", "json"], "");
    assert_eq!(json(&found)["audit"]["repeats"], 1);
}

#[test]
fn what_cannot_be_used_is_refused_in_both_forms() {
    for args in
        [&["audit", "no-such-file"][..], &["audit", "--rule", "$."], &["audit", "--provider", "nobody"]]
    {
        let text = run(args, LINES);
        assert_eq!((text.code, text.stdout.as_str()), (2, ""), "{args:?}");
        let report = run(&[args, &["--format", "json"]].concat(), LINES);
        assert_eq!((report.code, &json(&report)["audit"]), (2, &Value::Null), "{args:?}");
        assert_eq!(json(&report)["findings"].as_array().unwrap().len(), 1);
    }
    let usage = run(&["audit", "--input", "xml", "--format", "json"], "");
    let report: Value = serde_json::from_str(&usage.stdout).unwrap();
    assert_eq!((usage.code, &report["findings"][0]["code"]), (2, &"usage".into()));
}

#[test]
fn more_than_fits_the_other_commands_is_streamed() {
    let folder = scratch_folder("audit-large");
    let entry = format!(
        "{{\"startedDateTime\":\"2026-03-01T12:00:00Z\",\"request\":{{\"method\":\"POST\",\"url\":\"https://h.example/\",\"headers\":[],\"postData\":{{\"text\":\"{{\\\"id\\\":\\\"e1\\\"}}\"}}}},\"response\":{{\"content\":{{\"text\":\"{}\"}}}}}}",
        "x".repeat(10_000_000)
    );
    fs::write(
        folder.join("large.har"),
        format!("{{\"log\":{{\"entries\":[{}]}}}}", vec![entry; 10].join(",")),
    )
    .unwrap();
    let key = run_in(&folder, &["key", "large.har"], "");
    assert_eq!(key.code, 2);
    assert!(key.stderr.contains("input-too-large") && key.stderr.contains("MiB"), "{}", key.stderr);
    // In less memory than the file has bytes.
    let limited = "ulimit -v 92160 && exec \"$0\" audit large.har --format json";
    let mut command = std::process::Command::new("sh");
    command.args(["-c", limited, env!("CARGO_BIN_EXE_hookonce")]).current_dir(&folder);
    let output = command.output().unwrap();
    let audit: Value = serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"));
    assert_eq!((output.status.code(), &audit["audit"]["deliveries"]), (Some(0), &10.into()));
    fs::remove_dir_all(folder).unwrap();
}
