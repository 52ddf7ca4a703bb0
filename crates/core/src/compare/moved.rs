//! Finds values that are in another place of the second body.

use super::change::ChangeKind;
use super::tree::{Classes, Tree};
use super::walk::Noted;

/// Turns what is gone from one place and the same value that is new in another into one change, for values that tell two
/// events apart. Something that moved whole is no longer listed as removed or added.
pub(super) fn find(noted: &mut Vec<Noted>, a: &Tree, b: &Tree, classes: &Classes) {
    let old = only_here(noted, a, classes, |noted| noted.old);
    let new = only_here(noted, b, classes, |noted| noted.new);
    let mut gone = (vec![false; a.values.len()], vec![false; b.values.len()]);
    let mut moved = Vec::new();
    let (mut i, mut j) = (0, 0);
    // The largest come first, so that what is inside of them is not looked at again.
    while let (Some(x), Some(y)) = (old.get(i), new.get(j)) {
        if gone.0[x.place] {
            i += 1;
        } else if gone.1[y.place] {
            j += 1;
        } else if x.order() == y.order() {
            // A value that has changed at both places is listed as that.
            if x.is_whole || y.is_whole {
                moved.push((x.place, y.place));
                gone.0[x.place..a.end[x.place]].fill(true);
                gone.1[y.place..b.end[y.place]].fill(true);
            }
            (i, j) = (i + 1, j + 1);
        } else if x.order() < y.order() {
            i += 1;
        } else {
            j += 1;
        }
    }
    noted.retain(|noted| match noted.kind {
        ChangeKind::Removed => noted.old.is_none_or(|place| !gone.0[place]),
        ChangeKind::Added => noted.new.is_none_or(|place| !gone.1[place]),
        _ => true,
    });
    noted.extend(moved.into_iter().map(|(old, new)| Noted {
        kind: ChangeKind::Moved,
        old: Some(old),
        new: Some(new),
    }));
}

/// A value that one body has at a place where the other has another one or none.
#[derive(Clone, Copy, Eq, Ord, PartialEq, PartialOrd)]
struct Single {
    /// The largest first.
    size: std::cmp::Reverse<u32>,
    class: u32,
    place: usize,
    /// Whether nothing is at its place in the other body.
    is_whole: bool,
}

impl Single {
    fn order(&self) -> (std::cmp::Reverse<u32>, u32) {
        (self.size, self.class)
    }
}

fn only_here(
    noted: &[Noted],
    tree: &Tree,
    classes: &Classes,
    side: fn(&Noted) -> Option<usize>,
) -> Vec<Single> {
    let mut singles = std::collections::BinaryHeap::new();
    for change in noted {
        let is_whole = matches!(change.kind, ChangeKind::Added | ChangeKind::Removed);
        if !is_whole && change.kind != ChangeKind::Value {
            continue;
        }
        let Some(start) = side(change) else {
            continue;
        };
        let mut place = start;
        while place < tree.end[start] {
            if !tree.counts[place] && place != start {
                place = tree.end[place];
                continue;
            }
            let class = tree.class[place];
            if classes.telling[class as usize] {
                let size = std::cmp::Reverse(classes.size[class as usize]);
                singles.push(Single { size, class, place, is_whole });
            }
            place += 1;
        }
    }
    singles.into_sorted_vec()
}
