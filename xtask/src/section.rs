//! The parts of a document that commands write, between markers.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// A part of a document.
pub struct Section {
    /// In its markers.
    pub name: &'static str,
    /// The command to run again.
    pub written_by: &'static str,
    /// What stands in front of it when it is new.
    pub heading: &'static str,
}

impl Section {
    /// Replaces what is between the markers of a document. Makes what is missing: them, or the document.
    pub fn write(&self, path: &Path, text: &str) -> Result<()> {
        let old = if path.exists() { fs::read_to_string(path)? } else { String::from("# Benchmarks\n") };
        let new = self.insert(&old, text)?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, new).with_context(|| format!("cannot write {}", path.display()))
    }

    fn insert(&self, document: &str, text: &str) -> Result<String> {
        let Self { name, written_by, heading } = self;
        let begin_marker = format!("<!-- {name}:begin, written by {written_by} -->");
        let end_marker = format!("<!-- {name}:end -->");
        let block = format!("{begin_marker}\n{text}{end_marker}");
        match (document.find(&begin_marker), document.find(&end_marker)) {
            (Some(begin), Some(end)) if begin < end => {
                Ok(format!("{}{block}{}", &document[..begin], &document[end + end_marker.len()..]))
            }
            (None, None) => Ok(format!("{}\n{heading}{block}\n", document.trim_end())),
            _ => bail!(
                "the {name} markers in the document do not match: expected\n{begin_marker}\n{end_marker}"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECTION: Section =
        Section { name: "size", written_by: "hand", heading: "\n## Size of the first view\n\n" };

    #[test]
    fn the_text_is_made_once_and_replaced_afterwards() {
        let first = SECTION.insert("# Benchmarks\n", "one\n").unwrap();
        assert!(first.starts_with("# Benchmarks\n\n## Size of the first view\n\n<!-- size:begin"), "{first}");
        let second = SECTION.insert(&format!("{first}\nmore text\n"), "two\n").unwrap();
        assert!(second.contains("\ntwo\n") && !second.contains("one"), "{second}");
        assert!(second.ends_with("\nmore text\n"), "{second}");
        assert_eq!(second.matches("size:begin").count(), 1);
        SECTION.insert("<!-- size:end -->", "three\n").unwrap_err();
    }
}
