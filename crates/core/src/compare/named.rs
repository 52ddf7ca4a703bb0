//! Compares lists of names and values: headers, and the fields of a form.

use super::change::{Change, ChangeKind, Part};
use super::cut;
use crate::key::evidence;

/// A name and its value.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) struct Entry {
    pub name: String,
    pub value: String,
}

/// What differs, name by name. Names are equal where they are the same text.
pub(super) fn compare(
    old: &[Entry],
    new: &[Entry],
    part: Part,
    is_volatile: impl Fn(&str) -> bool,
) -> Vec<Change> {
    let (groups_old, groups_new) = (group(old), group(new));
    let mut changes = Vec::new();
    let mut common = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < groups_old.len() || j < groups_new.len() {
        let (a, b) = (groups_old.get(i), groups_new.get(j));
        let (a, b) = match (a, b) {
            (Some(a), Some(b)) if a.name < b.name => (Some(a), None),
            (Some(a), Some(b)) if a.name > b.name => (None, Some(b)),
            both => both,
        };
        i += usize::from(a.is_some());
        j += usize::from(b.is_some());
        let Some(name) = a.or(b).map(|group| group.name) else {
            break;
        };
        let change = |kind, old: Option<&str>, new: Option<&str>| Change {
            old: old.map(cut),
            new: new.map(cut),
            volatile: is_volatile(name),
            ..Change::new(kind, part, name.to_owned())
        };
        match (a, b) {
            (Some(a), Some(b)) => {
                common.push((a.first, b.first));
                let values = a.values.iter().zip(&b.values).filter(|(x, y)| x != y);
                changes.extend(values.map(|(x, y)| change(ChangeKind::Value, Some(x), Some(y))));
                let (count, other) = (a.values.len(), b.values.len());
                if count != other {
                    let more = (a.values.get(other).copied(), b.values.get(count).copied());
                    changes.push(change(ChangeKind::Repeated, more.0, more.1));
                }
            }
            (Some(a), None) => {
                changes.extend(a.values.iter().map(|value| change(ChangeKind::Removed, Some(value), None)));
            }
            (None, Some(b)) => {
                changes.extend(b.values.iter().map(|value| change(ChangeKind::Added, None, Some(value))));
            }
            (None, None) => {}
        }
    }
    let common = super::sorted(common);
    if common.windows(2).any(|two| two[0].1 > two[1].1) {
        changes.push(Change::new(ChangeKind::Order, part, "$".into()));
    }
    pair_moved(&mut changes);
    changes
}

/// Makes one change of a removed name and an added one that have the same value, if it tells events apart.
fn pair_moved(changes: &mut Vec<Change>) {
    let removed: Vec<usize> =
        (0..changes.len()).filter(|at| changes[*at].kind == ChangeKind::Removed).collect();
    let mut gone = Vec::new();
    for at in removed.into_iter().take(MOST_MOVED) {
        let value = changes[at].old.clone().filter(|value| evidence::tells_events_apart(value));
        let target = changes
            .iter()
            .position(|change| change.kind == ChangeKind::Added && value.is_some() && change.new == value);
        if let Some(target) = target.filter(|target| !gone.contains(target)) {
            changes[at] = Change {
                kind: ChangeKind::Moved,
                moved_to: Some(changes[target].path.clone()),
                new: value,
                ..changes[at].clone()
            };
            gone.push(target);
        }
    }
    let mut at = 0;
    changes.retain(|_| {
        at += 1;
        !gone.contains(&(at - 1))
    });
}

/// The values of one name.
struct Group<'a> {
    name: &'a str,
    /// Where it is first.
    first: usize,
    values: Vec<&'a str>,
}

/// The names in their order as texts, each with its values in the order of the list.
fn group(entries: &[Entry]) -> Vec<Group<'_>> {
    let named = entries.iter().enumerate().map(|(place, entry)| (entry.name.as_str(), place));
    let sorted = std::collections::BinaryHeap::from_iter(named).into_sorted_vec();
    let mut groups: Vec<Group> = Vec::new();
    for (name, place) in sorted {
        let value = entries[place].value.as_str();
        match groups.last_mut().filter(|group| group.name == name) {
            Some(group) => group.values.push(value),
            None => groups.push(Group { name, first: place, values: vec![value] }),
        }
    }
    groups
}

/// How many removed names are looked for elsewhere.
const MOST_MOVED: usize = 100;
