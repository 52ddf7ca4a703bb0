//! The clipboard.

use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ClipboardEvent, HtmlDocument, HtmlTextAreaElement};

use super::{document, window};

/// Puts `text` on the clipboard; says whether that worked.
pub async fn write(text: &str) -> bool {
    // The modern way is missing on plain http away from localhost.
    let navigator = window().navigator();
    let modern =
        js_sys::Reflect::get(&navigator, &JsValue::from_str("clipboard")).is_ok_and(|c| !c.is_undefined());
    if modern && JsFuture::from(navigator.clipboard().write_text(text)).await.is_ok() {
        return true;
    }
    write_the_old_way(text).unwrap_or(false)
}

/// The text that a paste event brings, with its own line ends.
pub fn pasted_text(event: &ClipboardEvent) -> Option<String> {
    event.clipboard_data()?.get_data("text/plain").ok().filter(|text| !text.is_empty())
}

fn write_the_old_way(text: &str) -> Option<bool> {
    let document: HtmlDocument = document().dyn_into().ok()?;
    let area: HtmlTextAreaElement = document.create_element("textarea").ok()?.dyn_into().ok()?;
    area.set_value(text);
    area.set_class_name("offscreen");
    let body = document.body()?;
    body.append_child(&area).ok()?;
    area.select();
    let copied = document.exec_command("copy").ok();
    area.remove();
    copied
}
