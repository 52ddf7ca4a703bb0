//! Deliveries side by side: the same event or not, by which rule, and what differs. The worker answers.

use hookonce_core::delivery::{self, Delivery};
use hookonce_core::lang::Lang;
use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use wasm_bindgen::JsValue;

use crate::browser::worker::call;
use crate::panels::facts::size;
use crate::state::State;
use crate::ui::answer::Answer;
use crate::ui::choice::Select;
use crate::ui::live::{live, on};

/// What is kept to compare with, and what the comparison comes to.
#[component]
pub fn Compare() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let keep = move |_| {
        let delivery = state.outcome.with_untracked(|outcome| outcome.delivery.clone());
        state.kept.update(|kept| kept.extend(delivery));
    };
    let keep_all = move |_| state.kept.update(|kept| kept.extend(all_of_input(state)));
    let entries = move || state.outcome.with(|outcome| outcome.entries.len());
    let has_delivery = move || state.outcome.with(|outcome| outcome.delivery.is_some());
    let all = live(move || {
        let button = |count| {
            view! {
                <button type="button" class="button" on:click=on(keep_all)>
                    {(state.now().compare_keep_all)(count)}
                </button>
            }
        };
        Some(entries()).filter(|count| (2..=MOST_ENTRIES).contains(count)).map(button).into_any()
    });
    let kept = live(move || {
        let (words, lang) = (state.now(), state.lang.get());
        let item = |(place, delivery): (usize, &Delivery)| {
            let forget = on(move |_| {
                state.kept.update(|kept| {
                    kept.remove(place);
                })
            });
            view! {
                <li>
                    {name(delivery, lang)} " "
                    <button type="button" class="link" aria-label=(words.compare_forget)(place + 1) on:click=forget>
                        "×"
                    </button>
                </li>
            }
        };
        state.kept.with(|kept| kept.iter().enumerate().map(item).collect_view()).into_any()
    });
    let known = move || {
        let words = state.now();
        vec![
            ("", words.compare_unknown),
            ("same", words.compare_same),
            ("different", words.compare_different),
        ]
    };
    let hint = move || match deliveries(state) {
        deliveries if deliveries.len() < 2 => Some(state.now().compare_hint),
        deliveries if is_too_large(&deliveries) => Some(state.now().compare_too_large),
        _ => None,
    };
    view! {
        <section class="card compare" aria-labelledby="compare-title">
            <div class="head">
                <h3 id="compare-title">{t(|w| w.compare_title)}</h3>
                <button
                    type="button"
                    class="button"
                    disabled=Signal::derive(move || !has_delivery())
                    on:click=on(keep)
                >
                    {t(|w| w.compare_keep)}
                </button>
                {all}
            </div>
            <ol class="kept">{kept}</ol>
            <div class="rules">
                <label for="known">{t(|w| w.compare_known)}</label>
                <Select
                    id="known"
                    choices=Signal::derive(known)
                    value=state.known
                    choose=Box::new(move |known: String| state.known.set(known))
                />
            </div>
            {live(move || hint().map(|hint| view! { <p class="why">{hint}</p> }).into_any())}
            <Answer class="compared" question=Box::new(move || question(state)) />
        </section>
    }
}

/// The calls that compare what is kept and the present delivery.
fn question(state: State) -> Option<Array> {
    let deliveries = deliveries(state);
    if deliveries.len() < 2 || is_too_large(&deliveries) {
        return None;
    }
    let calls = Array::of1(&call("clear", []));
    for delivery in &deliveries {
        calls.push(&add(delivery));
    }
    let (rule, scope) = state.options.with(|options| (options.rule.clone(), options.scope.clone()));
    let (known, lang) = (state.known.get(), state.lang.get().code());
    calls.push(&call("compare", [rule.into(), scope.into(), known.into(), lang.into()]));
    Some(calls)
}

/// The call that hands a delivery over.
pub fn add(delivery: &Delivery) -> JsValue {
    let headers: String =
        delivery.headers.iter().map(|header| format!("{}\0{}\0", header.name, header.value)).collect();
    let text = |text: &Option<String>| text.as_deref().map_or(JsValue::UNDEFINED, JsValue::from);
    let body = Uint8Array::from(&delivery.body[..]);
    call("add", [text(&delivery.method), text(&delivery.target), headers.into(), body.into()])
}

/// What is kept, and the present one unless it was just kept.
fn deliveries(state: State) -> Vec<Delivery> {
    let mut deliveries = state.kept.get();
    let present = state.outcome.with(|outcome| outcome.delivery.clone());
    deliveries.extend(present.filter(|present| deliveries.last() != Some(present)));
    deliveries
}

/// Every delivery of the input that can be read.
fn all_of_input(state: State) -> Vec<Delivery> {
    let source = state.source.get_untracked();
    let reading = delivery::read(&source.bytes, state.read_as.get_untracked());
    let entries = 0..reading.entries.len();
    entries.filter_map(|entry| reading.pick(&source.bytes, entry).delivery).collect()
}

fn is_too_large(deliveries: &[Delivery]) -> bool {
    deliveries.iter().map(|delivery| delivery.body.len()).sum::<usize>() > MOST_BYTES
}

/// Up to here a comparison takes well under a second.
const MOST_BYTES: usize = 8 << 20;

const MOST_ENTRIES: usize = 50;

fn name(delivery: &Delivery, lang: Lang) -> String {
    let head = [delivery.method.as_deref(), delivery.target.as_deref()].into_iter().flatten();
    let head: Vec<_> = head.map(|part| part.chars().take(60).collect::<String>()).collect();
    format!("{} {}", head.join(" "), size(delivery.body.len(), lang))
}
