//! The structure of the n8n workflows. What they do is run in `tests/node/workflow.test.mjs`,
//! and in a real n8n by `crates/conformance`.
// Clippy lets tests unwrap, but not the functions that they share.
#![allow(clippy::unwrap_used)]

mod guarantees;
mod notes;
mod options;
mod output;
mod structure;
mod support;
