//! The row of options; all output follows them live.

use hookonce_core::finding::{Finding, FindingKind, IdentifierOption};
use hookonce_core::key::Scope;
use hookonce_core::lang::Lang;
use hookonce_core::n8n::{self, Workflow};
use hookonce_core::options::Options;
use hookonce_core::sql::Sql;
use leptos::prelude::*;

use crate::browser::storage;
use crate::state::State;
use crate::ui::copy::CopyButton;

/// The row of options.
#[component]
pub fn OptionsRow() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let findings = Memo::new(move |_| state.options.with(findings));
    view! {
        <section class="options" aria-label=t(|w| w.options)>
            <Field
                id="table"
                label=Signal::derive(t(|w| w.table))
                get=|options| &options.table
                set=|options, value| options.table = value
                findings
            />
            <Field
                id="schema"
                label=Signal::derive(t(|w| w.schema))
                placeholder=Signal::derive(t(|w| w.schema_placeholder))
                get=|options| &options.schema
                set=|options, value| options.schema = value
                findings
            />
            <Field
                id="retention"
                label=Signal::derive(t(|w| w.retention))
                numeric=true
                get=|options| &options.retention_days
                set=|options, value| options.retention_days = value
                findings
            />
            <Field
                id="scope"
                label=Signal::derive(t(|w| w.scope))
                placeholder=Signal::derive(t(|w| w.scope_placeholder))
                get=|options| &options.scope
                set=|options, value| options.scope = value
                findings
            />
            <Field
                id="path"
                label=Signal::derive(t(|w| w.webhook_path))
                get=|options| &options.webhook_path
                set=|options, value| options.webhook_path = value
                findings
            />
            <div class="actions">
                <Show when=move || state.options.with(|options| *options != Options::default())>
                    <button type="button" class="button" on:click=move |_| state.options.set(Options::default())>
                        {t(|w| w.reset_options)}
                    </button>
                </Show>
                <CopyButton
                    text=move |()| state.options.with_untracked(storage::link)
                    label=Signal::derive(t(|w| w.copy_link))
                />
            </div>
            <ul class="findings" aria-live="polite">
                {move || {
                    findings.get().into_iter().map(|(field, finding)| view! { <OptionFinding field finding /> }).collect_view()
                }}
            </ul>
        </section>
    }
}

#[component]
fn Field(
    id: &'static str,
    label: Signal<&'static str>,
    #[prop(into, optional)] placeholder: Signal<&'static str>,
    #[prop(optional)] numeric: bool,
    get: fn(&Options) -> &String,
    set: fn(&mut Options, String),
    findings: Memo<Vec<(&'static str, Finding)>>,
) -> impl IntoView {
    let state = expect_context::<State>();
    let faulty = move || {
        findings.with(|findings| {
            let mut own = findings.iter().filter(|(field, _)| *field == id);
            own.any(|(_, finding)| finding.severity() == hookonce_core::finding::Severity::Error)
        })
    };
    view! {
        <div class="field">
            <label for=id>{move || label.get()}</label>
            <input
                id=id
                type="text"
                inputmode=if numeric { "numeric" } else { "text" }
                spellcheck="false"
                autocapitalize="off"
                autocomplete="off"
                placeholder=move || placeholder.get()
                aria-invalid=move || faulty().to_string()
                aria-describedby=format!("{id}-finding")
                prop:value=move || state.options.with(|options| get(options).clone())
                on:input:target=move |event| state.options.update(|options| set(options, event.target().value()))
            />
        </div>
    }
}

#[component]
fn OptionFinding(field: &'static str, finding: Finding) -> impl IntoView {
    let state = expect_context::<State>();
    let severity = finding.severity();
    let code = finding.code();
    let said = StoredValue::new(finding);
    view! {
        <li class=format!("finding {}", severity.code()) id=format!("{field}-finding")>
            <span class="tag">
                <span class="hidden">{move || format!("{}: ", (state.now().severity)(severity))}</span>
                {code}
            </span>
            <span>
                {move || said.with_value(|finding| finding.message(state.lang.get()))}
                <small>{move || said.with_value(|finding| finding.advice(state.lang.get()))}</small>
            </span>
        </li>
    }
}

/// What is wrong with or worth knowing about the options, each with its field, once.
fn findings(options: &Options) -> Vec<(&'static str, Finding)> {
    let sql = match Sql::new(options) {
        Ok(sql) => sql.findings(),
        Err(findings) => findings,
    };
    let scope = Scope::new(&options.scope).err();
    let workflow = n8n::workflow(Workflow::Receive, options, Lang::En).err().unwrap_or_default();
    let mut seen: Vec<(&'static str, Finding)> = Vec::new();
    for finding in sql.into_iter().chain(scope).chain(workflow) {
        if !seen.iter().any(|(_, other)| *other == finding) {
            seen.push((field(&finding.kind), finding));
        }
    }
    seen.sort_by_key(|(_, finding)| finding.severity());
    seen
}

fn field(kind: &FindingKind) -> &'static str {
    match kind {
        FindingKind::IdentifierInvalid { option, .. } | FindingKind::N8nIdentifier { option } => match option
        {
            IdentifierOption::Schema => "schema",
            IdentifierOption::Table => "table",
        },
        FindingKind::RetentionEqual
        | FindingKind::RetentionOutOfRange
        | FindingKind::RetentionShort { .. } => "retention",
        FindingKind::ScopeInvalid { .. } => "scope",
        FindingKind::WebhookPathInvalid => "path",
        _ => "options",
    }
}
