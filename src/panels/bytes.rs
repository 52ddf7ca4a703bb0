//! The body's bytes: what cannot be seen, and a table in hex.

use hookonce_core::bytes::{BYTES_A_ROW, Invisible, Row, rows, view};
use leptos::prelude::*;

use crate::panels::facts::number;
use crate::state::State;
use crate::ui::live::{live, on};
use crate::ui::markup::escaped;

/// What cannot be seen, each with a way to its place, and the bytes around it.
#[component]
pub fn Bytes() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let body = move || state.outcome.with(|outcome| Some(outcome.delivery.as_ref()?.body.clone()));
    // The first byte of the part that is shown.
    let from = RwSignal::new(0);
    let invisible = live(move || {
        let (words, lang) = (state.now(), state.lang.get());
        let Some(body) = body() else {
            return view! { <p class="why">{words.no_delivery}</p> }.into_any();
        };
        let looked_at = &body[..body.len().min(LOOKED_AT)];
        let found = view(looked_at);
        let item = |invisible: &Invisible| {
            let Invisible { kind, position, length } = *invisible;
            let place = (words.position)(position.line, position.column);
            let show = on(move |_| from.set(position.offset / BYTES_A_ROW * BYTES_A_ROW));
            let hex = invisible.hex(looked_at);
            view! {
                <tr>
                    <td>{kind.label(lang)}</td>
                    <td>
                        <button type="button" class="link" on:click=show>{place}</button>
                    </td>
                    <td>{number(length, lang)}</td>
                    <td><code>{hex}</code></td>
                </tr>
            }
        };
        let counts = found
            .counts
            .iter()
            .map(|(kind, count)| format!("<li>{}: {}</li>", escaped(kind.label(lang)), number(*count, lang)));
        let counts: String = counts.collect();
        let cut = (looked_at.len() < body.len()).then(|| view! { <p class="why">{words.bytes_part}</p> });
        if found.counts.is_empty() {
            return view! { <p class="why">{words.bytes_plain}</p> {cut} }.into_any();
        }
        view! {
            <ul class="counts" inner_html=counts></ul>
            {cut}
            <div class="scroll" tabindex="0" role="region" aria-label=words.bytes_invisible>
                <table>
                    <thead>
                        <tr>
                            <th>{words.bytes_what}</th>
                            <th>{words.bytes_where}</th>
                            <th>{words.bytes_length}</th>
                            <th>{words.bytes_hex}</th>
                        </tr>
                    </thead>
                    <tbody>{found.found.iter().take(LISTED).map(item).collect_view()}</tbody>
                </table>
            </div>
        }
        .into_any()
    });
    let table = move || {
        let row = |Row { offset, hex, text }: &Row| {
            format!("<span class=offset>{offset:08x}</span>  {hex:<47}  <b>{}</b>\n", escaped(text))
        };
        body()
            .map(|body| rows(&body, from.get(), ROWS).iter().map(row).collect::<String>())
            .unwrap_or_default()
    };
    let last = move || body().map_or(0, |body| body.len().saturating_sub(1) / PAGE * PAGE);
    let turn = move |to: usize| from.set(to.min(last()));
    view! {
        <div class="panels">
            <div class="card">
                <div class="head">
                    <h3 id="invisible-title">{t(|w| w.bytes_invisible)}</h3>
                </div>
                {invisible}
            </div>
            <div class="card">
                <div class="head">
                    <h3 id="hex-title">{t(|w| w.bytes_table)}</h3>
                    <button
                        type="button"
                        class="button"
                        disabled=Signal::derive(move || from.get() == 0)
                        on:click=on(move |_| turn(from.get_untracked().saturating_sub(PAGE)))
                    >
                        {t(|w| w.bytes_back)}
                    </button>
                    <button
                        type="button"
                        class="button"
                        disabled=Signal::derive(move || from.get() + PAGE > last())
                        on:click=on(move |_| turn(from.get_untracked() + PAGE))
                    >
                        {t(|w| w.bytes_on)}
                    </button>
                </div>
                <pre class="code hex" tabindex="0" role="region" aria-labelledby="hex-title">
                    <code prop:innerHTML=Signal::derive(table)></code>
                </pre>
            </div>
        </div>
    }
}

/// Rows that are shown at a time.
const ROWS: usize = 24;

/// Their bytes.
const PAGE: usize = ROWS * BYTES_A_ROW;

/// How much of a body is looked through: some milliseconds.
const LOOKED_AT: usize = 4 << 20;

/// How many places are listed.
const LISTED: usize = 100;
