//! A cURL command, as browsers and API tools copy it and as people write it.
//!
//! Three steps: the shell splits the command into words ([`posix`] or [`cmd`]), cURL reads
//! the words as options ([`arguments`]), and the options make a request ([`request`]).
//! Nothing is run and no file is read.

mod ansi_c;
mod arguments;
mod cmd;
mod options;
mod posix;
mod request;
mod word;

use std::ops::Range;

use super::Extract;
use super::detect::{content_start, program_end};
use super::notes::Notes;
use crate::finding::FindingKind;
pub(super) use request::percent_encode;
use word::Word;

/// Reads the first command in `input`.
pub(super) fn read(input: &[u8], notes: &mut Notes) -> Extract {
    let start = content_start(input);
    let start = program_end(input, start).unwrap_or(start);
    let split = if cmd::is_likely(input, start) { cmd::split } else { posix::split };
    match split(input, start, notes) {
        Ok(command) => {
            if has_more(&input[command.end..]) {
                notes.add(FindingKind::CurlCommandEnds, command.end);
            }
            request::build(&arguments::read(&command.words, notes), notes)
        }
        Err(OpenQuote { quote, offset }) => {
            notes.add(FindingKind::CurlOpenQuote { quote }, offset);
            Extract::NOTHING
        }
    }
}

/// Where each of several commands stands, all for the shell of the first, which is at `start`. The others
/// begin a line, or follow `;`, `&` or `|`. What stands between two is in neither.
pub(super) fn commands(input: &[u8], start: usize) -> Vec<Range<usize>> {
    // Asked for each command these would take quadratic time.
    let is_cmd = cmd::is_likely(input, program_end(input, start).unwrap_or(start));
    let by_tool = is_cmd && cmd::is_by_tool(&input[start..]);
    let mut found = Vec::new();
    let mut next = Some(start);
    while let Some(at) = next {
        let Some(words) = program_end(input, at) else { break };
        let end = match is_cmd {
            true => Ok(cmd::end_of(input, words, by_tool)),
            false => posix::split(input, words, &mut Notes::default()).map(|command| command.end),
        };
        next = end.as_ref().ok().and_then(|end| next_command(input, *end));
        found.push(at..end.ok().filter(|_| next.is_some()).unwrap_or(input.len()));
    }
    found
}

/// The next place from `at` on where a line or a part of it begins with the program's name.
fn next_command(input: &[u8], mut at: usize) -> Option<usize> {
    while at < input.len() {
        let skipped = input[at..].iter().take_while(|byte| b" \t\r\n;&|".contains(byte)).count();
        at += skipped;
        if program_end(input, at).is_some() {
            return Some(at);
        }
        at += input[at..].iter().take_while(|byte| **byte != b'\n').count();
    }
    None
}

/// One command after its shell has split it.
struct Command {
    /// Without the program's name.
    words: Vec<Word>,
    /// The offset of what ends it.
    end: usize,
}

/// A quote that is never closed.
struct OpenQuote {
    quote: char,
    offset: usize,
}

/// Whether anything but comments follows the end of a command.
fn has_more(rest: &[u8]) -> bool {
    rest.split(|byte| matches!(byte, b'\n' | b'\r')).any(|line| {
        let first = line.iter().find(|byte| !matches!(byte, b' ' | b'\t' | b';' | b'|' | b'&'));
        first.is_some_and(|byte| *byte != b'#')
    })
}

/// The length of the line end at `at`, if there is one.
fn line_end(input: &[u8], at: usize) -> Option<usize> {
    match input.get(at..)? {
        [b'\r', b'\n', ..] => Some(2),
        [b'\r' | b'\n', ..] => Some(1),
        _ => None,
    }
}
