//! Files that are dropped, pasted or chosen.

use gloo_file::futures::read_as_bytes;
use hookonce_core::delivery::MAX_INPUT_BYTES;
use hookonce_core::finding::{Finding, FindingKind};
use leptos::prelude::*;
use wasm_bindgen::JsValue;
use web_sys::{DragEvent, FileList};

use crate::source::Source;
use crate::state::{Refused, State};
use crate::ui::live::later;

/// Whether a drag carries files.
pub fn are_dragged(event: &DragEvent) -> bool {
    event.data_transfer().is_some_and(|data| data.types().includes(&JsValue::from_str("Files"), 0))
}

/// Reads the first of `files`, byte for byte, and plans for it. One that is too large is
/// refused before it is read, and the source that was there stays.
pub fn open(state: State, files: Option<FileList>) {
    let Some((file, others)) = files.and_then(|files| Some((files.get(0)?, files.length() > 1))) else {
        return;
    };
    let file = gloo_file::File::from(file);
    let name = file.name();
    if file.size() > MAX_INPUT_BYTES as u64 {
        let kind = FindingKind::InputTooLarge { bytes: file.size() };
        state.refused.set(Some(Refused::Finding(Finding::new(kind))));
        return;
    }
    later(async move {
        match read_as_bytes(&file).await {
            Ok(bytes) => {
                state.replace(Source::file(bytes));
                state.refused.set(others.then_some(Refused::OtherFiles));
            }
            Err(_) => state.refused.set(Some(Refused::Unreadable(name))),
        }
    });
}
