//! JSON containers: HAR, n8n items, Lambda events.

use hookonce_core::finding::BytesUnknown;

use super::*;

/// Checks an example that carries the common body exactly.
#[track_caller]
fn check_exact(name: &str, method: Option<&str>, target: Option<&str>, findings: &[&str]) -> Delivery {
    let delivery = delivery_of(name, findings);
    assert_eq!(delivery.body, carried(), "{name}");
    assert_eq!((delivery.method.as_deref(), delivery.target.as_deref()), (method, target), "{name}");
    assert_eq!(delivery.header("x-event-id"), HeaderLookup::One("evt_A"), "{name}");
    assert_eq!(delivery.header("content-type"), HeaderLookup::One("application/json"), "{name}");
    delivery
}

#[track_caller]
fn check(input: &str, kind: InputKind, body: Option<&str>, findings: &[&str]) -> Reading {
    check_body(input.as_bytes(), kind, body.map(str::as_bytes), findings)
}

fn reasons(reading: &Reading) -> Vec<BytesUnknown> {
    let reason = |kind: &FindingKind| match kind {
        FindingKind::BodyBytesUnknown { reason } => Some(*reason),
        _ => None,
    };
    reading.findings.iter().filter_map(|finding| reason(&finding.kind)).collect()
}

#[test]
fn a_har_gives_the_bytes_of_its_entries() {
    let url = Some("https://hooks.example.com/in?a=1");
    let delivery = check_exact("har/browser.har", Some("POST"), url, &["several-requests"]);
    // Names of HTTP/2 are no headers.
    assert_eq!(delivery.headers.len(), 5);
    let url = Some("https://hooks.example.com/in");
    check_exact("har/proxy.har", Some("POST"), url, &["several-requests"]);
}

#[test]
fn a_har_that_is_cut_off_gives_what_is_whole() {
    let url = Some("https://hooks.example.com/in?a=1");
    check_exact("har/cut-off.har", Some("POST"), url, &["several-requests", "input-broken"]);
    let (input, reading) = read_example("har/cut-off.har");
    assert_eq!(reading.entries.len(), 2);
    let broken = &reading.findings[1];
    assert_eq!(broken.kind, FindingKind::InputBroken { kind: InputKind::Har, entries: 2 });
    assert_eq!(broken.position.map(|position| position.offset), Some(input.len()));
    // What was found in the list stays found when another entry is read.
    assert_eq!(
        codes(&reading.pick(&input, 0)),
        ["several-requests", "har-entry-without-body", "input-broken"]
    );
    let entry = r#"{"request":{"method":"POST","url":"/","postData":{"text":"{}"}}}"#;
    let head = r#"{"log":{"version":"1.2","creator":{},"entries":["#;
    check(&format!("{head}{entry},{{oops]}}}}"), InputKind::Har, Some("{}"), &["input-broken 1:115"]);
    check(&format!("{head}{{oops"), InputKind::Har, None, &["input-kind-mismatch 1:50"]);
    check_body(
        &[head.as_bytes(), entry.as_bytes(), b",\"\xFF\"]}}"].concat(),
        InputKind::Har,
        Some(b"{}"),
        &["input-broken 1:115"],
    );
}

