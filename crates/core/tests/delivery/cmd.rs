use super::*;

#[track_caller]
fn check(input: &str, body: &str, findings: &[&str]) -> Reading {
    check_body(input.as_bytes(), InputKind::Curl, Some(body.as_bytes()), findings)
}

#[test]
fn every_argument_in_carets() {
    let chrome = "curl ^\"https://x/a?b=^%^20^&c^\" ^\n  -H ^\"sec-ch-ua: ^\\^\"C^\\^\";v=^\\^\"1^\\^\"^\" ^\n  --data-raw ^\"^{^\\^\"a^\\^\":^\\^\"b ^\\^\\^\\^\\n 'c' ^%^d^\\^\"^}^\" ^\n  --compressed";
    let reading = check(chrome, "{\"a\":\"b \\\\n 'c' %d\"}", &[]);
    let delivery = reading.delivery.unwrap();
    assert_eq!(delivery.target.as_deref(), Some("https://x/a?b=%20&c"));
    assert_eq!(delivery.header("sec-ch-ua"), HeaderLookup::One("\"C\";v=\"1\""));
    // A line feed is a caret and two line ends.
    check("curl ^\"x^\" -d ^\"a^\n\nb^\"", "a\nb", &[]);
    check("curl ^\"x^\" -d ^\"a^\r\n\r\nb^\" ^\r\n -s", "a\nb", &[]);
    check("curl ^\"x^\" -d ^\"^{^\n\n^}^\"", "{\n}", &[]);
    check("curl ^\"x^\" -d ^\"^^^&^|^<^>^é^\"", "^&|<>é", &[]);
}

#[test]
fn chrome_doubles_backslashes_and_firefox_does_not() {
    check("curl ^\"x^\" -d ^\"^\\^\\n^\\^\\^\\^\"^\\^\\^\"", "\\n\\\"\\", &[]);
    check("curl.exe ^\"x^\" -d ^\"^\\^\\n^\"", "\\\\n", &[]);
    check("curl ^\"x^\" -d ^\"^\\n^\\^\\z^\"", "\\n\\\\z", &[]);
    check("curl \"x\" ^\n -d \"a\\\\n\"", "a\\\\n", &[]);
}

#[test]
fn firefox_ends_a_line_between_quotes() {
    check(
        "curl.exe ^\"https://x^\" ^\n  -X POST ^\n  --data-raw ^\"^{^\\^\"a^\\^\":\"^\r\n\r\n\"1^}^\"",
        "{\"a\":\n1}",
        &[],
    );
}

#[test]
fn carets_between_bare_quotes() {
    // So Chrome wrote it for some years; cmd itself would leave these carets in.
    check("curl \"https://x\" ^\n  --data-raw \"^{^\\^\"a^\\^\":1^}\" ^\n  --compressed", "{\"a\":1}", &[]);
    // A caret that a person wrote between quotes is one.
    check("curl \"https://x\" ^\n  -d \"a^b\"", "a^b", &[]);
}

#[test]
fn doubled_quotes() {
    check("curl \"https://x\" --data \"{\"\"a\"\":1}\"", "{\"a\":1}", &[]);
    check("curl \"https://x\" -d \"a\" -d \"{\"\"b\"\":\"\"%\"\"\"\"}\" -s ^\n", "a&{\"b\":\"%\"\"}", &[]);
    check("curl \"https://x\" ^\n -d \"\" -d \"a\\\\\\\"b\\c\\\\\"", "a\\\"b\\c\\", &[]);
}

#[test]
fn the_end_of_a_command() {
    check("curl ^\"x^\" -d ^\"a^\" &\r\ncurl ^\"y^\"", "a", &["curl-command-ends 1:21"]);
    check("curl ^\"x^\" -d ^\"a^\"\r\n", "a", &[]);
    check("curl ^\"x^\" -d ^\"a^\\^\"^\" & rem", "a\"", &["curl-command-ends 1:25"]);
    check("curl ^\"x^\" -d ^\"a;b^\" ^", "a;b", &[]);
}

#[test]
fn open_quotes() {
    check_body(b"curl ^\"x^\" ^\n -d ^\"abc", InputKind::Curl, None, &["curl-open-quote 2:6"]);
    check_body(b"curl \"x\" ^\n -d \"abc\\\"", InputKind::Curl, None, &["curl-open-quote 2:5"]);
}

#[test]
fn only_carets_outside_quotes_tell_cmd() {
    check("curl 'x' -d '^\"'", "^\"", &[]);
    check("curl \"x\" -d \"^\" -d '\\'", "^&\\", &[]);
    check("curl x \\\n -d \"a^\"", "a^", &[]);
    check("curl x -d \"\" -d a", "a", &[]);
}

#[test]
fn where_the_body_stands() {
    let reading = check("curl ^\"x^\" -d ^\"abc^\"", "abc", &[]);
    assert_eq!(reading.body_start, Some(16));
    assert_eq!(check("curl ^\"x^\" -d ^\"a^&^\"", "a&", &[]).body_start, None);
}
