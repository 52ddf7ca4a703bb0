//! The text form: readable in a terminal, without colours.

use hookonce_core::compare::{Answer, Change, Difference, Events, Plausible, Role};
use hookonce_core::key::KeyPlan;
use hookonce_core::lang::Lang;

use super::Compared;
use super::report::visible;
use crate::words::words;

/// Everything that was found; `all` lists every value too that is no id.
pub(super) fn report(compared: &Compared, all: bool, lang: Lang) -> String {
    let words = words(lang);
    let judgement = &compared.judgement;
    let mut out = format!("{}\n\n", visible(&judgement.text(lang)));
    out.push_str(&keys(compared, lang));
    for (place, difference) in compared.differences.iter().enumerate() {
        out.push_str(&format!("\n{}\n", (words.differences)(1, place + 2)));
        out.push_str(&changes(difference, lang));
    }
    if !judgement.clues.is_empty() {
        out.push_str(&format!("\n{}\n", words.clues));
        for clue in &judgement.clues {
            let (a, b) = clue.deliveries;
            let pair = (words.pair)(a + 1, b + 1);
            out.push_str(&format!("  {pair}: {}\n", visible(&clue.reason.text(lang))));
        }
    }
    out.push_str(&candidates(compared, all, lang));
    out.push_str(&rules(compared, lang));
    out
}

/// A line for each delivery: its number, its file and its key.
fn keys(compared: &Compared, lang: Lang) -> String {
    let width = compared.files.iter().map(|file| visible(file).chars().count()).max().unwrap_or_default();
    let line = |(place, (file, plan)): (usize, (&String, &KeyPlan))| {
        let key = match (&plan.key, &plan.items) {
            (_, Some(items)) => {
                let keys: Vec<&str> = items.iter().flatten().map(String::as_str).take(SHOWN_ITEMS).collect();
                let more = if items.len() > SHOWN_ITEMS { " …" } else { "" };
                keys.join(" ") + more
            }
            (Some(key), None) => key.clone(),
            (None, None) => words(lang).no_key.to_owned(),
        };
        format!("  {}  {:width$}  {}\n", place + 1, visible(file), visible(&key))
    };
    compared.files.iter().zip(&compared.judgement.plans).enumerate().map(line).collect()
}

fn changes(difference: &Difference, lang: Lang) -> String {
    let words = words(lang);
    let mut out = String::new();
    if difference.is_empty() {
        out.push_str(&format!("  {}\n", words.no_difference));
    }
    out.extend(difference.compared.text(lang).map(|text| format!("  {text}\n")));
    for change in &difference.changes {
        out.push_str(&format!("  {}\n", visible(&change.text(lang))));
        out.push_str(&values(change, lang));
    }
    if difference.more > 0 {
        out.push_str(&format!("  {}\n", (words.more)(difference.more)));
    }
    out
}

/// The value before and after, each with its place.
fn values(change: &Change, lang: Lang) -> String {
    let side = |mark: char, value: &Option<String>, position: Option<hookonce_core::finding::Position>| {
        let value = value.as_ref()?;
        let place = position.map(|at| format!("  ({})", (words(lang).line_and_column)(at.line, at.column)));
        Some(format!("    {mark} {}{}\n", visible(value), place.unwrap_or_default()))
    };
    let is_moved = change.old == change.new;
    let old = side('-', &change.old, change.old_position).filter(|_| !is_moved);
    let new = side(if is_moved { '=' } else { '+' }, &change.new, change.new_position);
    old.into_iter().chain(new).collect()
}

/// What each id would say.
fn candidates(compared: &Compared, all: bool, lang: Lang) -> String {
    let words = words(lang);
    let is_shown = |role: Role| all || !matches!(role, Role::Attempt | Role::Time | Role::Value);
    let shown = compared.judgement.candidates.iter().filter(|candidate| is_shown(candidate.role));
    let rows: Vec<(String, String, &str)> = shown
        .map(|candidate| {
            let events = candidate.events();
            let says = match events.iter().copied().collect::<Option<Vec<usize>>>() {
                None => words.not_in_all.to_owned(),
                Some(numbers) => says(&Events::new(&numbers), lang),
            };
            (says, visible(&candidate.rule.to_string()), candidate.role.text(lang))
        })
        .collect();
    let width = |text: fn(&(String, String, &str)) -> usize| rows.iter().map(text).max().unwrap_or_default();
    let (first, second) = (width(|row| row.0.chars().count()), width(|row| row.1.chars().count()));
    let mut out = format!("\n{}\n", words.candidates);
    let second = second.min(60);
    for (says, rule, role) in &rows {
        out.push_str(&format!("  {says:first$}  {rule:second$}  {role}\n"));
    }
    out
}

/// Whether the rule in use is right, and which one is better.
fn rules(compared: &Compared, lang: Lang) -> String {
    let words = words(lang);
    let judgement = &compared.judgement;
    let mut out = String::new();
    let is_open = judgement.plausible.len() > 1;
    if is_open {
        out.push_str(&format!("\n{}\n", words.as_plausible));
    }
    for plausible in &judgement.plausible {
        let Plausible { events, fits, proposal } = plausible;
        let is_asked = compared.expected.is_some() || is_open;
        if !is_asked && (proposal.is_none() || *fits && judgement.answer != Answer::Unclear) {
            continue;
        }
        let fits = if *fits { words.rule_fits } else { words.rule_wrong };
        out.push_str(&format!("\n{}: {fits}\n", says(events, lang)));
        match proposal {
            Some(proposal) => {
                let certainty = (words.certainty)(proposal.certainty);
                let rule = visible(&proposal.rule.to_string());
                out.push_str(&format!("  {}: {rule} ({certainty})\n", words.proposal));
                let others =
                    proposal.others.iter().map(|rule| format!("    {}\n", visible(&rule.to_string())));
                out.extend(others);
            }
            None if !plausible.fits => out.push_str(&format!("  {}\n", words.no_proposal)),
            None => {}
        }
    }
    out
}

/// What a grouping says, in a word of two deliveries, else by the numbers of the events.
fn says(events: &Events, lang: Lang) -> String {
    let words = words(lang);
    match (events.numbers(), events.count()) {
        ([_, _], 1) => words.same.to_owned(),
        ([_, _], _) => words.different.to_owned(),
        _ => events.groups(),
    }
}

/// How many keys of a batch are shown.
const SHOWN_ITEMS: usize = 5;
