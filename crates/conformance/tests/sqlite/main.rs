//! The generated SQL, on SQLite.
// Clippy lets tests unwrap, but not the functions that they share.
#![allow(clippy::unwrap_used)]

mod processes;
mod time;

hookonce_conformance::suite!(hookonce_conformance::sqlite::Database);
