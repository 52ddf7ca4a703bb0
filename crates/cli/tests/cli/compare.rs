//! `hookonce compare`: answers, exit codes, both forms.

use std::fs;

use serde_json::Value;

use crate::support::{Run, run, scratch_folder};

/// Runs it in a folder that has these files, and hands `-` the text `stdin`.
#[track_caller]
fn compare(test: &str, args: &[&str], files: &[(&str, &str)], stdin: &str) -> Run {
    let folder = scratch_folder(&format!("compare-{test}"));
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
    crate::support::run_in(&folder, &[&["compare"], args].concat(), stdin)
}

fn json(run: &Run) -> Value {
    assert_eq!((run.stderr.as_str(), run.stdout.lines().count()), ("", 1), "{}", run.stdout);
    let json: Value = serde_json::from_str(&run.stdout).unwrap();
    let mut members: Vec<_> = json.as_object().unwrap().keys().collect();
    members.sort();
    let expected = [
        "answer",
        "by",
        "candidates",
        "clues",
        "deliveries",
        "differences",
        "expected",
        "findings",
        "plausible",
    ];
    assert_eq!(members, expected);
    json
}

const FIRST: &str = r#"{"attempt":1,"event_id":"e-100001","order":{"id":"ord_1"}}"#;
const RETRY: &str = r#"{"attempt":2, "event_id":"e-100001","order":{"id":"ord_1"}}"#;
const OTHER: &str = r#"{"attempt":1,"event_id":"e-100002","order":{"id":"ord_1"}}"#;
const LATER: &str = r#"{"attempt":1,"event_id":"e-100003","order":{"id":"ord_2"}}"#;
const FILES: [(&str, &str); 3] = [("first.json", FIRST), ("retry.json", RETRY), ("other.json", OTHER)];

#[test]
fn the_text_form_says_what_how_and_why() {
    let run = compare("text", &["first.json", "retry.json"], &FILES, "");
    let expected = "\
The same event. Judged by what is in them, since the generic rule does not know the sender.

  1  first.json  sha256:5ce8d3d0
  2  retry.json  sha256:0

Differences between 1 and 2
  attempt has another value; such a value changes with every attempt
    - 1  (line 1, column 12)
    + 2  (line 1, column 12)
  event_id has other white space; no value changes

What speaks for it or against it
  1 and 2: $.event_id is the same.

Possible keys, and what they say
  same       $.event_id  id of the event
  same       $.order.id  id of an object
  different  sha256      hash of the body

same: the rule in use does not fit.
  Proposed rule: $.event_id (fits these deliveries; more is not known)
";
    let without_hashes = |text: &str| {
        let line = |line: &str| line.split("sha256:").next().unwrap().to_owned();
        text.lines().map(line).collect::<Vec<_>>().join("\n")
    };
    assert_eq!((run.code, without_hashes(&run.stdout)), (0, without_hashes(expected)));
    let german = compare("german", &["--lang", "de", "first.json", "-"], &FILES, LATER);
    assert!(german.stdout.starts_with("Verschiedene Events. Beurteilt nach dem Inhalt"), "{}", german.stdout);
    assert!(german.stdout.contains("event_id: anderer Wert\n    - \"e-100001\"  (Zeile 1, Spalte 25)"));
}

#[test]
fn exit_codes_are_the_answer() {
    #[track_caller]
    fn check(args: &[&str], stdin: &str, code: i32, answer: &str) {
        let run = compare("codes", &[&["--format=json"], args].concat(), &FILES, stdin);
        let json = json(&run);
        assert_eq!((run.code, json["answer"].as_str().unwrap()), (code, answer), "{args:?}");
    }
    check(&["first.json", "first.json"], "", 0, "same");
    check(&["first.json", "retry.json"], "", 0, "same");
    check(&["first.json", "-"], LATER, 1, "different");
    check(&["first.json", "retry.json", "-"], LATER, 1, "several");
    check(&["-", "retry.json"], FIRST, 0, "same");
    // A new id and nothing else.
    check(&["first.json", "other.json"], "", 1, "unclear");
    // A rule that is given is believed, and so is a sender's own.
    check(&["--rule", "$.order.id", "first.json", "other.json"], "", 0, "same");
    check(&["--rule", "$.event_id", "first.json", "other.json"], "", 1, "different");
    let pubsub = |attempt: u32| {
        format!(
            r#"{{"deliveryAttempt":{attempt},"message":{{"data":"e30=","messageId":"1","publishTime":"2026-01-02T03:04:05Z"}},"subscription":"projects/p/subscriptions/s"}}"#
        )
    };
    let files = [("a", pubsub(1)), ("b", pubsub(2))];
    let files: Vec<_> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let run = compare("sender", &["--format", "json", "--provider", "google-pubsub", "a", "b"], &files, "");
    let json = json(&run);
    assert_eq!(
        (run.code, &json["by"], &json["deliveries"][0]["provider"]),
        (0, &"rule".into(), &"google-pubsub".into())
    );
}

