//! Deliveries side by side.

use hookonce_core::compare::{
    CandidateRule, Change, Difference, Events, Judgement, Plausible, Question, difference, judge,
};
use hookonce_core::delivery::Delivery;
use hookonce_core::key::{RuleChoice, Scope};
use hookonce_core::lang::Lang;

use crate::html::{code, escaped, findings, paragraph, scrolled, table, use_rule};
use crate::words::{Words, words};

/// The answer, why, a better rule, and what differs; empty where there is nothing to compare.
pub fn html(deliveries: &[Delivery], rule: &str, scope: &str, known: &str, lang: Lang) -> String {
    let (Ok(choice), Ok(scope), [first, others @ ..]) =
        (RuleChoice::new(rule), Scope::new(scope), deliveries)
    else {
        return String::new();
    };
    if others.is_empty() {
        return String::new();
    }
    let expected = match known {
        "same" => Some(Events::same(deliveries.len())),
        "different" => Some(Events::different(deliveries.len())),
        _ => None,
    };
    let judgement =
        judge(&Question { deliveries, choice: &choice, scope: scope.as_ref(), expected: expected.as_ref() });
    let words = words(lang);
    let differences = others.iter().take(MOST_TABLES).enumerate();
    let differences =
        differences.map(|(place, other)| changes(place + 2, &difference(first, other), words, lang));
    let differences: String = differences.collect();
    [
        format!("<p class=answer>{}</p>", escaped(&judgement.text(lang))),
        clues(&judgement, lang),
        plausible(&judgement, expected.is_some(), words, lang),
        findings(&judgement.findings, lang),
        scrolled(words.changes, &differences),
        format!(
            "<details class=steps><summary>{}</summary>{}</details>",
            words.candidates,
            scrolled(words.candidates, &candidates(&judgement.candidates, words, lang))
        ),
    ]
    .concat()
}

/// More deliveries than that are judged, but not shown change by change.
const MOST_TABLES: usize = 20;

/// More candidates than that say nothing that the first ones do not.
const MOST_CANDIDATES: usize = 50;

fn clues(judgement: &Judgement, lang: Lang) -> String {
    let clues = judgement.clues.iter().map(|clue| format!("<li>{}</li>", escaped(&clue.reason.text(lang))));
    let clues: String = clues.collect();
    if clues.is_empty() { clues } else { format!("<ul class=why>{clues}</ul>") }
}

/// Each plausible grouping: whether the rule in use fits it, and a better one. What the answer says already is left out.
fn plausible(judgement: &Judgement, is_known: bool, words: &Words, lang: Lang) -> String {
    let is_open = judgement.plausible.len() > 1;
    let one = |plausible: &Plausible| {
        let Plausible { events, fits, proposal } = plausible;
        if !(is_known || is_open) && (proposal.is_none() || *fits) {
            return String::new();
        }
        let rule = if *fits { words.rule_fits } else { words.rule_wrong };
        let better = match proposal {
            Some(proposal) => {
                let rule = proposal.rule.to_string();
                [words.better, " ", &code(&rule), " ", &use_rule(&rule, lang)].concat()
            }
            None if *fits => String::new(),
            None => words.no_rule.to_owned(),
        };
        paragraph(&format!("<b>{}:</b> {rule} {better}", grouping(events, words)))
    };
    judgement.plausible.iter().map(one).collect()
}

/// A grouping in a word where there are two deliveries, else by their numbers.
fn grouping(events: &Events, words: &Words) -> String {
    match (events.numbers(), events.count()) {
        ([_, _], 1) => words.same.to_owned(),
        ([_, _], _) => words.different.to_owned(),
        _ => events.groups(),
    }
}

fn changes(number: usize, difference: &Difference, words: &Words, lang: Lang) -> String {
    let title = words.deliveries(number);
    if difference.is_empty() {
        return paragraph(&format!("{title}: {}", words.no_change));
    }
    let cell = |value: &Option<String>| value.as_deref().map(code).unwrap_or_default();
    let row = |change: &Change| vec![escaped(&change.text(lang)), cell(&change.old), cell(&change.new)];
    let rows: Vec<_> = difference.changes.iter().map(row).collect();
    let note = difference.compared.text(lang).map(paragraph).unwrap_or_default();
    let more = if difference.more > 0 { paragraph(&words.more(difference.more)) } else { String::new() };
    table(&title, &[words.what, words.first, words.other], &rows) + &note + &more
}

/// Which values would be the same key in all, or tell them apart.
fn candidates(candidates: &[CandidateRule], words: &Words, lang: Lang) -> String {
    let row = |candidate: &CandidateRule| {
        let events = candidate.events().into_iter();
        let events: Vec<_> =
            events.map(|it| it.map_or("–".to_owned(), |event| (event + 1).to_string())).collect();
        let rule = candidate.rule.to_string();
        vec![code(&rule), escaped(candidate.role.text(lang)), events.join(" "), use_rule(&rule, lang)]
    };
    let rows: Vec<_> = candidates.iter().take(MOST_CANDIDATES).map(row).collect();
    table("", &[words.place, words.what, words.events, ""], &rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delivery(body: &str) -> Delivery {
        Delivery { method: None, target: None, headers: Vec::new(), body: body.as_bytes().into() }
    }

    #[test]
    fn a_pasted_text_stays_a_text() {
        let [a, b] = [r#"{"n":"<img src=x onerror=1>"}"#, r#"{"n":"<b>"}"#];
        let html = html(&[delivery(a), delivery(b)], "auto", "", "", Lang::En);
        assert!(html.contains("&lt;img") && !html.contains("<img") && !html.contains("<b>"), "{html}");
        assert!(html.contains("class=answer"), "{html}");
    }

    #[test]
    fn a_better_rule_comes_with_its_button() {
        let [a, b] = [r#"{"ref":"R-1001","attempt":1}"#, r#"{"ref":"R-1001","attempt":2}"#];
        let html = html(&[delivery(a), delivery(b)], "auto", "", "same", Lang::De);
        assert!(html.contains("data-rule=\"$.ref\""), "{html}");
    }

    #[test]
    fn one_delivery_is_no_comparison() {
        assert_eq!(html(&[delivery("{}")], "auto", "", "", Lang::En), "");
        assert_eq!(html(&[delivery("{}"), delivery("{}")], "$.", "", "", Lang::En), "");
    }
}
