//! What was promised, what was kept, and what was lost.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::events::Event;
use crate::sender::{Outcome, PARALLEL, PATIENCE, Sent};

/// A run's numbers.
pub struct Tally {
    deliveries: usize,
    given_up: usize,
    outcomes: BTreeMap<&'static str, usize>,
    refused: BTreeSet<u16>,
    /// The keys that there must be.
    events: BTreeSet<String>,
    keys: BTreeSet<String>,
    /// How often the work of each key was done.
    work: BTreeMap<String, usize>,
    /// Keys that were answered "processed".
    processed: BTreeSet<String>,
}

impl Tally {
    /// From what was sent, and the two tables.
    pub fn new(
        events: &[Event],
        deliveries: usize,
        sent: &Sent,
        keys: Vec<String>,
        work: Vec<String>,
    ) -> Tally {
        let mut tally = Tally {
            deliveries,
            given_up: sent.given_up,
            outcomes: BTreeMap::new(),
            refused: BTreeSet::new(),
            events: events.iter().map(|event| event.key.clone()).collect(),
            keys: keys.into_iter().collect(),
            work: BTreeMap::new(),
            processed: BTreeSet::new(),
        };
        assert_eq!(tally.events.len(), events.len());
        for key in work {
            *tally.work.entry(key).or_default() += 1;
        }
        for &(event, outcome) in &sent.requests {
            let name = match outcome {
                Outcome::Processed => PROCESSED,
                Outcome::Duplicate => DUPLICATE,
                Outcome::Refused(_) => REFUSED,
                Outcome::Unanswered => UNANSWERED,
            };
            *tally.outcomes.entry(name).or_default() += 1;
            match outcome {
                Outcome::Refused(status) => _ = tally.refused.insert(status),
                Outcome::Processed => _ = tally.processed.insert(events[event].key.clone()),
                Outcome::Duplicate | Outcome::Unanswered => {}
            }
        }
        tally
    }

    /// Keys that are claimed though their work was not done: their retries count as duplicates.
    pub fn lost(&self) -> Vec<String> {
        self.keys.iter().filter(|key| !self.work.contains_key(*key)).cloned().collect()
    }

    /// What `claim-first` promises, whatever dies.
    #[track_caller]
    pub fn assert_promised(&self) {
        assert_eq!(self.given_up, 0, "every delivery is answered 200 in the end");
        assert_eq!(self.keys, self.events, "every event has its key, and there is no other");
        assert!(self.work.values().all(|&times| times == 1), "no work is done twice");
        assert!(self.work.keys().all(|key| self.keys.contains(key)), "no work without a key");
        assert_eq!(self.unfounded(), 0, "what was answered \"processed\" is done");
    }

    /// What it promises while nothing dies.
    #[track_caller]
    pub fn assert_nothing_lost(&self) {
        assert_eq!(self.lost(), [""; 0]);
        assert_eq!(self.work.len(), self.events.len());
        assert!(self.refused.is_empty() || self.unanswered() > 0, "nothing is refused: {:?}", self.refused);
    }

    fn unfounded(&self) -> usize {
        self.processed.iter().filter(|key| !self.work.contains_key(*key)).count()
    }

    fn unanswered(&self) -> usize {
        self.outcomes.get(UNANSWERED).copied().unwrap_or_default()
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut row = |what: &str, count: usize| writeln!(out, "    {count:>5}  {what}");
        row(&format!("deliveries, {PARALLEL} at once"), self.deliveries)?;
        row("requests, with the sender’s retries", self.outcomes.values().sum())?;
        for name in [PROCESSED, DUPLICATE] {
            row(name, self.outcomes.get(name).copied().unwrap_or_default())?;
        }
        let refused = self.outcomes.get(REFUSED).copied().unwrap_or_default();
        row(&format!("{REFUSED} {:?}", self.refused), refused)?;
        row(&format!("{UNANSWERED} within {} s", PATIENCE.as_secs()), self.unanswered())?;
        row("deliveries given up", self.given_up)?;
        row("events", self.events.len())?;
        row("keys", self.keys.len())?;
        row("events with one business row", self.work.values().filter(|&&times| times == 1).count())?;
        row("events with more than one", self.work.values().filter(|&&times| times > 1).count())?;
        let unheard = self.work.keys().filter(|key| !self.processed.contains(*key)).count();
        row("business rows whose “processed” did not arrive", unheard)?;
        row("answers “processed” without a business row", self.unfounded())?;
        row("lost: keys without a business row", self.lost().len())
    }
}

const PROCESSED: &str = "answers 200 processed";
const DUPLICATE: &str = "answers 200 duplicate";
const REFUSED: &str = "other answers";
const UNANSWERED: &str = "no answer";
