use super::*;

#[track_caller]
fn check(input: impl AsRef<[u8]>, body: impl AsRef<[u8]>, findings: &[&str]) -> Reading {
    check_body(input.as_ref(), InputKind::Http, Some(body.as_ref()), findings)
}

#[test]
fn request_lines() {
    #[track_caller]
    fn check(input: &str, method: Option<&str>, target: Option<&str>) {
        let delivery = read_as(input, InputKind::Http).delivery.unwrap();
        assert_eq!((delivery.method.as_deref(), delivery.target.as_deref()), (method, target));
    }
    check("POST /a HTTP/1.1\r\n\r\n", Some("POST"), Some("/a"));
    check("\r\n\nPOST /a?b=%20 HTTP/1.0\n\n", Some("POST"), Some("/a?b=%20"));
    check("\u{FEFF}PUT https://x/a HTTP/2\n\n", Some("PUT"), Some("https://x/a"));
    check("POST /a HTTP/2.0", Some("POST"), Some("/a"));
    check("POST  /a b  HTTP/3\n", Some("POST"), Some("/a b"));
    check("Host: x\n\n{}", None, None);
    check("", None, None);
}

#[test]
fn bodies_follow_the_blank_line_untouched() {
    check("POST / HTTP/1.1\r\nA: b\r\n\r\n{\"a\":1}\r\n", "{\"a\":1}\r\n", &[]);
    check("POST / HTTP/1.1\nA: b\n\n\n{}\n", "\n{}\n", &[]);
    check("POST / HTTP/1.1\r\nA: b\n\r\nx", "x", &[]);
    check("POST / HTTP/1.1\nA: b\r\n\nx", "x", &[]);
    check("POST / HTTP/1.1\n\nx", "x", &[]);
    check("POST / HTTP/1.1\nA: b\n  \n{}", "{}", &[]);
    check(b"POST / HTTP/1.1\n\n\xFF\0\r", b"\xFF\0\r", &[]);
    check("A: b\n\n{}", "{}", &[]);
    let reading = check("POST / HTTP/1.1\nA: b\n\n{}", "{}", &[]);
    assert_eq!(reading.body_start, Some(22));
}

#[test]
fn a_head_without_a_blank_line_has_an_empty_body() {
    check("POST / HTTP/1.1", "", &[]);
    check("POST / HTTP/1.1\n", "", &[]);
    let reading = check("POST / HTTP/1.1\r\nA: b\r\n", "", &[]);
    assert_eq!(reading.body_start, Some(23));
}

#[test]
fn header_lines() {
    #[track_caller]
    fn check(lines: &[u8], expected: &[&str], findings: &[&str]) {
        let input = [b"POST / HTTP/1.1\n", lines, b"\n\n{}"].concat();
        let reading = check_body(&input, InputKind::Http, Some(b"{}"), findings);
        assert_eq!(headers(&reading.delivery.unwrap()), expected);
    }
    check(b"A:b", &["A: b"], &[]);
    check(b"A: \t b c \t\r", &["A: b c"], &[]);
    check(b"A:", &["A: "], &[]);
    check(b"A: b: c", &["A: b: c"], &[]);
    check(b"A: \xFF", &["A: \u{FFFD}"], &[]);
    check(b"A: b\n  c\r\n\td", &["A: b c d"], &[]);
    check(b"no colon", &[], &["header-malformed 2:1"]);
    check(
        b"A: b\nno colon\n folded\nC: d",
        &["A: b", "C: d"],
        &["header-malformed 3:1", "header-malformed 4:1"],
    );
    check(b" A: b", &[], &["header-malformed 2:1"]);
    check(b"A : b", &[], &["header-malformed 2:1"]);
    check(b": b", &[], &["header-malformed 2:1"]);
    check("\u{e4}: b".as_bytes(), &[], &["header-malformed 2:1"]);
    check(b"Content-Length: two", &[], &["header-malformed 2:1"]);
    check(b"Content-Length: +2", &[], &["header-malformed 2:1"]);
    check(b"Content-Length: 99999999999999999999", &[], &["header-malformed 2:1"]);
}

#[test]
fn a_malformed_line_is_shown_in_short() {
    let input = format!("POST / HTTP/1.1\n{}\n\n", "ä".repeat(200));
    let reading = check(&input, "", &["header-malformed 2:1"]);
    assert_eq!(reading.findings[0].kind, FindingKind::HeaderMalformed { line: "ä".repeat(80) });
}

#[test]
fn many_malformed_lines_are_counted_instead_of_listed() {
    let input = format!("POST / HTTP/1.1\n{}", "x\n".repeat(100_000));
    let reading = read_as(input, InputKind::Http);
    assert_eq!(reading.findings.len(), 21);
    let more = FindingKind::MoreFindings { code: "header-malformed", count: 99_980 };
    assert_eq!(reading.findings[20].kind, more);
}

#[test]
fn repeated_headers() {
    #[track_caller]
    fn check(lines: &str, findings: &[&str]) -> Reading {
        super::check_body(
            format!("POST / HTTP/1.1\n{lines}\n\n").as_bytes(),
            InputKind::Http,
            Some(b""),
            findings,
        )
    }
    let reading = check("X-Id: 1\nx-ID: 1\nX-id: 2", &["header-repeated 3:1"]);
    assert_eq!(reading.findings[0].kind, FindingKind::HeaderRepeated { name: "X-Id".into() });
    assert_eq!(reading.delivery.unwrap().headers.len(), 3);
    check("A: 1\nB: 1\nb: 2\na: 2", &["header-repeated 4:1", "header-repeated 5:1"]);
    check("Set-Cookie: a\nset-cookie: b\nVia: a\nVia: b\nX-Forwarded-For: a\nx-forwarded-for: b", &[]);
    check("Forwarded: a\nForwarded: b", &[]);
}

