//! Buttons that copy and download, and say that they did.

use gloo_timers::callback::Timeout;
use hookonce_core::files::{NamedFile, zip};
use leptos::prelude::*;

use crate::browser::{clipboard, download, time};
use crate::state::State;
use crate::ui::live::{later, on};

/// For how long a button says that it has done its work, in milliseconds.
const SAID_FOR_MS: u32 = 2_000;

/// A button that copies what `text` gives.
#[component]
pub fn CopyButton(
    /// The text to copy; computed when the button is pressed.
    #[prop(into)]
    text: Callback<(), String>,
    /// The button's name.
    #[prop(into)]
    label: Signal<&'static str>,
    /// What is copied, for people who hear the name alone.
    #[prop(into, optional)]
    of: Signal<String>,
    /// Whether it is the panel's main button.
    #[prop(optional)]
    primary: bool,
    /// Whether there is nothing to copy now.
    #[prop(into, optional)]
    disabled: Signal<bool>,
) -> impl IntoView {
    let state = expect_context::<State>();
    let done = RwSignal::new(false);
    let copy = move |_| {
        let text = text.run(());
        later(async move {
            let words = state.now_untracked();
            if clipboard::write(&text).await {
                done.set(true);
                state.say(words.copied);
                Timeout::new(SAID_FOR_MS, move || done.set(false)).forget();
            } else {
                state.say(words.copy_failed);
            }
        });
    };
    view! {
        <button type="button" class="button" class:primary=primary disabled=disabled on:click=on(copy)>
            {Signal::derive(move || if done.get() { state.now().copied } else { label.get() })}
            <span class="hidden">" " {of}</span>
        </button>
    }
}

/// A button that downloads what `files` gives: one file as it is, more of them as one archive.
#[component]
pub fn DownloadButton(
    /// The files; computed when the button is pressed.
    #[prop(into)]
    files: Callback<(), Vec<NamedFile>>,
    /// The archive's name.
    #[prop(into, optional)]
    archive: Signal<String>,
    /// The button's name.
    #[prop(into)]
    label: Signal<&'static str>,
    /// What is downloaded, for people who hear the name alone.
    #[prop(into, optional)]
    of: Signal<String>,
) -> impl IntoView {
    let state = expect_context::<State>();
    let save = move |_| {
        let files = files.run(());
        let (name, bytes) = match &files[..] {
            [] => return,
            [file] => {
                // A browser takes no folders in a name.
                let name = file.path.rsplit('/').next().unwrap_or_default();
                (name.to_owned(), file.text.clone().into_bytes())
            }
            files => (archive.get_untracked(), zip(files, &time::stamp())),
        };
        if download::save(&name, &bytes) {
            state.say((state.now_untracked().downloaded)(&name));
        }
    };
    view! {
        <button type="button" class="button" on:click=on(save)>
            {label}
            <span class="hidden">" " {of}</span>
        </button>
    }
}
