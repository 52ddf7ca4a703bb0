//! How bash and other POSIX shells split a command into words.
//!
//! Nothing is expanded: a variable or a command substitution stays as it is written, with a
//! finding, and so do patterns and braces.

use super::word::Word;
use super::{Command, OpenQuote, ansi_c, line_end};
use crate::delivery::notes::Notes;
use crate::finding::FindingKind;

/// Splits the command at `at` of `input`, which ends at an unquoted line end or operator.
pub(super) fn split(input: &[u8], mut at: usize, notes: &mut Notes) -> Result<Command, OpenQuote> {
    let mut words = Vec::new();
    while let Some(byte) = input.get(at) {
        if let Some(length) = continuation(input, at) {
            at += length;
        } else if matches!(byte, b' ' | b'\t') {
            at += 1;
        } else if *byte == b'#' {
            at += input[at..].iter().take_while(|byte| !matches!(byte, b'\n' | b'\r')).count();
        } else if ends_command(*byte) {
            break;
        } else {
            let mut reader = Reader { input, at, word: Word::new(at), notes };
            reader.word()?;
            at = reader.at;
            words.push(reader.word);
        }
    }
    Ok(Command { words, end: at })
}

struct Reader<'a> {
    input: &'a [u8],
    at: usize,
    word: Word,
    notes: &'a mut Notes,
}

impl Reader<'_> {
    /// Reads on to the blank or operator that ends the word.
    fn word(&mut self) -> Result<(), OpenQuote> {
        while let Some(byte) = self.input.get(self.at) {
            match byte {
                b'\'' => self.single_quoted()?,
                b'"' => self.double_quoted()?,
                b'$' if self.input.get(self.at + 1) == Some(&b'\'') => {
                    let open = OpenQuote { quote: '\'', offset: self.at + 1 };
                    self.at = ansi_c::read(self.input, self.at + 2, &mut self.word).ok_or(open)?;
                }
                // Bash translates $"…", which changes nothing without a catalogue.
                b'$' if self.input.get(self.at + 1) == Some(&b'"') => self.at += 1,
                b'\\' => self.backslash(),
                b' ' | b'\t' => break,
                byte if ends_command(*byte) => break,
                _ => self.plain(|byte| ends_command(byte) || b" \t'\"\\".contains(&byte)),
            }
        }
        Ok(())
    }

    fn single_quoted(&mut self) -> Result<(), OpenQuote> {
        let start = self.at + 1;
        let length = self.input[start..].iter().position(|byte| *byte == b'\'');
        let length = length.ok_or(OpenQuote { quote: '\'', offset: self.at })?;
        self.word.take(self.input, start..start + length);
        self.at = start + length + 1;
        Ok(())
    }

    fn double_quoted(&mut self) -> Result<(), OpenQuote> {
        let open = self.at;
        self.at += 1;
        loop {
            match self.input.get(self.at) {
                None => return Err(OpenQuote { quote: '"', offset: open }),
                Some(b'"') => break,
                Some(b'\\') => match self.input.get(self.at + 1) {
                    Some(b'"' | b'\\' | b'$' | b'`') => self.backslash(),
                    _ if continuation(self.input, self.at).is_some() => self.backslash(),
                    _ => self.take_one(),
                },
                Some(_) => self.plain(|byte| matches!(byte, b'"' | b'\\')),
            }
        }
        self.at += 1;
        Ok(())
    }

    /// A backslash that keeps the next character from meaning anything.
    fn backslash(&mut self) {
        if let Some(length) = continuation(self.input, self.at) {
            self.at += length;
            return;
        }
        // The shell keeps a backslash at the very end.
        if self.at + 1 < self.input.len() {
            self.at += 1;
        }
        self.take_one();
    }

    fn take_one(&mut self) {
        self.word.take(self.input, self.at..self.at + 1);
        self.at += 1;
    }

    /// Takes the byte here and what follows, up to a byte that `stops` or may be an expansion.
    fn plain(&mut self, stops: impl Fn(u8) -> bool) {
        if let Some(text) = expansion(&self.input[self.at..]) {
            self.notes.add(FindingKind::CurlExpansion { text }, self.at);
        }
        let rest = &self.input[self.at + 1..];
        let length = rest.iter().position(|byte| matches!(byte, b'$' | b'`') || stops(*byte));
        let end = length.map_or(self.input.len(), |length| self.at + 1 + length);
        self.word.take(self.input, self.at..end);
        self.at = end;
    }
}

/// The length of a backslash and line end. A paste may have turned the LF into CR LF.
fn continuation(input: &[u8], at: usize) -> Option<usize> {
    (input.get(at) == Some(&b'\\')).then(|| line_end(input, at + 1).map(|length| length + 1))?
}

fn ends_command(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r' | b';' | b'|' | b'&' | b'<' | b'>')
}

/// What the shell would replace at the start of `rest`, in short.
fn expansion(rest: &[u8]) -> Option<String> {
    match rest {
        [b'`', ..] => Some("`…`".to_owned()),
        [b'$', b'(', ..] => Some("$(…)".to_owned()),
        [b'$', b'{', ..] => Some("${…}".to_owned()),
        [b'$', first, ..] if first.is_ascii_alphabetic() || *first == b'_' => {
            let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
            let length = rest[1..].iter().take(LONGEST_NAME).take_while(is_name).count();
            Some(String::from_utf8_lossy(&rest[..=length]).into_owned())
        }
        [b'$', b'0'..=b'9' | b'?' | b'@' | b'*' | b'#' | b'$' | b'!' | b'-', ..] => {
            Some(String::from_utf8_lossy(&rest[..2]).into_owned())
        }
        _ => None,
    }
}

/// What a sentence can show of a variable's name.
const LONGEST_NAME: usize = 60;
