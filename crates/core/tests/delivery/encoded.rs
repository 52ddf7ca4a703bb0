//! Bodies in base64 and hex.

use super::*;

#[test]
fn the_body_is_decoded() {
    for name in ["base64/body.txt", "base64/url-safe.txt", "hex/body.txt", "hex/postgresql.txt"] {
        assert_eq!(delivery_of(name, &[]).body, carried(), "{name}");
    }
}

#[test]
fn what_is_chosen_need_not_be_json() {
    #[track_caller]
    fn check(input: &[u8], kind: InputKind, body: Option<&[u8]>, findings: &[&str]) {
        check_body(input, kind, body, findings);
    }
    check(b" aGFsbG8\n", InputKind::Base64, Some(b"hallo"), &[]);
    check(b"_-8=", InputKind::Base64, Some(b"\xFF\xEF"), &[]);
    check(b"aGFs\nb!8", InputKind::Base64, None, &["base64-invalid 2:2"]);
    check(b"aGFsb", InputKind::Base64, None, &["base64-invalid 1:6"]);
    check(b"ff 00\n0A", InputKind::Hex, Some(b"\xFF\0\n"), &[]);
    check(b"0xff0", InputKind::Hex, None, &["hex-invalid 1:6"]);
    check(b"ff\nfg", InputKind::Hex, None, &["hex-invalid 2:2"]);
    check(b"", InputKind::Hex, Some(b""), &[]);
    check(b"", InputKind::Base64, Some(b""), &[]);
}

#[test]
fn only_json_is_detected() {
    #[track_caller]
    fn check(input: &str, expected: InputKind) {
        assert_eq!(detect(input.as_bytes()), expected, "{input:?}");
    }
    check("eyJpZCI6ImV2dF9BIn0=", InputKind::Base64);
    check("\n eyJpZCI6\nImV2dF9BIn0=\n", InputKind::Base64);
    check("WzEsMiwzLDQsNSw2XQ", InputKind::Base64);
    // Blanks before the JSON.
    check("ICAgICAgICAgICAgICAgICAgeyJpZCI6MX0=", InputKind::Base64);
    check("7b226964223a317d", InputKind::Hex);
    check("0x7B226964223A317D", InputKind::Hex);
    // Too short, cut off, more than JSON, no JSON.
    check("eyJhIjoxfQ==", InputKind::Body);
    check("eyJpZCI6ImV2dF9BI", InputKind::Body);
    check("eyJpZCI6ImV2dF9BIn0= and more", InputKind::Body);
    check("7b226964223a317", InputKind::Body);
    check("1234567890123456", InputKind::Body);
    check("aGFsbG8gd2VsdCwgd2llIGdlaHQncz8", InputKind::Body);
    check("abcdefghijklmnop", InputKind::Body);
}
