//! Downloads of what the page has made.

use js_sys::Array;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Url};

use super::document;

/// Offers `text` as a file of this name and media type; says whether that worked.
pub fn save(name: &str, media_type: &str, text: &str) -> bool {
    try_save(name, media_type, text).is_some()
}

fn try_save(name: &str, media_type: &str, text: &str) -> Option<()> {
    let options = BlobPropertyBag::new();
    options.set_type(media_type);
    let parts = Array::of1(&JsValue::from_str(text));
    let blob = Blob::new_with_str_sequence_and_options(&parts, &options).ok()?;
    let url = Url::create_object_url_with_blob(&blob).ok()?;
    let link: HtmlAnchorElement = document().create_element("a").ok()?.dyn_into().ok()?;
    link.set_href(&url);
    link.set_download(name);
    link.click();
    // The download has its own reference to the blob by now.
    Url::revoke_object_url(&url).ok()
}
