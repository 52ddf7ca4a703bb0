//! The generated SQL, on a real MariaDB.
// Clippy lets tests unwrap, but not the functions that they share.
#![allow(clippy::unwrap_used)]

mod crowd;
mod locks;
mod modes;
mod server;

hookonce_conformance::suite!(hookonce_conformance::mariadb::Database);
