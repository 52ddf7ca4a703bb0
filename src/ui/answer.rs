//! The worker's answer to a question that follows signals.

use js_sys::Array;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event};

use crate::browser::worker::{self, Ready};
use crate::state::State;
use crate::ui::live::{follow, on};

/// Asks again whenever what `question` reads changes, and shows the newest answer as HTML; no question shows nothing.
/// A button in it with `data-rule` makes that rule the one in use.
#[component]
pub fn Answer(
    /// The calls of the worker.
    question: Box<dyn Fn() -> Option<Array>>,
    /// The classes of its element.
    class: &'static str,
    /// The id of its title, where it is a region that the keyboard scrolls.
    #[prop(optional)]
    titled: &'static str,
) -> impl IntoView {
    let state = expect_context::<State>();
    let html = RwSignal::new(String::new());
    let newest = StoredValue::new(0_u32);
    follow(move || {
        let number = newest.try_update_value(|newest| {
            *newest += 1;
            *newest
        });
        match (worker::ready(), question()) {
            (Ready::Missing, _) => html.set(format!("<p class=why>{}</p>", state.now().worker_missing)),
            (Ready::Now, Some(calls)) => worker::ask(
                &calls,
                Box::new(move |answer| {
                    // The panel may be gone, and a late answer never replaces a newer one.
                    if newest.try_get_value() == number {
                        html.set(answer.unwrap_or_else(|| {
                            format!("<p class=why>{}</p>", state.now_untracked().worker_failed)
                        }));
                    }
                }),
            ),
            (Ready::Now, None) | (Ready::Soon, _) => html.set(String::new()),
        }
    });
    let click = move |event: Event| {
        let button = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let rule = button
            .and_then(|button| button.closest("[data-rule]").ok()?)
            .and_then(|button| button.get_attribute("data-rule"));
        if let Some(rule) = rule {
            state.options.update(|options| options.rule = rule);
            state.say(state.now_untracked().rule_taken);
        }
    };
    view! {
        <div
            class=class
            tabindex=if titled.is_empty() { None } else { Some("0") }
            role=if titled.is_empty() { None } else { Some("region") }
            aria-labelledby=if titled.is_empty() { None } else { Some(titled) }
            aria-live=if titled.is_empty() { Some("polite") } else { None }
            prop:innerHTML=html
            on:click=on(move |event: web_sys::MouseEvent| click(event.into()))
        ></div>
    }
}
