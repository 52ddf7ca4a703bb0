//! The findings of one reading, gathered by offset and located at the end.

use crate::finding::{Finding, FindingKind, Place};
use crate::locator::Locator;
use crate::order::sort_short_by_key;

/// Gathers what is noticed in an input.
#[derive(Default)]
pub(super) struct Notes {
    /// The offset in the input of the part that is being read: what is added counts from there.
    pub base: usize,
    noted: Vec<(usize, FindingKind)>,
    /// How many there were of each kind.
    counts: Vec<(&'static str, usize)>,
}

impl Notes {
    /// Notes `kind` at `offset` of the part that is being read.
    pub fn add(&mut self, kind: FindingKind, offset: usize) {
        let code = kind.code();
        let place = self.counts.iter().position(|(known, _)| *known == code);
        let place = place.unwrap_or_else(|| {
            self.counts.push((code, 0));
            self.counts.len() - 1
        });
        let (_, count) = &mut self.counts[place];
        *count += 1;
        if *count <= MOST_OF_A_KIND {
            self.noted.push((self.base + offset, kind));
        }
    }

    /// What was noted, without a position: where it was found in is not at hand.
    pub fn into_kinds(self) -> impl Iterator<Item = FindingKind> {
        self.noted.into_iter().map(|(_, kind)| kind)
    }

    /// The findings in the order of `input`, each with its line and column in `place`.
    pub fn into_findings(mut self, input: &[u8], place: Place) -> Vec<Finding> {
        // One walk over the input locates them all, since their offsets rise.
        sort_short_by_key(&mut self.noted, |(offset, _)| *offset);
        let mut locator = Locator::new(place);
        let located =
            self.noted.into_iter().map(|(offset, kind)| Finding::at(kind, locator.locate(input, offset)));
        let mut findings: Vec<Finding> = located.collect();
        let mut more: Vec<_> = self.counts.into_iter().filter(|(_, count)| *count > MOST_OF_A_KIND).collect();
        sort_short_by_key(&mut more, |(code, _)| *code);
        findings.extend(more.into_iter().map(|(code, count)| {
            Finding::new(FindingKind::MoreFindings { code, count: count - MOST_OF_A_KIND })
        }));
        findings
    }
}

/// A body that was pasted without its blank line has thousands of malformed headers.
const MOST_OF_A_KIND: usize = 20;
