//! The key card: the key first, its reason second, the findings third.

use hookonce_core::finding::{Finding, Place, Position};
use hookonce_core::key::{KeyPlan, KeyRules, RuleUsed, Verdict};
use hookonce_core::lang::Lang;
use leptos::prelude::*;

use crate::locales::Words;
use crate::panels::downstream::Downstream;
use crate::panels::rule::RulePicker;
use crate::state::{Outcome, State};
use crate::ui::copy::CopyButton;
use crate::ui::live::{live, on};
use crate::ui::markup::{escaped, list};

/// The key card.
#[component]
pub fn Key() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let key = Memo::new(move |_| {
        // Those of a batch, one a line, are copied together.
        let keys = |plan: &KeyPlan| match &plan.items {
            Some(items) if plan.has_key() => {
                Some(items.iter().flatten().cloned().collect::<Vec<_>>().join("\n"))
            }
            _ => plan.key.clone(),
        };
        state.outcome.with(|outcome| outcome.plan.as_ref().and_then(keys))
    });
    let busy = move || state.progress.with(Option::is_some);
    let of_batch =
        move || state.outcome.with(|outcome| outcome.plan.as_ref().is_some_and(|plan| plan.items.is_some()));
    let shown = live(move || match key.get() {
        Some(_) if of_batch() => view! { <span class="none">{t(|w| w.key_of_each_item)}</span> }.into_any(),
        Some(key) => {
            let (start, rest) = key.split_at(prefix_length(&key));
            view! { <i>{start.to_owned()}</i> {rest.to_owned()} }.into_any()
        }
        None => view! { <span class="none">{t(|w| w.no_key)}</span> }.into_any(),
    });
    view! {
        <section class="card key" aria-labelledby="key-title" id="key" tabindex="-1">
            <div class="head">
                <h2 id="key-title">{t(|w| w.key)}</h2>
            </div>
            <RulePicker />
            <Progress />
            <div class="value" class:stale=Signal::derive(busy) aria-busy=Signal::derive(move || busy().to_string())>
                <code>{shown}</code>
                <CopyButton
                    text=move |()| key.get_untracked().unwrap_or_default()
                    label=t(|w| w.copy_key)
                    primary=true
                    disabled=Signal::derive(move || busy() || key.with(Option::is_none))
                />
            </div>
            <Items />
            <Reason />
            <Findings />
            <Steps />
            <Downstream />
        </section>
    }
}

/// How far the reading of a large body is.
#[component]
fn Progress() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let bar = live(move || {
        let bar = |(read, all): (usize, usize)| {
            view! {
                <progress aria-label=t(|w| w.working) max=all.to_string() value=read.to_string()></progress>
            }
        };
        state.progress.get().map(bar).into_any()
    });
    view! { <div class="progress">{bar}</div> }
}

/// The keys of a batch's items.
#[component]
fn Items() -> impl IntoView {
    let state = expect_context::<State>();
    let list = move || {
        let words = state.now();
        let item = |key: &Option<String>| match key {
            Some(key) => format!("<li><code>{}</code></li>", escaped(key)),
            None => format!("<li>{}</li>", words.no_key),
        };
        state.outcome.with(|outcome| {
            let items = outcome.plan.as_ref()?.items.as_ref()?;
            let more = items.len().saturating_sub(SHOWN_ITEMS);
            let listed: String = items.iter().take(SHOWN_ITEMS).map(item).collect();
            let more = if more > 0 {
                format!("<p class=why>{}</p>", (words.more_items)(more))
            } else {
                String::new()
            };
            Some(format!("<ol class=items>{listed}</ol>{more}"))
        })
    };
    view! { <div prop:innerHTML=Signal::derive(move || list().unwrap_or_default())></div> }
}

/// How many items of a batch are listed; the text to copy has them all.
const SHOWN_ITEMS: usize = 100;

#[component]
fn Reason() -> impl IntoView {
    let state = expect_context::<State>();
    let reason = live(move || {
        let words = state.now();
        let lang = state.lang.get();
        let reason = |outcome: &Outcome| {
            let plan = outcome.plan.as_ref()?;
            let show = used_span(plan).zip(outcome.body_start).map(|((span, line), start)| {
                let range = span.start + start..span.end + start;
                let select = on(move |_| state.selection.set(Some(range.clone())));
                view! {
                    <button type="button" class="link" on:click=select>
                        {(words.show_in_editor)(line)}
                    </button>
                }
            });
            let generic = plan.rules == KeyRules::generic() && plan.provider.is_none();
            let caution = (generic && plan.rule == Some(RuleUsed::EventId)).then_some(words.generic_caution);
            let sender = plan.recognised.as_ref().map(|recognised| {
                format!("{}: {}.", recognised.provider.name, (words.certainty)(recognised.certainty))
            });
            Some(view! {
                <p class="why">{plan.reason(lang)} " " {show}</p>
                {sender.map(|sender| view! { <p class="why caution">{sender}</p> })}
                {caution.map(|caution| view! { <p class="why caution">{caution}</p> })}
            })
        };
        state.outcome.with(reason).into_any()
    });
    view! { <div aria-live="polite">{reason}</div> }
}

