//! The migration and the retention job: files, each to copy, and all of them in one download.

use hookonce_core::files::NamedFile;
use hookonce_core::sql::{Change, Dialect, Job, MigrationTool};
use leptos::prelude::*;

use crate::browser::time;
use crate::panels::sql::{made, proof};
use crate::state::State;
use crate::ui::choice::Select;
use crate::ui::code::{Code, Syntax};
use crate::ui::copy::{CopyButton, DownloadButton};
use crate::ui::live::{is_open, live, on};

/// What the files are for.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Kind {
    /// The clean-up as a job with its schedule.
    Job,
    /// The tables as a migration, for the tool that runs it.
    Migration,
}

/// What is chosen in a bundle's card: the tool or the job, and the change of a migration.
#[derive(Clone, Copy)]
struct Chosen {
    maker: RwSignal<String>,
    change: RwSignal<String>,
}

/// The card of a bundle.
#[component]
pub fn Bundle(
    /// What the files are for.
    kind: Kind,
) -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let chosen = Chosen { maker: RwSignal::default(), change: RwSignal::default() };
    let (title, id, label): (Signal<&str>, _, Signal<&str>) = match kind {
        Kind::Job => (t(|w| w.job), "job", t(|w| w.job_kind)),
        Kind::Migration => (t(|w| w.migration), "tool", t(|w| w.tool)),
    };
    let change = live(move || {
        let picker = || {
            view! {
                <label class="hidden" for="change">{t(|w| w.change)}</label>
                <Select
                    id="change"
                    choices=Signal::derive(move || changes(state))
                    value=chosen.change
                    choose=Box::new(move |name| chosen.change.set(name))
                />
            }
        };
        (kind == Kind::Migration && changes(state).len() > 1).then(picker).into_any()
    });
    let in_n8n = live(move || {
        let is_possible = state.options.with(|options| options.dialect == Dialect::PostgreSql);
        let hint = || view! { <p class="remark">{t(|w| w.job_in_n8n)}</p> };
        (kind == Kind::Job && is_possible).then(hint).into_any()
    });
    view! {
        <section class="card">
            <div class="head">
                <div>
                    <h3>{title}</h3>
                    <small>{Signal::derive(move || place(state, kind, chosen))}</small>
                </div>
                <label class="hidden" for=id>{label}</label>
                <Select
                    id=id
                    choices=Signal::derive(move || makers(state, kind))
                    value=Signal::derive(move || maker(state, kind, chosen).to_owned())
                    choose=Box::new(move |name| chosen.maker.set(name))
                />
                {change}
            </div>
            <Files
                files=Callback::new(move |()| files(state, kind, chosen))
                archive=Signal::derive(move || archive(kind, maker(state, kind, chosen)))
                of=title
            />
            {in_n8n}
        </section>
    }
}

/// The tools, or the jobs that the database has, with their names for people.
fn makers(state: State, kind: Kind) -> Vec<(&'static str, &'static str)> {
    match kind {
        Kind::Job => {
            let jobs = made(state).map(|sql| sql.jobs()).unwrap_or_default();
            jobs.into_iter().map(|job| (job.name(), job.title())).collect()
        }
        Kind::Migration => MigrationTool::ALL.map(|tool| (tool.name(), tool.title())).to_vec(),
    }
}

/// The one chosen, if there is such a one now, else the first.
fn maker(state: State, kind: Kind, chosen: Chosen) -> &'static str {
    pick(&makers(state, kind), chosen.maker)
}

fn changes(state: State) -> Vec<(&'static str, &'static str)> {
    let words = state.now();
    let title = |change| match change {
        Change::Create => words.change_create,
        Change::Upgrade => words.change_upgrade,
    };
    let changes = made(state).map(|sql| sql.changes()).unwrap_or_default();
    changes.into_iter().map(|change| (change.name(), title(change))).collect()
}

fn pick(choices: &[(&'static str, &'static str)], chosen: RwSignal<String>) -> &'static str {
    let chosen = chosen.get();
    let names = || choices.iter().map(|(name, _)| *name);
    names().find(|name| *name == chosen).or(names().next()).unwrap_or_default()
}

