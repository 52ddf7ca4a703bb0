use super::*;

/// Reads all of `json` with the limit raised by `slice` bytes at a time, and writes the events down.
fn read(json: &[u8], slice: usize) -> Result<String, usize> {
    let mut reader = Reader::new(0);
    let mut limit = slice.min(json.len());
    let mut seen = String::new();
    loop {
        match reader.next(json, limit) {
            Next::End => return Ok(seen),
            Next::Error(at) => return Err(at),
            Next::Pending => limit = (limit + slice).min(json.len()),
            Next::Event(event) => {
                let piece = match event {
                    Event::ArrayEnd => "]".into(),
                    Event::ArrayStart => "[".into(),
                    Event::Boolean(_) => "b".into(),
                    Event::Name(span) => format!("{}:", String::from_utf8_lossy(&json[span])),
                    Event::Null(_) => "n".into(),
                    Event::Number(span) => format!("#{}", String::from_utf8_lossy(&json[span])),
                    Event::ObjectEnd => "}".into(),
                    Event::ObjectStart => "{".into(),
                    Event::String(span) => format!("'{}'", String::from_utf8_lossy(&json[span])),
                };
                seen.push_str(&piece);
            }
        }
    }
}

#[test]
fn reads_what_the_rfc_allows_and_nothing_else() {
    #[track_caller]
    fn check(json: &str, expected: Result<&str, usize>) {
        for slice in [1, 2, 3, 1000] {
            assert_eq!(read(json.as_bytes(), slice), expected.map(str::to_owned), "in slices of {slice}");
        }
    }
    check("{}", Ok("{}"));
    check(" [ ] ", Ok("[]"));
    check(r#"{"a":[1,-0,2.50,1e400,{"b":null}],"a":"x"}"#, Ok("{a:[#1#-0#2.50#1e400{b:n}]a:'x'}"));
    check(r#""\"\\\/\b\f\n\r\t\u00e4\ud800""#, Ok(r#"'\"\\\/\b\f\n\r\t\u00e4\ud800'"#));
    check("true", Ok("b"));
    check("false\r\n\t ", Ok("b"));
    check("null", Ok("n"));
    check("12E-7", Ok("#12E-7"));
    check("", Err(0));
    check("  ", Err(2));
    check("{", Err(1));
    check("{\"a\"", Err(4));
    check("{\"a\":", Err(5));
    check("{\"a\":1,}", Err(7));
    check("{\"a\":1 \"b\":2}", Err(7));
    check("{a:1}", Err(1));
    check("{'a':1}", Err(1));
    check("[1,]", Err(3));
    check("[,1]", Err(1));
    check("[1}", Err(2));
    check("{\"a\":1]", Err(6));
    check("[1] 2", Err(4));
    check("]", Err(0));
    check("01", Err(1));
    check("-", Err(1));
    check("+1", Err(0));
    check("1.", Err(2));
    check(".5", Err(0));
    check("1e", Err(2));
    check("1e+", Err(3));
    check("NaN", Err(0));
    check("tru", Err(3));
    check("trux", Err(3));
    check("\"a", Err(2));
    check("\"a\tb\"", Err(2));
    check(r#""\x""#, Err(2));
    check(r#""\u12g4""#, Err(5));
    check("\u{a0}1", Err(0));
    check("/* */ 1", Err(0));
}

#[test]
fn depth_costs_no_stack() {
    let depth = 1_000_000;
    let json = [vec![b'['; depth], vec![b']'; depth]].concat();
    assert!(read(&json, 1 << 16).is_ok());
    assert_eq!(read(&json[..json.len() - 1], 1 << 16), Err(json.len() - 1));
}

#[test]
fn unescapes_as_javascript_does() {
    #[track_caller]
    fn check(raw: &str, expected: Option<&str>) {
        assert_eq!(Text::new(raw.as_bytes()).as_str(), expected);
    }
    check("plain ä", Some("plain ä"));
    check(r"\u0069d", Some("id"));
    check(r#"\"\\\/\b\f\n\r\t"#, Some("\"\\/\u{8}\u{c}\n\r\t"));
    check(r"\ud83d\udce6", Some("📦"));
    check(r"\uD83D\uDCE6!", Some("📦!"));
    check(r"\ud83d", None);
    check(r"\udce6\ud83d", None);
    check(r"\ud83d\ud83d\udce6", None);
    check(r"\ud83d\u0041", None);
    check(r"\ud83dA", None);
    check(r"\u0000", Some("\0"));
}
