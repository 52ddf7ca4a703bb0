//! The SQL: each statement a panel that says where it goes.

use hookonce_core::lang::Lang;
use hookonce_core::sql::{self, Block, File, Sql};
use leptos::prelude::*;

use crate::state::State;
use crate::ui::code::{Code, Syntax};
use crate::ui::copy::{CopyButton, DownloadButton};
use crate::ui::live::live;

/// The panels of the SQL tab.
#[component]
pub fn SqlPanels() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let sql = Memo::new(move |_| state.options.with(|options| Sql::new(options).ok()));
    let statements =
        Memo::new(move |_| sql.with(|sql| sql.as_ref().map(Sql::statements).unwrap_or_default()));
    let panels = live(move || match sql.with(Option::is_some) {
        false => view! { <p class="none">{t(|w| w.cannot_be_made)}</p> }.into_any(),
        true => statements
            .get()
            .into_iter()
            .map(|statement| {
                let block = move |lang| sql.get().map(|sql| sql.block(statement, lang));
                view! { <SqlPanel block=Callback::new(block) file=format!("{}.sql", statement.name()) /> }
            })
            .collect_view()
            .into_any(),
    });
    view! {
        <p class="lead">
            <b>{t(|w| w.guarantee_title)}</b>
            ". "
            {t(|w| w.guarantee)}
        </p>
        <Show when=move || sql.with(Option::is_some)>
            <div class="row">
                <span>{t(|w| w.migration)}</span>
                <FileButton sql file=File::Up label=t(|w| w.download_up) />
                <FileButton sql file=File::Down label=t(|w| w.download_down) />
            </div>
        </Show>
        <div class="panels">{panels}</div>
    }
}

#[component]
fn FileButton(sql: Memo<Option<Sql>>, file: File, label: Signal<&'static str>) -> impl IntoView {
    let state = expect_context::<State>();
    let text = move |()| {
        let lang = state.lang.get_untracked();
        sql.get_untracked().map(|sql| sql.file(file, lang).sql).unwrap_or_default()
    };
    view! {
        <DownloadButton text=text file=format!("{}.sql", file.name()) media_type="application/sql" label=label />
    }
}

/// A titled piece of SQL with its buttons.
#[component]
fn SqlPanel(block: Callback<Lang, Option<Block>>, file: String) -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let block = Memo::new(move |_| block.run(state.lang.get()));
    let title = move || block.with(|block| block.as_ref().map(|block| block.title).unwrap_or_default());
    let place = move || block.with(|block| block.as_ref().map(|block| block.place).unwrap_or_default());
    let proof = Signal::derive(move || (state.now().proof_sql)(sql::Dialect::default().proof().run_on));
    let text = move || block.with(|block| block.as_ref().map(|block| block.sql.clone()).unwrap_or_default());
    let copied =
        move |()| block.with_untracked(|block| block.as_ref().map(|b| b.sql.clone()).unwrap_or_default());
    let of = Signal::derive(move || title().to_owned());
    view! {
        <section class="card">
            <div class="head">
                <div>
                    <h3>{title}</h3>
                    <small>{place} " · " {proof}</small>
                </div>
                <CopyButton text=copied label=t(|w| w.copy) of=of />
                <DownloadButton
                    text=copied
                    file=file
                    media_type="application/sql"
                    label=t(|w| w.download)
                    of=of
                />
            </div>
            <Code text=Signal::derive(text) syntax=Syntax::Sql label=of />
        </section>
    }
}