fn files(state: State, kind: Kind, chosen: Chosen) -> Vec<NamedFile> {
    let (lang, maker) = (state.lang.get(), maker(state, kind, chosen));
    let Some(sql) = made(state) else { return Vec::new() };
    match kind {
        Kind::Job => {
            let job = sql.jobs().into_iter().find(|job| job.name() == maker);
            job.map(|job| sql.job(job, lang)).unwrap_or_default()
        }
        Kind::Migration => {
            let tool = MigrationTool::ALL.into_iter().find(|tool| tool.name() == maker);
            let name = pick(&changes(state), chosen.change);
            let change = sql.changes().into_iter().find(|change| change.name() == name);
            sql.migration(tool.unwrap_or_default(), change.unwrap_or_default(), &time::stamp(), lang)
        }
    }
}

/// Where it goes, and how it was proven.
fn place(state: State, kind: Kind, chosen: Chosen) -> String {
    let words = state.now();
    let dialect = state.options.with(|options| options.dialect);
    let maker = maker(state, kind, chosen);
    match kind {
        Kind::Job => {
            let job = Job::ALL.into_iter().find(|job| job.name() == maker).unwrap_or(Job::Crontab);
            let of = job.proof(dialect);
            let proven = match job {
                Job::Crontab | Job::SystemdTimer => {
                    (words.proof_script)(of.run_on, of.documented.unwrap_or_default())
                }
                Job::MariaDbEvent | Job::PgCron => proof(words, of),
            };
            format!("{} · {proven}", words.job_place)
        }
        Kind::Migration => {
            let tool = MigrationTool::ALL.into_iter().find(|tool| tool.name() == maker).unwrap_or_default();
            let of = tool.proof(dialect);
            let proven = match (tool, of.documented) {
                (MigrationTool::Plain, _) | (_, None) => proof(words, of),
                (_, Some(tool)) => (words.proof_files)(of.run_on, tool),
            };
            format!("{} · {proven}", words.migration_place)
        }
    }
}

fn archive(kind: Kind, maker: &str) -> String {
    let what = match kind {
        Kind::Job => "job",
        Kind::Migration => "migration",
    };
    format!("hookonce-{what}-{maker}.zip")
}

/// Files to look into and to copy, and a button that downloads them all.
#[component]
fn Files(
    files: Callback<(), Vec<NamedFile>>,
    archive: Signal<String>,
    of: Signal<&'static str>,
) -> impl IntoView {
    let state = expect_context::<State>();
    let rows = live(move || {
        let row =
            |(index, file): (usize, NamedFile)| view! { <File files index path=file.path /> }.into_any();
        files.run(()).into_iter().enumerate().map(row).collect_view().into_any()
    });
    let label = Signal::derive(move || match files.run(()).len() {
        1 => state.now().download,
        _ => state.now().download_zip,
    });
    // Only where the time stands in a name.
    let note = move || {
        let day = time::stamp().digits()[..8].to_owned();
        let has_time = files.run(()).iter().any(|file| file.path.contains(&day));
        if has_time { state.now().time_of_names } else { "" }
    };
    view! {
        <ul class="files">{rows}</ul>
        <div class="remark">
            <DownloadButton
                files=move |()| untrack(move || files.run(()))
                archive=archive
                label=label
                of=Signal::derive(move || of.get().to_owned())
            />
            " "
            {Signal::derive(note)}
        </div>
    }
}

#[component]
fn File(files: Callback<(), Vec<NamedFile>>, index: usize, path: String) -> impl IntoView {
    let t = expect_context::<State>().words();
    let text = move || files.run(()).into_iter().nth(index).map(|file| file.text).unwrap_or_default();
    let open = RwSignal::new(false);
    let syntax = match path.rsplit('.').next() {
        Some("sql") => Syntax::Sql,
        _ => Syntax::Shell,
    };
    let of = StoredValue::new(path.clone());
    let of = Signal::derive(move || of.get_value());
    // Written out only for those who open it.
    let preview = live(move || {
        let code = || view! { <Code text=Signal::derive(text) syntax label=of /> };
        open.get().then(code).into_any()
    });
    view! {
        <li>
            <details on:toggle=on(move |event| open.set(is_open(&event)))>
                <summary><code>{path}</code></summary>
                {preview}
            </details>
            <CopyButton text=move |()| untrack(text) label=t(|w| w.copy) of=of />
        </li>
    }
}
