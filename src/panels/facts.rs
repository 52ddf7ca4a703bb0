//! One line of facts about the body's bytes.

use hookonce_core::key::{BodyFacts, LineEnds};
use hookonce_core::lang::Lang;
use leptos::prelude::*;

use crate::panels::delivery::ReadAs;
use crate::source::LineEnd;
use crate::state::State;
use crate::ui::live::{live, on};

/// The facts: bytes, encoding, line ends, byte-order mark, JSON or not.
#[component]
pub fn Facts() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let facts =
        Memo::new(move |_| state.outcome.with(|outcome| outcome.plan.as_ref().map(|plan| plan.facts)));
    let show = live(move || {
        let words = state.now();
        let lang = state.lang.get();
        let show = |facts: BodyFacts| {
            let bytes = (words.bytes)(&number(facts.bytes, lang), facts.bytes == 1);
            let json = facts.json.map_or(words.not_json, words.json);
            view! {
                <span class="fact"><b>{bytes}</b></span>
                <span class="fact">{if facts.utf8 { words.utf8 } else { words.not_utf8 }}</span>
                <span class="fact">{if facts.byte_order_mark { words.mark } else { words.no_mark }}</span>
                <span class="fact">{json}</span>
            }
        };
        facts.get().map(show).into_any()
    });
    view! {
        <div id="facts" class="facts" role="group" aria-label=t(|w| w.facts_label)>
            {show}
            <LineEndFact facts />
            <ReadAs />
        </div>
    }
}

/// The line ends, which can be switched while the whole text is in the editor.
#[component]
fn LineEndFact(facts: Memo<Option<BodyFacts>>) -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let ends = move || facts.get().filter(|facts| facts.utf8).map(|facts| facts.line_ends);
    let named = move || {
        let words = state.now();
        match ends()? {
            LineEnds { cr: 0, crlf: 0, lf: 0 } => Some(words.line_ends_none),
            LineEnds { cr: 0, crlf: 0, .. } => Some("LF"),
            LineEnds { cr: 0, lf: 0, .. } => Some("CRLF"),
            LineEnds { crlf: 0, lf: 0, .. } => Some("CR"),
            LineEnds { .. } => Some(words.line_ends_mixed),
        }
    };
    let choose = move |event: web_sys::Event| {
        let line_end = match event_target_value(&event).as_str() {
            "crlf" => LineEnd::CrLf,
            "lf" => LineEnd::Lf,
            _ => LineEnd::Mixed,
        };
        state.source.update(|source| *source = source.with_line_end(line_end));
    };
    let value = move || match state.source.with(|source| source.line_end) {
        LineEnd::CrLf => "crlf",
        LineEnd::Lf => "lf",
        LineEnd::Mixed => "mixed",
    };
    live(move || {
        // In this order: to look for mixed line ends in all of a large file would hold the page.
        let (whole, mixed) = state.source.with(|source| {
            let whole = source.is_shown_whole();
            (whole, whole && source.was_mixed())
        });
        if !whole || ends().is_none_or(|ends| ends == LineEnds::default()) {
            return view! { <span class="fact">{named()}</span> }.into_any();
        }
        let mixed = mixed.then(|| view! { <option value="mixed">{t(|w| w.line_ends_mixed)}</option> });
        view! {
            <label class="fact">
                <span class="hidden">{t(|w| w.line_ends)}</span>
                <select prop:value=Signal::derive(move || value().to_owned()) on:change=on(choose)>
                    <option value="lf">"LF"</option>
                    <option value="crlf">"CRLF"</option>
                    {mixed}
                </select>
            </label>
        }
        .into_any()
    })
}

/// A whole number with its thousands told apart.
pub fn number(value: usize, lang: Lang) -> String {
    let separator = match lang {
        Lang::De => '.',
        Lang::En => ',',
    };
    let digits = value.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

/// A size in kB or MB, to read.
pub fn size(bytes: usize, lang: Lang) -> String {
    let (tenths, unit) = if bytes < 1_000_000 { (bytes / 100, "kB") } else { (bytes / 100_000, "MB") };
    let point = match lang {
        Lang::De => ',',
        Lang::En => '.',
    };
    format!("{}{point}{} {unit}", number(tenths / 10, lang), tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_language_has_them() {
        assert_eq!(number(7, Lang::En), "7");
        assert_eq!(number(1234567, Lang::En), "1,234,567");
        assert_eq!(number(123456, Lang::De), "123.456");
        assert_eq!(size(65_536, Lang::En), "65.5 kB");
        assert_eq!(size(5_242_880, Lang::De), "5,2 MB");
    }
}
