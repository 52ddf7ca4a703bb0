//! How cURL reads words as options and values.

use super::options::{self, Effect, Known};
use super::word::{Value, Word};
use crate::delivery::headers::excerpt;
use crate::delivery::notes::Notes;
use crate::finding::FindingKind;

/// An option with its value, or a word that is not an option and so is a URL.
pub(super) struct Argument<'a> {
    pub effect: Effect,
    pub value: Value<'a>,
    /// Where its word starts in the input.
    pub offset: usize,
}

/// Reads `words` up to the next request of the same command, and notes what is not known.
pub(super) fn read<'a>(words: &'a [Word], notes: &mut Notes) -> Vec<Argument<'a>> {
    let mut reader = Reader { words: words.iter(), arguments: Vec::new(), notes };
    let mut options_end = false;
    while let Some(word) = reader.words.next() {
        match word.bytes.as_slice() {
            // A lone hyphen is a word like any other.
            [b'-', b'-'] if !options_end => options_end = true,
            [b'-', b'-', ..] if !options_end => reader.long(word),
            [b'-', _, ..] if !options_end => reader.short(word),
            _ => reader.push(Effect::Url, word.value(0), word),
        }
        if reader.arguments.last().is_some_and(|last| last.effect == Effect::Next) {
            reader.unread("--next", word);
            break;
        }
    }
    reader.arguments
}

struct Reader<'a, 'n> {
    words: std::slice::Iter<'a, Word>,
    arguments: Vec<Argument<'a>>,
    notes: &'n mut Notes,
}

impl<'a> Reader<'a, '_> {
    fn long(&mut self, word: &'a Word) {
        let written = String::from_utf8_lossy(&word.bytes);
        if let Some(known) = options::long(&written[2..]) {
            self.known(known, &written, None, word);
            return;
        }
        // cURL itself refuses `--name=value`, but there is only one thing it can mean.
        let equals = word.bytes.iter().position(|byte| *byte == b'=');
        let attached = equals.and_then(|equals| {
            let known = options::long(std::str::from_utf8(&word.bytes[2..equals]).ok()?)?;
            known.takes_value.then_some((known, equals))
        });
        match attached {
            Some((known, equals)) => {
                self.known(known, &written[..equals], Some(word.value(equals + 1)), word)
            }
            None => self.unread(&written, word),
        }
    }

    /// Letters that can stand together, of which the last may have its value attached.
    fn short(&mut self, word: &'a Word) {
        for (at, letter) in word.bytes.iter().enumerate().skip(1) {
            let written = format!("-{}", char::from(*letter));
            match options::short(*letter) {
                Some(known) if known.takes_value => {
                    let attached = (at + 1 < word.bytes.len()).then(|| word.value(at + 1));
                    self.known(known, &written, attached, word);
                    return;
                }
                Some(known) => self.known(known, &written, None, word),
                None => {
                    // What follows an unknown letter may be its value.
                    self.unread(&String::from_utf8_lossy(&word.bytes), word);
                    return;
                }
            }
        }
    }

    fn known(&mut self, known: Known, written: &str, attached: Option<Value<'a>>, word: &'a Word) {
        let value = match attached {
            None if known.takes_value => self.words.next().map(|next| next.value(0)),
            None => Some(Value::default()),
            attached => attached,
        };
        match value {
            None => self.unread(written, word),
            Some(_) if known.effect == Effect::Unread => self.unread(written, word),
            Some(value) => self.push(known.effect, value, word),
        }
    }

    fn push(&mut self, effect: Effect, value: Value<'a>, word: &Word) {
        self.arguments.push(Argument { effect, value, offset: word.start });
    }

    fn unread(&mut self, written: &str, word: &Word) {
        let option = excerpt(written.as_bytes());
        self.notes.add(FindingKind::CurlUnknownOption { option }, word.start);
    }
}
