//! Many deliveries at once, read piece by piece.

use hookonce_core::audit::{self, Counter, Entries, Example, Fault, RuleScore, Step};
use hookonce_core::key::{RuleChoice, Scope};
use hookonce_core::lang::Lang;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::html::{code, escaped, paragraph, scrolled, table, use_rule};
use crate::language;
use crate::words::{Words, words};

/// An export that is being read, and then what it came to.
#[wasm_bindgen]
pub struct Audit {
    entries: Entries,
    counter: Option<Counter>,
    found: Option<Result<audit::Audit, Fault>>,
}

#[wasm_bindgen]
impl Audit {
    /// An audit that has read nothing. `rule` and `scope` are as typed; of ones that cannot be, the generic rule and no
    /// scope. `column` names the bodies' column of a table.
    #[wasm_bindgen(constructor)]
    pub fn new(rule: &str, scope: &str, column: Option<String>) -> Audit {
        let rule = RuleChoice::new(rule).unwrap_or(RuleChoice::Auto);
        let scope = Scope::new(scope).unwrap_or_default();
        Audit { entries: Entries::new(None, column), counter: Some(Counter::new(rule, scope)), found: None }
    }

    /// Takes the next piece; returns whether more is wanted.
    pub fn push(&mut self, bytes: &[u8]) -> bool {
        let Some(counter) = &mut self.counter else { return false };
        if let Err(fault) = self.entries.push(bytes, &mut |entry| counter.add(entry)) {
            self.counter = None;
            self.found = Some(Err(fault));
        }
        self.counter.is_some()
    }

    /// There are no more pieces.
    pub fn finish(&mut self) {
        if let Some(mut counter) = self.counter.take() {
            let ended = self.entries.finish(&mut |entry| counter.add(entry));
            self.found = Some(counter.finish(&self.entries, ended));
        }
    }

    /// What it came to: HTML; empty before the end.
    pub fn html(&self, lang: &str) -> String {
        let lang = language(lang);
        match &self.found {
            None => String::new(),
            Some(Err(fault)) => refused(fault, lang),
            Some(Ok(audit)) => html(audit, lang),
        }
    }
}

fn html(audit: &audit::Audit, lang: Lang) -> String {
    let words = words(lang);
    let figure = |(name, value): &(&str, String)| format!("<dt>{name}</dt><dd>{}</dd>", escaped(value));
    let figures: String = audit.figures(lang).iter().map(figure).collect();
    let advice: String = audit.advice(lang).iter().map(|it| format!("<li>{}</li>", escaped(it))).collect();
    let better = audit.better().and_then(|better| better.rule.as_deref());
    let better =
        better.map(|rule| paragraph(&format!("{} {}", code(rule), use_rule(rule, lang)))).unwrap_or_default();
    [
        paragraph(&escaped(&audit.form_text(lang))),
        format!("<dl class=figures>{figures}</dl>"),
        format!("<ul class=why>{advice}</ul>"),
        better,
        chart(audit, words),
        examples(words.conflicts, &audit.conflict_examples, words),
        examples(words.repeats, &audit.repeat_examples, words),
        rules(&audit.rules, words, lang),
    ]
    .concat()
}

/// Why the export cannot be read; a column can be chosen at once.
fn refused(fault: &Fault, lang: Lang) -> String {
    let columns = match fault {
        Fault::NoBodyColumn { columns, .. } => &columns[..],
        Fault::BrokenOff { .. } | Fault::RowTooLarge { .. } => &[],
    };
    let button = |name: &String| {
        format!("<button type=button class=button data-column=\"{0}\">{0}</button> ", escaped(name))
    };
    let buttons: String = columns.iter().map(button).collect();
    format!("<p class=answer>{}</p><p class=why>{buttons}</p>", escaped(&fault.text(lang)))
}

