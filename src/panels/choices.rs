//! What is promised, for which database, with which columns.

use hookonce_core::options::Options;
use hookonce_core::sql::{Columns, Dialect, Guarantee};
use leptos::prelude::*;

use crate::locales::Words;
use crate::state::State;
use crate::ui::choice::{Choice, Select};
use crate::ui::live::on;

/// The guarantees, each with what is lost.
#[component]
pub fn GuaranteePicker() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let choice = |guarantee: Guarantee| {
        view! {
            <Choice
                kind="radio"
                group="guarantee"
                title=Signal::derive(move || name(state.now(), guarantee))
                note=Signal::derive(move || what_is_lost(state.now(), guarantee))
                chosen=Signal::derive(move || state.options.with(|options| options.guarantee == guarantee))
                choose=on(move |_| state.options.update(|options| options.guarantee = guarantee))
            />
        }
    };
    view! {
        <fieldset class="choices">
            <legend>{t(|w| w.guarantee)}</legend>
            {Guarantee::ALL.map(choice).into_iter().collect_view()}
        </fieldset>
    }
}

/// The databases.
#[component]
pub fn DatabasePicker() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let choose = move |name: String| {
        let known = Dialect::ALL.into_iter().find(|dialect| dialect.name() == name);
        state.options.update(|options| options.dialect = known.unwrap_or(options.dialect));
    };
    view! {
        <div class="field">
            <label for="database">{t(|w| w.database)}</label>
            <Select
                id="database"
                choices=Signal::derive(|| Dialect::ALL.map(|dialect| (dialect.name(), dialect.title())).to_vec())
                value=Signal::derive(move || state.options.with(|options| options.dialect.name().to_owned()))
                choose=Box::new(choose)
            />
        </div>
    }
}

/// A column's switch.
type Switch = fn(&mut Columns) -> &mut bool;

/// The columns that the table can have besides.
#[component]
pub fn ColumnPicker() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let columns: [(Switch, _, _); 3] = [
        (|columns| &mut columns.event_type, t(|w| w.event_type), t(|w| w.event_type_note)),
        (|columns| &mut columns.fingerprint, t(|w| w.fingerprint), t(|w| w.fingerprint_note)),
        (|columns| &mut columns.scope, t(|w| w.scope_column), t(|w| w.scope_column_note)),
    ];
    let choice = |(column, title, note): (Switch, _, _)| {
        let chosen = move || state.options.with(|options| *column(&mut { options.columns }));
        let choose = move |_| {
            state.options.update(|options: &mut Options| {
                let column = column(&mut options.columns);
                *column = !*column;
            });
        };
        view! {
            <Choice
                kind="checkbox"
                group="columns"
                title=title
                note=note
                chosen=Signal::derive(chosen)
                choose=on(choose)
            />
        }
    };
    view! {
        <fieldset class="choices plain">
            <legend>{t(|w| w.columns)}</legend>
            {columns.map(choice).into_iter().collect_view()}
        </fieldset>
    }
}

/// The guarantee's name for people.
pub fn name(words: &Words, guarantee: Guarantee) -> &'static str {
    match guarantee {
        Guarantee::ClaimFirst => words.claim_first,
        Guarantee::Lease => words.lease,
        Guarantee::SameTransaction => words.same_transaction,
    }
}

fn what_is_lost(words: &Words, guarantee: Guarantee) -> &'static str {
    match guarantee {
        Guarantee::ClaimFirst => words.claim_first_loses,
        Guarantee::Lease => words.lease_loses,
        Guarantee::SameTransaction => words.same_transaction_loses,
    }
}
