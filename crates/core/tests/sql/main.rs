//! The SQL as text: parsed by an independent reader, compared with the committed snapshots, packed and unpacked.
//! What it does is run in `crates/conformance`.
// Clippy lets tests unwrap, but not the functions that they share.
#![allow(clippy::unwrap_used)]

mod archive;
mod jobs;
mod migrations;
mod parse;
mod snapshots;
mod support;
