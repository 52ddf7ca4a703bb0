//! Watches member names: repeated ones, and those whose values change with each attempt.

use std::collections::BinaryHeap;
use std::ops::Range;

use super::evidence;
use crate::finding::{self, Finding, FindingKind, Position};
use crate::json::{Event, Text};

/// How many findings of one kind are listed; a body can have millions.
const LISTED: usize = 20;

/// What was noticed about the member names of a JSON body.
#[derive(Clone, Debug, Default)]
pub(super) struct Members {
    /// The names of all open objects, outermost first.
    names: Vec<Name>,
    /// Where the names of each open container start in `names`.
    starts: Vec<usize>,
    duplicates: Listed,
    volatile: Listed,
}

#[derive(Clone, Debug)]
struct Name {
    span: Range<usize>,
    position: Position,
}

#[derive(Clone, Debug, Default)]
struct Listed {
    findings: Vec<Finding>,
    more: usize,
}

impl Members {
    /// Takes an event at `position`; `open` are the containers that are open after it.
    pub fn see(&mut self, event: &Event, open: &[bool], bytes: &[u8], position: Position) {
        match event {
            Event::ArrayStart | Event::ObjectStart => self.starts.push(self.names.len()),
            Event::ArrayEnd | Event::ObjectEnd => {
                let start = self.starts.pop().unwrap_or(0);
                self.report_duplicates(start, bytes);
                self.names.truncate(start);
            }
            Event::Name(span) => {
                if matches!(open, [true] | [true, true]) {
                    self.report_volatile(span, bytes, position);
                }
                self.names.push(Name { span: span.clone(), position });
            }
            Event::Boolean(_) | Event::Null(_) | Event::Number(_) | Event::String(_) => {}
        }
    }

    /// The findings about repeated names, and about names that change with each attempt.
    pub fn findings(self) -> (Vec<Finding>, Vec<Finding>) {
        (self.duplicates.findings(), self.volatile.findings())
    }

    /// Reports each name that repeats behind `start` once, at its last place, which is the one that counts.
    fn report_duplicates(&mut self, start: usize, bytes: &[u8]) {
        let names = &self.names[start..];
        if names.len() < 2 {
            return;
        }
        // Sorting brings equal names together without hashing, which a crafted body could slow down. By a heap: the
        // standard library's sorts are three times as large, which the page would have to load.
        let texts =
            names.iter().enumerate().map(|(place, name)| (Text::new(&bytes[name.span.clone()]), place));
        let sorted = BinaryHeap::from_iter(texts).into_sorted_vec();
        for same in sorted.chunk_by(|a, b| a.0 == b.0) {
            if let [_, .., (name, last)] = same {
                let name = name.display().chars().take(80).collect();
                self.duplicates
                    .add(Finding::at(FindingKind::DuplicateMember { name }, names[*last].position));
            }
        }
    }

    fn report_volatile(&mut self, span: &Range<usize>, bytes: &[u8], position: Position) {
        let name = Text::new(&bytes[span.clone()]);
        let Some(name) = name.as_str().filter(|name| evidence::is_volatile_name(name)) else {
            return;
        };
        let path = match self.parent(bytes) {
            Some(parent) => format!("{parent}.{name}"),
            None => name.to_owned(),
        };
        let kind = FindingKind::VolatileField { path };
        if !self.volatile.findings.iter().any(|finding| finding.kind == kind) {
            self.volatile.add(Finding::at(kind, position));
        }
    }

    /// The name of the member whose object is open at the second level.
    fn parent(&self, bytes: &[u8]) -> Option<String> {
        let [_, second] = self.starts[..] else {
            return None;
        };
        let name = Text::new(&bytes[self.names[..second].last()?.span.clone()]);
        Some(name.display().chars().take(80).collect())
    }
}

impl Listed {
    fn add(&mut self, finding: Finding) {
        if self.findings.len() < LISTED {
            self.findings.push(finding);
        } else {
            self.more += 1;
        }
    }

    fn findings(mut self) -> Vec<Finding> {
        finding::sort(&mut self.findings);
        if let (1.., Some(last)) = (self.more, self.findings.last()) {
            let kind = FindingKind::MoreFindings { code: last.code(), count: self.more };
            self.findings.push(Finding::new(kind));
        }
        self.findings
    }
}
