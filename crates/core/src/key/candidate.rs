//! Values that were looked at as an id.

use std::ops::Range;

use super::rule::Source;
use crate::finding::{Position, UnusableId};

/// A value that was looked at as an id.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Candidate {
    /// Where it is.
    pub source: Source,
    /// The path or the name, for example `id` or `data.items[0].id`.
    pub path: String,
    /// The value as it is written, cut to 300 characters.
    pub value: String,
    /// What came of it.
    pub verdict: Verdict,
    /// Where the value starts, if it is in the body.
    pub position: Option<Position>,
    /// The value's bytes in the body, with its quotes.
    pub span: Option<Range<usize>>,
}

/// What came of a candidate.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Verdict {
    /// It is the event's id, by the rule.
    EventId,
    /// It cannot be a key.
    Unusable(UnusableId),
}

impl Verdict {
    /// `event-id` or `unusable`.
    pub fn code(self) -> &'static str {
        match self {
            Verdict::EventId => "event-id",
            Verdict::Unusable(_) => "unusable",
        }
    }
}
