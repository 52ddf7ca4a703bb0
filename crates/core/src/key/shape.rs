//! What a key is made of, and the text that it becomes.

use super::digest::{Digest, hex, sha256};

/// What the key is made of.
#[derive(Clone, Debug)]
pub(super) enum Shape {
    BodyHash,
    Items(Vec<Option<Vec<Segmented>>>),
    None,
    Parts(Vec<Segmented>),
}

impl Shape {
    pub fn needs_digest(&self) -> bool {
        match self {
            Shape::BodyHash => true,
            Shape::Items(items) => items.iter().flatten().flatten().any(Segmented::is_body_sha256),
            Shape::None => false,
            Shape::Parts(parts) => parts.iter().any(Segmented::is_body_sha256),
        }
    }
}

/// One part's value.
#[derive(Clone, Debug)]
pub(super) enum Segmented {
    Absent,
    BodySha256,
    Text(String),
}

impl Segmented {
    pub fn is_body_sha256(&self) -> bool {
        matches!(self, Segmented::BodySha256)
    }
}

/// A key of absent parts only would be the same for every event.
pub(super) fn require_any(parts: Vec<Segmented>) -> Option<Vec<Segmented>> {
    parts.iter().any(|part| !matches!(part, Segmented::Absent)).then_some(parts)
}

/// `evt:` and the value, or the encoded values joined with `/`.
pub(super) fn key(parts: &[Segmented], digest: &Digest) -> String {
    let text = |part: &Segmented| match part {
        Segmented::Absent => String::new(),
        Segmented::BodySha256 => hex(digest),
        Segmented::Text(text) => text.clone(),
    };
    if let [only] = parts {
        return format!("evt:{}", text(only));
    }
    let encoded: Vec<_> = parts.iter().map(|part| percent_encode(&text(part))).collect();
    let joined = encoded.join("/");
    if joined.len() > MAX_JOINED_BYTES {
        format!("evt-sha256:{}", hex(&sha256(joined.as_bytes())))
    } else {
        format!("evt:{joined}")
    }
}

/// The longest joined text that is written out.
const MAX_JOINED_BYTES: usize = 255;

/// Keeps RFC 3986's unreserved characters and writes all else as `%XX`.
fn percent_encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => out.push(byte.into()),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}
