//! The generated SQL, on a real PostgreSQL.
// Clippy lets tests unwrap, but not the functions that they share.
#![allow(clippy::unwrap_used)]

mod blocks;
mod claim;
mod cleanup;
mod isolation;
mod keys;
mod lease;
mod migration;
mod n8n;
mod names;
mod quoting;
mod race;
mod server;
mod support;
