//! The hookonce page: everything is computed in the browser, without one network call.
//!
//! A library, so that `tests/web.rs` can try its parts in a browser; `main` starts it.

pub mod app;
pub mod browser;
pub mod planning;
pub mod samples;
pub mod source;
pub mod state;

pub mod panels {
    //! One file a panel.
    pub mod audit;
    pub mod bundles;
    pub mod bytes;
    pub mod choices;
    pub mod compare;
    pub mod delivery;
    pub mod downstream;
    pub mod entries;
    pub mod facts;
    pub mod flow;
    pub mod ids;
    pub mod key;
    pub mod n8n;
    pub mod notes;
    pub mod options;
    pub mod outputs;
    pub mod rule;
    pub mod sender;
    pub mod sequence;
    pub mod sql;
}

pub mod ui {
    //! Widgets that know nothing of hookonce.
    pub mod answer;
    pub mod choice;
    pub mod code;
    pub mod copy;
    pub mod live;
    pub mod markup;
    pub mod segments;
    pub mod tabs;
}

#[path = "../locales/mod.rs"]
pub mod locales;

/// Puts the page into the document and seals it.
pub fn start() {
    leptos::mount::mount_to_body(app::App);
    browser::worker::load(browser::seal::install);
}
