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

use super::Extract;
use super::detect::{content_start, program_end};
use super::notes::Notes;
use crate::finding::FindingKind;
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