/// A bar for each step: the deliveries, and the repeats of them in front.
fn chart(audit: &audit::Audit, words: &Words) -> String {
    let steps = audit.timeline.steps();
    let most = steps.iter().map(|step| step.deliveries).max().unwrap_or_default();
    let (Some(first), Some(last), 1..) = (steps.first(), steps.last(), most) else {
        return String::new();
    };
    let height = |count: u64| (count * HEIGHT).div_ceil(most);
    let bar = |(place, step): (usize, &Step)| {
        let x = place * WIDTH;
        let (all, again) = (height(step.deliveries), height(step.repeats));
        format!(
            "<rect class=all x={x} y={} width={2} height={all} /><rect class=again x={x} y={} width={2} height={again} />",
            HEIGHT - all,
            HEIGHT - again,
            WIDTH - 1
        )
    };
    let bars: String = steps.iter().enumerate().map(bar).collect();
    let width = steps.len() * WIDTH;
    let end = last.start + audit.timeline.width();
    let (from, to) = match audit.has_times {
        true => (audit::date_and_time(first.start), audit::date_and_time(end)),
        false => ("1".to_owned(), audit.deliveries.to_string()),
    };
    let title = if audit.has_times { words.over_time } else { words.over_order };
    format!(
        "<figure class=timeline><figcaption>{title} <i class=all></i> {} <i class=again></i> {}</figcaption>\
         <svg viewBox=\"0 0 {width} {HEIGHT}\" preserveAspectRatio=none role=img aria-label=\"{}\">{bars}</svg>\
         <p><span>{from}</span><span>{to}</span></p></figure>",
        words.all_deliveries,
        words.repeats_of_them,
        escaped(&(words.chart)(audit.deliveries, audit.repeats, most)),
    )
}

const HEIGHT: u64 = 100;
const WIDTH: usize = 10;

fn examples(title: &str, examples: &[Example], words: &Words) -> String {
    if examples.is_empty() {
        return String::new();
    }
    let row =
        |example: &Example| vec![example.first.to_string(), example.again.to_string(), code(&example.key)];
    let rows: Vec<_> = examples.iter().map(row).collect();
    scrolled(title, &table(title, &[words.number_first, words.number_again, words.key], &rows))
}

fn rules(rules: &[RuleScore], words: &Words, lang: Lang) -> String {
    let row = |score: &RuleScore| {
        let counts = [score.events, score.merged, score.split, score.without_key].map(|it| it.to_string());
        let (name, button) = match &score.rule {
            Some(rule) => (code(rule), use_rule(rule, lang)),
            None => (words.rule_in_use.to_owned(), String::new()),
        };
        [name].into_iter().chain(counts).chain([button]).collect()
    };
    let rows: Vec<Vec<String>> = rules.iter().map(row).collect();
    let heads = [words.rule, words.of_events, words.merged, words.split, words.without_key, ""];
    format!(
        "<details class=steps><summary>{}</summary>{}</details>",
        words.rules,
        scrolled(words.rules, &table("", &heads, &rows))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn audited(export: &str, column: Option<&str>, lang: &str) -> String {
        let mut audit = Audit::new("auto", "", column.map(str::to_owned));
        assert_eq!(audit.html(lang), "");
        audit.push(export.as_bytes());
        audit.finish();
        audit.html(lang)
    }

    #[test]
    fn numbers_chart_and_examples() {
        let html = audited("{\"id\":\"evt_1001\"}\n{\"id\":\"evt_1001\"}\n", None, "en");
        assert!(html.contains("<dt>Repeats</dt><dd>1</dd>"), "{html}");
        assert!(html.contains("<svg ") && html.contains("evt:evt_1001"), "{html}");
    }

    #[test]
    fn a_table_without_a_known_column_offers_its_columns() {
        let table = "n,ra\"w<b>\n1,{}\n";
        let html = audited(table, None, "de");
        assert!(html.contains("data-column=\"n\"") && !html.contains("<b>"), "{html}");
        assert!(
            audited("n,x\n1,\"{\"\"id\"\":1}\"\n", Some("x"), "en").contains("<dt>Events</dt><dd>1</dd>")
        );
    }

    #[test]
    fn a_pasted_text_stays_a_text() {
        let html = audited("{\"id\":\"<img src=x>1\"}\n{\"id\":\"<img src=x>1\"}\n", None, "en");
        assert!(html.contains("&lt;img") && !html.contains("<img"), "{html}");
    }
}
