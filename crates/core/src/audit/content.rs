//! What a delivery says, as one number: two that say the same have the same, whatever changes with each attempt.

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};

use foldhash::quality::FixedState;

use crate::compare::{Role, changes_with_attempt, role_of_header};
use crate::delivery::Delivery;
use crate::json::{Kind, Value};
use crate::key::Source;

/// Remembers which names matter, since an export has the same ones over and over.
#[derive(Default)]
pub(super) struct Contents {
    /// The hash of a member's name, and whether it changes with each attempt; each hash has one place.
    members: Vec<(u64, bool)>,
    headers: HashMap<String, bool>,
    /// By the place of a value in the body.
    nodes: Vec<Node>,
}

#[derive(Clone, Copy)]
struct Node {
    /// The hash of its path, or nothing for what is left out.
    path: Option<u64>,
    /// How many items of an array have been seen.
    seen: u64,
}

/// The hash of bytes and of what leads to them: for what is compared, not for what must withstand an attack.
pub(super) fn hash(start: u64, bytes: &[u8]) -> u64 {
    let mut hasher = FixedState::with_seed(start).build_hasher();
    hasher.write(bytes);
    hasher.finish()
}

/// What is a hash already needs no other one.
#[derive(Default)]
pub(super) struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.0 ^= u64::from_le_bytes(word);
        }
    }
}

impl Contents {
    /// The content of a body that is JSON, without the members that change with each attempt, by their names or, in
    /// `changes`, by what is known of the sender. The order of members and white space make no difference.
    pub fn of_json(&mut self, root: Value, changes: &[Source]) -> u64 {
        let base = root.place();
        self.nodes.clear();
        self.members.resize(NAMES, (0, false));
        let mut sum = 0_u64;
        for value in root.all() {
            let path = self.path(value, base, changes);
            let leaf = path.filter(|_| match value.kind() {
                Kind::Array | Kind::Object => value.children().next().is_none(),
                _ => true,
            });
            if let Some(path) = leaf {
                // The sum is the same in any order.
                let raw = value.raw();
                let escaped = if raw.contains(&b'\\') { value.text() } else { None };
                sum = sum.wrapping_add(match escaped {
                    Some(text) => hash(path, format!("\"{}\"", text.display()).as_bytes()),
                    None => hash(path, raw),
                });
            }
            self.nodes.push(Node { path, seen: 0 });
        }
        sum
    }

    /// The content of a body that is not JSON, and of headers that name an event or a thing.
    pub fn of_headers(&mut self, delivery: &Delivery) -> u64 {
        let of_header = |header: &crate::delivery::Header| {
            let is_known = self.headers.get(&header.name).copied();
            let counts = is_known.unwrap_or_else(|| {
                let role = role_of_header(&header.name, &header.value);
                let counts = matches!(role, Role::Event | Role::Id | Role::Message | Role::Object);
                if self.headers.len() < MOST_NAMES {
                    self.headers.insert(header.name.clone(), counts);
                }
                counts
            });
            let name = header.name.to_ascii_lowercase();
            if counts { hash(hash(1, name.as_bytes()), header.value.as_bytes()) } else { 0 }
        };
        delivery.headers.iter().map(of_header).fold(0, u64::wrapping_add)
    }

    fn path(&mut self, value: Value, base: usize, changes: &[Source]) -> Option<u64> {
        let Some(parent) = value.parent().filter(|_| value.place() > base) else {
            return Some(0);
        };
        let place = parent.place() - base;
        let above = self.nodes[place].path?;
        if parent.kind() == Kind::Object {
            let key = hash(2, value.name_raw());
            let remembered = &mut self.members[key as usize % NAMES];
            if remembered.0 != key {
                let name = value.name().map(|name| name.display().into_owned()).unwrap_or_default();
                *remembered = (key, changes_with_attempt(&name) || is_last_of(changes, &name));
            }
            return (!remembered.1).then(|| below(above, key));
        }
        self.nodes[place].seen += 1;
        Some(below(above, self.nodes[place].seen))
    }
}

/// The hash of a path that goes one step further.
fn below(above: u64, step: u64) -> u64 {
    // An odd number with as many ones as zeros spreads every bit upwards.
    (above.rotate_left(23) ^ step).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// A power of two: names that fall on the same place are looked at again and again.
const NAMES: usize = 1024;

/// A file of hostile names fills no memory.
const MOST_NAMES: usize = 10_000;

/// Whether one of the places ends in a member of this name.
fn is_last_of(changes: &[Source], name: &str) -> bool {
    changes.iter().any(|source| match source {
        Source::Json(path) => {
            matches!(path.last(), Some(crate::key::Segment::Member(last)) if last == name)
        }
        _ => false,
    })
}