#[test]
fn entries_of_a_har_without_a_body_say_so() {
    let (input, reading) = read_example("har/browser.har");
    let first = reading.pick(&input, 0);
    assert_eq!(codes(&first), ["several-requests", "har-entry-without-body"]);
    assert_eq!(first.delivery.map(|delivery| delivery.body.len()), Some(0));
    let har = |request: &str| format!(r#"{{"log":{{"entries":[{{"request":{request}}}]}}}}"#);
    let without = &["har-entry-without-body 1:31"];
    check(&har(r#"{"method":"GET","url":"/"}"#), InputKind::Har, Some(""), without);
    check(&har(r#"{"postData":null}"#), InputKind::Har, Some(""), without);
    check(&har(r#"{"postData":{"text":"","params":[]}}"#), InputKind::Har, Some(""), without);
    check(&har(r#"{"postData":{"text":17}}"#), InputKind::Har, Some(""), without);
    check(&har(r#"{"postData":{"text":" "}}"#), InputKind::Har, Some(" "), &[]);
    check(&har("17"), InputKind::Har, None, &["input-kind-mismatch 1:20"]);
    check(r#"{"log":{"entries":[17]}}"#, InputKind::Har, None, &["input-kind-mismatch 1:20"]);
    check(r#"{"log":{"entries":[]}}"#, InputKind::Har, None, &["input-kind-mismatch 1:1"]);
    check("{}", InputKind::Har, None, &["input-kind-mismatch 1:1"]);
    check("", InputKind::Har, None, &["input-kind-mismatch 1:1"]);
}

#[test]
fn a_form_of_which_a_har_has_only_the_fields_is_no_certain_body() {
    let (input, reading) = read_example("har/proxy.har");
    let fields = reading.pick(&input, 1);
    assert_eq!(reasons(&fields), [BytesUnknown::Fields]);
    assert_eq!(&*fields.delivery.unwrap().body, b"id=evt+B&note=%C3%A4%26%3D");
    let (input, reading) = read_example("har/browser.har");
    let text = reading.pick(&input, 2);
    assert_eq!(reasons(&text), []);
    assert_eq!(&*text.delivery.unwrap().body, b"id=evt_B&note=a+b%26c");
}

#[test]
fn texts_that_cannot_tell_the_bytes_say_so() {
    #[track_caller]
    fn check(request: &str, body: &str, expected: &[BytesUnknown]) {
        let input = format!(r#"{{"log":{{"entries":[{{"request":{request}}}]}}}}"#);
        let reading = read_as(&input, InputKind::Har);
        assert_eq!(reasons(&reading), expected, "{request}");
        assert_eq!(reading.delivery.unwrap().body, Arc::from(body.as_bytes()), "{request}");
    }
    check(r#"{"postData":{"text":"\u00e4\ud83d\ude00\n"}}"#, "ä😀\n", &[]);
    check(r#"{"postData":{"text":"\ud83d"}}"#, "\u{FFFD}\u{FFFD}\u{FFFD}", &[BytesUnknown::LoneSurrogate]);
    check(r#"{"postData":{"text":"a\ufffd"}}"#, "a\u{FFFD}", &[BytesUnknown::Replaced]);
    check("{\"postData\":{\"text\":\"a\u{FFFD}\"}}", "a\u{FFFD}", &[BytesUnknown::Replaced]);
    let size = BytesUnknown::Size { declared: 3, actual: 2 };
    check(r#"{"bodySize":3,"postData":{"text":"{}"}}"#, "{}", &[size]);
    check(r#"{"bodySize":2,"postData":{"text":"{}"}}"#, "{}", &[]);
    // Many tools write zero for what they do not know.
    check(r#"{"bodySize":0,"postData":{"text":"{}"}}"#, "{}", &[]);
    check(r#"{"bodySize":-1,"postData":{"text":"{}"}}"#, "{}", &[]);
    let length = |length: u8, more: &str| {
        let header = format!(r#"{{"name":"Content-Length","value":"{length}"}}"#);
        format!(r#"{{"bodySize":9,"headers":[{header}{more}],"postData":{{"text":"{{}}"}}}}"#)
    };
    check(&length(3, ""), "{}", &[size]);
    check(&length(2, ""), "{}", &[]);
    // The length of compressed bytes says nothing about these.
    check(&length(3, r#",{"name":"Content-Encoding","value":"gzip"}"#), "{}", &[]);
}

#[test]
fn an_n8n_item_with_its_binary_is_exact() {
    let url = Some("https://n8n.example.com/webhook/in");
    check_exact("n8n/with-binary.json", None, url, &[]);
    check_exact("n8n/text.json", None, url, &[]);
}

#[test]
fn an_n8n_item_without_its_bytes_says_so() {
    let parsed = r#"{"id":"evt_A","text":"Größe “L” 📦 / ä","amount":12.5}"#;
    #[track_caller]
    fn check(name: &str, body: &str, reason: BytesUnknown) {
        let (input, reading) = read_example(name);
        let reading = if reading.entries.len() > 1 { reading.pick(&input, 0) } else { reading };
        assert_eq!(reasons(&reading), [reason], "{name}");
        assert_eq!(String::from_utf8_lossy(&reading.delivery.unwrap().body), body, "{name}");
    }
    check("n8n/parsed.json", parsed, BytesUnknown::Parsed);
    check("n8n/one-object.json", r#"{"id":"evt_A","amount":12}"#, BytesUnknown::Parsed);
    check("n8n/stored-elsewhere.json", parsed, BytesUnknown::Elsewhere);
    check("n8n/old-version.json", parsed, BytesUnknown::Parsed);
}

#[test]
fn odd_n8n_items() {
    let item = |members: &str| format!(r#"{{"headers":{{"a":"b"}},{members}}}"#);
    let unknown = |column: usize| format!("body-bytes-unknown 1:{column}");
    check(&item(r#""body":[1, 2]"#), InputKind::N8n, Some("[1,2]"), &[&unknown(29)]);
    check(&item(r#""query":{}"#), InputKind::N8n, Some(""), &[&unknown(1)]);
    check(&item(r#""binary":{"data":{"data":"e30="}}"#), InputKind::N8n, Some("{}"), &[]);
    check(&item(r#""binary":{"raw":{"data":"e30="}}"#), InputKind::N8n, Some("{}"), &[]);
    check(&item(r#""_files":{"data":{"data":"e30="}}"#), InputKind::N8n, Some("{}"), &[]);
    check(&item(r#""binary":{"data":{"data":"e3!="}}"#), InputKind::N8n, Some(""), &["base64-invalid 1:50"]);
    // With multipart the binary data are files of the form.
    let multipart = r#"{"headers":{"content-type":"multipart/form-data; boundary=x"},"body":{"a":"1"},"binary":{"data":{"data":"e30="}}}"#;
    check(multipart, InputKind::N8n, Some(r#"{"a":"1"}"#), &["multipart-body 1:14", &unknown(70)]);
    check(r#"{"id":1}"#, InputKind::N8n, None, &["input-kind-mismatch 1:1"]);
    check("[]", InputKind::N8n, None, &["input-kind-mismatch 1:1"]);
    check("[17]", InputKind::N8n, None, &["input-kind-mismatch 1:2"]);
    check("{\"headers\":", InputKind::N8n, None, &["input-kind-mismatch 1:12"]);
}

#[test]
fn lambda_events_give_the_bytes() {
    let target = Some("/in?a=1&a=x+y");
    check_exact("lambda/rest-api-v1.json", Some("POST"), target, &[]);
    let delivery = check_exact("lambda/http-api-v2.json", Some("POST"), Some("/in?a=1&a=x%20y"), &[]);
    assert_eq!(delivery.header("cookie"), HeaderLookup::One("c=1; d=2"));
    check_exact("lambda/load-balancer.json", Some("POST"), Some("/in?a=x%20y"), &[]);
    let empty = delivery_of("lambda/empty-body.json", &[]);
    assert_eq!((empty.body.len(), empty.header("x-event-id")), (0, HeaderLookup::One("evt_A")));
}

#[test]
fn odd_lambda_events() {
    let event = |members: &str| format!(r#"{{"httpMethod":"POST","headers":{{"a":"b"}},{members}}}"#);
    check(&event(r#""body":"e30=""#), InputKind::Lambda, Some("e30="), &[]);
    check(&event(r#""isBase64Encoded":true,"body":"e30=""#), InputKind::Lambda, Some("{}"), &[]);
    let invalid = &["base64-invalid 1:74"];
    check(&event(r#""isBase64Encoded":true,"body":"e!0=""#), InputKind::Lambda, Some(""), invalid);
    check(
        &event(r#""body":{"id": 1}"#),
        InputKind::Lambda,
        Some(r#"{"id":1}"#),
        &["body-bytes-unknown 1:49"],
    );
    check(&event(r#""body":null"#), InputKind::Lambda, Some(""), &[]);
    check("{\"id\":1}", InputKind::Lambda, None, &["input-kind-mismatch 1:1"]);
    check(" {\"body\":", InputKind::Lambda, None, &["input-kind-mismatch 1:10"]);
    // A header with two values stays two headers, and values that are no text are left out.
    let headers = r#"{"body":"x","multiValueHeaders":{"a":["1","2"],"n":3,"o":{}}}"#;
    let reading =
        check(headers, InputKind::Lambda, Some("x"), &["header-repeated 1:35", "header-malformed 1:55"]);
    assert_eq!(super::headers(&reading.delivery.unwrap()), ["a: 1", "a: 2", "n: 3"]);
}

#[test]
fn a_body_that_stands_in_the_input_is_located() {
    let reading =
        check(r#" {"httpMethod":"POST","headers":{},"body":"abc"}"#, InputKind::Lambda, Some("abc"), &[]);
    assert_eq!(reading.body_start, Some(43));
    let reading =
        check(r#"{"httpMethod":"POST","headers":{},"body":"a\u0062c"}"#, InputKind::Lambda, Some("abc"), &[]);
    assert_eq!(reading.body_start, None);
    let har = r#"{"log":{"entries":[{},{"request":{"postData":{"text":"abc"}}}]}}"#;
    let reading = read_as(har, InputKind::Har);
    assert_eq!(reading.body_start, Some(54));
}
