//! Every call to the browser, so that the rest of the page is plain Rust.

pub mod clipboard;
pub mod download;
pub mod editor;
pub mod files;
pub mod hashing;
pub mod seal;
pub mod storage;
pub mod time;
pub mod worker;

use web_sys::{Document, Window};

/// The window; a page has one.
pub fn window() -> Window {
    web_sys::window().expect("a page runs in a window")
}

/// The document; a window has one.
pub fn document() -> Document {
    window().document().expect("a window has a document")
}
