//! Compares the items of two arrays.

use super::change::ChangeKind;
use super::tree::Tree;
use super::walk::Walk;
use crate::json::{Kind, Value};

/// Pairs the items of the arrays at `x` and `y`: equal ones at both ends, then by an id that each item has, else equal
/// ones, and what is left between them by its place.
pub(super) fn compare(walk: &mut Walk, x: usize, y: usize) {
    let (a, b) = (walk.a, walk.b);
    let (all_old, all_new) = (a.children(x), b.children(y));
    let same = |(old, new): &(&usize, &usize)| a.class[**old] == b.class[**new];
    let front = all_old.iter().zip(&all_new).take_while(same).count();
    let (old, new) = (&all_old[front..], &all_new[front..]);
    let back = old.iter().rev().zip(new.iter().rev()).take_while(same).count();
    let ends_old = all_old[..front].iter().chain(&old[old.len() - back..]);
    let ends_new = all_new[..front].iter().chain(&new[new.len() - back..]);
    let mut pairs: Vec<(usize, usize)> = ends_old.copied().zip(ends_new.copied()).collect();

    let (old, new) = (&old[..old.len() - back], &new[..new.len() - back]);
    let identity = identity(a, old, b, new);
    let has_identity = identity.is_some();
    let (keys_old, keys_new) = identity.unwrap_or_else(|| {
        (old.iter().map(|item| a.class[*item]).collect(), new.iter().map(|item| b.class[*item]).collect())
    });
    let matched = matched(&keys_old, &keys_new);
    let is_reordered = matched.windows(2).any(|two| two[0].1 > two[1].1);
    if is_reordered {
        walk.note(ChangeKind::ItemOrder, Some(x), Some(y));
    }
    let mut rest = Rest { walk, old, new, pairs: &mut pairs };
    if has_identity || is_reordered {
        let pair_by_place = !has_identity;
        rest.leave(&matched, pair_by_place);
    } else {
        let mut from = (0, 0);
        for (i, j) in matched.iter().copied().chain([(old.len(), new.len())]) {
            rest.between(from, (i, j));
            from = (i + 1, j + 1);
        }
    }
    pairs.extend(matched.iter().map(|(i, j)| (old[*i], new[*j])));
    for (old, new) in super::sorted(pairs).into_iter().rev() {
        walk.around(old, new);
        walk.pending.push((old, new));
    }
}

/// Items that are in no pair yet.
struct Rest<'w, 'p, 't, 'a> {
    walk: &'w mut Walk<'t, 'a>,
    old: &'w [usize],
    new: &'w [usize],
    pairs: &'p mut Vec<(usize, usize)>,
}

impl Rest<'_, '_, '_, '_> {
    /// Pairs the items from one place up to another, in their order.
    fn between(&mut self, from: (usize, usize), to: (usize, usize)) {
        for step in 0.. {
            let old = (from.0 + step < to.0).then(|| self.old[from.0 + step]);
            let new = (from.1 + step < to.1).then(|| self.new[from.1 + step]);
            if old.is_none() && new.is_none() {
                return;
            }
            self.one(old, new);
        }
    }

    /// Takes all items that were not matched; those at the same place may be a pair.
    fn leave(&mut self, matched: &[(usize, usize)], pair_by_place: bool) {
        let mut is_matched = (vec![false; self.old.len()], vec![false; self.new.len()]);
        for (i, j) in matched {
            is_matched.0[*i] = true;
            is_matched.1[*j] = true;
        }
        for place in 0..self.old.len().max(self.new.len()) {
            let free = |items: &[usize], is_matched: &[bool]| {
                items.get(place).copied().filter(|_| !is_matched[place])
            };
            let old = free(self.old, &is_matched.0);
            let new = free(self.new, &is_matched.1);
            if pair_by_place {
                self.one(old, new);
            } else {
                self.one(old, None);
                self.one(None, new);
            }
        }
    }

