//! What needs a browser but not the built page: hashing by either way, key planning in WebAssembly,
//! and the panels' wiring to the browser's events. How a visitor sees it is in `tests/e2e`.
#![cfg(target_arch = "wasm32")]

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

#[path = "web/hashing.rs"]
mod hashing;
#[path = "web/keys.rs"]
mod keys;
#[path = "web/page.rs"]
mod page;
