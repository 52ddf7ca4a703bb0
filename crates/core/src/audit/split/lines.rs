//! JSON lines: an entry a line.

use super::{Part, Take};

#[derive(Default)]
pub(super) struct Lines {
    /// The number of lines that have ended.
    ended: u64,
    part: Part,
}

impl Lines {
    pub fn push(&mut self, mut bytes: &[u8], take: &mut Take) {
        while let Some(end) = memchr::memchr(b'\n', bytes) {
            self.end(&bytes[..end], take);
            bytes = &bytes[end + 1..];
        }
        self.part.add(bytes);
    }

    pub fn finish(&mut self, take: &mut Take) {
        self.end(b"", take);
    }

    fn end(&mut self, bytes: &[u8], take: &mut Take) {
        self.ended += 1;
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let is_blank = self.part.is_empty() && bytes.trim_ascii().is_empty();
        if !is_blank {
            self.part.take(self.ended, bytes, take);
        }
    }
}