    fn one(&mut self, old: Option<usize>, new: Option<usize>) {
        if let (Some(old), Some(new)) = (old, new) {
            let shape = |value: Value| match value.kind() {
                Kind::Array => 0,
                Kind::Object => 1,
                Kind::Boolean | Kind::Null | Kind::Number | Kind::String => 2,
            };
            if shape(self.walk.a.values[old]) == shape(self.walk.b.values[new]) {
                self.pairs.push((old, new));
                return;
            }
        }
        if let Some(old) = old {
            self.walk.note(ChangeKind::Removed, Some(old), None);
        }
        if let Some(new) = new {
            self.walk.note(ChangeKind::Added, None, Some(new));
        }
    }
}

/// The classes of a member that tells the items of either array apart, such as `id`; none if there is none.
fn identity(a: &Tree, old: &[usize], b: &Tree, new: &[usize]) -> Option<(Vec<u32>, Vec<u32>)> {
    let first = a.children(*old.first()?);
    new.first()?;
    let mut names: Vec<(usize, usize)> = Vec::new();
    for member in first {
        let rank = a.values[member].name().and_then(|name| name.as_str().and_then(rank));
        if let Some(rank) = rank {
            names.push((rank, member));
        }
    }
    // The same for both directions: the best name that works, whichever stands first.
    let text = |member: usize| a.values[member].name().map(|name| name.bytes().to_vec());
    names.truncate(MOST_NAMES);
    let ranked = names.into_iter().map(|(rank, member)| (rank, text(member), a.name[member]));
    let mut ranked = super::sorted(ranked.collect::<Vec<_>>()).into_iter();
    ranked.find_map(|(_, _, name)| column(a, old, name).zip(column(b, new, name)))
}

/// The class of the member in each item, if all have it and no two are equal.
fn column(tree: &Tree, items: &[usize], name: u32) -> Option<Vec<u32>> {
    let member = |item: &usize| {
        let is_object = tree.values[*item].kind() == Kind::Object;
        let members = tree.values[*item].children().map(Value::place);
        let found = members.filter(|member| is_object && tree.name[*member] == name).last()?;
        matches!(tree.values[found].kind(), Kind::Number | Kind::String).then(|| tree.class[found])
    };
    let column: Vec<u32> = items.iter().map(member).collect::<Option<_>>()?;
    let sorted = super::sorted(column.iter().map(|class| (*class, 0)).collect());
    sorted.windows(2).all(|two| two[0] != two[1]).then_some(column)
}

/// How much a name is one of an item's id; 0 is most.
fn rank(name: &str) -> Option<usize> {
    let lower = name.get(..name.len().min(64))?.to_ascii_lowercase();
    match lower.as_str() {
        "id" => Some(0),
        "_id" | "uuid" | "guid" | "key" => Some(1),
        _ if lower.contains("event") && lower.ends_with("id") => Some(2),
        _ if lower.ends_with("_id") || name.ends_with("Id") || name.ends_with("ID") => Some(3),
        _ => None,
    }
}

/// Pairs the places of equal keys, the first with the first, the second with the second, in the order of `old`.
fn matched(old: &[u32], new: &[u32]) -> Vec<(usize, usize)> {
    let sorted = |keys: &[u32]| {
        super::sorted(keys.iter().enumerate().map(|(place, key)| (*key, place)).collect::<Vec<_>>())
    };
    let (old, new) = (sorted(old), sorted(new));
    let mut pairs = Vec::new();
    let (mut i, mut j) = (0, 0);
    while let (Some((key, a)), Some((other, b))) = (old.get(i), new.get(j)) {
        if key == other {
            pairs.push((*a, *b));
        }
        i += usize::from(key <= other);
        j += usize::from(other <= key);
    }
    super::sorted(pairs)
}

/// How many members of an item are tried as its id.
const MOST_NAMES: usize = 8;
