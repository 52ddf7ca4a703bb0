//! Reads JSON (RFC 8259) without loss, without recursion and in slices.
//!
//! Numbers and strings are handed out as the bytes they are written with, repeated
//! member names are seen, and a lone surrogate escape is legal, as the RFC's grammar
//! has it and as JavaScript's `JSON.parse` reads it. It builds no tree: depth costs a
//! bit each level, and a caller can stop and go on at any byte.

mod document;
mod text;

pub use document::{Document, Kind, Value};
pub use text::Text;

use std::ops::Range;

/// A resumable reader. It holds no input: each call gets the same bytes again.
#[derive(Clone, Debug)]
pub struct Reader {
    at: usize,
    expect: Expect,
    token: Option<Token>,
    /// The open containers, outermost first: true for an object.
    open: Vec<bool>,
}

/// One piece of a JSON text.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Event {
    /// `]`
    ArrayEnd,
    /// `[`
    ArrayStart,
    /// `true` or `false`.
    Boolean(Range<usize>),
    /// A member's name: the bytes between its quotes.
    Name(Range<usize>),
    /// `null`
    Null(Range<usize>),
    /// A number's bytes.
    Number(Range<usize>),
    /// `}`
    ObjectEnd,
    /// `{`
    ObjectStart,
    /// A string value: the bytes between its quotes.
    String(Range<usize>),
}

/// What a call of [`Reader::next`] came to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Next {
    /// The whole input was one JSON text.
    End,
    /// It is not JSON: the offset of the first byte that cannot be there, or the input's
    /// length when it ends too early.
    Error(usize),
    /// The next piece.
    Event(Event),
    /// `limit` was reached; call again with a higher one.
    Pending,
}

impl Reader {
    /// A reader that starts at byte `start`: 0, or 3 after a byte-order mark.
    pub fn new(start: usize) -> Reader {
        Reader { at: start, expect: Expect::Value, token: None, open: Vec::new() }
    }

    /// The open containers, outermost first: true for an object, false for an array.
    pub fn open(&self) -> &[bool] {
        &self.open
    }

    /// Everything before this offset has been handed out.
    pub fn settled(&self) -> usize {
        self.token.as_ref().map_or(self.at, |token| token.start)
    }

    /// Goes on in `bytes`, whose first `limit` bytes are known to be UTF-8. Takes linear
    /// time over all calls.
    pub fn next(&mut self, bytes: &[u8], limit: usize) -> Next {
        loop {
            if let Some(token) = self.token.take() {
                return self.token(token, bytes, limit);
            }
            while self.at < limit && matches!(bytes[self.at], b' ' | b'\t' | b'\n' | b'\r') {
                self.at += 1;
            }
            if self.at >= limit {
                return match self.expect {
                    _ if limit < bytes.len() => Next::Pending,
                    Expect::End => Next::End,
                    _ => Next::Error(self.at),
                };
            }
            let byte = bytes[self.at];
            match (self.expect, byte) {
                (Expect::Colon, b':') => self.pass(Expect::Value),
                (Expect::CommaOrEnd, b',') => {
                    let next = if self.in_object() { Expect::Name } else { Expect::Value };
                    self.pass(next);
                }
                (Expect::Name | Expect::NameOrEnd, b'"') => self.begin(TokenKind::Name(Escape::None)),
                (Expect::CommaOrEnd | Expect::NameOrEnd, b'}') if self.in_object() => {
                    return self.close(Event::ObjectEnd);
                }
                (Expect::CommaOrEnd | Expect::ValueOrEnd, b']') if !self.in_object() => {
                    return self.close(Event::ArrayEnd);
                }
                (Expect::Value | Expect::ValueOrEnd, _) => match byte {
                    b'{' => return self.enter(true, Expect::NameOrEnd, Event::ObjectStart),
                    b'[' => return self.enter(false, Expect::ValueOrEnd, Event::ArrayStart),
                    b'"' => self.begin(TokenKind::String(Escape::None)),
                    b'-' => self.begin(TokenKind::Number(Number::Minus)),
                    b'0' => self.begin(TokenKind::Number(Number::Zero)),
                    b'1'..=b'9' => self.begin(TokenKind::Number(Number::Integer)),
                    b't' => self.begin(TokenKind::Word(Word::True)),
                    b'f' => self.begin(TokenKind::Word(Word::False)),
                    b'n' => self.begin(TokenKind::Word(Word::Null)),
                    _ => return Next::Error(self.at),
                },
                _ => return Next::Error(self.at),
            }
        }
    }

    fn in_object(&self) -> bool {
        self.open.last() == Some(&true)
    }

    fn pass(&mut self, expect: Expect) {
        self.at += 1;
        self.expect = expect;
    }

    fn begin(&mut self, kind: TokenKind) {
        self.token = Some(Token { start: self.at, kind });
        self.at += 1;
    }

    fn enter(&mut self, object: bool, expect: Expect, event: Event) -> Next {
        self.open.push(object);
        self.pass(expect);
        Next::Event(event)
    }

    fn close(&mut self, event: Event) -> Next {
        self.open.pop();
        self.at += 1;
        self.value_read(event)
    }

    fn value_read(&mut self, event: Event) -> Next {
        self.expect = if self.open.is_empty() { Expect::End } else { Expect::CommaOrEnd };
        Next::Event(event)
    }

