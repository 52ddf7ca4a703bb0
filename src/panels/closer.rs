//! A closer look at the delivery, before anything is made of it.

use leptos::prelude::*;

use crate::panels::sender;
use crate::state::State;
use crate::ui::tabs::Tabs;

/// The tabs and the chosen one's panel.
#[component]
pub fn Closer() -> impl IntoView {
    let t = expect_context::<State>().words();
    view! {
        <Tabs
            id="closer"
            label=t(|w| w.closer)
            tabs=vec![("tab-sender", t(|w| w.sender), || view! { <sender::Sender /> }.into_any())]
        />
    }
}
