//! The generated SQL, on a real PostgreSQL.
// Clippy lets tests unwrap, but not the functions that they share.
#![allow(clippy::unwrap_used)]

mod blocks;
mod claim;
mod cleanup;
mod cleanup_race;
mod columns;
mod constraints;
mod isolation;
mod keys;
mod lease;
mod lease_cases;
mod lease_cleanup;
mod lease_clock;
mod lease_race;
mod lease_wait;
mod lease_writes;
mod migration;
mod n8n;
mod names;
mod process;
mod quoting;
mod race;
mod same_transaction;
mod server;
mod support;
mod upgrade;
