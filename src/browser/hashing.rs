//! SHA-256 by whichever is faster: our own for small bodies, the browser's for large ones.

use hookonce_core::key::digest::{Digest, Sha256Slices, sha256};
use js_sys::Uint8Array;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

use super::time::Slice;
use super::window;

/// From this size on the browser's own SHA-256 is used. Alone it is the faster one from about 2 kB on
/// (`docs/benchmarks.md`), by less than its answer's turn of the event loop costs at these sizes.
const CROSSING_BYTES: usize = 32 << 10;

/// Up to this size: Chromium hashes before it returns, a millisecond for each megabyte.
const BROWSER_BYTES: usize = 16 << 20;

/// How much our own takes at a time: about a millisecond.
const SLICE_BYTES: usize = 256 << 10;

/// Whether our own SHA-256 is the faster one for `bytes`.
pub fn is_small(bytes: &[u8]) -> bool {
    bytes.len() < CROSSING_BYTES
}

/// The SHA-256 of `bytes`, without holding the main thread.
pub async fn digest(bytes: &[u8]) -> Digest {
    if is_small(bytes) {
        return sha256(bytes);
    }
    if bytes.len() <= BROWSER_BYTES
        && let Some(digest) = by_browser(bytes).await
    {
        return digest;
    }
    in_slices(bytes).await
}

/// The browser's own; none where it is missing, as on plain http away from localhost.
async fn by_browser(bytes: &[u8]) -> Option<Digest> {
    let crypto = js_sys::Reflect::get(&window(), &JsValue::from_str("crypto")).ok()?;
    let subtle = js_sys::Reflect::get(&crypto, &JsValue::from_str("subtle")).ok()?;
    let subtle: web_sys::SubtleCrypto = subtle.dyn_into().ok()?;
    let promise = subtle.digest_with_str_and_u8_array("SHA-256", bytes).ok()?;
    let buffer = JsFuture::from(promise).await.ok()?;
    Uint8Array::new(&buffer).to_vec().try_into().ok()
}

async fn in_slices(bytes: &[u8]) -> Digest {
    let mut slices = Sha256Slices::default();
    let mut turn = Slice::start();
    for slice in bytes.chunks(SLICE_BYTES) {
        slices.update(slice);
        turn.pause_if_over().await;
    }
    slices.finish()
}
