//! Records of one request.

use super::*;

#[track_caller]
fn check_exact(name: &str, target: &str, findings: &[&str]) {
    let delivery = delivery_of(name, findings);
    assert_eq!(delivery.body, carried(), "{name}");
    assert_eq!(
        (delivery.method.as_deref(), delivery.target.as_deref()),
        (Some("POST"), Some(target)),
        "{name}"
    );
    assert_eq!(delivery.header("x-event-id"), HeaderLookup::One("evt_A"), "{name}");
}

#[track_caller]
fn check(input: &str, body: Option<&str>, findings: &[&str]) -> Reading {
    check_body(input.as_bytes(), InputKind::Log, body.map(str::as_bytes), findings)
}

#[test]
fn records_give_the_body_that_was_logged() {
    check_exact("log/cloudflare-tail.json", "https://hooks.example.com/in", &["body-logged"]);
    check_exact("log/vercel-drain.json", "/in", &["body-logged"]);
    check_exact("log/pino.json", "/in", &["body-logged"]);
    check_exact("log/inspector.json", "https://hooks.example.com/in", &["body-logged"]);
    // The whole request was kept as it was on the wire.
    check_exact("log/ngrok.json", "/in", &[]);
}

#[test]
fn a_parsed_body_is_not_certain() {
    let delivery = delivery_of("log/github-delivery.json", &["body-bytes-unknown"]);
    assert_eq!(&*delivery.body, br#"{"action":"opened","issue":{"id":1}}"#);
    assert_eq!(delivery.header("x-github-event"), HeaderLookup::One("issues"));
    assert_eq!(delivery.target.as_deref(), Some("https://hooks.example.com/in"));
}

#[test]
fn a_line_without_a_body_is_refused() {
    let (_, reading) = read_example("log/cloudflare-without-body.json");
    assert_eq!((reading.kind, codes(&reading)), (InputKind::Log, vec!["log-without-body"]));
    assert_eq!(reading.delivery, None);
    check(r#"{"req":{"method":"POST","headers":{}}}"#, None, &["log-without-body 1:8"]);
    check(r#"{"req":{"headers":{},"body":null}}"#, None, &["log-without-body 1:8"]);
    check(r#"{"id":1}"#, None, &["input-kind-mismatch 1:1"]);
    check(r#"{"id":"#, None, &["input-kind-mismatch 1:7"]);
}

#[test]
fn where_the_body_of_a_record_is_looked_for() {
    check(r#"{"req":{"headers":{},"body":"a"}}"#, Some("a"), &["body-logged 1:29"]);
    check(r#"{"req":{"headers":{}},"rawBody":"a"}"#, Some("a"), &["body-logged 1:33"]);
    check(r#"{"req":{"headers":{},"body":"a","rawBody":"b"}}"#, Some("b"), &["body-logged 1:43"]);
    check(r#"{"req":{"headers":{},"body":{"a": 1}}}"#, Some(r#"{"a":1}"#), &["body-bytes-unknown 1:29"]);
    check(r#"{"headers":{},"isBase64Encoded":true,"body":"e30="}"#, Some("{}"), &[]);
    check(
        r#"{"headers":{"content-length":"2"},"body":"abc"}"#,
        Some("abc"),
        &["body-bytes-unknown 1:14", "body-logged 1:42"],
    );
    // An object that a Worker logged was printed, not kept.
    let tail = r#"{"outcome":"ok","event":{"request":{}},"logs":[{"message":["x",{"id": 1}]}]}"#;
    check(tail, Some(r#"{"id":1}"#), &["body-bytes-unknown 1:64"]);
}
