//! The row of options; all output follows them live.

use hookonce_core::finding::{self, Finding, FindingKind, IdentifierOption, Severity};
use hookonce_core::inspect;
use hookonce_core::key::Scope;
use hookonce_core::n8n;
use hookonce_core::options::Options;
use hookonce_core::sql::{Guarantee, Sql};
use leptos::prelude::*;

use crate::browser::storage;
use crate::panels::choices::{ColumnPicker, DatabasePicker, GuaranteePicker};
use crate::panels::key::{finding_class, say};
use crate::state::State;
use crate::ui::copy::CopyButton;
use crate::ui::live::{live, on};

/// The row of options.
#[component]
pub fn OptionsRow() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let reset = live(move || {
        let reset = on(move |_| state.options.set(Options::default()));
        let button = || view! { <button type="button" class="button" on:click=reset>{t(|w| w.reset_options)}</button> };
        state.options.with(|options| *options != Options::default()).then(button).into_any()
    });
    let list = move || {
        let (words, lang) = (state.now(), state.lang.get());
        let item = |(field, finding): (&str, Finding)| {
            let (class, said) = (finding_class(&finding), say(&finding, words, lang));
            let id = if field.is_empty() { String::new() } else { format!(" id={field}-finding") };
            format!("<li class=\"{class}\"{id}><div class=said>{said}</div></li>")
        };
        findings(state).into_iter().map(item).collect::<String>()
    };
    view! {
        <section class="options" aria-label=t(|w| w.options)>
            <GuaranteePicker />
            <DatabasePicker />
            <Field
                id="lease"
                label=t(|w| w.lease_seconds)
                numeric=true
                hidden=Signal::derive(move || state.options.with(|options| options.guarantee != Guarantee::Lease))
                get=|options| &options.lease_seconds
                set=|options, value| options.lease_seconds = value
            />
            <Field
                id="table"
                label=t(|w| w.table)
                get=|options| &options.table
                set=|options, value| options.table = value
            />
            <Field
                id="schema"
                label=t(|w| w.schema)
                placeholder=t(|w| w.schema_placeholder)
                get=|options| &options.schema
                set=|options, value| options.schema = value
            />
            <Field
                id="retention"
                label=t(|w| w.retention)
                numeric=true
                get=|options| &options.retention_days
                set=|options, value| options.retention_days = value
            />
            <Field
                id="scope"
                label=t(|w| w.scope)
                placeholder=t(|w| w.scope_placeholder)
                get=|options| &options.scope
                set=|options, value| options.scope = value
            />
            <Field
                id="path"
                label=t(|w| w.webhook_path)
                get=|options| &options.webhook_path
                set=|options, value| options.webhook_path = value
            />
            <ColumnPicker />
            <div class="actions">
                {reset}
                <CopyButton
                    text=move |()| state.options.with_untracked(storage::link)
                    label=t(|w| w.copy_link)
                />
            </div>
            <ul class="findings" aria-live="polite" prop:innerHTML=Signal::derive(list)></ul>
        </section>
    }
}

#[component]
fn Field(
    id: &'static str,
    label: Signal<&'static str>,
    #[prop(into, optional)] placeholder: Signal<&'static str>,
    #[prop(optional)] numeric: bool,
    #[prop(into, optional)] hidden: Signal<bool>,
    get: fn(&Options) -> &String,
    set: fn(&mut Options, String),
) -> impl IntoView {
    let state = expect_context::<State>();
    let faulty = move || {
        let findings = state.options.with(of_options);
        findings.iter().any(|(field, finding)| *field == id && finding.severity() == Severity::Error)
    };
    view! {
        <div class="field" hidden=hidden>
            <label for=id>{label}</label>
            <input
                id=id
                type="text"
                inputmode=if numeric { "numeric" } else { "text" }
                spellcheck="false"
                autocapitalize="off"
                autocomplete="off"
                placeholder=placeholder
                aria-invalid=Signal::derive(move || faulty().to_string())
                aria-describedby=format!("{id}-finding")
                prop:value=Signal::derive(move || state.options.with(|options| get(options).clone()))
                on:input=on(move |event| state.options.update(|options| set(options, event_target_value(&event))))
            />
        </div>
    }
}

/// What is wrong with the options or worth knowing about them, also for this sender and this key; each with its field.
fn findings(state: State) -> Vec<(&'static str, Finding)> {
    let of_sender = state.effective.with(inspect::for_retention);
    let dialect = state.options.with(|options| options.dialect);
    let of_key = state
        .outcome
        .with(|outcome| outcome.plan.as_ref().and_then(|plan| inspect::for_dialect(plan, dialect)));
    let mut findings = state.options.with(of_options);
    if let Some(finding) = of_sender {
        // What is known of the sender says more than what holds for any.
        findings.retain(|(_, other)| {
            !matches!(other.kind, FindingKind::RetentionEqual | FindingKind::RetentionShort { .. })
        });
        findings.push(("retention", finding));
    }
    findings.extend(of_key.map(|finding| ("", finding)));
    findings
}

/// What the options say by themselves.
fn of_options(options: &Options) -> Vec<(&'static str, Finding)> {
    let sql = match Sql::new(options) {
        Ok(sql) => sql.findings(),
        Err(findings) => findings,
    };
    let scope = Scope::new(&options.scope).err();
    // Who only wants the SQL is not to be alarmed by what the workflow cannot do: the tab n8n says it.
    let is_of_a_field =
        |finding: &Finding| !matches!(finding.kind, FindingKind::N8nColumns | FindingKind::N8nDialect);
    let workflow = n8n::check(options).into_iter().filter(is_of_a_field);
    let mut findings: Vec<Finding> = Vec::new();
    for finding in sql.into_iter().chain(scope).chain(workflow) {
        if !findings.contains(&finding) {
            findings.push(finding);
        }
    }
    finding::sort(&mut findings);
    findings.into_iter().map(|finding| (field(&finding.kind), finding)).collect()
}

fn field(kind: &FindingKind) -> &'static str {
    match kind {
        FindingKind::IdentifierInvalid { option, .. } | FindingKind::N8nIdentifier { option } => match option
        {
            IdentifierOption::Schema => "schema",
            IdentifierOption::Table => "table",
        },
        FindingKind::LeaseOutOfRange | FindingKind::LeaseOverRetention => "lease",
        FindingKind::RetentionEqual
        | FindingKind::RetentionOutOfRange
        | FindingKind::RetentionShort { .. } => "retention",
        FindingKind::ScopeInvalid { .. } | FindingKind::ScopeTwice => "scope",
        FindingKind::WebhookPathInvalid => "path",
        _ => "options",
    }
}
