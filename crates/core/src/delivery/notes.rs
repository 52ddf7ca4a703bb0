//! The findings of one reading, gathered by offset and located at the end.

use std::collections::HashMap;

use crate::finding::{Finding, FindingKind, Place};
use crate::locator::Locator;

/// Gathers what is noticed in an input.
#[derive(Default)]
pub(super) struct Notes {
    noted: Vec<(usize, FindingKind)>,
    counts: HashMap<&'static str, usize>,
}

impl Notes {
    /// Notes `kind` at `offset` of the input.
    pub fn add(&mut self, kind: FindingKind, offset: usize) {
        let count = self.counts.entry(kind.code()).or_default();
        *count += 1;
        if *count <= MOST_OF_A_KIND {
            self.noted.push((offset, kind));
        }
    }

    /// The findings in the order of `input`, each with its line and column.
    pub fn into_findings(mut self, input: &[u8]) -> Vec<Finding> {
        // One walk over the input locates them all, since their offsets rise.
        self.noted.sort_by_key(|(offset, _)| *offset);
        let mut locator = Locator::new(Place::Input);
        let located =
            self.noted.into_iter().map(|(offset, kind)| Finding::at(kind, locator.locate(input, offset)));
        let mut findings: Vec<Finding> = located.collect();
        let mut more: Vec<_> = self.counts.into_iter().filter(|(_, count)| *count > MOST_OF_A_KIND).collect();
        // A map has no order of its own, and the same input must give the same findings.
        more.sort_unstable();
        findings.extend(more.into_iter().map(|(code, count)| {
            Finding::new(FindingKind::MoreFindings { code, count: count - MOST_OF_A_KIND })
        }));
        findings
    }
}

/// A body that was pasted without its blank line has thousands of malformed headers.
const MOST_OF_A_KIND: usize = 20;
