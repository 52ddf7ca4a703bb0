//! Downloads of what the page has made.

use js_sys::{Array, Uint8Array};
use wasm_bindgen::JsCast;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

use super::document;

/// Offers the bytes as a file of this name; says whether that worked.
pub fn save(name: &str, bytes: &[u8]) -> bool {
    try_save(name, bytes).is_some()
}

fn try_save(name: &str, bytes: &[u8]) -> Option<()> {
    let options = BlobPropertyBag::new();
    options.set_type(media_type(name));
    let parts = Array::of1(&Uint8Array::from(bytes));
    let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &options).ok()?;
    let url = Url::create_object_url_with_blob(&blob).ok()?;
    let link: HtmlAnchorElement = document().create_element("a").ok()?.dyn_into().ok()?;
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The download has its own reference to the blob by now.
    Url::revoke_object_url(&url).ok()
}

/// The media type of a file of this name.
fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("json") => "application/json",
        Some("sh") => "application/x-sh",
        Some("sql") => "application/sql",
        Some("zip") => "application/zip",
        _ => "text/plain",
    }
}
