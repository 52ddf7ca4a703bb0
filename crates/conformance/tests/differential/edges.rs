//! The edges of JSON, of doubles and of Unicode.

use crate::support::{compare, unscoped};

#[test]
fn ids_of_every_kind() {
    let mut bodies = Vec::new();
    for id in IDS {
        bodies.extend([format!("{{\"id\":{id}}}"), format!("{{\"a\":[{id}],\"id\": {id} ,\"type\":{id}}}")]);
    }
    for unit in ["x", "ü", "漢", "📦", "\\u0078", "\\ud83d\\udce6"] {
        bodies.extend((50..=256).map(|count| format!("{{\"id\":\"{}\"}}", unit.repeat(count))));
    }
    let digits = "9".repeat(400);
    for number in
        [&digits, &format!("0.{digits}"), &format!("1{}e-400", "0".repeat(400)), &format!("-{digits}e-399")]
    {
        bodies.push(format!("{{\"id\":{number}}}"));
    }
    compare(&unscoped(bodies.into_iter().map(String::into_bytes)));
}

#[test]
fn every_character_alone_and_inside() {
    let scalars = (0..=0x3100)
        .chain(0xd700..=0xe0ff)
        .chain(0xfe00..=0xffff)
        .chain([0x1_0000, 0xe_0001, 0xf_ffff, 0x10_ffff]);
    let mut bodies = Vec::new();
    for scalar in scalars {
        if let Some(char) = char::from_u32(scalar) {
            bodies.extend([format!("{{\"id\":\"{char}\"}}"), format!("{{\"id\":\"a{char}\"}}")]);
        }
        if scalar <= 0xffff {
            bodies.push(format!("{{\"id\":\"\\u{scalar:04x}\",\"type\":\"\\u{scalar:04X}\"}}"));
        }
    }
    compare(&unscoped(bodies.into_iter().map(String::into_bytes)));
}

#[test]
fn shapes_of_the_text() {
    compare(&unscoped(TEXTS.map(|text| text.as_bytes().to_vec())));
}

#[test]
fn any_depth() {
    let bodies = [1, 127, 128, 129, 10_000, 200_000].into_iter().flat_map(|depth| {
        let arrays = "[".repeat(depth) + &"]".repeat(depth);
        let objects = "{\"id\":".repeat(depth) + "1" + &"}".repeat(depth);
        [
            format!("{{\"id\":\"a\",\"deep\":{arrays}}}"),
            format!("{{\"deep\":{objects},\"id\":\"b\"}}"),
            format!("{{\"id\":{arrays}}}"),
            format!("{{\"id\":\"a\",\"deep\":{}}}", &arrays[1..]),
            objects,
            "[".repeat(depth),
        ]
    });
    compare(&unscoped(bodies.map(String::into_bytes)));
}

#[test]
fn bytes_that_are_not_utf8() {
    let inside: [&[u8]; 14] = [
        b"\xff",
        b"\xc3",
        b"\x80",
        b"\xc0\xaf",
        b"\xc1\xbf",
        b"\xe0\x80\xaf",
        b"\xed\xa0\x80",
        b"\xed\xbf\xbf",
        b"\xf0\x80\x80\xaf",
        b"\xf4\x90\x80\x80",
        b"\xf8\x88\x80\x80\x80",
        b"\xe2\x82",
        b"\xfe\xff",
        b"\xef\xbb",
    ];
    let bodies = inside.iter().flat_map(|bytes| {
        [
            bytes.to_vec(),
            [b"{\"id\":\"", *bytes, b"\"}"].concat(),
            [b"{\"id\":\"a\",\"", *bytes, b"\":1}"].concat(),
            [b"{\"id\":\"a\"}", *bytes].concat(),
            [*bytes, b"{\"id\":\"a\"}"].concat(),
        ]
    });
    compare(&unscoped(bodies));
}

#[test]
fn hashes_of_every_length() {
    compare(&unscoped((0..300).map(|length| vec![0xa5; length])));
}

