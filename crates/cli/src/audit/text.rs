//! The text form: readable in a terminal, without colours.

use hookonce_core::audit::{Audit, Example, RuleScore, date_and_time};
use hookonce_core::lang::Lang;

use crate::report::visible;
use crate::words::{Words, words};

/// Everything that was found.
pub(super) fn report(audit: &Audit, lang: Lang) -> String {
    let words = words(lang);
    let mut out = format!("{}\n\n", audit.form_text(lang));
    let figures = audit.figures(lang);
    let widest = figures.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default();
    out.extend(figures.iter().map(|(name, value)| format!("  {name:widest$}  {}\n", visible(value))));
    let advice = audit.advice(lang);
    out.extend(advice.iter().map(|advice| format!("\n{}", visible(advice))));
    out.push('\n');
    out.push_str(&examples(words.audit_conflicts, &audit.conflict_examples, words));
    out.push_str(&examples(words.audit_repeats, &audit.repeat_examples, words));
    out.push_str(&rules(&audit.rules, words));
    out.push_str(&chart(audit, words));
    out
}

fn examples(title: &str, examples: &[Example], words: &Words) -> String {
    if examples.is_empty() {
        return String::new();
    }
    let line = |example: &Example| {
        let pair = (words.pair)(example.first as usize, example.again as usize);
        format!("  {pair}: {}\n", visible(&example.key))
    };
    format!("\n{title}\n{}", examples.iter().map(line).collect::<String>())
}

fn rules(rules: &[RuleScore], words: &Words) -> String {
    let row = |score: &RuleScore| {
        let name = score.rule.clone().unwrap_or_else(|| words.rule_in_use.to_owned());
        let counts = [score.events, score.merged, score.split, score.without_key].map(|it| it.to_string());
        [name].into_iter().chain(counts).collect::<Vec<_>>()
    };
    let mut rows = vec![words.audit_columns.map(str::to_owned).to_vec()];
    rows.extend(rules.iter().map(row));
    let width = |column: usize| {
        rows.iter().map(|row| visible(&row[column]).chars().count()).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..5).map(width).collect();
    let line = |row: &Vec<String>| {
        let first = format!("{:1$}", visible(&row[0]), widths[0]);
        let rest = (1..5).map(|column| format!("  {:>1$}", row[column], widths[column]));
        format!("  {first}{}\n", rest.collect::<String>())
    };
    format!("\n{}\n{}", words.audit_rules, rows.iter().map(line).collect::<String>())
}

/// A line of bars: how many of the deliveries of each step are repeats, or nothing where there are none.
fn chart(audit: &Audit, words: &Words) -> String {
    let steps = audit.timeline.steps();
    let most = steps.iter().map(|step| step.repeats).max().unwrap_or_default();
    let (Some(first), true) = (steps.first(), most > 0) else {
        return String::new();
    };
    let bar = |repeats: u64| match repeats {
        0 => '·',
        _ => BARS[((repeats * BARS.len() as u64).div_ceil(most) as usize).clamp(1, BARS.len()) - 1],
    };
    let bars: String = steps.iter().map(|step| bar(step.repeats)).collect();
    let end = steps.last().unwrap_or(first).start + audit.timeline.width();
    let range = match audit.has_times {
        true => (words.audit_from_to)(&date_and_time(first.start), &date_and_time(end)),
        false => (words.audit_order)(audit.deliveries),
    };
    format!("\n{}\n  {bars}\n  {range}\n", (words.audit_chart)(most))
}

const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
