//! The generated workflows on a real n8n with a real PostgreSQL, started once for all scenarios.
// Clippy lets tests unwrap, but not the functions that they share.
#![allow(clippy::unwrap_used)]

mod batches;
mod business;
mod cleanup;
mod crash;
mod edits;
mod failures;
mod fixtures;
mod lease;
mod naive;
mod outage;
mod pasted;
mod probes;
mod published;
mod race;
mod receiver;
mod same_transaction;
mod senders;
mod shared;
mod upstream;
