//! The page as a whole.

use hookonce_core::lang::Lang;
use leptos::prelude::*;

use crate::browser::{seal, storage};
use crate::panels::{delivery, key, notes, options, outputs};
use crate::planning;
use crate::state::State;
use crate::ui::live::follow;
use crate::ui::segments::Segments;

/// The page.
#[component]
pub fn App() -> impl IntoView {
    let state = State::open();
    provide_context(state);

    follow(move || planning::start(state));
    follow(move || storage::keep(state));
    storage::follow_address(state);

    let t = state.words();
    view! {
        <a class="skip" href="#key">{t(|w| w.skip_to_key)}</a>
        <Header />
        <main>
            <delivery::Delivery />
            <key::Key />
            <options::OptionsRow />
            <outputs::Outputs />
        </main>
        <footer>
            <p>{t(|w| w.footer)}</p>
        </footer>
        <p class="status" role="status">{state.status}</p>
    }
}

#[component]
fn Header() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let themes = move || {
        let words = state.now();
        vec![("auto", words.theme_auto), ("light", words.theme_light), ("dark", words.theme_dark)]
    };
    let speak = move |code| {
        let lang = Lang::ALL.into_iter().find(|lang| lang.code() == code);
        state.lang.set(lang.unwrap_or_default());
    };
    view! {
        <header>
            <h1 class="brand">"hookonce " <span>{t(|w| w.tagline)}</span></h1>
            <button
                class="pill"
                class:warning=Signal::derive(|| !seal::is_installed())
                popovertarget="seal"
            >
                <Lock />
                {Signal::derive(move || if seal::is_installed() { state.now().seal } else { state.now().seal_pending })}
            </button>
            <button class="pill plain" popovertarget="kept">{t(|w| w.kept)}</button>
            <notes::Seal />
            <notes::Kept />
            <Segments
                label=t(|w| w.language)
                choices=Signal::derive(|| vec![("de", "DE"), ("en", "EN")])
                value=Signal::derive(move || state.lang.get().code().to_owned())
                choose=Callback::new(speak)
            />
            <Segments
                label=t(|w| w.theme)
                choices=Signal::derive(themes)
                value=state.theme
                choose=Callback::new(move |name: &str| state.theme.set(name.to_owned()))
            />
        </header>
    }
}

#[component]
fn Lock() -> impl IntoView {
    let lock = "<svg width=12 height=12 viewBox='0 0 12 12' aria-hidden=true class=lock>\
        <rect x=1.5 y=5 width=9 height=6 rx=1.5 /><path d='M3.5 5V3.6a2.5 2.5 0 0 1 5 0V5'/></svg>";
    view! { <span prop:innerHTML=Signal::derive(move || lock.to_owned())></span> }
}
