//! The chunked transfer coding (RFC 9112, section 7.1), as it looks after a paste.
//!
//! Line ends may have lost their CR. The bytes in a chunk are never changed.

/// What a body under `Transfer-Encoding: chunked` turned out to be.
#[derive(Debug, Eq, PartialEq)]
pub(super) enum Chunked {
    /// It does not start with a chunk's size: something has decoded it before.
    Already,
    /// The whole chunks, and where the first broken one starts.
    Decoded {
        /// Their bytes.
        body: Vec<u8>,
        /// An offset in the chunked bytes.
        broken: Option<usize>,
    },
}

/// Decodes `bytes` as far as its chunks are whole.
pub(super) fn decode(bytes: &[u8]) -> Chunked {
    let mut body = Vec::new();
    let mut at = 0;
    loop {
        let Some((size, data)) = size_line(bytes, at) else {
            return if at == 0 { Chunked::Already } else { Chunked::Decoded { body, broken: Some(at) } };
        };
        if size == 0 {
            // Trailers may follow; they are about the transfer, not about the event.
            return Chunked::Decoded { body, broken: None };
        }
        let end = usize::try_from(size).ok().and_then(|size| data.checked_add(size));
        let Some(chunk) = end.and_then(|end| bytes.get(data..end)) else {
            return Chunked::Decoded { body, broken: Some(at) };
        };
        match &bytes[data + chunk.len()..] {
            [b'\r', b'\n', ..] => at = data + chunk.len() + 2,
            // A cut right behind the data leaves the chunk whole; the next size is missing.
            [b'\n', ..] | [b'\r'] => at = data + chunk.len() + 1,
            [] => at = bytes.len(),
            _ => return Chunked::Decoded { body, broken: Some(at) },
        }
        body.extend_from_slice(chunk);
    }
}

/// The size in the line at `at`, and where its data starts.
fn size_line(bytes: &[u8], at: usize) -> Option<(u64, usize)> {
    let rest = &bytes[at..];
    let digits = rest.iter().take_while(|byte| byte.is_ascii_hexdigit()).take(17).count();
    let text = std::str::from_utf8(&rest[..digits]).ok()?;
    // Seventeen digits and none are both refused here.
    let size = u64::from_str_radix(text, 16).ok()?;
    let tail = &rest[digits..];
    let length = match tail.iter().position(|byte| *byte == b'\n') {
        Some(length) => length,
        // The last line end is often lost at the end of a paste.
        None if size == 0 => tail.len(),
        None => return None,
    };
    let extension = tail[..length].trim_ascii();
    let is_legal = extension.is_empty() || extension[0] == b';';
    is_legal.then_some((size, at + digits + (length + 1).min(tail.len())))
}
