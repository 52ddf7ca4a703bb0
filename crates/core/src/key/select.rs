//! Finds the value at a path while a JSON body is read.

use std::ops::Range;

use super::rule::Segment;
use crate::json::{Event, Text};

/// A value that was found.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Selected {
    pub event: Event,
    /// The value's bytes with its quotes; of an array or an object, its first byte only.
    pub span: Range<usize>,
}

/// Follows one path; where a member name repeats, the last one counts.
#[derive(Clone, Debug)]
pub(super) struct Selector {
    path: Vec<Segment>,
    /// How many segments of the path lead to where the reader is.
    matched: usize,
    /// For each level of the path that is an array now, how many of its items were seen.
    items: Vec<usize>,
    pub selected: Option<Selected>,
}

impl Selector {
    pub fn new(path: &[Segment]) -> Selector {
        Selector { path: path.to_vec(), matched: 0, items: vec![0; path.len()], selected: None }
    }

    /// Takes an event; `open` are the containers that are open after it, `at` is the offset behind it.
    /// Returns whether the event is the value at the path, as far as is known.
    pub fn see(&mut self, event: &Event, open: &[bool], bytes: &[u8], at: usize) -> bool {
        let level = match event {
            Event::ArrayEnd | Event::ObjectEnd => {
                self.matched = self.matched.min(open.len());
                return false;
            }
            Event::Name(span) => {
                let level = open.len();
                if self.reaches(level) {
                    let name = Text::new(&bytes[span.clone()]);
                    let leads = matches!(&self.path[level - 1], Segment::Member(member) if name.is(member));
                    self.step(level, leads);
                }
                return false;
            }
            Event::ArrayStart | Event::ObjectStart => open.len() - 1,
            Event::Boolean(_) | Event::Null(_) | Event::Number(_) | Event::String(_) => open.len(),
        };
        if level > 0 && !open[level - 1] && self.reaches(level) {
            let leads = self.path[level - 1] == Segment::Index(self.items[level - 1]);
            self.items[level - 1] += 1;
            self.step(level, leads);
        }
        if matches!(event, Event::ArrayStart) && level < self.path.len() {
            self.items[level] = 0;
        }
        let found = level == self.path.len() && self.matched == level;
        if found {
            self.selected = Some(Selected { event: event.clone(), span: span(event, at) });
        }
        found
    }

    /// Whether a name or an item at `level` can lead on along the path.
    fn reaches(&self, level: usize) -> bool {
        level <= self.path.len() && self.matched >= level - 1
    }

    fn step(&mut self, level: usize, leads: bool) {
        self.matched = if leads { level } else { level - 1 };
        if leads {
            self.selected = None;
        }
    }
}

/// The bytes of the value that `event` is or starts, when `at` is the offset behind it.
pub(super) fn span(event: &Event, at: usize) -> Range<usize> {
    match event {
        Event::ArrayEnd | Event::ArrayStart | Event::ObjectEnd | Event::ObjectStart => at - 1..at,
        Event::Boolean(span) | Event::Null(span) | Event::Number(span) => span.clone(),
        Event::Name(span) | Event::String(span) => span.start - 1..span.end + 1,
    }
}
