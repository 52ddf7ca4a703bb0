//! Tabs: a row of names, and the panel of the chosen one.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use crate::browser::document;
use crate::ui::live::{live, on};

/// One tab: its id, its name, and what makes its panel.
pub type Tab = (&'static str, Signal<&'static str>, fn() -> AnyView);

/// The tabs, of which the first is chosen; arrow keys lead from one to the next.
#[component]
pub fn Tabs(
    /// The panel's id.
    id: &'static str,
    /// What the tabs are about.
    label: Signal<&'static str>,
    /// At least one.
    tabs: Vec<Tab>,
) -> impl IntoView {
    let chosen = RwSignal::new(tabs.first().map_or("", |(tab, ..)| *tab).to_owned());
    let ids: Vec<_> = tabs.iter().map(|(tab, ..)| *tab).collect();
    let keys = move |event: KeyboardEvent| {
        let last = ids.len() - 1;
        let here =
            chosen.with_untracked(|chosen| ids.iter().position(|tab| tab == chosen)).unwrap_or_default();
        let to = match event.key().as_str() {
            "ArrowLeft" => here.checked_sub(1).unwrap_or(last),
            "ArrowRight" => {
                if here == last {
                    0
                } else {
                    here + 1
                }
            }
            "End" => last,
            "Home" => 0,
            _ => return,
        };
        event.prevent_default();
        chosen.set(ids[to].to_owned());
        focus(ids[to]);
    };
    let button = |(tab, name, _): &Tab| {
        let tab = *tab;
        let is_chosen = move || chosen.with(|chosen| chosen == tab);
        view! {
            <button
                type="button"
                role="tab"
                id=tab
                aria-selected=Signal::derive(move || is_chosen().to_string())
                aria-controls=id
                tabindex=Signal::derive(move || if is_chosen() { "0" } else { "-1" })
                on:click=on(move |_| chosen.set(tab.to_owned()))
                on:keydown=on(keys.clone())
            >
                {*name}
            </button>
        }
    };
    let buttons = tabs.iter().map(button).collect_view();
    let panel = live(move || {
        let tab = chosen.get();
        tabs.iter().find(|(id, ..)| *id == tab).map(|(.., panel)| panel()).into_any()
    });
    view! {
        <section class="outputs" aria-label=label>
            <div class="tabs" role="tablist" aria-label=label>
                {buttons}
            </div>
            <div id=id role="tabpanel" aria-labelledby=Signal::derive(move || chosen.get())>
                {panel}
            </div>
        </section>
    }
}

/// Puts the focus on the chosen tab of the panel of this id.
pub fn focus_chosen(id: &str) {
    let chosen =
        document().query_selector(&format!("[aria-controls={id}][aria-selected=true]")).ok().flatten();
    if let Some(tab) = chosen {
        focus(&tab.id());
    }
}

fn focus(id: &str) {
    let element = document().get_element_by_id(id).and_then(|element| element.dyn_into::<HtmlElement>().ok());
    if let Some(element) = element {
        let _ = element.focus();
    }
}
