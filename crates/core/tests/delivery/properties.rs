use std::time::{Duration, Instant};

use hookonce_core::bytes;
use hookonce_core::delivery::{read_entry, with_headers};
use proptest::prelude::*;

use super::*;

/// Every form, and what the input looks like.
fn kinds() -> impl Iterator<Item = Option<InputKind>> {
    std::iter::once(None).chain(InputKind::ALL.map(Some))
}

/// Bytes that mean something to one of the readers.
fn lively() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        any::<u8>().prop_map(|byte| vec![byte]),
        prop::sample::select(vec![
            "curl ",
            "POST / HTTP/1.1\n",
            "\r\n",
            "\n",
            "\n\n",
            "'",
            "\"",
            "\\",
            "^",
            "^\"",
            "$'",
            "$",
            "`",
            " ",
            "-d",
            "--json ",
            "--data-urlencode ",
            "-H",
            "-G ",
            "-F ",
            "@",
            "=",
            ":",
            ";",
            "\\u",
            "d83d",
            "\\x",
            "\\c",
            "\\0",
            "0",
            "1",
            "A: b\n",
            "Transfer-Encoding: chunked\n",
            "Content-Length: 1\n",
            "Content-Encoding: gzip\n",
            "--next ",
            "#",
            "&",
            "ä",
            "{",
            "}",
            "[",
            "]",
            ",",
            "\"log\":",
            "\"entries\":",
            "\"request\":",
            "\"headers\":",
            "\"postData\":",
            "\"text\":",
            "\"body\":",
            "\"json\":",
            "\"binary\":",
            "\"data\":",
            "\"raw\":",
            "\"isBase64Encoded\":true",
            "\"logs\":",
            "\"message\":",
            "\"\\ud800\"",
            "\"e30=\"",
            "eyJh",
            "7b22",
            "null",
            "###\n",
            "curl ",
            "GET /a HTTP/1.1\n",
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

fn single_quoted(body: &[u8]) -> Vec<u8> {
    let escaped = body.iter().flat_map(|byte| match byte {
        b'\'' => b"'\\''".to_vec(),
        byte => vec![*byte],
    });
    [b"'".to_vec(), escaped.collect(), b"'".to_vec()].concat()
}

fn ansi_c_quoted(body: &[u8]) -> Vec<u8> {
    let escaped = body.iter().flat_map(|byte| match byte {
        b'\'' | b'\\' => vec![b'\\', *byte],
        b' '..=b'~' => vec![*byte],
        byte => format!("\\x{byte:02x}").into_bytes(),
    });
    [b"$'".to_vec(), escaped.collect(), b"'".to_vec()].concat()
}

/// As Chrome does it, but for line ends, which cmd cannot keep apart.
fn caret_quoted(body: &str) -> Vec<u8> {
    let runtime = body.replace('\\', "\\\\").replace('"', "\\\"");
    let escaped = runtime.chars().map(|char| match char {
        '\n' => "^\n\n".to_owned(),
        char if char.is_ascii_alphanumeric() || char == ' ' => char.to_string(),
        char => format!("^{char}"),
    });
    format!("^\"{}^\"", escaped.collect::<String>()).into_bytes()
}

fn body_of(command: &[&[u8]]) -> Vec<u8> {
    read_as(command.concat(), InputKind::Curl).delivery.expect("a delivery").body.to_vec()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn nothing_panics(start in prop::sample::select(STARTS.to_vec()), rest in lively()) {
        let input: Arc<[u8]> = Arc::from([start.as_bytes(), &rest].concat());
        for kind in kinds() {
            let reading = read(&input, kind);
            if let (Some(start), Some(delivery)) = (reading.body_start, &reading.delivery) {
                prop_assert_eq!(&input[start..start + delivery.body.len()], &*delivery.body);
            }
            if reading.delivery.is_none() {
                prop_assert!(!reading.findings.is_empty());
            }
            for entry in 0..reading.entries.len().min(3) {
                prop_assert_eq!(reading.pick(&input, entry), read_entry(&input, Some(reading.kind), Some(entry)));
            }
        }
    }

    #[test]
    fn an_example_that_is_damaged_is_still_read(
        name in prop::sample::select(EXAMPLES.to_vec()), at in any::<prop::sample::Index>(),
        length in 0_usize..40, with in lively(),
    ) {
        let mut input = example(name).to_vec();
        let start = at.index(input.len());
        let end = input.len().min(start + length);
        input.splice(start..end, with);
        let input: Arc<[u8]> = input.into();
        for kind in kinds() {
            let reading = read(&input, kind);
            if let (Some(start), Some(delivery)) = (reading.body_start, &reading.delivery) {
                prop_assert_eq!(&input[start..start + delivery.body.len()], &*delivery.body);
            }
            prop_assert!(reading.delivery.is_some() || !reading.findings.is_empty());
        }
    }

    #[test]
    fn separate_headers_never_panic(text in lively()) {
        let mut delivery = read_as("{}", InputKind::Body).delivery.unwrap();
        with_headers(&mut delivery, &text);
        prop_assert_eq!(&*delivery.body, b"{}");
    }

    #[test]
    fn any_text_comes_back_out_of_a_container(body in "\\PC{0,80}", quote in "[\n\r\t\"\\\\/\u{1}]{0,5}") {
        let body = body.replace('\u{FFFD}', "") + &quote;
        let text = serde_json::Value::String(body.clone());
        let har = format!("{{\"log\":{{\"entries\":[{{\"request\":{{\"postData\":{{\"text\":{text}}}}}}}]}}}}");
        let event = format!("{{\"headers\":{{}},\"httpMethod\":\"POST\",\"body\":{text}}}");
        for (input, kind) in [(har, InputKind::Har), (event, InputKind::Lambda)] {
            let reading = read_as(input, kind);
            prop_assert_eq!(&*reading.delivery.unwrap().body, body.as_bytes());
        }
    }

    #[test]
    fn every_byte_is_shown_and_nothing_panics(body in lively()) {
        let view = bytes::view(&body);
        for found in &view.found {
            prop_assert!(found.position.offset + found.length <= body.len());
        }
        let rows = bytes::rows(&body, 0, usize::MAX);
        let digits: String = rows.iter().map(|row| row.hex.clone() + " ").collect();
        let expected: String = body.iter().map(|byte| format!("{byte:02x} ")).collect();
        prop_assert_eq!(digits, expected);
        for row in rows {
            prop_assert_eq!(row.text.chars().count(), row.hex.len().div_ceil(3));
        }
    }

    #[test]
    fn a_raw_body_comes_back(body in prop::collection::vec(any::<u8>(), 0..200), crlf: bool) {
        let end = if crlf { "\r\n" } else { "\n" };
        let head = format!("POST /a HTTP/1.1{end}Content-Length: {}{end}{end}", body.len());
        let reading = read_as([head.as_bytes(), &body].concat(), InputKind::Http);
        prop_assert_eq!(&*reading.delivery.unwrap().body, &body[..]);
        prop_assert_eq!(reading.body_start, Some(head.len()));
        prop_assert_eq!(reading.findings, []);
    }

    #[test]
    fn a_chunked_body_comes_back(
        chunks in prop::collection::vec(prop::collection::vec(any::<u8>(), 1..40), 0..6), crlf: bool,
    ) {
        let end = if crlf { "\r\n" } else { "\n" };
        let mut input = format!("POST /a HTTP/1.1{end}transfer-encoding: chunked{end}{end}").into_bytes();
        for chunk in &chunks {
            input.extend([format!("{:X}{end}", chunk.len()).as_bytes(), chunk, end.as_bytes()].concat());
        }
        input.extend(format!("0{end}{end}").as_bytes());
        let reading = read_as(input, InputKind::Http);
        prop_assert_eq!(&*reading.delivery.unwrap().body, &chunks.concat()[..]);
        prop_assert_eq!(reading.findings, []);
    }

    #[test]
    fn a_quoted_body_comes_back(body in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert_eq!(&body_of(&[b"curl x --data-raw ", &single_quoted(&body)]), &body);
        prop_assert_eq!(&body_of(&[b"curl x --data-raw ", &ansi_c_quoted(&body)]), &body);
    }

    #[test]
    fn a_body_in_carets_comes_back(body in "[^\r\0]{0,80}") {
        let command: [&[u8]; 2] = [b"curl ^\"x^\" --data-raw ", &caret_quoted(&body)];
        prop_assert_eq!(String::from_utf8(body_of(&command)).unwrap(), body);
    }

    #[test]
    fn lively_bytes_in_quotes_come_back(body in lively()) {
        prop_assert_eq!(&body_of(&[b"curl x --data-raw ", &single_quoted(&body)]), &body);
        prop_assert_eq!(&body_of(&[b"curl x --data-raw ", &ansi_c_quoted(&body)]), &body);
    }
}

/// Each of these has five million bytes, and would take hours if it were read in quadratic time.
#[test]
fn time_is_linear() {
    let million = 1_000_000;
    let inputs = [
        format!("curl x --data-raw '{}'", "{\"a\":1}".repeat(million)),
        format!("curl x --data-raw $'{}'", "\\n\\'a".repeat(million)),
        format!("curl ^\"x^\" --data-raw ^\"{}^\"", "^{^\\^\"".repeat(million)),
        format!("curl ^\"x^\" -d ^\"{}^\"", "\\".repeat(5 * million)),
        format!("curl x -d \"{}\"", "$a`".repeat(million)),
        format!("curl x {}", "-d a ".repeat(million)),
        format!("curl x {}", "-H a: ".repeat(million)),
        format!("POST / HTTP/1.1\n{}", "{\"a\"\n".repeat(million)),
        format!("POST / HTTP/1.1\n{}", "A: b\n".repeat(million)),
        format!("POST / HTTP/1.1\nA: b{}", "\n c".repeat(million)),
        "POST / HTTP/1.1\n\n".repeat(million / 4),
        "curl x;".repeat(million),
        "curl '".to_owned() + &"x\ncurl ".repeat(million),
        "###\nGET /a\n".repeat(million / 2),
        format!(
            "{{\"log\":{{\"version\":\"\",\"creator\":{{}},\"entries\":[{}",
            "{\"request\":1},".repeat(million / 2)
        ),
        format!("{{\"body\":{}", "[".repeat(5 * million)),
        format!("[{{\"json\":{}", "{\"a\":".repeat(million)),
        format!("{{\"headers\":{{\"a\":[{}]}},\"body\":1}}", "1,".repeat(million)),
        "eyJh".repeat(million),
        "7b22".repeat(million),
        format!("POST / HTTP/1.1\nTransfer-Encoding: chunked\n\n{}0\n", "1\na\n".repeat(million)),
    ];
    for input in inputs {
        let start = Instant::now();
        read(&Arc::from(input.as_bytes()), None);
        let name: String = input.chars().take(40).collect();
        assert!(start.elapsed() < Duration::from_secs(30), "{name} took {:?}", start.elapsed());
    }
}

const STARTS: [&str; 8] = [
    "",
    "curl ",
    "POST / HTTP/1.1\n",
    "{",
    "[{",
    "{\"log\":{\"entries\":[{",
    "{\"request\":{",
    "### a\nPOST /a\n",
];

const EXAMPLES: [&str; 12] = [
    "har/browser.har",
    "har/proxy.har",
    "n8n/with-binary.json",
    "n8n/stored-elsewhere.json",
    "lambda/rest-api-v1.json",
    "lambda/http-api-v2.json",
    "log/cloudflare-tail.json",
    "log/vercel-drain.json",
    "log/ngrok.json",
    "requests/raw.http",
    "requests/rest-client.http",
    "requests/curl.sh",
];