/// The bytes of the id in the body, and its line in the input.
fn used_span(plan: &KeyPlan) -> Option<(std::ops::Range<usize>, usize)> {
    let used = plan.candidates.iter().find(|candidate| candidate.verdict == Verdict::EventId)?;
    used.span.clone().zip(used.position.map(|position| position.line))
}

#[component]
fn Findings() -> impl IntoView {
    let state = expect_context::<State>();
    let list = live(move || {
        let findings = state.outcome.with(|outcome| outcome.findings.clone());
        let item = |finding| view! { <FindingItem finding=finding /> };
        findings.into_iter().map(item).collect_view().into_any()
    });
    view! {
        <ul class="findings" aria-label=state.words()(|w| w.findings) aria-live="polite">
            {list}
        </ul>
    }
}

/// One finding: its code, what was found, what to do, and where.
#[component]
pub fn FindingItem(
    /// The finding.
    finding: Finding,
) -> impl IntoView {
    let state = expect_context::<State>();
    let class = finding_class(&finding);
    let place = finding.position.map(|position| view! { <PositionButton position=position /> });
    let finding = StoredValue::new(finding);
    let said = move || finding.with_value(|finding| say(finding, state.now(), state.lang.get()));
    view! {
        <li class=class>
            <div class="said" prop:innerHTML=Signal::derive(said)></div>
            {place}
        </li>
    }
}

/// The classes of a finding's element.
pub fn finding_class(finding: &Finding) -> String {
    format!("finding {}", finding.severity().code())
}

/// A finding's code and words, as markup.
pub fn say(finding: &Finding, words: &Words, lang: Lang) -> String {
    let severity = (words.severity)(finding.severity());
    format!(
        "<span class=tag title=\"{severity}\"><span class=hidden>{severity}: </span>{}</span><span>{}<small>{}</small></span>",
        finding.code(),
        escaped(&finding.message(lang)),
        escaped(&finding.advice(lang))
    )
}

/// Where a finding is; in the editor's part of the text, a way there.
#[component]
fn PositionButton(position: Position) -> impl IntoView {
    let state = expect_context::<State>();
    let name = move || {
        let words = state.now();
        match position.place {
            Place::Body => (words.position)(position.line, position.column),
            Place::Headers => (words.position_in_headers)(position.line, position.column),
            Place::Input => (words.position_in_input)(position.line, position.column),
        }
    };
    let offset = move || match position.place {
        Place::Body => state.outcome.with(|outcome| outcome.body_start).map(|start| start + position.offset),
        Place::Headers => None,
        Place::Input => Some(position.offset),
    };
    view! {
        <button
            type="button"
            class="link"
            disabled=Signal::derive(move || offset().is_none())
            on:click=on(move |_| state.selection.set(offset().map(|offset| offset..offset + 1)))
        >
            {Signal::derive(name)}
        </button>
    }
}

/// The steps that led to the key.
#[component]
fn Steps() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let steps = move || {
        let lang = state.lang.get();
        let list = |plan: &KeyPlan| {
            let steps: Vec<_> = plan.steps.iter().map(|step| step.text(lang)).collect();
            list("ol", "", &steps)
        };
        state.outcome.with(|outcome| outcome.plan.as_ref().map(list)).unwrap_or_default()
    };
    view! {
        <details class="steps" hidden=Signal::derive(move || state.outcome.with(|outcome| outcome.plan.is_none()))>
            <summary>{t(|w| w.steps)}</summary>
            <div prop:innerHTML=Signal::derive(steps)></div>
        </details>
    }
}

/// The length of the part in front of the id or the hash: `evt:`, `stripe:evt:`, `sha256:`.
fn prefix_length(key: &str) -> usize {
    ["evt:", "sha256:", "evt-sha256:"]
        .iter()
        .filter_map(|start| {
            let scoped = key.find(':').map_or(0, |end| end + 1);
            let at = [0, scoped].into_iter().find(|at| key[*at..].starts_with(start))?;
            Some(at + start.len())
        })
        .min()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_is_told_apart_from_the_id() {
        #[track_caller]
        fn check(key: &str, expected: &str) {
            assert_eq!(&key[..prefix_length(key)], expected);
        }
        check("evt:evt_1", "evt:");
        check("evt:evt:1", "evt:");
        check("stripe:evt:1", "stripe:evt:");
        check("sha256:00", "sha256:");
        check("shop:sha256:00", "shop:sha256:");
    }
}
