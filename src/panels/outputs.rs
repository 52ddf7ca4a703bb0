//! The tabs of what is made.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, KeyboardEvent};

use crate::browser::document;
use crate::panels::{n8n, sql};
use crate::state::State;
use crate::ui::live::{live, on};

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Tab {
    N8n,
    Sql,
}

/// The tabs and the chosen one's panels.
#[component]
pub fn Outputs() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    // The chosen tab's id.
    let chosen = RwSignal::new(id(Tab::Sql).to_owned());
    let is_chosen = move |tab| chosen.with(|chosen| chosen == id(tab));
    // With two tabs each arrow key leads to the other one.
    let keys = move |event: KeyboardEvent| {
        let to = match event.key().as_str() {
            "ArrowLeft" | "ArrowRight" => match untrack(|| is_chosen(Tab::Sql)) {
                true => Tab::N8n,
                false => Tab::Sql,
            },
            "End" => Tab::N8n,
            "Home" => Tab::Sql,
            _ => return,
        };
        event.prevent_default();
        chosen.set(id(to).to_owned());
        focus(id(to));
    };
    let tab = move |tab: Tab| {
        view! {
            <button
                type="button"
                role="tab"
                id=id(tab)
                aria-selected=Signal::derive(move || is_chosen(tab).to_string())
                aria-controls="output"
                tabindex=Signal::derive(move || if is_chosen(tab) { "0" } else { "-1" })
                on:click=on(move |_| chosen.set(id(tab).to_owned()))
                on:keydown=on(keys)
            >
                {Signal::derive(move || name(state, tab))}
            </button>
        }
    };
    let panel = live(move || match is_chosen(Tab::Sql) {
        true => view! { <sql::SqlPanels /> }.into_any(),
        false => view! { <n8n::N8n /> }.into_any(),
    });
    view! {
        <section class="outputs" aria-label=t(|w| w.outputs)>
            <div class="tabs" role="tablist" aria-label=t(|w| w.outputs)>
                {tab(Tab::Sql)} {tab(Tab::N8n)}
            </div>
            <div id="output" role="tabpanel" aria-labelledby=Signal::derive(move || chosen.get())>
                {panel}
            </div>
        </section>
    }
}

/// Puts the focus on the chosen tab.
pub fn focus_chosen() {
    let chosen = document().query_selector("[role=tab][aria-selected=true]").ok().flatten();
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

fn id(tab: Tab) -> &'static str {
    match tab {
        Tab::N8n => "tab-n8n",
        Tab::Sql => "tab-sql",
    }
}

fn name(state: State, tab: Tab) -> &'static str {
    match tab {
        Tab::N8n => state.now().tab_n8n,
        Tab::Sql => state.now().tab_sql,
    }
}