#[rustfmt::skip]
const IDS: &[&str] = &[
    "0", "-0", "0.0", "-0.0", "-0e5", "0e400", "1", "1.0", "1e0", "1E+0", "10e-1", "100e-2", "1e2", "-17", "1.5", "1e-3", "1e-400", "5e-324",
    "9007199254740990", "9007199254740991", "9007199254740991.0", "9007199254740991.4", "9007199254740991.5", "9007199254740991.6",
    "9007199254740992", "9007199254740993", "-9007199254740991", "-9007199254740992", "90071992547409910e-1", "9.007199254740991e15",
    "9.007199254740992e15", "12345678901234567890", "1e15", "1e16", "1e21", "1e308", "1e309", "1e400", "-1e400", "1e999999999999999999999",
    "0.99999999999999999", "4503599627370496.5", "4503599627370497.5",
    "01", "+1", ".5", "1.", "1e", "-", "0x1", "NaN", "Infinity", "1n", "1_0", "١", "１",
    "null", "true", "false", "{}", "[]", "[1]", "{\"id\":\"a\"}", "undefined", "",
    "\"\"", "\" \"", "\"\\t\"", "\"\u{feff}\"", "\"\u{85}\"", "\"\u{180e}\"", "\"\u{feff}a\"", "\" a \"", "\"a\u{85}\"", "\"null\"", "\"1\"",
    "\"\\ud800\"", "\"\\udc00\"", "\"\\ud83d\\udce6\"", "\"\\udce6\\ud83d\"", "\"\\ud83dx\"", "\"\\ud83d\\n\"", "\"a\\ud83d\"", "\"\\uD83D\\uDCE6\"",
    "\"\\u0000\"", "\"\\u00\"", "\"\\x41\"", "\"\\'\"", "\"a\nb\"", "\"a\tb\"", "'a'", "\"a", "\"a\\\"", "\"\\u005cu0041\"", "\"a,b\"", "\"a\" \"b\"",
];

#[rustfmt::skip]
const TEXTS: [&str; 58] = [
    "", " ", "\n", "\t\r\n ", "\u{c}", "\u{a0}", "\0", "\u{feff}", "\u{feff}\u{feff}", "\u{feff} ",
    "\u{feff}{\"id\":\"a\"}", "\u{feff}\u{feff}{\"id\":\"a\"}", " \u{feff}{\"id\":\"a\"}", "{\"id\":\"a\"}\u{feff}", "{\u{feff}\"id\":\"a\"}",
    "null", "true", "false", "0", "-1.5e3", "\"id\"", "[]", "{}", "[{\"id\":\"a\"}]", "[\"id\",\"a\"]", "nul", "tru", "True", "undefined",
    "{\"id\":\"a\"}\n", "\r\n{\"id\":\"a\"}", "{\"id\":\"a\"} {}", "{\"id\":\"a\"},", "{\"id\":\"a\",}", "{,\"id\":\"a\"}", "{\"id\" \"a\"}", "{id:\"a\"}",
    "{'id':'a'}", "{\"id\":\"a\"", "{\"id\":\"a\"}}", "{\"id\":\"a\"/**/}", "//\n{\"id\":\"a\"}", "{\"id\":\"a\"\u{a0}}", "{\"id\":\"a\"}\0", "{\"id\":\"a\"\u{2028}}",
    "{\"id\":\"a\",\"id\":\"b\"}", "{\"id\":\"a\",\"\\u0069d\":\"b\"}", "{\"\\u0069\\u0064\":\"b\",\"id\":null}", "{\"id\":null,\"i\\u0064\":2}", "{\"id\":\"a\",\"id\":{}}",
    "{\"ID\":\"a\"}", "{\"id\\u0000\":\"a\"}", "{\"data\":{\"id\":\"a\"}}", "{\"__proto__\":{\"id\":\"a\"}}", "{\"__proto__\":{\"id\":\"a\"},\"id\":\"b\"}",
    "{\"__proto__\":null,\"id\":\"a\"}", "{\"\\ud800\":1,\"id\":\"a\"}", "{\"hasOwnProperty\":1,\"id\":\"a\",\"type\":\"t\",\"x\":\"\\ud800\"}",
];
