//! The real binary: arguments and bytes in, bytes and an exit code out.
// Clippy lets tests unwrap, but not the functions that they share.
#![allow(clippy::unwrap_used)]

mod audit;
mod compare;
mod files;
mod findings;
mod fixtures;
mod help;
mod input;
mod inspect;
mod key;
mod n8n;
mod pipes;
mod providers;
mod sql;
mod support;