#[test]
fn content_length() {
    #[track_caller]
    fn check(length: &str, rest: &str, body: &str, findings: &[&str]) {
        super::http::check(format!("POST / HTTP/1.1\nContent-Length: {length}\n\n{rest}"), body, findings);
    }
    check("2", "{}", "{}", &[]);
    check("0", "", "", &[]);
    // An editor adds a line end.
    check("2", "{}\n", "{}", &["content-length-mismatch 4:3"]);
    check("4", "{\n}\n\r\n", "{\n}\n", &["content-length-mismatch 6:1"]);
    check("0", "{}", "", &["content-length-mismatch 4:1"]);
    // A text field turns CR LF into LF.
    check("4", "{\n}", "{\n}", &["content-length-mismatch 2:1"]);
    check("18446744073709551615", "{}", "{}", &["content-length-mismatch 2:1"]);
    check("2\nContent-Length: 2", "{}\n", "{}\n", &["header-repeated 3:1"]);
}

#[test]
fn a_length_that_differs_is_named() {
    let reading = read_as("POST / HTTP/1.1\nContent-Length: 7\n\n{}", InputKind::Http);
    assert_eq!(reading.findings[0].kind, FindingKind::ContentLengthMismatch { declared: 7, actual: 2 });
    let reading = read_as("POST / HTTP/1.1\nContent-Length: 1\n\n{}", InputKind::Http);
    assert_eq!(reading.findings[0].kind, FindingKind::ContentLengthMismatch { declared: 1, actual: 2 });
}

#[test]
fn chunked_bodies() {
    #[track_caller]
    fn check(rest: &str, body: &str, findings: &[&str]) -> Reading {
        super::http::check(format!("POST / HTTP/1.1\nTransfer-Encoding: chunked\n\n{rest}"), body, findings)
    }
    assert_eq!(check("2\r\n{}\r\n0\r\n\r\n", "{}", &[]).body_start, None);
    check("2\n{}\n0\n\n", "{}", &[]);
    check("1;a=\"b\"\r\n{\r\n01 ; x\r\n}\r\n0\r\n\r\n", "{}", &[]);
    check("A\n0123456789\na\n0123456789\n0\n", "01234567890123456789", &[]);
    check("2\n{}\n0", "{}", &[]);
    check("2\n{}\n0\nX-Trailer: a\n\n", "{}", &[]);
    check("3\n\r\n\n\n0\n\n", "\r\n\n", &[]);
    check("0\n\n", "", &[]);
    check("", "", &[]);
    // Cut or broken: the whole chunks stay.
    check("2\n{}\n", "{}", &["chunked-broken 6:1"]);
    check("2\n{}", "{}", &["chunked-broken 5:3"]);
    check("1\n{\n5\n}", "{", &["chunked-broken 6:1"]);
    check("1\n{\nzz\n}\n0\n", "{", &["chunked-broken 6:1"]);
    check("1\n{}\n0\n\n", "", &["chunked-broken 4:1"]);
    check("ffffffffffffffff\n{}", "", &["chunked-broken 4:1"]);
    // Decoded before.
    check("{\"a\":1}", "{\"a\":1}", &["body-decoded 2:1"]);
    check("abc=1", "abc=1", &["body-decoded 2:1"]);
    check("11111111111111111\n", "11111111111111111\n", &["body-decoded 2:1"]);
    assert_eq!(check("{}", "{}", &["body-decoded 2:1"]).body_start, Some(44));
}

#[test]
fn chunked_is_the_last_coding_and_wins_over_a_length() {
    check("POST / HTTP/1.1\nContent-Length: 5\nTransfer-Encoding: chunked\n\n1\nx\n0\n\n", "x", &[]);
    check("POST / HTTP/1.1\nTransfer-Encoding: gzip, Chunked\n\n1\nx\n0\n\n", "x", &[]);
    check("POST / HTTP/1.1\nTransfer-Encoding: identity\n\n1\nx\n", "1\nx\n", &[]);
}

#[test]
fn encodings_and_forms() {
    #[track_caller]
    fn check(header: &str, body: &[u8], findings: &[&str]) -> Reading {
        let input = [b"POST / HTTP/1.1\n", header.as_bytes(), b"\n\n", body].concat();
        super::http::check(input, body, findings)
    }
    let reading = check("Content-Encoding: gzip", b"\x1F\x8B\x08\0", &["body-encoded 2:1"]);
    assert_eq!(reading.findings[0].kind, FindingKind::BodyEncoded { encoding: "gzip".into() });
    check("Content-Encoding: identity", b"\x1F\x8B", &[]);
    check("Content-Encoding:", b"\x1F\x8B", &[]);
    check("Content-Encoding: br", b"", &[]);
    check("content-encoding: gzip", b"{\"a\":\n\t1}", &["body-decoded 2:1"]);
    check("content-encoding: gzip", "\u{1F}\u{FFFD}".as_bytes(), &["body-encoded 2:1"]);
    check("content-encoding: gzip", "a\u{FFFD}".as_bytes(), &["body-encoded 2:1"]);
    // The length is that of the compressed bytes.
    check("Content-Length: 1\nContent-Encoding: gzip", b"{}", &["body-decoded 3:1"]);
    check("Content-Type: multipart/form-data; boundary=x", b"--x--", &["multipart-body 2:1"]);
    check("content-type: Multipart/Mixed", b"--x--", &["multipart-body 2:1"]);
    check("Content-Type: application/json", b"--x--", &[]);
    check("Content-Type: multipart/form-data", b"", &[]);
}
