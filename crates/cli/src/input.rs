//! Reads the input byte for byte, and never more of it than the core takes.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

use hookonce_core::delivery::MAX_INPUT_BYTES;

/// Why there is no input.
pub enum Refusal {
    /// It has this many bytes.
    TooLarge(u64),
    /// The system gave it not, or not all of it.
    Unreadable(io::Error),
}

/// The file's bytes; `-` is standard input.
pub fn read(file: &OsStr) -> Result<Arc<[u8]>, Refusal> {
    if file == STANDARD_INPUT {
        return read_from(io::stdin().lock());
    }
    let file = File::open(file).map_err(Refusal::Unreadable)?;
    let metadata = file.metadata().map_err(Refusal::Unreadable)?;
    if metadata.is_file() && metadata.len() > MAX_INPUT_BYTES as u64 {
        return Err(Refusal::TooLarge(metadata.len()));
    }
    read_from(file)
}

/// The name that stands for standard input.
pub const STANDARD_INPUT: &str = "-";

fn read_from(mut source: impl Read) -> Result<Arc<[u8]>, Refusal> {
    let mut bytes = Vec::new();
    let limit = MAX_INPUT_BYTES as u64 + 1;
    let read = source.by_ref().take(limit).read_to_end(&mut bytes).map_err(Refusal::Unreadable)?;
    if read > MAX_INPUT_BYTES {
        drop(bytes);
        // A pipe does not tell its size: count what is left, and keep none of it.
        let rest = io::copy(&mut source, &mut io::sink()).map_err(Refusal::Unreadable)?;
        return Err(Refusal::TooLarge(limit + rest));
    }
    Ok(bytes.into())
}
