//! A small group of buttons of which one is chosen.

use crate::ui::live::{live, on};
use leptos::prelude::*;

/// A group of buttons; the chosen one sets `value`.
#[component]
pub fn Segments<T>(
    /// What is chosen here.
    #[prop(into)]
    label: Signal<&'static str>,
    /// The choices with their names.
    #[prop(into)]
    choices: Signal<Vec<(T, &'static str)>>,
    /// The choice.
    value: RwSignal<T>,
) -> impl IntoView
where
    T: Copy + PartialEq + Send + Sync + 'static,
{
    let buttons = live(move || {
        let button = |(choice, name): (T, &'static str)| {
            view! {
                <button
                    type="button"
                    aria-pressed=Signal::derive(move || (value.get() == choice).to_string())
                    on:click=on(move |_| value.set(choice))
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
