//! Headers apart from the body.

use hookonce_core::delivery::{add_headers, with_headers};
use hookonce_core::finding::Finding;

use super::*;

fn delivery(head: &str, body: &str) -> Delivery {
    let input = if head.is_empty() { body.to_owned() } else { format!("POST / HTTP/1.1\n{head}\n\n{body}") };
    let kind = if head.is_empty() { InputKind::Body } else { InputKind::Http };
    read_as(input, kind).delivery.expect("a delivery")
}

fn shown(findings: &[Finding]) -> Vec<String> {
    let show = |finding: &Finding| match finding.position {
        Some(position) => {
            assert_eq!(position.place, Place::Headers);
            format!("{} {}:{}", finding.code(), position.line, position.column)
        }
        None => finding.code().to_owned(),
    };
    findings.iter().map(show).collect()
}

#[track_caller]
fn check(text: &str, expected: &[&str], findings: &[&str]) {
    let mut delivery = delivery("", "{}");
    let found = with_headers(&mut delivery, text.as_bytes());
    assert_eq!(headers(&delivery), expected, "{text:?}");
    assert_eq!(shown(&found), findings, "{text:?}");
    assert_eq!(&*delivery.body, b"{}");
}

#[test]
fn lines_are_read() {
    check("", &[], &[]);
    check(" \n", &[], &[]);
    check("A: b\r\nC: d", &["A: b", "C: d"], &[]);
    check("A: b\n\nC: d\n\n", &["A: b", "C: d"], &[]);
    check("A: b\n c", &["A: b c"], &[]);
    check("POST / HTTP/1.1\r\nA: b\r\n", &["A: b"], &[]);
    check("A: b\nno colon\nC: d", &["A: b", "C: d"], &["header-malformed 2:1"]);
    check("A: b\na: c", &["A: b", "a: c"], &["header-repeated 2:1"]);
}

#[test]
fn json_is_read() {
    check(
        r#"{"A":"b","n":1,"m":["x","y"],"z":null}"#,
        &["A: b", "n: 1", "m: x", "m: y"],
        &["header-repeated 1:17"],
    );
    check(r#"[{"name":"A","value":"b"},{"key":"C","value":"d"},["E","f"]]"#, &["A: b", "C: d", "E: f"], &[]);
    check("\n {\"A b\":\"c\",\n\"D\":{}}", &[], &["header-malformed 2:4", "header-malformed 3:2"]);
    check("[17]", &[], &["header-malformed 1:2"]);
    check("{\"A\":\"b\"", &[], &["header-malformed 1:9"]);
    check("{A: b}", &[], &["header-malformed 1:2"]);
}

#[test]
fn only_what_is_new_is_judged() {
    #[track_caller]
    fn check(head: &str, text: &str, findings: &[&str]) {
        let mut delivery = delivery(head, "{}");
        assert_eq!(shown(&with_headers(&mut delivery, text.as_bytes())), findings, "{head:?} {text:?}");
    }
    check("A: b", "a: c", &["header-repeated 1:1"]);
    check("A: b\nA: c", "X: y", &[]);
    check("A: b", "Content-Encoding: gzip", &["body-decoded 1:1"]);
    check("Content-Encoding: gzip", "A: b", &[]);
    check("A: b", "Content-Type: multipart/form-data", &["multipart-body 1:1"]);
    check("Content-Type: multipart/form-data", "A: b", &[]);
    // The body is what it is: these cannot cut it.
    check("Content-Length: 2", "Content-Length: 1", &[]);
    check("A: b", "Transfer-Encoding: chunked\nContent-Length: 1", &[]);
}

#[test]
fn single_headers_are_parsed_and_added() {
    assert_eq!(Header::parse("A: b "), Some(Header { name: "A".into(), value: "b".into() }));
    for line in ["", "A", "A b: c", "A: b\nC: d", "Content-Length: many"] {
        assert_eq!(Header::parse(line), None, "{line:?}");
    }
    let mut delivery = delivery("A: b", "{}");
    let added = ["a: c", "D: e"].map(|line| Header::parse(line).unwrap());
    assert_eq!(shown(&add_headers(&mut delivery, added.into())), ["header-repeated"]);
    assert_eq!(headers(&delivery), ["A: b", "a: c", "D: e"]);
}
