//! Generated bodies: JSON with the shapes that parsers disagree on, and what is nearly JSON.

use crate::random::Random;

/// Endless bodies, the same for the same seed.
#[derive(Clone, Debug)]
pub struct Bodies(Random);

impl Bodies {
    /// Starts at `seed`.
    pub fn new(seed: u64) -> Bodies {
        Bodies(Random(seed))
    }
}

impl Iterator for Bodies {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        let random = &mut self.0;
        let mut body = match random.below(20) {
            0..10 => document(random),
            10..15 => {
                let mut body = document(random);
                for _ in 0..=random.below(3) {
                    edit(random, &mut body);
                }
                body
            }
            15..17 => {
                let mut writer = Writer { random, out: Vec::new() };
                writer.value(2);
                writer.out
            }
            17 => (0..random.below(12)).flat_map(|_| random.pick(PIECES).as_bytes().to_vec()).collect(),
            18 => (0..random.below(40)).map(|_| random.byte()).collect(),
            _ => random.pick(&["", " ", "\n", "\t\r\n ", "\u{a0}", "null", "{}", "[]", "\"id\""]).into(),
        };
        if random.one_in(12) {
            let marks = random.pick(&["\u{feff}", "\u{feff}", "\u{feff}\u{feff}"]);
            body.splice(0..0, marks.bytes());
        }
        if random.one_in(10) {
            body.extend_from_slice(random.pick(&["\n", "\r\n", " ", "\0", "\u{feff}", "x", "{}"]).as_bytes());
        }
        Some(body)
    }
}

/// An object that has an id more often than not, sometimes twice.
fn document(random: &mut Random) -> Vec<u8> {
    let mut writer = Writer { random, out: Vec::new() };
    writer.space();
    writer.object(3);
    writer.space();
    writer.out
}

/// Changes a few bytes, as a bad copy or a bad sender does.
fn edit(random: &mut Random, body: &mut Vec<u8>) {
    if body.is_empty() {
        return;
    }
    let at = random.below(body.len());
    let end = (at + random.below(8)).min(body.len());
    match random.below(7) {
        0 => _ = body.remove(at),
        1 => body[at] = random.byte(),
        2 => body[at] ^= 1 << random.below(8),
        3 => body.truncate(at),
        4 => _ = body.drain(at..end),
        5 => {
            let copy = body[at..end].to_vec();
            body.splice(at..at, copy);
        }
        _ => _ = body.splice(at..at, random.pick(PIECES).bytes()),
    }
}

struct Writer<'a> {
    random: &'a mut Random,
    out: Vec<u8>,
}

impl Writer<'_> {
    fn value(&mut self, depth: usize) {
        match self.random.below(if depth == 0 { 10 } else { 12 }) {
            0..5 => self.string(),
            5..9 => self.number(),
            9 => self.write_one(&["true", "false", "null", "null"]),
            10 => self.array(depth - 1),
            _ => self.object(depth - 1),
        }
    }

    fn object(&mut self, depth: usize) {
        self.write("{");
        for n in 0..self.random.below(6) {
            if n > 0 {
                self.write(",");
            }
            self.space();
            self.name();
            self.space();
            self.write(":");
            self.space();
            self.value(depth);
            self.space();
        }
        self.rarely(",");
        self.write("}");
    }

    fn array(&mut self, depth: usize) {
        self.write("[");
        for n in 0..self.random.below(4) {
            if n > 0 {
                self.write(",");
            }
            self.space();
            self.value(depth);
        }
        self.rarely(",");
        self.write("]");
    }

    fn name(&mut self) {
        self.write("\"");
        match self.random.below(4) {
            0 | 1 => self.write("id"),
            2 => self.write_one(ID_NAMES),
            _ => self.write_one(OTHER_NAMES),
        }
        self.write("\"");
    }

    fn string(&mut self) {
        self.write("\"");
        if self.random.one_in(12) {
            // Around the longest id of 255 bytes.
            let (unit, bytes) =
                [("x", 1), ("ü", 2), ("漢", 3), ("📦", 4), ("\\ud83d\\udce6", 4), ("\\u00e9", 2)]
                    [self.random.below(6)];
            let count = 253 / bytes + self.random.below(4);
            self.write(&unit.repeat(count));
        }
        let pieces = if self.random.one_in(8) { BLANKS } else { TEXTS };
        let count = if self.random.one_in(10) { 0 } else { 1 + self.random.below(5) };
        for _ in 0..count {
            self.write_one(pieces);
            if self.random.one_in(15) {
                self.write_one(ODD_TEXTS);
            }
            if self.random.one_in(200) {
                self.write_one(BROKEN_TEXTS);
            }
        }
        if self.random.one_in(150) {
            let byte = self.random.byte();
            self.out.push(byte);
        }
        self.write("\"");
    }

    fn number(&mut self) {
        if self.random.one_in(60) {
            return self.write_one(BROKEN_NUMBERS);
        }
        match self.random.below(6) {
            0 => self.write_one(NUMBERS),
            1 => {
                // Around 2^53, where doubles begin to skip integers.
                let near = (1_u64 << 53) - 3 + self.random.below(7) as u64;
                self.write_one(&["", "-"]);
                self.write(&near.to_string());
                self.write_one(&["", "", ".0", ".4", ".5", ".6", "e0", "e1", "0e-1", "000E-3"]);
            }
            2 => {
                self.write_one(&["", "-"]);
                let count = if self.random.one_in(10) { 400 } else { 1 + self.random.below(24) };
                self.digits(count);
                if self.random.one_in(2) {
                    self.write(".");
                    self.digits(1 + count % 20);
                }
                if self.random.one_in(2) {
                    self.write_one(&["e", "E", "e-", "e+", "E-0"]);
                    let end = if self.random.one_in(3) { 500 } else { 30 };
                    let exponent = self.random.below(end);
                    self.write(&exponent.to_string());
                }
            }
            _ => {
                let number = self.random.below(100_000);
                self.write_one(&["", "", "-"]);
                self.write(&number.to_string());
            }
        }
    }

    fn digits(&mut self, count: usize) {
        self.out.push(b'1' + self.random.below(9) as u8);
        for _ in 1..count {
            // Many zeros, for numbers that exponents make integers again.
            let digit = if self.random.one_in(2) { 0 } else { self.random.below(10) };
            self.out.push(b'0' + digit as u8);
        }
    }

    fn space(&mut self) {
        if self.random.one_in(6) {
            self.write_one(&[" ", "\n", "\r\n", "\t", "  "]);
        } else if self.random.one_in(300) {
            self.write_one(&["\u{a0}", "\u{c}", "\u{b}", "\u{feff}", "\u{2028}", "\0", "/**/", "//\n"]);
        }
    }

    fn rarely(&mut self, text: &str) {
        if self.random.one_in(80) {
            self.write(text);
        }
    }

    fn write_one(&mut self, texts: &[&str]) {
        let text = self.random.pick(texts);
        self.write(text);
    }

    fn write(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }
}

