//! Which deliveries are the same event, and whether keys say the same.

/// For each delivery the number of its event: deliveries of the same event have the same number.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Events(Vec<usize>);

/// How two deliveries relate.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Relation {
    /// They are different events.
    Different,
    /// Some items are the same events, others are not.
    Partly,
    /// They are the same event, or the same events.
    Same,
    /// One of them has no key.
    Unknown,
}

impl Events {
    /// Numbers events from 0 on in their order, whatever numbers they come with.
    pub fn new(numbers: &[usize]) -> Events {
        let mut known: Vec<usize> = Vec::new();
        let place = |number: &usize| {
            known.iter().position(|other| other == number).unwrap_or_else(|| {
                known.push(*number);
                known.len() - 1
            })
        };
        Events(numbers.iter().map(place).collect())
    }

    /// All are the same event.
    pub fn same(deliveries: usize) -> Events {
        Events(vec![0; deliveries])
    }

    /// Each is an event of its own.
    pub fn different(deliveries: usize) -> Events {
        Events((0..deliveries).collect())
    }

    /// The number of each delivery's event.
    pub fn numbers(&self) -> &[usize] {
        &self.0
    }

    /// How many events there are.
    pub fn count(&self) -> usize {
        self.0.iter().max().map_or(0, |last| last + 1)
    }

    /// Which deliveries each event has, by their numbers from 1 on: `1+2 | 3`.
    pub fn groups(&self) -> String {
        let group = |event: usize| {
            let places = (0..self.0.len()).filter(|place| self.0[*place] == event);
            places.map(|place| (place + 1).to_string()).collect::<Vec<_>>().join("+")
        };
        (0..self.count()).map(group).collect::<Vec<_>>().join(" | ")
    }

    /// Whether there are two deliveries of the same event, and two of different ones.
    pub fn pairs(&self) -> (bool, bool) {
        (self.count() < self.0.len(), self.count() > 1)
    }

    /// Whether ids are equal exactly where the events are.
    pub fn fit(&self, ids: &[Vec<String>]) -> bool {
        let sets: Vec<Vec<&String>> = ids.iter().map(|ids| set(ids)).collect();
        (0..sets.len()).all(|j| {
            (0..j).all(|i| {
                let expected = if self.0[i] == self.0[j] { Relation::Same } else { Relation::Different };
                of_sets(&sets[i], &sets[j]) == expected
            })
        })
    }
}

/// How two deliveries relate by their ids.
pub(super) fn relation(a: &[String], b: &[String]) -> Relation {
    of_sets(&set(a), &set(b))
}

/// The ids in order, each once.
fn set(ids: &[String]) -> Vec<&String> {
    let mut set = super::sorted(ids.iter().collect::<Vec<_>>());
    set.dedup();
    set
}

fn of_sets(a: &[&String], b: &[&String]) -> Relation {
    if a.is_empty() || b.is_empty() {
        return Relation::Unknown;
    }
    if a == b {
        return Relation::Same;
    }
    match a.iter().any(|id| b.binary_search(id).is_ok()) {
        true => Relation::Partly,
        false => Relation::Different,
    }
}