    fn token(&mut self, token: Token, bytes: &[u8], limit: usize) -> Next {
        let Token { start, kind } = token;
        let whole = limit >= bytes.len();
        match kind {
            TokenKind::Name(escape) => match self.string(escape, bytes, limit) {
                Scan::Done => {
                    self.expect = Expect::Colon;
                    Next::Event(Event::Name(start + 1..self.at - 1))
                }
                Scan::Error => Next::Error(self.at),
                Scan::Open(escape) => self.suspend(start, TokenKind::Name(escape), whole),
            },
            TokenKind::String(escape) => match self.string(escape, bytes, limit) {
                Scan::Done => self.value_read(Event::String(start + 1..self.at - 1)),
                Scan::Error => Next::Error(self.at),
                Scan::Open(escape) => self.suspend(start, TokenKind::String(escape), whole),
            },
            TokenKind::Number(mut state) => {
                while self.at < limit {
                    let Some(next) = state.after(bytes[self.at]) else {
                        break;
                    };
                    state = next;
                    self.at += 1;
                }
                if self.at >= limit && !whole {
                    self.suspend(start, TokenKind::Number(state), whole)
                } else if state.is_complete() {
                    self.value_read(Event::Number(start..self.at))
                } else {
                    Next::Error(self.at)
                }
            }
            TokenKind::Word(word) => {
                for expected in &word.letters()[self.at - start..] {
                    if self.at >= limit {
                        return self.suspend(start, kind, whole);
                    }
                    if bytes[self.at] != *expected {
                        return Next::Error(self.at);
                    }
                    self.at += 1;
                }
                self.value_read(match word {
                    Word::False | Word::True => Event::Boolean(start..self.at),
                    Word::Null => Event::Null(start..self.at),
                })
            }
        }
    }

    fn suspend(&mut self, start: usize, kind: TokenKind, whole: bool) -> Next {
        if whole {
            return Next::Error(self.at);
        }
        self.token = Some(Token { start, kind });
        Next::Pending
    }

    /// Goes on inside a string, and on success behind its closing quote.
    fn string(&mut self, mut escape: Escape, bytes: &[u8], limit: usize) -> Scan {
        loop {
            if let Escape::None = escape {
                // Nearly all bytes are plain: pass over them at once.
                self.at += plain(&bytes[self.at..limit]);
            }
            if self.at >= limit {
                return Scan::Open(escape);
            }
            let byte = bytes[self.at];
            escape = match (escape, byte) {
                (Escape::None, b'"') => {
                    self.at += 1;
                    return Scan::Done;
                }
                (Escape::None, b'\\') => Escape::Started,
                (Escape::Started, b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => Escape::None,
                (Escape::Started, b'u') => Escape::Hex(4),
                (Escape::Hex(1), b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F') => Escape::None,
                (Escape::Hex(left), b'0'..=b'9' | b'a'..=b'f' | b'A'..=b'F') => Escape::Hex(left - 1),
                _ => return Scan::Error,
            };
            self.at += 1;
        }
    }
}

/// How many bytes of a string come before a quote, a backslash or a control character.
fn plain(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 0xFF;
    const HIGH: u64 = ONES << 7;
    let (words, rest) = bytes.as_chunks::<8>();
    for (place, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        // The high bit of a byte that is below 0x20, or that becomes 0: exact up to the first such byte.
        let below = |word: u64, limit: u64| word.wrapping_sub(ONES * limit) & !word;
        let same = |byte: u8| below(word ^ (ONES * u64::from(byte)), 1);
        let found = (below(word, 0x20) | same(b'"') | same(b'\\')) & HIGH;
        if found != 0 {
            return place * 8 + found.trailing_zeros() as usize / 8;
        }
    }
    let is_plain = |byte: &&u8| !matches!(byte, b'"' | b'\\' | 0..0x20);
    words.len() * 8 + rest.iter().take_while(is_plain).count()
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Expect {
    Colon,
    CommaOrEnd,
    End,
    Name,
    NameOrEnd,
    Value,
    ValueOrEnd,
}

#[derive(Clone, Copy, Debug)]
struct Token {
    start: usize,
    kind: TokenKind,
}

#[derive(Clone, Copy, Debug)]
enum TokenKind {
    Name(Escape),
    Number(Number),
    String(Escape),
    Word(Word),
}

#[derive(Clone, Copy, Debug)]
enum Word {
    False,
    Null,
    True,
}

impl Word {
    fn letters(self) -> &'static [u8] {
        match self {
            Word::False => b"false",
            Word::Null => b"null",
            Word::True => b"true",
        }
    }
}

/// Where in an escape sequence a string scan is; `Hex` counts the digits still to come.
#[derive(Clone, Copy, Debug)]
enum Escape {
    Hex(u8),
    None,
    Started,
}

enum Scan {
    Done,
    Error,
    Open(Escape),
}

/// The part of a number that was read last.
#[derive(Clone, Copy, Debug)]
enum Number {
    Exponent,
    ExponentMark,
    ExponentSign,
    Fraction,
    Integer,
    Minus,
    Point,
    Zero,
}

impl Number {
    fn after(self, byte: u8) -> Option<Number> {
        use Number::*;
        match (self, byte) {
            (Minus, b'0') => Some(Zero),
            (Minus | Integer, b'1'..=b'9') | (Integer, b'0') => Some(Integer),
            (Zero | Integer, b'.') => Some(Point),
            (Point | Fraction, b'0'..=b'9') => Some(Fraction),
            (Zero | Integer | Fraction, b'e' | b'E') => Some(ExponentMark),
            (ExponentMark, b'+' | b'-') => Some(ExponentSign),
            (ExponentMark | ExponentSign | Exponent, b'0'..=b'9') => Some(Exponent),
            _ => None,
        }
    }

    fn is_complete(self) -> bool {
        matches!(self, Number::Exponent | Number::Fraction | Number::Integer | Number::Zero)
    }
}

#[cfg(test)]
mod tests;
