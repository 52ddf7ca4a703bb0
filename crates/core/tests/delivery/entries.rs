//! Inputs with several deliveries.

use hookonce_core::delivery::read_entry;
use hookonce_core::lang::Lang;

use super::*;

/// Checks the labels, and the body of each entry.
#[track_caller]
fn check(input: &[u8], kind: Option<InputKind>, expected: &[(&str, &str)]) -> Reading {
    let input: Arc<[u8]> = input.into();
    let reading = read(&input, kind);
    let labels: Vec<_> = reading.entries.iter().map(|entry| entry.label(Lang::En)).collect();
    let expected_labels: Vec<_> = expected.iter().map(|(label, _)| *label).collect();
    assert_eq!(labels, expected_labels);
    for (entry, (label, body)) in expected.iter().enumerate() {
        let picked = reading.pick(&input, entry);
        assert_eq!(picked, read_entry(&input, kind, Some(entry)), "{label}");
        assert_eq!(picked.entry, Some(entry), "{label}");
        let bytes = picked.delivery.expect("a delivery").body;
        assert_eq!(String::from_utf8_lossy(&bytes), *body, "{label}");
        if let Some(start) = picked.body_start {
            assert_eq!(&input[start..start + bytes.len()], &*bytes, "{label}");
        }
    }
    reading
}

#[test]
fn raw_requests_one_after_another() {
    let body = String::from_utf8(carried().to_vec()).unwrap();
    let expected =
        [("POST /in · 78 B", body.as_str()), ("GET /status · no body", ""), ("POST /form · 8 B", "id=evt_B")];
    let reading = check(&example("requests/raw.http"), None, &expected);
    assert_eq!((reading.kind, reading.entry), (InputKind::Requests, Some(0)));
    assert_eq!(reading.findings[0].kind, FindingKind::SeveralRequests { entry: 1, count: 3 });
}

#[test]
fn the_parts_of_a_file_for_a_rest_client() {
    let expected = [("POST /in · 15 B", r#"{"id": "evt_A"}"#), ("POST /in · 15 B", r#"{"id": "evt_B"}"#)];
    let reading = check(&example("requests/rest-client.http"), None, &expected);
    assert_eq!(reading.kind, InputKind::Requests);
    let delivery = reading.pick(&example("requests/rest-client.http"), 1).delivery.unwrap();
    assert_eq!(delivery.header("content-type"), HeaderLookup::One("application/json"));
    check(
        b"POST /a HTTP/1.1\n\nx\n###\nGET https://b/c\n",
        None,
        &[("POST /a · 1 B", "x"), ("GET /c · no body", "")],
    );
}

#[test]
fn several_curl_commands() {
    let expected =
        [("POST /in · 25 B", "{\"id\": \"evt_A\",\ncurl \"1\"}"), ("POST /in · 15 B", r#"{"id": "evt_B"}"#)];
    let reading = check(&example("requests/curl.sh"), None, &expected);
    assert_eq!(reading.kind, InputKind::Requests);
    assert_eq!(codes(&reading), ["several-requests"]);
    check(
        b"curl a -d 1 && curl b -d 2\n$ curl c -d 3",
        None,
        &[("POST a · 1 B", "1"), ("POST b · 1 B", "2"), ("POST c · 1 B", "3")],
    );
    check(
        b"curl ^\"a^\" -d ^\"1^\" &\r\ncurl ^\"b^\" -d ^\"2^\"",
        None,
        &[("POST a · 1 B", "1"), ("POST b · 1 B", "2")],
    );
}

#[test]
fn what_only_looks_like_several_is_one() {
    #[track_caller]
    fn check(input: &str, kind: InputKind) {
        assert_eq!(detect(input.as_bytes()), kind, "{input:?}");
    }
    let two = "POST /a HTTP/1.1\nContent-Length: 1\n\nx\nPOST /b HTTP/1.1\n\n";
    check(two, InputKind::Requests);
    // Without a length, the second request may be what the first one sends.
    check("POST /a HTTP/1.1\n\nx\nPOST /b HTTP/1.1\n\n", InputKind::Http);
    check("POST /a HTTP/1.1\nTransfer-Encoding: chunked\n\n0\n\nPOST /b HTTP/1.1\n\n", InputKind::Http);
    check(
        "POST /a HTTP/1.1\nTransfer-Encoding: chunked\nContent-Length: 1\n\n0\nPOST /b HTTP/1.1\n\n",
        InputKind::Http,
    );
    check("POST /a HTTP/1.1\nContent-Length: 99\n\nx\nPOST /b HTTP/1.1\n\n", InputKind::Http);
    check("POST /a HTTP/1.1\nContent-Length: 1\n\nxmore\nPOST /b HTTP/1.1\n\n", InputKind::Http);
    check("POST /a HTTP/1.1\n\n# Title\n### Part\ntext\n### Part\ntext\n", InputKind::Http);
    check("curl a -d 'x\ncurl b'", InputKind::Curl);
    check("curl a \\\n  curl b", InputKind::Curl);
    check("curl a | jq .", InputKind::Curl);
    check("### Part\ntext\n### Part\ntext", InputKind::Body);
    check("POST https://x/a\n\nx", InputKind::Body);
    check("Hello\n### A\nGET https://x/a\n### B\nGET https://x/b", InputKind::Body);
    check("# A\nGET https://x/a\n### B\nGET https://x/b", InputKind::Requests);
}

#[test]
fn what_was_chosen_holds() {
    let one = check(b"POST /a HTTP/1.1\n\nx", Some(InputKind::Requests), &[("POST /a · 1 B", "x")]);
    assert_eq!(codes(&one), [""; 0]);
    let none = read_as("{}", InputKind::Requests);
    assert_eq!(summary(&none), ["input-kind-mismatch 1:1"]);
    assert_eq!(none.delivery, None);
    // As one request, it is one.
    let raw = read(&example("requests/raw.http"), Some(InputKind::Http));
    assert_eq!((raw.entries.len(), codes(&raw)), (1, vec!["content-length-mismatch"]));
}

#[test]
fn an_entry_that_is_not_there() {
    #[track_caller]
    fn check(input: &[u8], kind: InputKind, entry: usize, count: usize) {
        let input: Arc<[u8]> = input.into();
        let reading = read_entry(&input, Some(kind), Some(entry));
        let missing = FindingKind::EntryMissing { entry: entry + 1, count };
        assert_eq!(reading.findings.last().map(|finding| &finding.kind), Some(&missing));
        assert_eq!((reading.delivery, reading.entry), (None, None));
        assert_eq!(reading.entries.len(), count);
    }
    check(b"{}", InputKind::Body, 1, 1);
    check(b"curl x -d @file", InputKind::Curl, 1, 0);
    check(&example("har/browser.har"), InputKind::Har, 3, 3);
    check(&example("requests/raw.http"), InputKind::Requests, usize::MAX - 1, 3);
    let body: Arc<[u8]> = Arc::from(*b"{}");
    assert_eq!(read_entry(&body, None, Some(0)), read(&body, None));
    assert_eq!(read(&body, None).pick(&body, 0), read(&body, None));
}

#[test]
fn the_entries_of_a_har() {
    let (_, reading) = read_example("har/browser.har");
    let labels: Vec<_> = reading.entries.iter().map(|entry| entry.label(Lang::De)).collect();
    assert_eq!(labels, ["GET /status · kein Body", "POST /in?a=1 · 78 B", "POST /form · 21 B"]);
    // Without a choice it is the first that has a body.
    assert_eq!(reading.entry, Some(1));
}