#[test]
fn a_rule_is_proposed_where_the_one_in_use_is_wrong() {
    let proposal = |args: &[&str]| {
        let run = compare("proposal", &[&["--format=json"], args].concat(), &FILES, "");
        let json = json(&run);
        (
            run.code,
            json["plausible"][0]["fits"].clone(),
            json["plausible"][0]["proposal"].clone(),
            json["expected"].clone(),
        )
    };
    let (code, fits, rule, expected) = proposal(&["--same", "first.json", "retry.json"]);
    assert_eq!(
        (code, fits, &rule["rule"], expected),
        (1, false.into(), &"$.event_id".into(), serde_json::json!([1, 1]))
    );
    let (code, fits, rule, _) = proposal(&["--different", "--rule=$.order.id", "first.json", "other.json"]);
    assert_eq!((code, fits, &rule["rule"]), (0, false.into(), &"$.event_id".into()));
    let (code, fits, rule, expected) =
        proposal(&["--events=5,5,2", "--rule=$.order.id", "first.json", "retry.json", "other.json"]);
    assert_eq!((code, fits, expected), (0, false.into(), serde_json::json!([1, 1, 2])));
    assert_eq!((&rule["rule"], &rule["certainty"]), (&"$.event_id".into(), &"likely".into()));
    let (code, fits, rule, _) = proposal(&["--same", "--rule=$.event_id", "first.json", "retry.json"]);
    assert_eq!((code, fits, rule), (0, true.into(), Value::Null));
}

#[test]
fn the_json_form_has_every_change_and_candidate() {
    let run = compare("json", &["--format=json", "first.json", "retry.json", "other.json"], &FILES, "");
    let json = json(&run);
    let differences = json["differences"].as_array().unwrap();
    assert_eq!(
        (differences.len(), &differences[1]["to"], &differences[1]["compared"]),
        (2, &3.into(), &"json".into())
    );
    let change = &differences[0]["changes"][0];
    let expected = serde_json::json!({
        "kind": "value", "part": "body", "path": "attempt", "old": "1", "new": "2",
        "old_position": { "place": "body", "offset": 11, "line": 1, "column": 12 },
        "new_position": { "place": "body", "offset": 11, "line": 1, "column": 12 },
        "volatile": true, "spelling": false, "count": 1,
        "message": "attempt has another value; such a value changes with every attempt",
    });
    assert_eq!(*change, expected);
    let candidate = |rule: &str| {
        let found = json["candidates"].as_array().unwrap().iter().find(|it| it["rule"] == rule);
        found.map(|it| (it["role"].clone(), it["events"].clone())).unwrap()
    };
    assert_eq!(candidate("$.event_id"), ("event-id".into(), serde_json::json!([1, 1, 2])));
    assert_eq!(candidate("$.attempt"), ("attempt".into(), serde_json::json!([1, 2, 1])));
    assert_eq!(candidate("$.order.id"), ("object-id".into(), serde_json::json!([1, 1, 1])));
    assert_eq!(json["clues"][0]["reason"], "same-id");
}

