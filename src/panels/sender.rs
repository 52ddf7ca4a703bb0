//! The sender: what is known of it, from the same facts as `docs/facts.md`.

use hookonce_core::key::RuleChoice;
use hookonce_core::providers::{self, Provider};
use js_sys::Array;
use leptos::prelude::*;

use crate::browser::worker::call;
use crate::state::State;
use crate::ui::answer::Answer;
use crate::ui::choice::Select;
use crate::ui::live::live;

/// A list of all senders, and the sheet of the one that is shown.
#[component]
pub fn Sender() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    // The one to look at, as long as it was not chosen by hand it is that of the delivery.
    let looked_at: RwSignal<Option<&'static Provider>> = RwSignal::new(None);
    let shown = move || looked_at.get().or_else(|| of_delivery(state));
    let choices = move || {
        let all = providers::all().iter().map(|provider| (provider.id, provider.name));
        std::iter::once(("", state.now().sender_choose)).chain(all).collect()
    };
    let question = move || {
        let id = shown()?.id;
        Some(Array::of1(&call("sheet", [id.into(), state.lang.get().code().into()])))
    };
    let none = live(move || {
        shown().is_none().then(|| view! { <p class="why">{t(|w| w.sender_none)}</p> }).into_any()
    });
    view! {
        <div class="card sender">
            <div class="head">
                <div>
                    <h3 id="sender-title">
                        {Signal::derive(move || shown().map_or(state.now().sender, |provider| provider.name))}
                    </h3>
                    <small>{Signal::derive(move || certainty(state, shown()))}</small>
                </div>
                <label class="hidden" for="sender">{t(|w| w.sender_show)}</label>
                <Select
                    id="sender"
                    choices=Signal::derive(choices)
                    value=Signal::derive(move || shown().map(|provider| provider.id).unwrap_or_default().to_owned())
                    choose=Box::new(move |id: String| looked_at.set(providers::by_id(&id)))
                />
            </div>
            {none}
            <Answer class="sheet" titled="sender-title" question=Box::new(question) />
        </div>
    }
}

/// The sender whose rule was chosen, else the one that was recognised.
fn of_delivery(state: State) -> Option<&'static Provider> {
    let chosen = state.options.with(|options| RuleChoice::new(&options.rule).ok());
    match chosen {
        Some(RuleChoice::Provider(provider)) => Some(provider),
        _ => state.outcome.with(|outcome| Some(outcome.plan.as_ref()?.recognised.as_ref()?.provider)),
    }
}

/// How sure it is that the delivery is from this sender, if it may be.
fn certainty(state: State, shown: Option<&'static Provider>) -> &'static str {
    let words = state.now();
    state.outcome.with(|outcome| {
        let recognised = outcome.plan.as_ref().and_then(|plan| plan.recognised.as_ref());
        let of_shown = recognised.filter(|recognised| Some(recognised.provider) == shown);
        of_shown.map_or("", |recognised| (words.certainty)(recognised.certainty))
    })
}
