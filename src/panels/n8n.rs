//! The n8n workflows, how to set them up, and how to test them.

use hookonce_core::n8n::{self, Workflow};
use leptos::prelude::*;

use crate::panels::flow::FlowPanel;
use crate::state::State;
use crate::ui::code::{Code, Syntax};
use crate::ui::copy::{CopyButton, DownloadButton};
use crate::ui::live::{live, on};

/// The panels of the n8n tab.
#[component]
pub fn N8n() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    // Only whether there is something to show, so that the panels stay while a field is typed in.
    let possible = Memo::new(move |_| json(state, Workflow::Receive).is_some());
    let setup = Signal::derive(move || {
        n8n::setup_steps(state.options.with(|options| options.guarantee), state.lang.get())
    });
    let refusals = Signal::derive(move || n8n::refusals(state.lang.get()));
    let panels = live(move || {
        if possible.get() {
            view! {
                <FlowPanel />
                <WorkflowPanel
                    workflow=Workflow::Receive
                    title=t(|w| w.workflow_receive)
                    place=t(|w| w.workflow_receive_place)
                />
                <WorkflowPanel
                    workflow=Workflow::Cleanup
                    title=t(|w| w.workflow_cleanup)
                    place=t(|w| w.workflow_cleanup_place)
                />
                <List title=t(|w| w.n8n_setup) items=setup ordered=true />
                <List title=t(|w| w.n8n_refusals) items=refusals ordered=false />
                <Test />
            }
            .into_any()
        } else {
            view! { <p class="none">{t(|w| w.cannot_be_made)}</p> }.into_any()
        }
    });
    view! {
        <p class="lead">{t(|w| w.n8n_default_settings)}</p>
        <p class="lead">{t(|w| w.proof_n8n)}</p>
        <div class="panels">{panels}</div>
    }
}

/// A workflow to download or to paste onto n8n's canvas.
#[component]
fn WorkflowPanel(
    workflow: Workflow,
    title: Signal<&'static str>,
    place: Signal<&'static str>,
) -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let text = move || json(state, workflow).unwrap_or_default();
    let made = move |()| untrack(text);
    let of = Signal::derive(move || title.get().to_owned());
    let open = RwSignal::new(false);
    // The text is long: it is written out only for those who open it.
    let preview = live(move || {
        let code = || view! { <Code text=Signal::derive(text) syntax=Syntax::Text label=of /> };
        open.get().then(code).into_any()
    });
    view! {
        <section class="card">
            <div class="head">
                <div>
                    <h3>{title}</h3>
                    <small>{place}</small>
                </div>
                <CopyButton text=made label=t(|w| w.copy_for_canvas) of=of />
                <DownloadButton
                    text=made
                    file=workflow.file_name()
                    media_type="application/json"
                    label=t(|w| w.download_json)
                    of=of
                />
            </div>
            <details on:toggle=on(move |event| open.set(is_open(&event)))>
                <summary>{t(|w| w.show_json)}</summary>
                {preview}
            </details>
        </section>
    }
}

/// Sentences in the chosen language.
#[component]
fn List(title: Signal<&'static str>, items: Signal<&'static [&'static str]>, ordered: bool) -> impl IntoView {
    let items = live(move || {
        let items = items.get().iter().map(|item| view! { <li>{*item}</li> }).collect_view();
        if ordered {
            view! { <ol class="prose">{items}</ol> }.into_any()
        } else {
            view! { <ul class="prose">{items}</ul> }.into_any()
        }
    });
    view! {
        <section class="card">
            <div class="head">
                <h3>{title}</h3>
            </div>
            {items}
        </section>
    }
}

#[component]
fn Test() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let text = move || {
        let lang = state.lang.get();
        state.options.with(|options| n8n::test_script(options, lang)).unwrap_or_default()
    };
    let made = move |()| untrack(text);
    let of = Signal::derive(move || t(|w| w.n8n_test).get().to_owned());
    view! {
        <section class="card">
            <div class="head">
                <div>
                    <h3>{t(|w| w.n8n_test)}</h3>
                    <small>{t(|w| w.n8n_test_place)}</small>
                </div>
                <CopyButton text=made label=t(|w| w.copy) of=of />
                <DownloadButton
                    text=made
                    file="test.sh"
                    media_type="application/x-sh"
                    label=t(|w| w.download)
                    of=of
                />
            </div>
            <Code text=Signal::derive(text) syntax=Syntax::Shell label=of />
        </section>
    }
}

fn json(state: State, workflow: Workflow) -> Option<String> {
    let lang = state.lang.get();
    state.options.with(|options| n8n::workflow(workflow, options, lang).ok())
}

/// Whether the `details` element of a toggle event is open now.
fn is_open(event: &web_sys::Event) -> bool {
    event_target::<web_sys::Element>(event).has_attribute("open")
}
