//! The delivery: an editor that keeps every byte, samples, files and facts.

use hookonce_core::delivery::InputKind;
use leptos::ev;
use leptos::html::Textarea;
use leptos::prelude::*;
use web_sys::{ClipboardEvent, HtmlInputElement};

use crate::browser::{clipboard, editor, files};
use crate::panels::entries::{EntryPicker, HeadersApart};
use crate::panels::facts::{Facts, size};
use crate::panels::key::FindingItem;
use crate::samples::SAMPLES;
use crate::source::{SHOWN_WHOLE, Source};
use crate::state::{Refused, State};
use crate::ui::live::{follow, live, on};

/// The delivery's panel.
#[component]
pub fn Delivery() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let dragged = RwSignal::new(false);
    // The whole window takes files: for one that missed the card the browser would leave the page.
    // A dragged text is the editor's own business.
    window_event_listener(ev::dragover, move |event| {
        if files::are_dragged(&event) {
            event.prevent_default();
            dragged.set(true);
        }
    });
    window_event_listener(ev::dragleave, move |_| dragged.set(false));
    window_event_listener(ev::drop, move |event| {
        dragged.set(false);
        if files::are_dragged(&event) && !event.default_prevented() {
            event.prevent_default();
            files::open(state, event.data_transfer().and_then(|data| data.files()));
        }
    });
    let restore = live(move || {
        let button = || {
            view! {
                <button type="button" class="button" on:click=on(move |_| state.restore())>
                    {t(|w| w.restore)}
                </button>
            }
        };
        state.previous.with(Option::is_some).then(button).into_any()
    });
    view! {
        <section class="card delivery" class:dragged=dragged aria-labelledby="delivery-title">
            <div class="head">
                <h2 id="delivery-title">{t(|w| w.delivery)}</h2>
                {restore}
                <SamplePicker />
                <FileButton />
            </div>
            <Editor />
            <p class="drop-hint" aria-hidden="true">{t(|w| w.drop_here)}</p>
            <EntryPicker />
            <Remarks />
            <Facts />
            <HeadersApart />
        </section>
    }
}

#[component]
fn Editor() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let area = NodeRef::<Textarea>::new();
    // A paste that replaces everything, between the browser's paste and input events.
    let whole_paste = StoredValue::new(None::<String>);

    follow(move || {
        state.replaced.track();
        if let Some(area) = area.get() {
            let shown = state.source.with_untracked(Source::shown);
            area.set_value(&shown.text);
            area.set_read_only(!shown.editable);
            area.set_scroll_top(0);
        }
    });
    follow(move || {
        if let (Some(range), Some(area)) = (state.selection.get(), area.get()) {
            editor::select(&area, state.source.with_untracked(|source| source.in_editor(range)));
        }
    });

    let paste = move |event: ClipboardEvent| {
        let Some(area) = area.get_untracked() else {
            return;
        };
        let Some(text) = clipboard::pasted_text(&event) else {
            return files::open(state, event.clipboard_data().and_then(|data| data.files()));
        };
        let sample = state.source.with_untracked(Source::is_sample);
        if !(sample || area.read_only() || editor::is_all_selected(&area)) {
            return;
        }
        if text.len() > SHOWN_WHOLE || area.read_only() {
            event.prevent_default();
            state.replace(Source::pasted(&text));
        } else {
            // The browser puts the text in, so that its own undo takes it out again.
            area.select();
            whole_paste.set_value(Some(text));
        }
    };
    let input = move |_| {
        let Some(area) = area.get_untracked() else {
            return;
        };
        let pasted = whole_paste.try_update_value(Option::take).flatten();
        state.refused.set(None);
        state.entry.set(None);
        state.source.update(|source| {
            *source = match pasted {
                Some(text) => Source::pasted(&text),
                None => source.edited(&area.value()),
            };
        });
    };
    view! {
        <label class="hidden" for="editor">{t(|w| w.editor_label)}</label>
        <textarea
            id="editor"
            node_ref=area
            class="editor"
            class:sample=Signal::derive(move || state.source.with(Source::is_sample))
            aria-describedby="remarks facts"
            spellcheck="false"
            autocomplete="off"
            autocapitalize="off"
            wrap="off"
            placeholder=t(|w| w.editor_hint)
            on:paste=on(paste)
            on:input=on(input)
        ></textarea>
    }
}

