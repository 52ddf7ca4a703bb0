//! The difference of two deliveries, part by part.

use super::change::{Change, ChangeKind, Compared, Difference, Part, Spelling};
use super::tree::{self, Classes, NoTree, Tree};
use super::walk::{Noted, Spot, Walk};
use super::{headers, moved, plain};
use crate::delivery::Delivery;
use crate::finding::{Place, Position};
use crate::locator::Locator;

/// How `b` differs from `a`. Takes time in proportion to their sizes, and no stack.
pub fn difference(a: &Delivery, b: &Delivery) -> Difference {
    let mut changes = headers::compare(a, b);
    let (compared, mut of_body, more) = bodies(a, b);
    changes.append(&mut of_body);
    Difference { changes, more, compared }
}

/// At most this many changes of a body are listed.
pub const LISTED: usize = 500;

fn bodies(a: &Delivery, b: &Delivery) -> (Compared, Vec<Change>, usize) {
    let (old, new) = (tree::read(&a.body), tree::read(&b.body));
    match (&old, &new) {
        (Ok(old), Ok(new)) => {
            let mut classes = Classes::default();
            let old = Tree::new(old, &a.body, &mut classes);
            let new = Tree::new(new, &b.body, &mut classes);
            let (changes, more) = json(&old, &new, &classes);
            (Compared::Json, changes, more)
        }
        (Err(NoTree::TooLarge), _) | (_, Err(NoTree::TooLarge)) => {
            (Compared::TooLarge, plain::bytes(&a.body, &b.body), 0)
        }
        (Err(NoTree::NotJson), Err(NoTree::NotJson)) if plain::are_forms(a, b) => {
            let mut changes = plain::fields(&a.body, &b.body);
            let more = changes.len().saturating_sub(LISTED);
            changes.truncate(LISTED);
            (Compared::Form, changes, more)
        }
        (old, new) => {
            let is_text = |body: &[u8]| std::str::from_utf8(body).is_ok();
            let both_plain = old.is_err() == new.is_err() && is_text(&a.body) && is_text(&b.body);
            let compared = if both_plain { Compared::Text } else { Compared::Bytes };
            (compared, plain::bytes(&a.body, &b.body), 0)
        }
    }
}

fn json(a: &Tree, b: &Tree, classes: &Classes) -> (Vec<Change>, usize) {
    if a.bytes == b.bytes {
        return (Vec::new(), 0);
    }
    let mut walk = Walk { a, b, noted: Vec::new(), spellings: Vec::new(), pending: Vec::new() };
    if a.bytes.starts_with(tree::MARK) != b.bytes.starts_with(tree::MARK) {
        walk.spelled(Spelling::ByteOrderMark, (0, 0), (0, 0));
    }
    walk.run();
    let Walk { mut noted, spellings, .. } = walk;
    moved::find(&mut noted, a, b, classes);
    if noted.is_empty() && spellings.is_empty() {
        return (vec![plain::spelling(Spelling::Other, a.bytes, b.bytes)], 0);
    }
    let places = noted.iter().enumerate().map(|(at, noted)| {
        let kind = (noted.old.is_none(), noted.old.or(noted.new).unwrap_or_default());
        (kind, at)
    });
    let order = std::collections::BinaryHeap::from_iter(places).into_sorted_vec();
    let more = order.len().saturating_sub(LISTED);
    let listed: Vec<Noted> = order.into_iter().take(LISTED).map(|(_, at)| noted[at]).collect();
    let mut changes: Vec<Change> = listed.iter().map(|noted| change(noted, a, b)).collect();
    changes.extend(spellings.iter().map(|(kind, spot, count)| spelled(*kind, spot, *count, a)));
    let offset = |tree: &Tree, place: Option<usize>| place.map(|place| tree.values[place].span().start);
    let spots = |side: fn(&Spot) -> usize| spellings.iter().map(move |(_, spot, _)| Some(side(spot)));
    let old = listed.iter().map(|noted| offset(a, noted.old)).chain(spots(|spot| spot.offsets.0));
    let new = listed.iter().map(|noted| offset(b, noted.new)).chain(spots(|spot| spot.offsets.1));
    let (old, new) = (positions(a.bytes, old.collect()), positions(b.bytes, new.collect()));
    for (change, (old, new)) in changes.iter_mut().zip(old.into_iter().zip(new)) {
        change.old_position = old;
        change.new_position = new;
    }
    (changes, more)
}

fn change(noted: &Noted, a: &Tree, b: &Tree) -> Change {
    let raw = |tree: &Tree, place: Option<usize>| {
        let raw = tree.values[place?].raw();
        Some(super::cut(&String::from_utf8_lossy(&raw[..raw.len().min(4 * super::SHOWN)])))
    };
    let path = |tree: &Tree, place: Option<usize>| place.map(|place| tree.path(place));
    let (from, to) = (path(a, noted.old), path(b, noted.new));
    let is_order = matches!(noted.kind, ChangeKind::ItemOrder | ChangeKind::Order);
    let moved_to = to.clone().filter(|to| from.as_ref().is_some_and(|from| from != to));
    let volatile = noted.old.is_none_or(|place| a.is_volatile(place))
        && noted.new.is_none_or(|place| b.is_volatile(place));
    Change {
        moved_to,
        old: raw(a, noted.old).filter(|_| !is_order),
        new: raw(b, noted.new).filter(|_| !is_order),
        volatile: volatile && !is_order,
        ..Change::new(noted.kind, Part::Body, from.or(to).unwrap_or_default())
    }
}

fn spelled(spelling: Spelling, spot: &Spot, count: usize, a: &Tree) -> Change {
    let path = a.path(spot.values.0);
    Change { count, ..Change::new(ChangeKind::Spelling(spelling), Part::Body, path) }
}

/// Line and column of each offset, found in one walk.
fn positions(bytes: &[u8], offsets: Vec<Option<usize>>) -> Vec<Option<Position>> {
    let known = offsets.iter().enumerate().filter_map(|(at, offset)| Some(((*offset)?, at)));
    let mut found = vec![None; offsets.len()];
    let mut locator = Locator::new(Place::Body);
    for (offset, at) in super::sorted(known.collect()) {
        found[at] = Some(locator.locate(bytes, offset));
    }
    found
}
