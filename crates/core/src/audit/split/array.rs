//! A JSON array, or the one in a HAR: an entry an item.

use super::{Part, Raw, Take};
use crate::audit::Fault;

pub(super) struct Array {
    /// Whether the entries are those of an archive, `log.entries`, not those of the text's own array.
    of_archive: bool,
    /// How many containers are open.
    depth: usize,
    /// How many were open when the array of the entries had begun.
    inside: Option<usize>,
    /// Whether the array has ended.
    is_over: bool,
    string: InString,
    /// The last string outside of entries, as far as it matters.
    last: Vec<u8>,
    /// The name of the top level's member that is being read.
    top: Vec<u8>,
    items: u64,
    part: Part,
}

#[derive(Clone, Copy, Eq, PartialEq)]
enum InString {
    AfterBackslash,
    No,
    Yes,
}

impl Array {
    pub fn whole() -> Array {
        Array {
            of_archive: false,
            depth: 0,
            inside: None,
            is_over: false,
            string: InString::No,
            last: Vec::new(),
            top: Vec::new(),
            items: 0,
            part: Part::default(),
        }
    }

    pub fn of_archive() -> Array {
        Array { of_archive: true, ..Array::whole() }
    }

    pub fn push(&mut self, bytes: &[u8], take: &mut Take) -> Result<(), Fault> {
        // Where the entry begins that these bytes are of.
        let mut start = 0;
        let mut at = 0;
        while at < bytes.len() {
            if self.string == InString::Yes {
                // Most bytes are in strings.
                let rest = &bytes[at..];
                let end = memchr::memchr2(b'"', b'\\', rest).unwrap_or(rest.len());
                self.keep(&rest[..end]);
                at += end;
                if at == bytes.len() {
                    break;
                }
            }
            let byte = bytes[at];
            match (self.string, byte) {
                (InString::AfterBackslash, _) => self.string = InString::Yes,
                (InString::Yes, b'\\') => self.string = InString::AfterBackslash,
                (InString::Yes, _) => self.string = InString::No,
                (InString::No, b'"') => {
                    self.string = InString::Yes;
                    self.last.clear();
                }
                (InString::No, b'[' | b'{') => {
                    let begins = byte == b'[' && self.inside.is_none() && !self.is_over && self.is_place();
                    self.depth += 1;
                    if begins {
                        self.inside = Some(self.depth);
                        start = at + 1;
                    }
                }
                (InString::No, b']' | b'}') => {
                    if self.inside == Some(self.depth) {
                        self.end(&bytes[start..at], take);
                        self.inside = None;
                        self.is_over = true;
                    }
                    self.depth = self.depth.saturating_sub(1);
                }
                (InString::No, b',') if self.inside == Some(self.depth) => {
                    self.end(&bytes[start..at], take);
                    start = at + 1;
                }
                (InString::No, b':') if self.depth == 1 && self.inside.is_none() => {
                    self.top = std::mem::take(&mut self.last);
                }
                (InString::No, _) => {}
            }
            at += 1;
        }
        if self.inside.is_some() {
            self.part.add(&bytes[start.min(bytes.len())..]);
        }
        Ok(())
    }

    pub fn finish(&mut self, take: &mut Take) -> Result<(), Fault> {
        if self.is_over {
            return Ok(());
        }
        if self.inside.is_some() {
            // What is there of the last entry is counted as one that cannot be read.
            self.end(b"", take);
        }
        Err(Fault::BrokenOff { entries: self.items })
    }

    /// Whether the entries' array may begin here.
    fn is_place(&self) -> bool {
        match self.of_archive {
            false => self.depth == 0,
            true => self.depth == 2 && self.top == b"log" && self.last == b"entries",
        }
    }

    fn keep(&mut self, text: &[u8]) {
        if self.inside.is_none() && self.last.len() < 16 {
            self.last.extend(text.iter().take(16));
        }
    }

    fn end(&mut self, bytes: &[u8], take: &mut Take) {
        let is_blank = self.part.bytes.trim_ascii().is_empty() && !self.part.is_too_large;
        let bytes = if is_blank { bytes.trim_ascii_start() } else { bytes };
        if is_blank {
            self.part.bytes.clear();
            if bytes.trim_ascii().is_empty() {
                return;
            }
        }
        self.items += 1;
        let of_archive = self.of_archive;
        self.part.take(self.items, bytes.trim_ascii_end(), &mut |number, raw| match raw {
            Raw::Json(entry) if of_archive => take(number, Raw::OfArchive(entry)),
            raw => take(number, raw),
        });
    }
}
