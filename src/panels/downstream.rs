//! The idempotency key for a call that the work makes itself, such as a payment.

use hookonce_core::key::downstream::idempotency_key;
use leptos::prelude::*;

use crate::state::State;
use crate::ui::copy::CopyButton;
use crate::ui::live::{is_open, live, on};

/// A field for the call's name, and its idempotency key; of a batch that of the first event.
#[component]
pub fn Downstream() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let step = RwSignal::new("charge".to_owned());
    let key = Memo::new(move |_| {
        let event = state.outcome.with(|outcome| {
            let plan = outcome.plan.as_ref()?;
            plan.key.clone().or_else(|| plan.items.as_ref()?.iter().flatten().next().cloned())
        })?;
        Some(step.with(|step| idempotency_key(&event, step)))
    });
    // Made when it is looked at: what is closed would only be styled and counted.
    let open = RwSignal::new(false);
    let fields = move || {
        view! {
            <p>{t(|w| w.downstream_how)}</p>
            <div class="rules">
                <div class="field">
                    <label for="step">{t(|w| w.downstream_step)}</label>
                    <input
                        id="step"
                        type="text"
                        spellcheck="false"
                        autocapitalize="off"
                        autocomplete="off"
                        prop:value=step
                        on:input=on(move |event| step.set(event_target_value(&event)))
                    />
                </div>
                <code>{Signal::derive(move || key.get().unwrap_or_default())}</code>
                <CopyButton
                    text=move |()| key.get_untracked().unwrap_or_default()
                    label=t(|w| w.copy)
                />
            </div>
        }
    };
    let fields = live(move || open.get().then(fields).into_any());
    view! {
        <details
            class="steps"
            hidden=Signal::derive(move || key.with(Option::is_none))
            on:toggle=on(move |event| open.set(is_open(&event)))
        >
            <summary>{t(|w| w.downstream)}</summary>
            {fields}
        </details>
    }
}
