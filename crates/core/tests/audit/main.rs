//! Exports of many deliveries: what they are cut into, and what that comes to.
// Clippy lets tests unwrap, but not the functions that they share.
#![allow(clippy::unwrap_used)]

mod counts;
mod forms;
mod senders;

use hookonce_core::audit::{Audit, Counter, Entries, ExportForm, Fault};
use hookonce_core::key::{RuleChoice, Scope};

/// Audits an export that comes in pieces of `piece` bytes.
fn in_pieces(export: &[u8], piece: usize, form: Option<ExportForm>, rule: &str) -> Result<Audit, Fault> {
    let mut entries = Entries::new(form, None);
    let mut counter = Counter::new(RuleChoice::new(rule).unwrap(), Scope::new("").unwrap());
    for piece in export.chunks(piece) {
        entries.push(piece, &mut |entry| counter.add(entry))?;
    }
    let ended = entries.finish(&mut |entry| counter.add(entry));
    counter.finish(&entries, ended)
}

#[track_caller]
fn audit(export: &str, rule: &str) -> Audit {
    in_pieces(export.as_bytes(), 1 << 20, None, rule).unwrap()
}

/// The numbers that matter: deliveries, events, repeats, conflicts, without a key.
fn numbers(audit: &Audit) -> [u64; 5] {
    [audit.deliveries, audit.events, audit.repeats, audit.conflicts, audit.without_key]
}
