//! The Code node's JavaScript and the core derive the same keys.

mod edges;
mod fixtures;
mod generated;
mod support;
