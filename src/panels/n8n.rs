//! The n8n workflows, how to set them up, and how to test them.

use hookonce_core::files::NamedFile;
use hookonce_core::finding::{Finding, FindingKind};
use hookonce_core::n8n::{self, Workflow};
use hookonce_core::options::Options;
use hookonce_core::sql::{Columns, Dialect};
use leptos::prelude::*;

use crate::locales::Words;
use crate::panels::flow::FlowPanel;
use crate::panels::outputs;
use crate::state::State;
use crate::ui::code::{Code, Syntax};
use crate::ui::copy::{CopyButton, DownloadButton};
use crate::ui::live::{is_open, live, on};
use crate::ui::markup::list;

/// The panels of the n8n tab.
#[component]
pub fn N8n() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    // Only what stands in the way, so that the panels stay while a field is typed in.
    let faults = Memo::new(move |_| {
        let faults = state.effective.with(n8n::check);
        faults.iter().map(Finding::code).collect::<Vec<_>>()
    });
    let setup = Signal::derive(move || {
        let guarantee = state.options.with(|options| options.guarantee);
        list("ol", "prose", n8n::setup_steps(guarantee, state.lang.get()))
    });
    let refusals = Signal::derive(move || list("ul", "prose", n8n::refusals(state.lang.get())));
    let panels = live(move || {
        let faults = faults.get();
        let ways_out = WAYS_OUT.into_iter().filter(|way| faults.contains(&way.kind.code()));
        let ways_out: Vec<_> = ways_out.map(|way| view! { <WayOut way /> }.into_any()).collect();
        if !ways_out.is_empty() {
            ways_out.into_any()
        } else if faults.is_empty() {
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
                <List title=t(|w| w.n8n_setup) items=setup />
                <List title=t(|w| w.n8n_refusals) items=refusals />
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

/// What no workflow can be made with, though SQL can, and what changes it.
#[derive(Clone)]
struct Way {
    kind: FindingKind,
    name: fn(&Words) -> &'static str,
    go: fn(&mut Options),
}

const WAYS_OUT: [Way; 2] = [
    Way {
        kind: FindingKind::N8nDialect,
        name: |words| words.choose_postgresql,
        go: |options| options.dialect = Dialect::PostgreSql,
    },
    Way {
        kind: FindingKind::N8nColumns,
        name: |words| words.drop_columns,
        go: |options| options.columns = Columns::default(),
    },
];

/// Why there is no workflow, and the nearest way to one.
#[component]
fn WayOut(way: Way) -> impl IntoView {
    let state = expect_context::<State>();
    let Way { kind, name, go } = way;
    let finding = StoredValue::new(Finding::new(kind));
    let go = move |_| {
        state.options.update(go);
        // The button is gone now; the tab is where it was.
        outputs::focus_chosen();
    };
    view! {
        <section class="card way-out">
            <p>
                <b>{Signal::derive(move || finding.with_value(|finding| finding.message(state.lang.get())))}</b>
                " "
                {Signal::derive(move || finding.with_value(|finding| finding.advice(state.lang.get())))}
            </p>
            <button type="button" class="button primary" on:click=on(go)>
                {state.words()(name)}
            </button>
        </section>
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
    let file = move |()| vec![NamedFile { path: workflow.file_name(), text: untrack(text) }];
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
                <DownloadButton files=file label=t(|w| w.download_json) of=of />
            </div>
            <details on:toggle=on(move |event| open.set(is_open(&event)))>
                <summary>{t(|w| w.show_json)}</summary>
                {preview}
            </details>
        </section>
    }
}

/// A card with a list.
#[component]
fn List(title: Signal<&'static str>, items: Signal<String>) -> impl IntoView {
    view! {
        <section class="card">
            <div class="head">
                <h3>{title}</h3>
            </div>
            <div prop:innerHTML=items></div>
        </section>
    }
}

#[component]
fn Test() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let text = move || {
        let lang = state.lang.get();
        state.effective.with(|options| n8n::test_script(options, lang)).unwrap_or_default()
    };
    let made = move |()| untrack(text);
    let file = move |()| vec![NamedFile { path: "test.sh".into(), text: untrack(text) }];
    let of = Signal::derive(move || t(|w| w.n8n_test).get().to_owned());
    view! {
        <section class="card">
            <div class="head">
                <div>
                    <h3>{t(|w| w.n8n_test)}</h3>
                    <small>{t(|w| w.n8n_test_place)}</small>
                </div>
                <CopyButton text=made label=t(|w| w.copy) of=of />
                <DownloadButton files=file label=t(|w| w.download) of=of />
            </div>
            <Code text=Signal::derive(text) syntax=Syntax::Shell label=of />
        </section>
    }
}

fn json(state: State, workflow: Workflow) -> Option<String> {
    let lang = state.lang.get();
    state.effective.with(|options| n8n::workflow(workflow, options, lang).ok())
}
