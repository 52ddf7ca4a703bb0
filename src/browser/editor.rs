//! What the editor's text area must be told by hand.

use web_sys::HtmlTextAreaElement;

/// Selects a range, in UTF-16 units, and brings it into view.
pub fn select(area: &HtmlTextAreaElement, (start, end): (u32, u32)) {
    if area.set_selection_range(start, end).is_ok() {
        // Only gaining the focus scrolls to the selection.
        let _ = area.blur();
        let _ = area.focus();
    }
}

/// Whether a paste now would replace the whole text.
pub fn is_all_selected(area: &HtmlTextAreaElement) -> bool {
    let start = area.selection_start().ok().flatten();
    let end = area.selection_end().ok().flatten();
    start == Some(0) && end == Some(area.text_length())
}
