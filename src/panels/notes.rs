//! The two notes in the header: what the browser blocks, and what is kept.

use leptos::prelude::*;

use crate::browser::seal::{self, Try};
use crate::state::State;
use crate::ui::live::{later, live, on};

/// What the seal blocks, what it cannot block, and a test of it.
#[component]
pub fn Seal() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let tried = RwSignal::new(None);
    let try_request = move |_| later(async move { tried.set(Some(seal::try_request().await)) });
    let result = live(move || {
        let words = state.now();
        tried
            .get()
            .map(|tried| match tried {
                Try::NotRefused => {
                    view! { <strong class="error">{words.seal_not_refused}</strong> }.into_any()
                }
                Try::Refused(directive) => {
                    view! { <strong>{words.seal_refused}</strong> " " <code>{directive}</code> }.into_any()
                }
            })
            .into_any()
    });
    view! {
        <section id="seal" class="note" popover="auto" aria-labelledby="seal-title">
            <h2 id="seal-title">{t(|w| w.seal_title)}</h2>
            <p>{t(|w| w.seal_blocks)}</p>
            <p>{t(|w| w.seal_cannot)}</p>
            <div class="row">
                <button type="button" class="button" on:click=on(try_request)>
                    {t(|w| w.seal_test)}
                </button>
                <p role="status">{result}</p>
            </div>
            <CloseNote id="seal" />
        </section>
    }
}

/// What stays where.
#[component]
pub fn Kept() -> impl IntoView {
    let t = expect_context::<State>().words();
    view! {
        <section id="kept" class="note" popover="auto" aria-labelledby="kept-title">
            <h2 id="kept-title">{t(|w| w.kept)}</h2>
            <ul>
                <li>{t(|w| w.kept_browser)}</li>
                <li>{t(|w| w.kept_database)}</li>
                <li>{t(|w| w.kept_n8n)}</li>
            </ul>
            <p>{t(|w| w.kept_no_certificate)}</p>
            <CloseNote id="kept" />
        </section>
    }
}

#[component]
fn CloseNote(id: &'static str) -> impl IntoView {
    let t = expect_context::<State>().words();
    view! {
        <button type="button" class="button" popovertarget=id popovertargetaction="hide">
            {t(|w| w.close)}
        </button>
    }
}
