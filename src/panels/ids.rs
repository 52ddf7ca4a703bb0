//! The key inspector: every possible id of the delivery, and what it is. The worker answers.

use js_sys::Array;
use leptos::prelude::*;

use crate::browser::worker::call;
use crate::panels::compare::add;
use crate::state::State;
use crate::ui::answer::Answer;
use crate::ui::live::live;

/// All ids, each with a button that makes it the key.
#[component]
pub fn Ids() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let hint = move || {
        let size =
            state.outcome.with(|outcome| outcome.delivery.as_ref().map(|delivery| delivery.body.len()));
        match size {
            None => Some(state.now().ids_no_delivery),
            Some(size) if size > MOST_BYTES => Some(state.now().ids_too_large),
            Some(_) => None,
        }
    };
    let question = move || {
        if hint().is_some() {
            return None;
        }
        let delivery = state.outcome.with(|outcome| outcome.delivery.as_ref().map(add))?;
        let (rule, scope) = state.options.with(|options| (options.rule.clone(), options.scope.clone()));
        let ask = call("inspect", [rule.into(), scope.into(), state.lang.get().code().into()]);
        Some(Array::of3(&call("clear", []), &delivery, &ask))
    };
    view! {
        <div class="card ids">
            <div class="head">
                <div>
                    <h3 id="ids-title">{t(|w| w.ids_title)}</h3>
                    <small>{t(|w| w.ids_subtitle)}</small>
                </div>
            </div>
            {live(move || hint().map(|hint| view! { <p class="why">{hint}</p> }).into_any())}
            <Answer class="scroll found" titled="ids-title" question=Box::new(question) />
        </div>
    }
}

/// Up to here an answer takes well under a second.
const MOST_BYTES: usize = 8 << 20;
