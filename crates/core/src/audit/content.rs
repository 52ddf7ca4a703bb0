//! What a delivery says, as one number: two that say the same have the same, whatever changes with each attempt.

use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault, Hasher};

use foldhash::quality::FixedState;

use crate::compare::{Role, changes_with_attempt, role_of_header};
use crate::delivery::Delivery;
use crate::json::{Kind, Value};
use crate::key::Source;

/// Remembers which names matter, since an export has the same ones over and over.
#[derive(Default)]
pub(super) struct Contents {
    /// By the hash of a member's name, whether it changes with each attempt.
    members: HashMap<u64, bool, BuildHasherDefault<AsItIs>>,
    headers: HashMap<String, bool>,
    /// By the place of a value: the hash of its path, or nothing for what is left out.
    paths: Vec<Option<u64>>,
    /// By the place of an array: how many of its items have been seen.
    seen: Vec<u64>,
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
        self.paths.clear();
        self.seen.clear();
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
            self.paths.push(path);
            self.seen.push(0);
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
        let above = self.paths[place]?;
        if parent.kind() == Kind::Object {
            let raw = value.name_raw();
            let key = hash(2, raw);
            let leaves = self.members.get(&key).copied().unwrap_or_else(|| {
                let name = value.name().map(|name| name.display().into_owned()).unwrap_or_default();
                let leaves = changes_with_attempt(&name) || is_last_of(changes, &name);
                if self.members.len() < MOST_NAMES {
                    self.members.insert(key, leaves);
                }
                leaves
            });
            return (!leaves).then(|| hash(above, raw));
        }
        self.seen[place] += 1;
        Some(hash(above, &self.seen[place].to_le_bytes()))
    }
}

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
