//! The clean-up as a job, as it is installed and called.
// Clippy lets tests unwrap, but not the functions that they share.
#![allow(clippy::unwrap_used)]

mod mariadb;
mod pg_cron;
mod postgresql;
mod sqlite;
mod support;
mod units;
