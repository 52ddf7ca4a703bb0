//! Deliveries side by side: the same event or not, by which rule, and what differs.

use hookonce_core::compare::{
    CandidateRule, Change, Difference, Events, Judgement, Question, difference, judge,
};
use hookonce_core::delivery::{self, Delivery};
use hookonce_core::key::{RuleChoice, Scope};
use hookonce_core::lang::Lang;
use leptos::prelude::*;

use crate::locales::Words;
use crate::panels::facts::size;
use crate::panels::key::FindingItem;
use crate::state::State;
use crate::ui::choice::Select;
use crate::ui::live::{live, on};
use crate::ui::markup::{escaped, list};

/// What is kept to compare with, and what the comparison comes to.
#[component]
pub fn Compare() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let compared = Memo::new(move |_| compared(state));
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
                <button type="button" class="button" on:click=on(keep_all)>{(state.now().compare_keep_all)(count)}</button>
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
        let items = state.kept.with(|kept| kept.iter().enumerate().map(item).collect_view());
        view! { <ol class="kept">{items}</ol> }.into_any()
    });
    let result = live(move || match compared.get() {
        Compared::Nothing => view! { <p class="why">{t(|w| w.compare_hint)}</p> }.into_any(),
        Compared::TooLarge => view! { <p class="why">{t(|w| w.compare_too_large)}</p> }.into_any(),
        Compared::Judged { judgement, differences } => {
            view! { <Result judgement=*judgement differences=differences /> }.into_any()
        }
    });
    let known = move || {
        let words = state.now();
        vec![
            ("", words.compare_unknown),
            ("same", words.compare_same),
            ("different", words.compare_different),
        ]
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
            {kept}
            <div class="rules">
                <label for="known">{t(|w| w.compare_known)}</label>
                <Select
                    id="known"
                    choices=Signal::derive(known)
                    value=state.known
                    choose=Box::new(move |known: String| state.known.set(known))
                />
            </div>
            <div aria-live="polite">{result}</div>
        </section>
    }
}

/// The answer, why, a better rule, and what differs.
#[component]
fn Result(judgement: Judgement, differences: Vec<Difference>) -> impl IntoView {
    let state = expect_context::<State>();
    let (words, lang) = (state.now_untracked(), state.lang.get_untracked());
    let clues: Vec<_> = judgement.clues.iter().map(|clue| clue.reason.text(lang)).collect();
    let proposals = judgement.plausible.iter().filter_map(|plausible| plausible.proposal.as_ref());
    let proposal = |rule: String| {
        let shown = rule.clone();
        let take = on(move |_| state.options.update(|options| options.rule = rule.clone()));
        view! {
            <p class="why">
                {words.compare_better} " " <code>{shown}</code> " "
                <button type="button" class="button" on:click=take>{words.use_rule}</button>
            </p>
        }
    };
    let proposals = proposals.map(|it| proposal(it.rule.to_string())).collect_view();
    let findings = judgement.findings.iter().map(|finding| view! { <FindingItem finding=finding.clone() /> });
    let findings = findings.collect_view();
    let tables: String =
        differences.iter().enumerate().map(|(place, it)| changes(place + 2, it, words, lang)).collect();
    let candidates = candidates(&judgement.candidates, words, lang);
    view! {
        <p class="answer">{judgement.text(lang)}</p>
        <div class="why" inner_html=list("ul", "", &clues)></div>
        {proposals}
        <ul class="findings">{findings}</ul>
        <div class="scroll" tabindex="0" role="region" aria-label=words.compare_changes inner_html=tables></div>
        <details class="steps">
            <summary>{words.compare_candidates}</summary>
            <div inner_html=candidates></div>
        </details>
    }
}

#[derive(Clone, PartialEq)]
enum Compared {
    Nothing,
    TooLarge,
    Judged { judgement: Box<Judgement>, differences: Vec<Difference> },
}

