//! What is kept: the options in the page's address and in the browser's storage, the language and
//! the colours in the storage only. Nothing else, ever.

use gloo_events::EventListener;
use hookonce_core::lang::Lang;
use hookonce_core::options::Options;
use hookonce_core::sql::{Dialect, Guarantee};
use leptos::prelude::*;
use wasm_bindgen::JsValue;
use web_sys::{Storage, UrlSearchParams};

use super::{document, window};
use crate::state::{State, THEMES};

const LANG: &str = "hookonce.language";
const OPTIONS: &str = "hookonce.options";
const THEME: &str = "hookonce.colours";

/// The language: the one chosen before, else the browser's first that we speak.
pub fn lang() -> Lang {
    let kept = kept(LANG).and_then(|code| Lang::ALL.into_iter().find(|lang| lang.code() == code));
    kept.unwrap_or_else(|| {
        let preferred = window().navigator().languages();
        let ours = preferred.iter().filter_map(|tag| tag.as_string()).find_map(|tag| {
            Lang::ALL.into_iter().find(|lang| tag.to_ascii_lowercase().split('-').next() == Some(lang.code()))
        });
        ours.unwrap_or_default()
    })
}

/// The colours chosen before.
pub fn theme() -> String {
    kept(THEME).filter(|name| THEMES.contains(&name.as_str())).unwrap_or(THEMES[0].to_owned())
}

/// The options: those in the page's address if there are any, else those used before.
pub fn options() -> Options {
    from_address().or_else(|| from_fragment(&kept(OPTIONS)?)).unwrap_or_default()
}

/// Writes what may be kept whenever it changes. A browser that keeps nothing is no error.
pub fn keep(state: State) {
    let (lang, theme, options) = (state.lang.get(), state.theme.get(), state.options.get());
    let fragment = fragment(&options);
    if let Some(storage) = local_storage() {
        for (name, value) in [(LANG, lang.code()), (THEME, theme.as_str()), (OPTIONS, &fragment)] {
            let _ = storage.set_item(name, value);
        }
    }
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("lang", lang.code());
        let _ = root.set_attribute("data-theme", &theme);
    }
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&format!("#{fragment}")));
    }
}

/// Takes over the options when the page's address is edited or a link to another plan is followed.
pub fn follow_address(state: State) {
    let listener = EventListener::new(&window(), "hashchange", move |_| {
        if let Some(options) = from_address() {
            state.options.set(options);
        }
    });
    // The page listens as long as it lives.
    listener.forget();
}

/// The address of this page with these options.
pub fn link(options: &Options) -> String {
    let location = window().location();
    let address = location.href().unwrap_or_default();
    let page = address.split('#').next().unwrap_or_default();
    format!("{page}#{}", fragment(options))
}

/// The options that differ from the defaults, as `name=value&…`.
fn fragment(options: &Options) -> String {
    let Ok(params) = UrlSearchParams::new() else {
        return String::new();
    };
    let defaults = pairs(&Options::default());
    for ((name, value), (_, default)) in pairs(options).into_iter().zip(defaults) {
        if value != default {
            params.append(name, &value);
        }
    }
    String::from(params.to_string())
}

fn kept(name: &str) -> Option<String> {
    local_storage()?.get_item(name).ok().flatten()
}

/// None where the browser forbids it. (gloo-storage panics there.)
fn local_storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

fn from_address() -> Option<Options> {
    from_fragment(window().location().hash().ok()?.trim_start_matches('#'))
}

fn from_fragment(fragment: &str) -> Option<Options> {
    let params = UrlSearchParams::new_with_str(fragment).ok()?;
    let mut options = Options::default();
    let mut any = false;
    for (name, _) in pairs(&options) {
        if let Some(value) = params.get(name) {
            set(&mut options, name, value.chars().take(MAX_VALUE_CHARS).collect());
            any = true;
        }
    }
    any.then_some(options)
}

/// More than any option can use; a longer one is a mistake that the option's own check then reports.
const MAX_VALUE_CHARS: usize = 200;

/// Each option with its name in the address and its value there.
fn pairs(options: &Options) -> Vec<(&'static str, String)> {
    let Options {
        rule,
        scope,
        dialect,
        guarantee,
        columns,
        lease_seconds,
        schema,
        table,
        retention_days,
        webhook_path,
    } = options;
    let mut columns = *columns;
    let columns: Vec<_> =
        columns.switches().into_iter().filter_map(|(name, on)| on.then_some(name)).collect();
    vec![
        ("rule", rule.clone()),
        ("guarantee", guarantee.name().to_owned()),
        ("dialect", dialect.name().to_owned()),
        ("with", columns.join(",")),
        ("lease-seconds", lease_seconds.clone()),
        ("schema", schema.clone()),
        ("table", table.clone()),
        ("retention-days", retention_days.clone()),
        ("scope", scope.clone()),
        ("path", webhook_path.clone()),
    ]
}

/// Sets the option of this name in the address; a choice that is not known stays as it is.
fn set(options: &mut Options, name: &str, value: String) {
    match name {
        "dialect" => {
            let known = Dialect::ALL.into_iter().find(|dialect| dialect.name() == value);
            options.dialect = known.unwrap_or(options.dialect);
        }
        "guarantee" => {
            let known = Guarantee::ALL.into_iter().find(|guarantee| guarantee.name() == value);
            options.guarantee = known.unwrap_or(options.guarantee);
        }
        "lease-seconds" => options.lease_seconds = value,
        "path" => options.webhook_path = value,
        "rule" => options.rule = value,
        "retention-days" => options.retention_days = value,
        "schema" => options.schema = value,
        "scope" => options.scope = value,
        "table" => options.table = value,
        "with" => {
            for (name, on) in options.columns.switches() {
                *on = value.split(',').any(|chosen| chosen == name);
            }
        }
        _ => {}
    }
}
