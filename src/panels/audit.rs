//! An export of many deliveries: how many events it has, how many repeats. A worker of its own reads the file.

use leptos::ev::DragEvent;
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, File, FileList, HtmlInputElement, MouseEvent};

use crate::browser::files;
use crate::browser::worker::FileRun;
use crate::panels::facts::size;
use crate::state::State;
use crate::ui::live::{follow, live, on};

/// The file that was chosen last, how far it is read, and what it came to.
#[derive(Clone, Copy)]
struct Chosen {
    file: StoredValue<Option<File>, LocalStorage>,
    run: StoredValue<Option<FileRun>, LocalStorage>,
    /// Its name and size.
    name: RwSignal<Option<(String, f64)>>,
    /// Bytes read, as long as it is being read.
    read: RwSignal<Option<f64>>,
    html: RwSignal<String>,
    /// The rule and the scope by which it was read.
    by: RwSignal<(String, String)>,
}

/// The audit of an export.
#[component]
pub fn Audit() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let chosen = Chosen {
        file: StoredValue::new_local(None),
        run: StoredValue::new_local(None),
        name: RwSignal::new(None),
        read: RwSignal::new(None),
        html: RwSignal::default(),
        by: RwSignal::default(),
    };
    // The answer follows the language.
    follow(move || {
        let lang = state.lang.get().code();
        if chosen.read.get_untracked().is_none() {
            chosen.run.with_value(|run| {
                if let Some(run) = run {
                    run.say_in(lang);
                }
            });
        }
    });
    let open = move |files: Option<FileList>| {
        if let Some(file) = files.and_then(|files| files.get(0)) {
            chosen.name.set(Some((file.name(), file.size())));
            chosen.file.set_value(Some(file));
            start(state, chosen, None);
        }
    };
    let choose = move |event: web_sys::Event| {
        let input = event_target::<HtmlInputElement>(&event);
        open(input.files());
        input.set_value("");
    };
    let drop = move |event: DragEvent| {
        if files::are_dragged(&event) {
            event.prevent_default();
            open(event.data_transfer().and_then(|data| data.files()));
        }
    };
    let click = move |event: MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let find = |name: &str| {
            let button = target.as_ref()?.closest(&format!("[{name}]")).ok()??;
            button.get_attribute(name)
        };
        if let Some(rule) = find("data-rule") {
            state.options.update(|options| options.rule = rule);
            state.say(state.now_untracked().rule_taken);
        } else if let Some(column) = find("data-column") {
            start(state, chosen, Some(column));
        }
    };
    let is_reading = Memo::new(move |_| chosen.read.get().is_some());
    let progress = live(move || {
        let cancel = on(move |_| {
            chosen.run.set_value(None);
            chosen.read.set(None);
            chosen.html.set(format!("<p class=why>{}</p>", state.now_untracked().audit_cancelled));
        });
        // The bar and the button stay, while the numbers change.
        let read = move || chosen.read.get().unwrap_or_default().to_string();
        let size = move || chosen.name.with(|name| name.as_ref().map_or(1.0, |(_, size)| *size).to_string());
        let bar = || {
            view! {
                <div class="reading">
                    <progress
                        aria-label=t(|w| w.working)
                        max=Signal::derive(size)
                        value=Signal::derive(read)
                    ></progress>
                    <button type="button" class="button" on:click=cancel>
                        {t(|w| w.audit_cancel)}
                    </button>
                </div>
            }
        };
        is_reading.get().then(bar).into_any()
    });
    // Another rule than the one by which the file was read.
    let again = live(move || {
        let is_other = state
            .options
            .with(|options| chosen.by.with(|(rule, scope)| *rule != options.rule || *scope != options.scope));
        let is_wanted = is_other && chosen.read.get().is_none() && chosen.name.with(Option::is_some);
        let again = on(move |_| start(state, chosen, None));
        let button =
            || view! { <button type="button" class="button" on:click=again>{t(|w| w.audit_again)}</button> };
        is_wanted.then(button).into_any()
    });
    let name = move || {
        let lang = state.lang.get();
        chosen.name.with(|name| {
            name.as_ref().map(|(name, bytes)| format!("{name}, {}", size(*bytes as usize, lang)))
        })
    };
    view! {
        <section class="card audit" aria-labelledby="audit-title" on:drop=on(drop)>
            <div class="head">
                <div>
                    <h3 id="audit-title">{t(|w| w.audit_title)}</h3>
                    <small>{Signal::derive(move || name().unwrap_or_else(|| state.now().audit_subtitle.to_owned()))}</small>
                </div>
                {again}
                <label class="button file">
                    {t(|w| w.audit_open)}
                    <input type="file" on:change=on(choose) />
                </label>
            </div>
            {live(move || chosen.name.with(Option::is_none).then(|| view! { <p class="why">{t(|w| w.audit_hint)}</p> }).into_any())}
            {progress}
            <div prop:innerHTML=chosen.html on:click=on(click)></div>
        </section>
    }
}

/// Reads the chosen file from its beginning; what was being read before is given up.
fn start(state: State, chosen: Chosen, column: Option<String>) {
    let Some(file) = chosen.file.get_value() else { return };
    let by = state.options.with_untracked(|options| (options.rule.clone(), options.scope.clone()));
    let more = [
        ("rule", JsValue::from(&by.0)),
        ("scope", JsValue::from(&by.1)),
        ("column", column.map_or(JsValue::UNDEFINED, JsValue::from)),
        ("lang", state.lang.get_untracked().code().into()),
    ];
    chosen.by.set(by);
    chosen.html.set(String::new());
    chosen.read.set(Some(0.0));
    let progress = move |read| {
        // The panel may be gone.
        chosen.read.try_set(Some(read));
    };
    let then = move |answer: Option<String>| {
        // The answer to another language comes here too.
        if chosen.read.try_update(Option::take).flatten().is_some() {
            state.say(state.now_untracked().audit_done);
        }
        let failed = || format!("<p class=why>{}</p>", state.now_untracked().worker_failed);
        chosen.html.try_set(answer.unwrap_or_else(failed));
    };
    let run = FileRun::start(&file, &more, progress, then);
    if run.is_none() {
        chosen.read.set(None);
        chosen.html.set(format!("<p class=why>{}</p>", state.now_untracked().worker_missing));
    }
    chosen.run.set_value(run);
}