fn compared(state: State) -> Compared {
    let mut deliveries = state.kept.get();
    let present = state.outcome.with(|outcome| outcome.delivery.clone());
    // What was just kept is not compared with itself.
    deliveries.extend(present.filter(|present| deliveries.last() != Some(present)));
    let (choice, scope) =
        state.options.with(|options| (RuleChoice::new(&options.rule), Scope::new(&options.scope)));
    let (Ok(choice), Ok(scope), [first, others @ ..]) = (choice, scope, &deliveries[..]) else {
        return Compared::Nothing;
    };
    if others.is_empty() {
        return Compared::Nothing;
    }
    if deliveries.iter().map(|delivery| delivery.body.len()).sum::<usize>() > MOST_BYTES {
        return Compared::TooLarge;
    }
    let expected = state.known.with(|known| match known.as_str() {
        "same" => Some(Events::same(deliveries.len())),
        "different" => Some(Events::different(deliveries.len())),
        _ => None,
    });
    let question = Question {
        deliveries: &deliveries,
        choice: &choice,
        scope: scope.as_ref(),
        expected: expected.as_ref(),
    };
    let judgement = Box::new(judge(&question));
    let differences = others.iter().take(MOST_TABLES).map(|other| difference(first, other)).collect();
    Compared::Judged { judgement, differences }
}

/// Every delivery of the input that can be read.
fn all_of_input(state: State) -> Vec<Delivery> {
    let source = state.source.get_untracked();
    let reading = delivery::read(&source.bytes, state.read_as.get_untracked());
    let entries = 0..reading.entries.len();
    entries.filter_map(|entry| reading.pick(&source.bytes, entry).delivery).collect()
}

/// Up to here a comparison takes well under a tenth of a second.
const MOST_BYTES: usize = 2 << 20;

const MOST_ENTRIES: usize = 50;

const MOST_TABLES: usize = 20;

fn name(delivery: &Delivery, lang: Lang) -> String {
    let head = [delivery.method.as_deref(), delivery.target.as_deref()].into_iter().flatten();
    let head: Vec<_> = head.map(|part| part.chars().take(60).collect::<String>()).collect();
    format!("{} {}", head.join(" "), size(delivery.body.len(), lang))
}

fn changes(number: usize, difference: &Difference, words: &Words, lang: Lang) -> String {
    let row = |change: &Change| {
        let cell = |value: &Option<String>| value.as_deref().map(escaped).unwrap_or_default();
        format!(
            "<tr><td>{}</td><td><code>{}</code></td><td><code>{}</code></td></tr>",
            escaped(&change.text(lang)),
            cell(&change.old),
            cell(&change.new)
        )
    };
    let title = (words.compare_with)(number);
    if difference.is_empty() {
        return format!("<p class=why>{title}: {}</p>", words.compare_no_change);
    }
    let rows: String = difference.changes.iter().map(row).collect();
    let note =
        difference.compared.text(lang).map(|note| format!("<p class=why>{note}</p>")).unwrap_or_default();
    let more = match difference.more {
        0 => String::new(),
        more => format!("<p class=why>{}</p>", (words.compare_more)(more)),
    };
    format!(
        "<table><caption>{title}</caption><thead><tr><th>{}</th><th>{}</th><th>{}</th></tr></thead><tbody>{rows}</tbody></table>{note}{more}",
        words.compare_what, words.compare_old, words.compare_new
    )
}

/// Which values would be the same key in all, or tell them apart.
fn candidates(candidates: &[CandidateRule], words: &Words, lang: Lang) -> String {
    let row = |candidate: &CandidateRule| {
        let events = candidate.events().into_iter();
        let events: Vec<_> =
            events.map(|event| event.map_or("–".to_owned(), |event| (event + 1).to_string())).collect();
        format!(
            "<tr><td><code>{}</code></td><td>{}</td><td>{}</td></tr>",
            escaped(&candidate.rule.to_string()),
            candidate.role.text(lang),
            events.join(" ")
        )
    };
    let rows: String = candidates.iter().take(MOST_ENTRIES).map(row).collect();
    format!(
        "<table><thead><tr><th>{}</th><th>{}</th><th>{}</th></tr></thead><tbody>{rows}</tbody></table>",
        words.compare_place, words.compare_what, words.compare_events
    )
}
