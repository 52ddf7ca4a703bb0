//! Keys, findings and exit codes of `hookonce key`.

use crate::support::{codes, key_json, one_line_of_json, run};

#[test]
fn the_published_example_prints_its_key_and_nothing_else() {
    let run = run(&["key"], r#"{"id":"evt_A"}"#);
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "evt:evt_A\n", ""));
}

#[test]
fn the_json_form_has_everything() {
    let (code, json) = key_json(&[], r#"{"id":"evt_A"}"#);
    assert_eq!(code, 0);
    let expected = serde_json::json!({
        "key": "evt:evt_A",
        "rule": "event-id",
        "provider": { "id": "stripe", "certainty": "guess" },
        "findings": [],
        "candidates": [{
            "source": "body",
            "path": "id",
            "value": "\"evt_A\"",
            "verdict": "event-id",
            "position": { "place": "body", "offset": 6, "line": 1, "column": 7 },
        }],
    });
    assert_eq!(json, expected);
}

#[test]
fn an_unusable_candidate_says_why() {
    let (code, json) = key_json(&[], "{\"retry\":1,\n\"id\":9007199254740993}");
    assert_eq!((code, &json["rule"]), (0, &"body-hash".into()));
    assert_eq!(json["candidates"][0]["verdict"], "unusable");
    assert_eq!(json["candidates"][0]["reason"], "too-large");
    assert_eq!(codes(&json), ["volatile-field", "unusable-id", "body-hash"]);
    let position = serde_json::json!({ "place": "body", "offset": 17, "line": 2, "column": 6 });
    assert_eq!(json["findings"][1]["position"], position);
    assert_eq!(json["findings"][1]["severity"], "warning");
    assert!(json["findings"][2].get("position").is_none(), "it is nowhere");
}

#[test]
fn no_key_is_exit_code_1_in_both_forms() {
    let text = run(&["key"], "");
    assert_eq!((text.code, text.stdout.as_str()), (1, ""));
    assert!(text.stderr.starts_with("error[empty-body]: The body is empty"), "{}", text.stderr);

    let (code, json) = key_json(&[], "");
    assert_eq!((code, &json["key"], &json["rule"]), (1, &().into(), &().into()));
    assert_eq!(codes(&json), ["empty-body"]);

    for command in ["curl http://a/ -d @body.json", "curl 'http://a/", "curl http://a/ -F a=b"] {
        let (code, json) = key_json(&[], command);
        assert_eq!((code, &json["key"]), (1, &().into()), "{command}");
        assert_eq!(json["findings"][0]["severity"], "error", "{command}");
        assert_eq!(json["findings"][0]["position"]["place"], "input", "{command}");
    }
}

#[test]
fn an_argument_that_cannot_be_used_is_exit_code_2_in_both_forms() {
    #[track_caller]
    fn check(args: &[&str], code: &str) {
        let text = run(&[&["key"], args].concat(), "{}");
        assert_eq!((text.code, text.stdout.as_str()), (2, ""), "{args:?}");
        assert!(text.stderr.starts_with("error"), "{}", text.stderr);
        let json = run(&[&["key", "--format=json"], args].concat(), "{}");
        assert_eq!(json.code, 2, "{args:?}");
        let json = one_line_of_json(&json.stdout);
        assert_eq!((&json["key"], codes(&json)), (&().into(), vec![code]), "{args:?}");
        assert_eq!(json["findings"][0]["severity"], "error");
    }
    check(&["--scope", "evt"], "scope-invalid");
    check(&["--scope", "Stripe"], "scope-invalid");
    check(&["--header", "no colon"], "header-malformed");
    check(&["--header", ""], "header-malformed");
    check(&["--header", "A B: c"], "header-malformed");
    check(&["--header", "A: b\nC: d"], "header-malformed");
    check(&["--header", "Content-Length: many"], "header-malformed");
    check(&["/nowhere/body.json"], "input-unreadable");
    check(&["/"], "input-unreadable");
    check(&["--input", "xml"], "usage");
    check(&["--entry", "0"], "usage");
    check(&["--lang", "fr"], "usage");
    check(&["--unknown"], "usage");
    check(&["one", "two"], "usage");
}

#[test]
fn every_refused_argument_is_reported_and_the_input_is_not_read() {
    let args = ["key", "--scope", "evt", "--header", "a", "--header", "b", "/nowhere"];
    let run = run(&args, "");
    let reported = run.stderr.lines().filter(|line| line.starts_with("error[")).count();
    assert_eq!((run.code, reported), (2, 3), "{}", run.stderr);
}

#[test]
fn warnings_go_to_standard_error_hints_only_when_asked_for() {
    let body = "{\"attempt\":1}\n";
    let says = |args: &[&str], code: &str| {
        let run = run(&[&["key"], args].concat(), body);
        assert_eq!(run.code, 0);
        assert!(run.stdout.starts_with("sha256:") && run.stdout.lines().count() == 1);
        run.stderr.contains(&format!("[{code}]"))
    };
    assert!(says(&[], "volatile-field") && !says(&[], "trailing-newline"));
    assert!(says(&["--verbose"], "volatile-field") && says(&["-v"], "trailing-newline"));
    assert!(!says(&["--quiet"], "volatile-field") && !says(&["-q"], "trailing-newline"));
    let no_key = run(&["key", "--quiet"], "");
    assert!(no_key.stderr.contains("error[empty-body]"), "quiet still says why there is no key");
}

#[test]
fn the_text_form_of_a_finding_looks_like_a_compilers() {
    let run = run(&["key"], "{\"attempt\":1,\n \"total\":129900}");
    let expected = "\
warning[volatile-field]: The value of attempt probably changes with every attempt.
  --> body:1:2
  = Then the body's hash changes too, and a retry is taken for a new event. Ask the sender for an event id. For example \"attempt\":1, then \"attempt\":2.
";
    assert_eq!(run.stderr, expected);
}

#[test]
fn german_is_german_and_the_codes_stay() {
    let german = run(&["key", "--lang", "de"], "");
    assert!(german.stderr.starts_with("Fehler[empty-body]: Der Body ist leer"), "{}", german.stderr);
    let german = run(&["key", "--lang", "de"], "{\"attempt\":1}");
    assert!(german.stderr.contains("Warnung[volatile-field]: ") && german.stderr.contains("--> Body:1:2"));
    let (_, json) = key_json(&["--lang", "de"], "curl 'a");
    assert_eq!((codes(&json), &json["findings"][0]["severity"]), (vec!["curl-open-quote"], &"error".into()));
    assert!(json["findings"][0]["message"].as_str().unwrap().contains("Anführungszeichen"));
    let unreadable = run(&["key", "--lang", "de", "/nowhere"], "");
    assert!(unreadable.stderr.starts_with("Fehler[input-unreadable]: Die Datei „/nowhere“"));
}

#[test]
fn headers_are_added_and_judged_with_those_of_the_input() {
    #[track_caller]
    fn check(headers: &[&str], input: &str, expected: &[&str]) {
        let args: Vec<_> = headers.iter().flat_map(|header| ["--header", header]).collect();
        let (code, json) = key_json(&args, input);
        assert_eq!((code, &json["key"]), (0, &"evt:evt_A".into()));
        assert_eq!(codes(&json), expected);
    }
    let body = r#"{"id":"evt_A"}"#;
    let http = format!("POST / HTTP/1.1\r\nX-Id: 1\r\nContent-Length: 14\r\n\r\n{body}");
    let curl = format!("curl http://a/ -H $'X-Id: 1\\n2' --json '{body}'");
    check(&["X-Id: 2"], body, &[]);
    check(&["X-Id: 2"], &http, &["header-repeated"]);
    check(&["x-id: 2"], &curl, &["header-repeated"]);
    check(&["X-Id: 2", "X-ID: 3"], body, &["header-repeated"]);
    check(&["Content-Type: multipart/form-data; boundary=x"], body, &["multipart-body"]);
    check(&["Content-Encoding: gzip"], body, &["body-decoded"]);
    // The body is what it is: these cannot cut it.
    check(&["Content-Length: 3"], body, &[]);
    check(&["Transfer-Encoding: chunked"], body, &[]);
    check(&["Content-Length: 3"], &http, &[]);
}

/// The vector is `printf 'evt:evt_A\ncharge' | sha256sum`.
#[test]
fn a_call_of_the_work_gets_its_idempotency_key() {
    let run = run(&["key", "--step", "charge"], "{\"id\":\"evt_A\"}");
    assert_eq!((run.code, run.stdout.as_str()), (0, "hookonce-9d2629b0b8a02b6394b9934a34cb96f4\n"));
    let (_, json) = key_json(&["--step", "charge"], "{\"id\":\"evt_A\"}");
    assert_eq!(
        (&json["key"], &json["idempotency_key"]),
        (&"evt:evt_A".into(), &"hookonce-9d2629b0b8a02b6394b9934a34cb96f4".into())
    );
    let batch = "[{\"sg_event_id\":\"a\"},{\"sg_event_id\":\"b\"}]";
    let items = crate::support::run(&["key", "--provider", "sendgrid", "--step", "mail"], batch).stdout;
    assert_eq!(items.lines().filter(|line| line.starts_with("hookonce-")).count(), 2, "{items}");
    assert!(!crate::support::run(&["key"], batch).stdout.contains("hookonce-"));
}
