//! Migrations, run by the tools that they are made for.
// Clippy lets tests unwrap, but not the functions that they share.
#![allow(clippy::unwrap_used)]

mod alembic;