#[test]
fn what_cannot_be_used_is_exit_code_2_in_both_forms() {
    #[track_caller]
    fn check(args: &[&str], code: &str, says: &str) {
        let files = [("first.json", FIRST), ("curl.txt", "curl http://a/ -d @body.json"), ("empty", "")];
        let text = compare("refused", args, &files, FIRST);
        assert_eq!((text.code, text.stdout.as_str()), (2, ""), "{args:?}");
        assert!(text.stderr.starts_with("error") && text.stderr.contains(says), "{}", text.stderr);
        let run = compare("refused", &[&["--format", "json"], args].concat(), &files, FIRST);
        let json: Value = serde_json::from_str(&run.stdout).unwrap();
        assert_eq!(
            (run.code, &json["answer"], &json["findings"][0]["code"]),
            (2, &Value::Null, &code.into()),
            "{args:?}"
        );
    }
    check(&["first.json", "/nowhere"], "input-unreadable", "“/nowhere”");
    check(&["first.json", "curl.txt"], "curl-file-reference", "“curl.txt”");
    check(&["-", "-"], "usage", "standard input");
    check(&["first.json"], "usage", "at least two");
    check(&["--same", "--different", "first.json", "empty"], "usage", "");
    check(&["--events", "1", "first.json", "empty"], "usage", "here 2");
    check(&["--events", "a,b", "first.json", "empty"], "usage", "");
    check(&["--scope", "evt", "first.json", "empty"], "scope-invalid", "");
    check(&["--provider", "nobody", "first.json", "empty"], "provider-unknown", "");
    let many: Vec<&str> = vec!["empty"; 51];
    check(&many, "usage", "At most 50");
}

#[test]
fn a_file_that_holds_several_deliveries_is_enough() {
    let request = |body: &str| {
        let length = body.len();
        format!("POST /in HTTP/1.1\r\nHost: a\r\nContent-Length: {length}\r\n\r\n{body}\n\n")
    };
    let several = [FIRST, RETRY, LATER].map(request).concat();
    let files = [("several.http", several.as_str()), ("first.json", FIRST)];
    let answer = |args: &[&str]| {
        let run = compare("several", &[&["--format=json"], args].concat(), &files, "");
        let json = json(&run);
        let files = json["deliveries"].as_array().unwrap().iter();
        let files: Vec<_> = files.map(|it| it["file"].as_str().unwrap().to_owned()).collect();
        assert!(json["findings"].as_array().unwrap().iter().all(|it| it["code"] != "several-requests"));
        (run.code, json["answer"].clone(), files.join(", "))
    };
    let of = |places: &str| {
        places.split(' ').map(|place| format!("several.http {place}")).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(answer(&["several.http"]), (1, "several".into(), of("1 2 3")));
    assert_eq!(answer(&["several.http", "--entry", "1,2"]), (0, "same".into(), of("1 2")));
    assert_eq!(
        answer(&["first.json", "several.http", "--entry", "3"]),
        (1, "different".into(), format!("first.json, {}", of("3")))
    );
    let run = compare("several", &["several.http", "--entry", "1,4"], &files, "");
    assert_eq!(run.code, 2);
    assert!(run.stderr.starts_with("error[entry-missing]: The file “several.http”: "), "{}", run.stderr);
}

#[test]
fn findings_go_to_standard_error_and_nothing_steers_the_terminal() {
    let body = |text: &str| format!(r#"{{"id":"evt_1001","type":"paid","text":"{text}"}}"#);
    let files = [("a", body("\u{9b}2J one")), ("b", body("\u{202e} two"))];
    let files: Vec<_> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let text = compare("findings", &["a", "b"], &files, "");
    assert!(text.stderr.starts_with("warning[same-id-other-body]: "), "{}", text.stderr);
    assert!(
        text.stdout.contains("\\u{9b}2J one") && text.stdout.contains("\\u{202e} two"),
        "{}",
        text.stdout
    );
    assert!(text.stdout.chars().all(|char| char == '\n' || !char.is_control()));
    assert_eq!(compare("quiet", &["--quiet", "a", "b"], &files, "").stderr, "");
}

#[test]
fn verbose_lists_every_value_that_could_be_a_key() {
    let lists = |args: &[&str]| compare("verbose", args, &FILES, "").stdout.contains("  $.attempt ");
    assert!(!lists(&["first.json", "retry.json"]) && lists(&["--verbose", "first.json", "retry.json"]));
}

#[test]
fn the_help_says_the_exit_codes() {
    let help = run(&["compare", "--help"], "").stdout;
    assert!(help.contains("Exit codes:\n  0  the same event\n  1  different events"), "{help}");
}
