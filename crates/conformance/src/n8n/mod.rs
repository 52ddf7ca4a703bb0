//! A real n8n, with the workflows that we generate: installed once, started for a test run, never left over.

mod install;
mod lab;
mod process;
mod request;

pub use lab::{Lab, wait_until};
pub use request::{Answer, Request, gzip};

/// The n8n on which the workflows are run; `package.json` pins it.
pub const VERSION: &str = "2.41.1";
