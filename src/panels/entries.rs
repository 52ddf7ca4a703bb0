//! Which of several deliveries is read, and headers that were pasted apart from the body.

use leptos::prelude::*;

use crate::state::State;
use crate::ui::live::{live, on};

/// A list of the input's deliveries, where it has several.
#[component]
pub fn EntryPicker() -> impl IntoView {
    let state = expect_context::<State>();
    let entries = Memo::new(move |_| state.outcome.with(|outcome| outcome.entries.clone()));
    let chosen = move || state.outcome.with(|outcome| outcome.entry).unwrap_or_default();
    let choose = move |event: web_sys::Event| state.entry.set(event_target_value(&event).parse().ok());
    live(move || {
        let entries = entries.get();
        if entries.len() < 2 {
            return ().into_any();
        }
        let lang = state.lang.get();
        let option = |(place, label): (usize, String)| {
            let selected = Signal::derive(move || chosen() == place);
            view! { <option value=place.to_string() prop:selected=selected>{format!("{}. {label}", place + 1)}</option> }
        };
        let options: Vec<_> =
            entries.iter().map(|entry| entry.label(lang)).take(LISTED).enumerate().collect();
        view! {
            <div class="field entries">
                <label for="entry">{(state.now().entries)(entries.len())}</label>
                <select id="entry" class="button" on:change=on(choose)>
                    {options.into_iter().map(option).collect_view()}
                </select>
            </div>
        }
        .into_any()
    })
}

/// A longer list would hold the page; the audit takes all of them.
const LISTED: usize = 1000;

/// A field for headers.
#[component]
pub fn HeadersApart() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    view! {
        <details class="apart">
            <summary>{t(|w| w.headers_apart)}</summary>
            <label class="hidden" for="headers">{t(|w| w.headers_apart)}</label>
            <textarea
                id="headers"
                class="editor"
                rows="4"
                spellcheck="false"
                autocomplete="off"
                autocapitalize="off"
                wrap="off"
                placeholder=t(|w| w.headers_hint)
                prop:value=state.headers
                on:input=on(move |event| state.headers.set(event_target_value(&event)))
            ></textarea>
        </details>
    }
}
