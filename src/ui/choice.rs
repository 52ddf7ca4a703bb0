//! Boxes to choose by: radio buttons, check boxes and lists.

use crate::ui::live::{live, on};
use leptos::prelude::*;
use web_sys::Event;

/// A radio button or check box with a name and a line that says what it means.
#[component]
pub fn Choice(
    /// `radio` or `checkbox`.
    kind: &'static str,
    /// The group, whose arrow keys lead from one radio button to the next.
    group: &'static str,
    /// Its name.
    title: Signal<&'static str>,
    /// What it means.
    note: Signal<&'static str>,
    /// Whether it is chosen.
    #[prop(into)]
    chosen: Signal<bool>,
    /// What is done when it is chosen or given up.
    choose: Box<dyn FnMut(Event)>,
) -> impl IntoView {
    view! {
        <label class="choice">
            <input type=kind name=group prop:checked=chosen on:change=choose />
            <span>
                <b>{title}</b>
                " "
                <small>{note}</small>
            </span>
        </label>
    }
}

/// A list of which one is chosen.
#[component]
pub fn Select(
    /// The element's id.
    id: &'static str,
    /// The choices: what stands for them, and their names.
    choices: Signal<Vec<(&'static str, &'static str)>>,
    /// What is chosen.
    #[prop(into)]
    value: Signal<String>,
    /// What is done when one is chosen.
    choose: Box<dyn Fn(String)>,
) -> impl IntoView {
    let options = live(move || {
        let option = |(name, title): (&'static str, &'static str)| {
            // Chosen at each option: the list takes no value that it does not have yet.
            let chosen = Signal::derive(move || value.with(|value| value == name));
            view! { <option value=name prop:selected=chosen>{title}</option> }
        };
        choices.get().into_iter().map(option).collect_view().into_any()
    });
    view! {
        <select id=id class="button" on:change=on(move |event| choose(event_target_value(&event)))>
            {options}
        </select>
    }
}
