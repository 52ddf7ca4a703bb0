//! The SQL: each statement a panel that says where it goes and how it was proven.

use hookonce_core::files::NamedFile;
use hookonce_core::sql::{Block, Guarantee, Proof, Sql, Statement};
use leptos::prelude::*;

use crate::locales::Words;
use crate::panels::bundles::{Bundle, Kind};
use crate::panels::choices;
use crate::panels::sequence::{OutcomesPanel, SequencePanel};
use crate::state::State;
use crate::ui::code::{Code, Syntax};
use crate::ui::copy::{CopyButton, DownloadButton};
use crate::ui::live::live;

/// The panels of the SQL tab.
#[component]
pub fn SqlPanels() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    // Only which statements there are, so that the panels stay while a field is typed in.
    let statements = Memo::new(move |_| {
        let statements = made(state).map(|sql| sql.statements()).unwrap_or_default();
        statements.into_iter().map(Statement::name).collect::<Vec<_>>()
    });
    let panels = live(move || {
        let names = statements.get();
        let chosen = Statement::ALL.into_iter().filter(|statement| names.contains(&statement.name()));
        let panels = chosen.map(|statement| view! { <SqlPanel statement /> }.into_any()).collect_view();
        match names.is_empty() {
            true => view! { <p class="none">{t(|w| w.cannot_be_made)}</p> }.into_any(),
            false => view! {
                <SequencePanel />
                {panels}
                <div class="panels wide">
                    <OutcomesPanel />
                    <div class="stack">
                        <Bundle kind=Kind::Migration />
                        <Bundle kind=Kind::Job />
                    </div>
                </div>
            }
            .into_any(),
        }
    });
    let guarantee = move || state.options.with(|options| options.guarantee);
    view! {
        <p class="lead">
            <b>{Signal::derive(move || choices::name(state.now(), guarantee()))}</b>
            ". "
            {Signal::derive(move || limit(state.now(), guarantee()))}
        </p>
        <div class="panels">{panels}</div>
    }
}

/// The statements of the options, tracked; none while an option cannot be used.
pub fn made(state: State) -> Option<Sql> {
    state.options.with(|options| Sql::new(options).ok())
}

fn block(state: State, statement: Statement) -> Block {
    let none = Block { title: "", place: "", sql: String::new() };
    made(state).map_or(none, |sql| sql.block(statement, state.lang.get()))
}

/// How a proof is said.
pub fn proof(words: &Words, proof: Proof) -> String {
    let run = (words.proof_run)(proof.run_on);
    proof.documented.map(words.proof_documented).map(|documented| format!("{run}{documented}")).unwrap_or(run)
}

/// A titled piece of SQL with its buttons.
#[component]
fn SqlPanel(statement: Statement) -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let text = move || block(state, statement).sql;
    let copied = move |()| untrack(text);
    let file = move |()| vec![NamedFile { path: format!("{}.sql", statement.name()), text: untrack(text) }];
    let of = Signal::derive(move || block(state, statement).title.to_owned());
    let place = move || {
        let dialect = state.options.with(|options| options.dialect);
        format!("{} · {}", block(state, statement).place, proof(state.now(), dialect.proof()))
    };
    view! {
        <section class="card">
            <div class="head">
                <div>
                    <h3>{of}</h3>
                    <small>{Signal::derive(place)}</small>
                </div>
                <CopyButton text=copied label=t(|w| w.copy) of=of />
                <DownloadButton files=file label=t(|w| w.download) of=of />
            </div>
            <Code text=Signal::derive(text) syntax=Syntax::Sql label=of />
        </section>
    }
}

/// What the guarantee does, and where it ends.
fn limit(words: &Words, guarantee: Guarantee) -> &'static str {
    match guarantee {
        Guarantee::ClaimFirst => words.claim_first_limit,
        Guarantee::Lease => words.lease_limit,
        Guarantee::SameTransaction => words.same_transaction_limit,
    }
}
