//! How inputs are read as deliveries.

mod cmd;
mod containers;
mod curl;
mod detect;
mod encoded;
mod entries;
mod http;
mod log;
mod properties;
mod separate;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use hookonce_core::delivery::{
    Delivery, Header, HeaderLookup, InputKind, MAX_INPUT_BYTES, Reading, detect, read,
};
use hookonce_core::finding::{FindingKind, Place};

fn read_as(input: impl AsRef<[u8]>, kind: InputKind) -> Reading {
    let input: Arc<[u8]> = Arc::from(input.as_ref());
    let reading = read(&input, Some(kind));
    if let (Some(start), Some(delivery)) = (reading.body_start, &reading.delivery) {
        assert_eq!(&input[start..start + delivery.body.len()], &*delivery.body, "body_start must be true");
    }
    reading
}

/// Each finding as `code line:column`.
fn summary(reading: &Reading) -> Vec<String> {
    let each = reading.findings.iter().map(|finding| match finding.position {
        Some(position) => {
            assert_eq!(position.place, Place::Input);
            format!("{} {}:{}", finding.code(), position.line, position.column)
        }
        None => finding.code().to_owned(),
    });
    each.collect()
}

/// Checks the body (none: no delivery) and the findings.
#[track_caller]
fn check_body(input: &[u8], kind: InputKind, body: Option<&[u8]>, findings: &[&str]) -> Reading {
    let reading = read_as(input, kind);
    let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let got = reading.delivery.as_ref().map(|delivery| &*delivery.body);
    assert_eq!(got.map(shown), body.map(shown), "body of {}", shown(input));
    assert_eq!(got, body, "bytes of the body of {}", shown(input));
    assert_eq!(summary(&reading), findings, "findings of {}", shown(input));
    reading
}

fn headers(delivery: &Delivery) -> Vec<String> {
    delivery.headers.iter().map(|header| format!("{}: {}", header.name, header.value)).collect()
}

#[test]
fn a_bare_body_is_untouched() {
    for body in [&b""[..], b"\r\n", b"\xEF\xBB\xBF{}\r\n", b"\xFF\x00\n", b"curl x"] {
        let reading = check_body(body, InputKind::Body, Some(body), &[]);
        assert_eq!(reading.body_start, Some(0));
    }
}

#[test]
fn an_input_above_the_limit_is_not_read() {
    let at_limit: Arc<[u8]> = Arc::from(vec![b'x'; MAX_INPUT_BYTES]);
    assert_eq!(read(&at_limit, None).findings, []);
    let above: Arc<[u8]> = Arc::from(vec![b'x'; MAX_INPUT_BYTES + 1]);
    let reading = read(&above, None);
    assert_eq!(reading.delivery, None);
    assert_eq!(reading.body_start, None);
    assert_eq!(reading.findings[0].kind, FindingKind::InputTooLarge { bytes: MAX_INPUT_BYTES as u64 + 1 });
    assert_eq!(reading.findings[0].position, None);
}

#[test]
fn a_header_is_looked_up_in_any_case_and_only_if_it_is_single() {
    let header = |name: &str, value: &str| Header { name: name.into(), value: value.into() };
    let delivery = Delivery {
        method: None,
        target: None,
        headers: vec![header("X-Id", "1"), header("a", "2"), header("A", "2")],
        body: Arc::from([]),
    };
    assert_eq!(delivery.header("x-ID"), HeaderLookup::One("1"));
    assert_eq!(delivery.header("a"), HeaderLookup::Repeated);
    assert_eq!(delivery.header("b"), HeaderLookup::Absent);
}

/// The folder of the example inputs: one folder a form.
fn inputs() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/inputs")
}

/// An example input.
fn example(name: &str) -> Arc<[u8]> {
    let path = inputs().join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).into()
}

/// The body that most examples carry, each in its own way: line ends of two kinds, a tab, an escape, a
/// trailing zero, a line end at the end.
fn carried() -> Arc<[u8]> {
    example("body/plain.json")
}

/// Reads an example as what it looks like.
fn read_example(name: &str) -> (Arc<[u8]>, Reading) {
    let input = example(name);
    let reading = read(&input, None);
    if let (Some(start), Some(delivery)) = (reading.body_start, &reading.delivery) {
        assert_eq!(&input[start..start + delivery.body.len()], &*delivery.body, "body_start must be true");
    }
    (input, reading)
}

/// Checks the codes of an example's findings, and gives its delivery.
#[track_caller]
fn delivery_of(name: &str, findings: &[&str]) -> Delivery {
    let (_, reading) = read_example(name);
    assert_eq!(codes(&reading), findings, "{name}");
    reading.delivery.unwrap_or_else(|| panic!("{name} has no delivery"))
}

fn codes(reading: &Reading) -> Vec<&str> {
    reading.findings.iter().map(|finding| finding.code()).collect()
}
