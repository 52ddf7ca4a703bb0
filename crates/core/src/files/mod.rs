//! Files to download: text with a path, and several of them as one archive.

mod timestamp;
mod zip;

pub use timestamp::Timestamp;
pub use zip::zip;

/// A file to write.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct NamedFile {
    /// Where it belongs, relative, with `/`: ASCII letters, digits, `.`, `_` and `-` in each part.
    pub path: String,
    /// What it holds; it ends in a line end.
    pub text: String,
}

impl NamedFile {
    pub(crate) fn new(path: impl Into<String>, text: impl Into<String>) -> NamedFile {
        NamedFile { path: path.into(), text: text.into() }
    }
}
