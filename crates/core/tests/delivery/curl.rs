use super::*;

#[track_caller]
fn check(input: impl AsRef<[u8]>, body: impl AsRef<[u8]>, findings: &[&str]) -> Reading {
    check_body(input.as_ref(), InputKind::Curl, Some(body.as_ref()), findings)
}

#[track_caller]
fn check_none(input: &str, findings: &[&str]) -> Reading {
    check_body(input.as_bytes(), InputKind::Curl, None, findings)
}

/// Checks method, target and headers.
#[track_caller]
fn check_head(input: &str, method: &str, target: &str, expected: &[&str]) {
    let reading = read_as(input, InputKind::Curl);
    let delivery = reading.delivery.expect("a delivery");
    assert_eq!(delivery.method.as_deref(), Some(method), "{input}");
    assert_eq!(delivery.target.as_deref().unwrap_or_default(), target, "{input}");
    assert_eq!(headers(&delivery), expected, "{input}");
}

const FORM: &str = "Content-Type: application/x-www-form-urlencoded";

#[test]
fn quotes_of_posix_shells() {
    check("curl x -d abc", "abc", &[]);
    check("curl x -d 'a b\"\\n$X`'", "a b\"\\n$X`", &[]);
    check("curl x -d 'it'\\''s'", "it's", &[]);
    check("curl x -d 'it'\"'\"'s'", "it's", &[]);
    check(r#"curl x -d "a \"b\" \\ \$X \`c\` \n 'd'""#, "a \"b\" \\ $X `c` \\n 'd'", &[]);
    check("curl x -d \"a\\\nb\\\r\nc\"", "abc", &[]);
    check("curl x -d a\\ b\\'c\\\"", "a b'c\"", &[]);
    check("curl x -d 'a'\"b\"c$'d'$\"e\"", "abcde", &[]);
    check("curl x -d ''", "", &[]);
    check("curl x -d a\\\nb", "ab", &[]);
    check("curl x \\\n  -d \\\r\n  ab", "ab", &[]);
    check("curl x -d a#b", "a#b", &[]);
    check("curl x -d a\\", "a\\", &[]);
    check("curl x -d 'a\r\nb\n'", "a\r\nb\n", &[]);
    check(b"curl x -d '\xFF\0'", b"\xFF\0", &[]);
    check("curl x -d 5$ -d '$'", "5$&$", &[]);
}

#[test]
fn escapes_of_ansi_c_quotes() {
    #[track_caller]
    fn check(quoted: &str, body: impl AsRef<[u8]>) {
        super::curl::check(format!("curl x --data-raw $'{quoted}'"), body, &[]);
    }
    check(r"\n\r\t\\\'\a\b\e\E\f\v\?", b"\n\r\t\\'\x07\x08\x1B\x1B\x0C\x0B?");
    check(r#"\""#, "\"");
    check(r"\0a\101\0041\777\8", b"\0aA\x041\xFF\\8");
    check(r"\x41\x4g\xe9\x", b"A\x04g\xE9\\x");
    check(r"\u0021\u41g\u", "!Ag\\u");
    check(r"\u00e9\U0001F600\U00110000", "é😀\u{FFFD}");
    check(r"\cA\cz\c?\c\\b", b"\x01\x1A\x7F\x1Cb");
    check(r"\z\ ", "\\z\\ ");
    // Firefox escapes UTF-16; bash has no such pairs.
    check(r"\ud83d\ude00", "😀");
    check(r"\ud83d", b"\xED\xA0\xBD");
    check(r"\ud83d\u0041", b"\xED\xA0\xBDA");
    check(r"\ude00\ud83d", b"\xED\xB8\x80\xED\xA0\xBD");
    check("plain ü\n", "plain ü\n");
}

#[test]
fn the_end_of_a_command() {
    check("curl x -d a # -d b", "a", &[]);
    check("# c\ncurl", "", &["curl-command-ends 1:4"]);
    check("curl x -d a\n\n", "a", &[]);
    check("curl x -d a;\n# done", "a", &[]);
    check("curl x -d a\ncurl y -d b", "a", &["curl-command-ends 1:12"]);
    check("curl x -d a ;\r\ncurl y -d b", "a", &["curl-command-ends 1:13"]);
    check("curl x -d a | jq .", "a", &["curl-command-ends 1:13"]);
    check("curl http://x?a=1&b=2 -d c", "", &["curl-command-ends 1:18"]);
    check("curl x -d a > out", "a", &["curl-command-ends 1:13"]);
    check("curl x -d 'a' \\ \n -d b", "a", &["curl-command-ends 1:17"]);
}

#[test]
fn open_quotes() {
    check_none("curl x -d 'abc", &["curl-open-quote 1:11"]);
    check_none("curl x \\\n -d \"abc\\\"", &["curl-open-quote 2:5"]);
    check_none("curl x -d ä$'abc\\'", &["curl-open-quote 1:13"]);
    check_none("curl x -d $'abc\\", &["curl-open-quote 1:12"]);
    let reading = check_none("curl \"", &["curl-open-quote 1:6"]);
    assert_eq!(reading.findings[0].kind, FindingKind::CurlOpenQuote { quote: '"' });
}

#[test]
fn what_a_shell_would_replace() {
    #[track_caller]
    fn check(input: &str, body: &str, findings: &[&str], text: &str) {
        let reading = super::curl::check(input, body, findings);
        assert_eq!(reading.findings[0].kind, FindingKind::CurlExpansion { text: text.into() });
    }
    check("curl x -d \"a $NAME_1-\"", "a $NAME_1-", &["curl-expansion 1:14"], "$NAME_1");
    check("curl x -d ${a}", "${a}", &["curl-expansion 1:11"], "${…}");
    check("curl x -d \"$(date)\"", "$(date)", &["curl-expansion 1:12"], "$(…)");
    check("curl x -d a$1", "a$1", &["curl-expansion 1:12"], "$1");
    check("curl x -d \"`\"", "`", &["curl-expansion 1:12"], "`…`");
}

#[test]
fn options_that_carry_data() {
    check("curl x -d a -d b --data c --data-ascii d --data-binary e --data-raw f", "a&b&c&d&e&f", &[]);
    check("curl x -d '' -d a -d ''", "a&", &[]);
    check("curl x --data-raw @a", "@a", &[]);
    check("curl x --data-raw -d", "-d", &[]);
    check("curl x -da -d=b --data=c", "a&=b&c", &[]);
    check("curl x --json '{' --json '}'", "{}", &[]);
    check("curl x --json 1 -d 2", "1&2", &[]);
    check("curl x -d 1 --json 2", "12", &[]);
    check("curl x --data-urlencode 'a b~ü%'", "a+b~%C3%BC%25", &[]);
    check("curl x --data-urlencode '=a=b'", "a%3Db", &[]);
    check("curl x --data-urlencode 'n m=a&b'", "n m=a%26b", &[]);
    check("curl x --data-urlencode 'n=@a'", "n=%40a", &[]);
    check("curl x -G -d a=1", "", &[]);
    check("curl x", "", &[]);
}

#[test]
fn where_the_body_stands() {
    #[track_caller]
    fn check(input: &str, start: Option<usize>) {
        assert_eq!(read_as(input, InputKind::Curl).body_start, start, "{input}");
    }
    check("curl x -d '{}'", Some(11));
    check("curl x -d{}", Some(9));
    check("curl x --data={}", Some(14));
    check("curl x -d \"{}\"", Some(11));
    check("curl x -d '{'\"}\"", None);
    check("curl x -d \"{\\\"\"", None);
    check("curl x -d $'{\\n'", None);
    check("curl x -d a -d b", None);
    check("curl x -d '{}' -G", None);
    check("curl x", None);
}

#[test]
fn bodies_that_are_elsewhere() {
    let reading = check_none("curl x -d @a.json", &["curl-file-reference 1:8"]);
    assert_eq!(reading.findings[0].kind, FindingKind::CurlFileReference { file: "a.json".into() });
    check_none("curl x --data-binary @-", &["curl-file-reference 1:8"]);
    check_none("curl x --json @a", &["curl-file-reference 1:8"]);
    check_none("curl x --data-urlencode @a", &["curl-file-reference 1:8"]);
    let reading = check_none("curl x --data-urlencode n@a", &["curl-file-reference 1:8"]);
    assert_eq!(reading.findings[0].kind, FindingKind::CurlFileReference { file: "a".into() });
    check_none("curl x -sT a", &["curl-file-reference 1:8"]);
    check_none("curl x --upload-file a", &["curl-file-reference 1:8"]);
    check_none("curl x -d a -d @b -d @c", &["curl-file-reference 1:13", "curl-file-reference 1:19"]);
    check_none("curl x -F a=b --form c=d", &["curl-form 1:8"]);
    check_none("curl x --form-string a=b", &["curl-form 1:8"]);
}

#[test]
fn methods_and_targets() {
    check_head("curl http://x/a", "GET", "http://x/a", &[]);
    check_head("curl --url http://x/a -d b", "POST", "http://x/a", &[FORM]);
    check_head("curl -XPUT http://x -d b", "PUT", "http://x", &[FORM]);
    check_head("curl --request PATCH http://x", "PATCH", "http://x", &[]);
    check_head("curl --request=PATCH http://x", "PATCH", "http://x", &[]);
    check_head("curl -I x", "HEAD", "x", &[]);
    check_head("curl -sSLkX DELETE -o out -- x", "DELETE", "x", &[]);
    check_head("curl -- -x", "GET", "-x", &[]);
    check_head("curl -G 'http://x?a=1#f' -d b=2 -d c", "GET", "http://x?a=1&b=2&c#f", &[]);
    check_head("curl http://x --get --data-urlencode 'q=a b'", "GET", "http://x?q=a+b", &[]);
    check_head("curl 'http://x/\\{a\\}\\[1\\]'", "GET", "http://x/{a}[1]", &[]);
    check_head("curl -g 'http://x/\\{'", "GET", "http://x/\\{", &[]);
    check_head("curl --unknown y http://x", "GET", "http://x", &[]);
    check_head("/usr/bin/curl -x proxy:1 -u a:b -m 5 x", "GET", "x", &[]);
    check_head("$ curl x", "GET", "x", &[]);
    check_head("curl --no-progress-meter --no-buffer --http1.1 --compressed -4 x", "GET", "x", &[]);
    check_head("curl -d a", "POST", "", &[FORM]);
}

#[test]
fn headers_as_options() {
    check_head("curl x -H 'A: b' -H'C:d' --header 'E:  f '", "GET", "x", &["A: b", "C: d", "E: f"]);
    check_head("curl x -H 'A;' -H 'B:' -H 'C:  '", "GET", "x", &["A: "]);
    check_head("curl x -d a -H 'content-type: text/plain'", "POST", "x", &["content-type: text/plain"]);
    check_head("curl x -d a -H 'Content-Type:'", "POST", "x", &[]);
    check_head("curl x -d a -H 'Content-Type;'", "POST", "x", &["Content-Type: "]);
    check_head("curl x -d a -H Content-Length:", "POST", "x", &[FORM]);
    let json = ["Content-Type: application/json", "Accept: application/json"];
    check_head("curl x --json 1", "POST", "x", &json);
    check_head("curl x -d 1 --json 2 -d 3", "POST", "x", &json);
    check_head("curl x --json 1 -G", "GET", "x?1", &json);
    check_head("curl x --json 1 -H 'Accept: a'", "POST", "x", &["Accept: a", json[0]]);
    check_head(
        "curl x -A ua -e ref -b a=b -u c:d",
        "GET",
        "x",
        &["User-Agent: ua", "Referer: ref", "Cookie: a=b"],
    );
    check_head("curl x -A '' -b jar.txt", "GET", "x", &[]);
    check("curl x -H 'A: 1' -H 'a: 2'", "", &["header-repeated 1:18"]);
    check("curl x -H 'no colon'", "", &["header-malformed 1:8"]);
    check("curl x -H 'A; b'", "", &["header-malformed 1:8"]);
    let reading = check("curl x -H @heads", "", &["curl-unknown-option 1:8"]);
    assert_eq!(reading.findings[0].kind, FindingKind::CurlUnknownOption { option: "-H @heads".into() });
    check(
        "curl x -H 'Content-Type: multipart/form-data; boundary=a' -d --a--",
        "--a--",
        &["multipart-body 1:8"],
    );
}

#[test]
fn options_that_are_not_known() {
    #[track_caller]
    fn check(input: &str, body: &str, findings: &[&str], option: &str) {
        let reading = super::curl::check(input, body, findings);
        assert_eq!(reading.findings[0].kind, FindingKind::CurlUnknownOption { option: option.into() });
    }
    check("curl x --bogus -d a", "a", &["curl-unknown-option 1:8"], "--bogus");
    check("curl x --bogus=1 -d a", "a", &["curl-unknown-option 1:8"], "--bogus=1");
    check("curl x --head=1", "", &["curl-unknown-option 1:8"], "--head=1");
    check("curl x -sWx -d a", "a", &["curl-unknown-option 1:8"], "-sWx");
    check("curl x \\\n -d", "", &["curl-unknown-option 2:2"], "-d");
    check("curl x --config f -d a", "a", &["curl-unknown-option 1:8"], "--config");
    check("curl x -d a --next y -d b", "a", &["curl-unknown-option 1:13"], "--next");
}

#[test]
fn copies_of_browsers_and_tools() {
    check(
        "curl 'https://x/hook' \\\n  -H 'accept: */*' \\\n  --data-raw $'{\"a\":\"it\\'s \\u0021\",\\n\"b\":\"\\\\\\\\\"}' ;\ncurl 'https://y'",
        "{\"a\":\"it's !\",\n\"b\":\"\\\\\"}",
        &["curl-command-ends 3:51"],
    );
    check(
        "curl 'x' -X POST --data-raw $'{\"a\":\"\\ud83d\\ude00 \\u20ac \\041\"}'",
        "{\"a\":\"😀 € !\"}",
        &[],
    );
    let postman = "curl --location --request POST 'https://x/a' \\\n--header 'Content-Type: application/json' \\\n--data '{\n    \"a\": \"it'\\''s\"\n}'";
    check(postman, "{\n    \"a\": \"it's\"\n}", &[]);
    check_head(postman, "POST", "https://x/a", &["Content-Type: application/json"]);
    let insomnia = "curl --request POST \\\n  --url https://x/a \\\n  --header 'User-Agent: insomnia/9' \\\n  --data '{\"a\":1}'";
    check(insomnia, "{\"a\":1}", &[]);
    check_head(insomnia, "POST", "https://x/a", &["User-Agent: insomnia/9", FORM]);
}
