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
    let chosen = RwSignal::new(Tab::Sql);
    // With two tabs each arrow key leads to the other one.
    let keys = move |event: KeyboardEvent| {
        let to = match event.key().as_str() {
            "ArrowLeft" | "ArrowRight" => match chosen.get_untracked() {
                Tab::N8n => Tab::Sql,
                Tab::Sql => Tab::N8n,
            },
            "End" => Tab::N8n,
            "Home" => Tab::Sql,
            _ => return,
        };
        event.prevent_default();
        chosen.set(to);
        if let Some(tab) =
            document().get_element_by_id(id(to)).and_then(|tab| tab.dyn_into::<HtmlElement>().ok())
        {
            let _ = tab.focus();
        }
    };
    let tab = move |tab: Tab| {
        let is_chosen = move || chosen.get() == tab;
        view! {
            <button
                type="button"
                role="tab"
                id=id(tab)
                aria-selected=Signal::derive(move || is_chosen().to_string())
                aria-controls="output"
                tabindex=Signal::derive(move || if is_chosen() { "0" } else { "-1" })
                on:click=on(move |_| chosen.set(tab))
                on:keydown=on(keys)
            >
                {Signal::derive(move || name(state, tab))}
            </button>
        }
    };
    let panel = live(move || match chosen.get() {
        Tab::N8n => view! { <n8n::N8n /> }.into_any(),
        Tab::Sql => view! { <sql::SqlPanels /> }.into_any(),
    });
    view! {
        <section class="outputs" aria-label=t(|w| w.outputs)>
            <div class="tabs" role="tablist" aria-label=t(|w| w.outputs)>
                {tab(Tab::Sql)} {tab(Tab::N8n)}
            </div>
            <div id="output" role="tabpanel" aria-labelledby=Signal::derive(move || id(chosen.get()))>
                {panel}
            </div>
        </section>
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
