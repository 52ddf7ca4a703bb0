//! What is made, SQL and n8n workflows; and a closer look at what it is made for.

use leptos::prelude::*;

use crate::panels::{audit, bytes, compare, ids, n8n, sender, sql};
use crate::state::State;
use crate::ui::tabs::{self, Tabs};

/// The tabs and the chosen one's panels.
#[component]
pub fn Outputs() -> impl IntoView {
    let t = expect_context::<State>().words();
    view! {
        <Tabs
            id=OUTPUT
            label=t(|w| w.outputs)
            tabs=vec![
                ("tab-sql", t(|w| w.tab_sql), || view! { <sql::SqlPanels /> }.into_any()),
                ("tab-n8n", t(|w| w.tab_n8n), || view! { <n8n::N8n /> }.into_any()),
                ("tab-ids", t(|w| w.tab_ids), || view! { <ids::Ids /> }.into_any()),
                ("tab-sender", t(|w| w.sender), || view! { <sender::Sender /> }.into_any()),
                ("tab-compare", t(|w| w.tab_compare), || view! { <compare::Compare /> }.into_any()),
                ("tab-audit", t(|w| w.tab_audit), || view! { <audit::Audit /> }.into_any()),
                ("tab-bytes", t(|w| w.tab_bytes), || view! { <bytes::Bytes /> }.into_any()),
            ]
        />
    }
}

/// Puts the focus on the chosen tab.
pub fn focus_chosen() {
    tabs::focus_chosen(OUTPUT);
}

const OUTPUT: &str = "output";