#[component]
fn SamplePicker() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let choose = move |event: web_sys::Event| {
        let picker = event_target::<web_sys::HtmlSelectElement>(&event);
        if let Some(sample) = picker.value().parse::<usize>().ok().and_then(|index| SAMPLES.get(index)) {
            state.read_as.set(None);
            state.replace(Source::sample(sample));
        }
        // It is a menu, not a setting: what was loaded can be edited at once.
        picker.set_selected_index(0);
    };
    let samples = SAMPLES.iter().enumerate();
    let samples =
        samples.map(|(index, sample)| view! { <option value=index.to_string()>{t(sample.name)}</option> });
    view! {
        <select class="button" aria-label=t(|w| w.sample) on:change=on(choose)>
            <option value="">{t(|w| w.sample_choose)}</option>
            {samples.collect_view()}
        </select>
    }
}

#[component]
fn FileButton() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let choose = move |event: web_sys::Event| {
        let input = event_target::<HtmlInputElement>(&event);
        files::open(state, input.files());
        // The same file can be chosen again after it has changed.
        input.set_value("");
    };
    view! {
        <label class="button file">
            {t(|w| w.open_file)}
            <input type="file" on:change=on(choose) />
        </label>
    }
}

/// What the editor cannot show by itself.
#[component]
fn Remarks() -> impl IntoView {
    let state = expect_context::<State>();
    let remark = move || {
        let words = state.now();
        let lang = state.lang.get();
        state.source.with(|source| {
            let shown = source.shown();
            if source.is_sample() {
                Some(words.sample_shown.to_owned())
            } else if !shown.editable {
                Some(words.not_editable.to_owned())
            } else if shown.bytes < source.bytes.len() {
                Some((words.first_part)(&size(shown.bytes, lang), &size(source.bytes.len(), lang)))
            } else {
                None
            }
        })
    };
    let remarks = live(move || remark().map(|remark| view! { <p class="remark">{remark}</p> }).into_any());
    let refused = live(move || {
        let item = |refused| match refused {
            Refused::Finding(finding) => view! { <FindingItem finding=finding /> }.into_any(),
            Refused::OtherFiles => {
                view! { <li class="finding"><span>{state.now().other_files}</span></li> }.into_any()
            }
            Refused::Unreadable(name) => {
                view! { <li class="finding error"><span>{(state.now().file_unreadable)(&name)}</span></li> }
                    .into_any()
            }
        };
        state.refused.get().map(item).into_any()
    });
    view! {
        <div id="remarks" aria-live="polite">
            {remarks}
            <ul class="findings refused">{refused}</ul>
        </div>
    }
}

/// The form to read the input as, and what it was taken for.
#[component]
pub fn ReadAs() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let name = move |kind| match kind {
        InputKind::Body => state.now().read_as_body,
        InputKind::Curl => state.now().read_as_curl,
        InputKind::Http => state.now().read_as_http,
        kind => kind.label(state.lang.get()),
    };
    let choose = move |event: web_sys::Event| {
        state.read_as.set(InputKind::from_name(&event_target_value(&event)));
    };
    let value = move || state.read_as.get().map_or("", InputKind::name);
    let detected = move || {
        let kind = state.outcome.with(|outcome| outcome.kind)?;
        state.read_as.get().is_none().then(|| format!("{} {}", state.now().taken_for, name(kind)))
    };
    view! {
        <label class="fact">
            <span class="hidden">{t(|w| w.read_as)}</span>
            <select prop:value=Signal::derive(move || value().to_owned()) on:change=on(choose)>
                <option value="">{Signal::derive(move || detected().unwrap_or_else(|| state.now().read_as_auto.into()))}</option>
                {InputKind::ALL
                    .map(|kind| view! { <option value=kind.name()>{Signal::derive(move || name(kind))}</option> })
                    .collect_view()}
            </select>
        </label>
    }
}
