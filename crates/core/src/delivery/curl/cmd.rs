//! How Windows splits a command: `cmd.exe` takes the carets away, then the program's own
//! runtime takes the quotes away.
//!
//! Three generations of browser copies are read: every argument in `^"…^"` (Chrome, Edge and
//! Firefox today), `"…"` with carets inside (older Chrome), and `"…""…"` (oldest). Where such
//! a copy can mean only one thing, that is read, even if Windows would make another of it.

use std::iter::Peekable;

use super::word::Word;
use super::{Command, OpenQuote, line_end};
use crate::delivery::notes::Notes;

/// Whether the command at `at` is written for cmd: before anything that only a POSIX shell
/// understands there is a caret before a quote or line end, or a doubled quote.
pub(super) fn is_likely(input: &[u8], mut at: usize) -> bool {
    while let Some(byte) = input.get(at) {
        match byte {
            b'^' if input.get(at + 1) == Some(&b'"') => return true,
            b'^' if line_end(input, at + 1).is_some()
                && matches!(input[..at].last(), Some(b' ' | b'\t' | b'"')) =>
            {
                return true;
            }
            b'"' => {
                let Some(end) = closing_quote(input, at + 1) else { return false };
                if end > at + 1 && input.get(end + 1) == Some(&b'"') {
                    return true;
                }
                at = end + 1;
            }
            b'\'' | b'\n' | b'\r' => return false,
            b'\\' if line_end(input, at + 1).is_some() => return false,
            _ => at += 1,
        }
    }
    false
}

/// Whether a tool wrote the commands in `input`. One that writes ^" puts carets everywhere, and older
/// Chrome did so even between bare quotes, where cmd keeps them.
pub(super) fn is_by_tool(input: &[u8]) -> bool {
    input.windows(2).any(|pair| pair == b"^\"")
}

/// Where the command at `at` of `input` ends.
pub(super) fn end_of(input: &[u8], at: usize, by_tool: bool) -> usize {
    end(Units { input, at, quoted: false, carets_in_quotes: by_tool })
}

/// Splits the command at `at` of `input`.
pub(super) fn split(input: &[u8], at: usize, _: &mut Notes) -> Result<Command, OpenQuote> {
    let by_tool = is_by_tool(&input[at..]);
    let units = || Units { input, at, quoted: false, carets_in_quotes: by_tool };
    // Chrome doubles every backslash, which Windows undoes only before quotes. Firefox, which
    // writes curl.exe, doubles none; nor does whoever leaves a run of them odd.
    let mut runtime =
        Runtime { input, units: units().peekable(), quote: None, doubled: by_tool, odd_run: false };
    let mut words = runtime.words();
    if by_tool && (runtime.odd_run || names_exe(&input[..at])) {
        runtime = Runtime { input, units: units().peekable(), quote: None, doubled: false, odd_run: false };
        words = runtime.words();
    }
    match runtime.quote {
        Some(offset) => Err(OpenQuote { quote: '"', offset }),
        None => Ok(Command { words, end: end(units()) }),
    }
}

/// A byte that cmd hands to the program, and where it stands.
type Unit = (u8, usize);

/// First step: cmd.
struct Units<'a> {
    input: &'a [u8],
    at: usize,
    quoted: bool,
    carets_in_quotes: bool,
}

impl Iterator for Units<'_> {
    type Item = Unit;

    fn next(&mut self) -> Option<Unit> {
        let escaped = self.input.get(self.at) == Some(&b'^') && (!self.quoted || self.carets_in_quotes);
        if escaped {
            self.at += 1;
            // A caret and a line end go on in the next line, whose first character is escaped.
            self.at += line_end(self.input, self.at).unwrap_or(0);
        }
        let at = self.at;
        let byte = *self.input.get(at)?;
        let line_end = line_end(self.input, at);
        if !escaped && !self.quoted && (line_end.is_some() || matches!(byte, b'&' | b'|' | b'<' | b'>')) {
            return None;
        }
        if !escaped && byte == b'"' {
            self.quoted = !self.quoted;
        }
        if escaped && let Some(length) = line_end {
            // Of CR LF cmd passes on the line feed alone.
            self.at += length;
            return Some((self.input[at + length - 1], at + length - 1));
        }
        self.at += 1;
        Some((byte, at))
    }
}

/// Second step: the C runtime's rules for quotes and backslashes.
struct Runtime<'a> {
    input: &'a [u8],
    units: Peekable<Units<'a>>,
    /// The offset of the quote that is open.
    quote: Option<usize>,
    /// Backslashes are doubled everywhere, not only before quotes.
    doubled: bool,
    /// There was an odd number of backslashes before something else than a quote.
    odd_run: bool,
}

impl Runtime<'_> {
    fn words(&mut self) -> Vec<Word> {
        std::iter::from_fn(|| self.word()).collect()
    }

    fn word(&mut self) -> Option<Word> {
        while self.units.next_if(|(byte, _)| is_blank(*byte)).is_some() {}
        let mut word = Word::new(self.units.peek()?.1);
        while let Some((byte, at)) = self.units.next_if(|(byte, _)| self.quote.is_some() || !is_blank(*byte))
        {
            match byte {
                b'\\' => self.backslashes(at, &mut word),
                b'"' => self.quote(at, &mut word),
                _ => word.take(self.input, at..at + 1),
            }
        }
        Some(word)
    }

    /// Backslashes before a quote count half, and an odd one makes the quote literal.
    fn backslashes(&mut self, first: usize, word: &mut Word) {
        let mut last = first;
        let mut count = 1;
        while let Some((_, at)) = self.units.next_if(|(byte, _)| *byte == b'\\') {
            last = at;
            count += 1;
        }
        if self.units.peek().is_some_and(|(byte, _)| *byte == b'"') {
            word.push(&vec![b'\\'; count / 2]);
            if count % 2 == 1 {
                self.units.next();
                word.push(b"\"");
            }
            return;
        }
        self.odd_run |= count % 2 == 1;
        if self.doubled {
            word.push(&vec![b'\\'; count.div_ceil(2)]);
        } else if last - first + 1 == count {
            word.take(self.input, first..last + 1);
        } else {
            word.push(&vec![b'\\'; count]);
        }
    }

    /// A quote opens or closes; two of them inside are one literal quote.
    fn quote(&mut self, at: usize, word: &mut Word) {
        self.quote = match self.quote {
            None => Some(at),
            Some(open) if self.units.next_if(|(byte, _)| *byte == b'"').is_some() => {
                word.push(b"\"");
                Some(open)
            }
            Some(_) => None,
        };
    }
}

/// Where cmd stops reading.
fn end(mut units: Units) -> usize {
    while units.next().is_some() {}
    units.at.min(units.input.len())
}

fn names_exe(program: &[u8]) -> bool {
    let program = program.strip_suffix(b"\"").unwrap_or(program);
    program.last_chunk().is_some_and(|end: &[u8; 4]| end.eq_ignore_ascii_case(b".exe"))
}

fn closing_quote(input: &[u8], start: usize) -> Option<usize> {
    let mut at = start;
    loop {
        match input.get(at)? {
            b'"' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}
