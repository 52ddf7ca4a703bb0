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
