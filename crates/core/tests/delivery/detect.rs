use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::*;

#[test]
fn the_first_line_decides() {
    #[track_caller]
    fn check(input: &str, expected: InputKind) {
        assert_eq!(detect(input.as_bytes()), expected, "{input:?}");
        let reading = read(&Arc::from(input.as_bytes()), None);
        assert_eq!(reading.kind, expected, "{input:?}");
    }
    use InputKind::*;
    check("", Body);
    check("{\"id\":1}", Body);
    check("id=1&b=2", Body);
    check("<a>curl</a>", Body);
    check("\"curl\": 1", Curl);
    check("\"curling\"", Body);
    check("curl", Curl);
    check("curl http://x", Curl);
    check("  \n\tcurl http://x", Curl);
    check("\u{FEFF}curl http://x", Curl);
    check("$ curl http://x", Curl);
    check("%   curl http://x", Curl);
    check("> curl.exe http://x", Curl);
    check("$curl", Body);
    check("CURL.EXE x", Curl);
    check("/usr/bin/curl x", Curl);
    check("C:\\Windows\\System32\\curl.exe x", Curl);
    check("\"C:\\Program Files\\curl\\curl.exe\" x", Curl);
    check("curly x", Body);
    check("curl-like x", Body);
    check("GET / HTTP/1.1", Http);
    check("\r\n\n POST /a HTTP/1.1\r\n\r\n{}", Http);
    check("POST https://example.com/a?b=c HTTP/2\n", Http);
    check("POST / HTTP/2.0\n", Http);
    check("PUT * HTTP/3\n", Http);
    check("post / HTTP/1.0\n", Http);
    check("POST /a b HTTP/1.1\n", Http);
    check("POST / HTTP/1.1 x\n", Body);
    check("POST HTTP/1.1\n", Body);
    check("POST  HTTP/1.1\n", Body);
    check("POST / HTTP/\n", Body);
    check("POST / HTTP/1.15\n", Body);
    check("{} / HTTP/1.1\n", Body);
    check("POST /\n", Body);
    check("HTTP/1.1 200 OK\n", Body);
    check(&format!("POST /{} HTTP/1.1\n", "x".repeat(8000)), Http);
    check(&format!("{}POST / HTTP/1.1\n", "\n".repeat(20_000)), Body);
}

/// The folder says what each example is: those of forms are detected, those of bodies are left alone.
#[test]
fn every_example_is_detected_as_what_it_is() {
    let mut seen = 0;
    for folder in fs::read_dir(inputs()).expect("the folder of examples") {
        let folder = folder.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let kind = InputKind::from_name(&name).unwrap_or_else(|| panic!("{name} is no form"));
        for file in fs::read_dir(&folder).unwrap() {
            let path = file.unwrap().path();
            assert_eq!(detect(&fs::read(&path).unwrap()), kind, "{}", path.display());
            seen += 1;
        }
    }
    assert!(seen > 40, "{seen} examples");
}

#[test]
fn one_sign_is_not_enough() {
    #[track_caller]
    fn check(input: &str, expected: InputKind) {
        assert_eq!(detect(input.as_bytes()), expected, "{input}");
    }
    use InputKind::*;
    let hook = r#"{"headers":{},"params":{},"query":{},"body":{},"webhookUrl":"http://x"}"#;
    check(hook, N8n);
    check(&format!(" [{hook},17]"), N8n);
    check(&format!("[{{\"json\":{hook}}}]"), N8n);
    check(&hook.replace("\"params\"", "\"parameters\""), Body);
    check(&hook.replace("\"body\":{}", "\"body\":{},\"id\":1"), Body);
    check(&hook.replace("\"query\":{}", "\"query\":\"\""), Body);
    check(&hook.replace(",\"webhookUrl\":\"http://x\"", ""), Body);
    check(&hook.replace("\"body\":{},", ""), Body);
    check(&format!("[17,{hook}]"), Body);
    check("[]", Body);
    check("[[]]", Body);
    check(&hook[..hook.len() - 1], Body);
    let event = r#"{"httpMethod":"POST","headers":{},"requestContext":{},"isBase64Encoded":false,"body":""}"#;
    check(event, Lambda);
    check(&event.replace("\"headers\"", "\"multiValueHeaders\""), Lambda);
    check(&event.replace("false", "\"false\""), Body);
    check(&event.replace("\"requestContext\":{}", "\"requestContext\":1"), Body);
    check(&event.replace("\"httpMethod\":\"POST\",", ""), Body);
    check(&event.replace("\"body\"", "\"id\""), Body);
    check(&format!("[{event}]"), Body);
    let har = r#"{"log":{"version":"1.2","creator":{"name":"x"},"entries":[]}}"#;
    check(har, Har);
    check(&har.replace("{\"log\"", "{\"_x\":1,\"log\""), Har);
    check(&har.replace("\"creator\"", "\"maker\""), Body);
    check(&har.replace("\"1.2\"", "1.2"), Body);
    check(&har.replace("[]", "{}"), Body);
    check(&har.replace("{\"log\"", "{\"id\":1,\"log\""), Body);
    check(&har.replace("{\"log\":", "[").replace("}}", "}]"), Body);
    let request = r#"{"method":"POST","url":"/","headers":{"Host":"x","Accept":"*/*"},"body":""}"#;
    check(request, Log);
    check(&request.replace("Host", "X-Host"), Body);
    check(&request.replace("\"method\"", "\"verb\""), Body);
    check(&request.replace("\"url\"", "\"link\""), Body);
    check(&request.replace("\"body\"", "\"text\""), Body);
    check(&format!("{{\"level\":30,\"req\":{request}}}"), Log);
    check(&format!("{{\"id\":30,\"req\":{request}}}"), Body);
    check(&format!("{{\"id\":30,\"data\":{request}}}"), Body);
    // A long line is read only when that is asked for.
    check(&format!("{request}{}", " ".repeat(256 << 10)), Body);
}

/// A body taken for another form would change its key without a word.
#[test]
fn no_senders_body_is_taken_for_another_form() {
    fn bodies(value: &Value, found: &mut Vec<Vec<u8>>) {
        match value {
            Value::Object(members) => {
                for (name, value) in members {
                    match (name.as_str(), value) {
                        ("body_base64", Value::String(text)) => found.push(STANDARD.decode(text).unwrap()),
                        _ => bodies(value, found),
                    }
                }
            }
            Value::Array(items) => items.iter().for_each(|item| bodies(item, found)),
            _ => {}
        }
    }
    let mut seen = 0;
    for file in fs::read_dir(inputs().join("../providers")).expect("the folder of deliveries") {
        let path = file.unwrap().path();
        let fixtures: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let mut found = Vec::new();
        bodies(&fixtures, &mut found);
        for body in found {
            let name = path.display();
            assert_eq!(detect(&body), InputKind::Body, "{name}: {}", String::from_utf8_lossy(&body));
            seen += 1;
        }
    }
    assert!(seen > 400, "{seen} bodies");
}