const ID_NAMES: &[&str] =
    &["id", "\\u0069d", "i\\u0064", "\\u0069\\u0064", "\\u0069\\u0044", "type", "typ\\u0065"];

#[rustfmt::skip]
const OTHER_NAMES: &[&str] = &[
    "", "ID", "Id", " id", "id ", "id\\u0000", "i\u{200b}d", "ıd", "data", "object", "attempt", "sent_at", "__proto__",
    "constructor", "toString", "hasOwnProperty", "length", "0", "\\ud800", "\\\"", "📦", "event_id", "Type",
];

#[rustfmt::skip]
const TEXTS: &[&str] = &[
    "evt_", "a", "A", "1", "42", "-", ":", ",", "/", "{", "}", " ", "order.paid", "ü", "漢", "📦", "e\u{301}",
    "\u{200b}", "\u{180e}", "\\n", "\\\"", "\\\\", "\\/", "\\u0041", "\\u00e9", "\\uD83D\\uDCE6", "'", "%2F", "$1",
];

/// Everything that one standard or another takes for white space, and its neighbours.
#[rustfmt::skip]
const BLANKS: &[&str] = &[
    " ", "\\t", "\\n", "\\u000b", "\\f", "\\r", "\\u001c", "\\u001f", "\u{85}", "\\u0085", "\u{a0}", "\\u00a0",
    "\u{1680}", "\u{180e}", "\u{2000}", "\u{2003}", "\u{200a}", "\u{200b}", "\u{2028}", "\\u2029", "\u{202f}",
    "\u{205f}", "\u{2060}", "\u{3000}", "\u{feff}", "\\ufeff", "\\uFEFF",
];

#[rustfmt::skip]
const ODD_TEXTS: &[&str] = &[
    "\\u0000", "\\u007f", "\u{7f}", "\u{80}", "\u{9f}", "\\u009f", "\\ud800", "\\udc00", "\\ud800\\u0041", "\\udce6\\ud83d",
    "\\ud83d\\ud83d\\udce6", "\u{fffd}", "\u{fffe}", "\u{10ffff}",
];

/// What JSON does not allow in a string, or what ends it.
const BROKEN_TEXTS: &[&str] =
    &["\0", "\n", "\t", "\u{1f}", "\\x41", "\\u12", "\\u{41}", "\\a", "\\U0041", "\\'", "\\", "\""];

#[rustfmt::skip]
const NUMBERS: &[&str] = &[
    "0", "-0", "-0.0", "0.0", "0e0", "-0e-5", "0e400", "1.0", "1e0", "1E0", "1e+0", "10e-1", "1e2", "1.5e1", "1e15", "1e16",
    "1e21", "1e22", "1e308", "1e309", "1e400", "-1e400", "1e-400", "5e-324", "1e99999999999999999999", "0.1", "1.5",
    "123456789012345678901234567890", "9007199254740991", "9007199254740992", "9007199254740993", "4503599627370497.5",
    "0.9999999999999999999",
];

#[rustfmt::skip]
const BROKEN_NUMBERS: &[&str] = &[
    "01", "-01", "+1", ".5", "-.5", "1.", "1.e1", "1e", "1e+", "1.5.5", "-", "--1", "- 1", "0x10", "1n", "1_000", "1 000",
    "NaN", "Infinity", "-Infinity", "١", "True", "undefined",
];

#[rustfmt::skip]
const PIECES: &[&str] = &[
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\"id\"", "\"id\":", "\"id\":\"evt_1\"", ",\"id\":1", "\"\\u0069d\":", "\"type\":\"t\"",
    "null", "true", "1", "-", "e", ".", "0", " ", "\n", "\r", "\t", "\u{feff}", "\\ud800", "\\u00", "ä", "📦", "\0", "'", "/*", "#",
];
