//! What a delivery must be for a rule to apply, or for a sender to be recognised.

use super::lookup::Lookup;
use super::pattern;
use super::rule::Source;

/// A condition on one place of a delivery.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Condition {
    /// Where.
    pub source: Source,
    /// What must be there.
    pub test: Test,
}

/// What must be at a place.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Test {
    /// Nothing, or JSON's null.
    Absent,
    /// A value like this pattern.
    Like(String),
    /// Any value but JSON's null.
    Present,
    /// Nothing, or a value unlike this pattern.
    Unlike(String),
}

impl Condition {
    /// Whether it holds; of a place with several values, for one of them.
    pub(crate) fn holds(&self, delivery: &Lookup) -> bool {
        if matches!(self.source, Source::Form(_)) && delivery.delivery.body.len() > FORM_BYTES {
            return matches!(self.test, Test::Absent | Test::Unlike(_));
        }
        let value = || delivery.shown(&self.source).unwrap_or_default();
        match &self.test {
            Test::Absent => !delivery.is_present(&self.source),
            Test::Like(like) => pattern::matches(like, &value()),
            Test::Present => delivery.is_present(&self.source),
            Test::Unlike(like) => !pattern::matches(like, &value()),
        }
    }
}

/// No known sender posts a larger form, and every condition on one would go through all of it.
const FORM_BYTES: usize = 64 << 10;
