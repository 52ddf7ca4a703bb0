//! A small group of buttons of which one is chosen.

use crate::ui::live::{live, on};
use leptos::prelude::*;

/// A group of buttons, one for each choice.
#[component]
pub fn Segments(
    /// What is chosen here.
    label: Signal<&'static str>,
    /// The choices: what stands for them, and their names.
    choices: Signal<Vec<(&'static str, &'static str)>>,
    /// What is chosen.
    #[prop(into)]
    value: Signal<String>,
    /// What is done when one is chosen.
    choose: Callback<&'static str>,
) -> impl IntoView {
    let buttons = live(move || {
        let button = |(choice, name): (&'static str, &'static str)| {
            let chosen = move || value.with(|value| value == choice).to_string();
            view! {
                <button
                    type="button"
                    aria-pressed=Signal::derive(chosen)
                    on:click=on(move |_| choose.run(choice))
                >
                    {name}
                </button>
            }
        };
        choices.get().into_iter().map(button).collect_view().into_any()
    });
    view! {
        <div class="segments" role="group" aria-label=label>
            {buttons}
        </div>
    }
}
