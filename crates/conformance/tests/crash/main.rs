//! Receivers and their database killed at random: what each guarantee promises, and what it does not.
// Clippy lets tests unwrap, but not the functions that they share.
#![allow(clippy::unwrap_used)]

mod engine;
mod guarantees;
mod process;
mod run;
mod state;
mod tally;
