//! The lab that all scenarios share.

use std::sync::{LazyLock, RwLock, RwLockReadGuard, RwLockWriteGuard};

use hookonce_conformance::n8n::Lab;

use crate::cleanup;
use crate::receiver::{self, PASTED, Receiver};

/// For a scenario that leaves everything running.
#[track_caller]
pub fn lab() -> RwLockReadGuard<'static, Lab> {
    LAB.read().expect("a scenario that stops things repairs them")
}

/// For a scenario that stops something, while no other runs.
#[track_caller]
pub fn lab_alone() -> RwLockWriteGuard<'static, Lab> {
    LAB.write().expect("a scenario that stops things repairs them")
}

/// Never dropped: what it started ends with this process.
static LAB: LazyLock<RwLock<Lab>> = LazyLock::new(|| {
    let receivers = receiver::imported();
    let mut texts: Vec<String> = receivers.iter().map(Receiver::text).collect();
    texts.extend(cleanup::texts());
    let tables: String = receivers.iter().chain([&PASTED]).map(Receiver::tables).collect();
    RwLock::new(Lab::start(&texts, |database| {
        database.psql(&(tables + &cleanup::tables()));
    }))
});
