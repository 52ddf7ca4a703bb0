//! What an audit of many deliveries says.

mod de;
mod en;

use crate::audit::{Audit, Fault};
use crate::lang::Lang;

/// The words of one language.
struct Words {
    deliveries: &'static str,
    events: &'static str,
    repeats: &'static str,
    other_bytes: &'static str,
    conflicts: &'static str,
    without_key: &'static str,
    hashed: &'static str,
    control: &'static str,
    unreadable: &'static str,
    longest: &'static str,
    senders: &'static str,
    /// From a count and the number of the first.
    first: fn(String, u64) -> String,
    thousands: char,
    form: fn(&Audit) -> String,
    fault: fn(&Fault) -> String,
    nothing: &'static str,
    no_repeats: &'static str,
    /// From the number of repeats, written.
    repeats_advice: fn(String) -> String,
    conflicts_advice: &'static str,
    without_key_advice: &'static str,
    hashed_advice: &'static str,
    other_bytes_advice: fn(String) -> String,
    /// From a duration.
    longest_advice: fn(String) -> String,
    /// From the rule, and how many deliveries it and the one in use get wrong.
    better: fn(&str, String, String) -> String,
}

fn words(lang: Lang) -> &'static Words {
    match lang {
        Lang::De => &de::WORDS,
        Lang::En => &en::WORDS,
    }
}

/// What the export is.
pub(crate) fn form(audit: &Audit, lang: Lang) -> String {
    (words(lang).form)(audit)
}

/// What is wrong with an export, and what to do.
pub(crate) fn fault(fault: &Fault, lang: Lang) -> String {
    (words(lang).fault)(fault)
}

/// The numbers, each with its name.
pub(crate) fn figures(audit: &Audit, lang: Lang) -> Vec<(&'static str, String)> {
    let words = words(lang);
    let number = |count| number(count, lang);
    let mut figures = vec![
        (words.deliveries, number(audit.deliveries)),
        (words.events, number(audit.events)),
        (words.repeats, number(audit.repeats)),
    ];
    let mut add = |name, count: u64| {
        if count > 0 {
            figures.push((name, number(count)));
        }
    };
    add(words.other_bytes, audit.repeats_with_other_bytes);
    add(words.conflicts, audit.conflicts);
    add(words.without_key, audit.without_key);
    add(words.hashed, audit.hashed);
    add(words.control, audit.control);
    if let (count @ 1.., Some(first)) = audit.unreadable {
        figures.push((words.unreadable, (words.first)(number(count), first)));
    }
    figures.extend(audit.longest.map(|seconds| (words.longest, duration(seconds))));
    if !audit.senders.is_empty() {
        let sender = |(provider, count): &(&crate::providers::Provider, u64)| {
            format!("{} ({})", provider.name, number(*count))
        };
        let senders: Vec<_> = audit.senders.iter().map(sender).collect();
        figures.push((words.senders, senders.join(", ")));
    }
    figures
}

/// What follows.
pub(crate) fn advice(audit: &Audit, lang: Lang) -> Vec<String> {
    let words = words(lang);
    let number = |count| number(count, lang);
    let mut advice: Vec<String> = audit.fault.iter().map(|fault| (words.fault)(fault)).collect();
    if audit.deliveries == 0 {
        advice.push(words.nothing.to_owned());
        return advice;
    }
    advice.push(match audit.repeats {
        0 => words.no_repeats.to_owned(),
        repeats => (words.repeats_advice)(number(repeats)),
    });
    if audit.conflicts > 0 {
        advice.push(words.conflicts_advice.to_owned());
    }
    if let (Some(better), Some(in_use)) = (audit.better(), audit.in_use()) {
        let rule = better.rule.as_deref().unwrap_or_default();
        advice.push((words.better)(rule, number(better.wrong()), number(in_use.wrong())));
    }
    if audit.without_key > 0 {
        advice.push(words.without_key_advice.to_owned());
    }
    if audit.hashed > 0 {
        advice.push(words.hashed_advice.to_owned());
    }
    if audit.repeats_with_other_bytes > 0 {
        advice.push((words.other_bytes_advice)(number(audit.repeats_with_other_bytes)));
    }
    advice.extend(audit.longest.filter(|_| audit.repeats > 0).map(|it| (words.longest_advice)(duration(it))));
    advice
}

/// A number with its thousands set apart.
pub(crate) fn number(count: u64, lang: Lang) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(words(lang).thousands);
        }
        out.push(digit);
    }
    out
}

/// The two largest units of a duration, which both languages write alike.
fn duration(seconds: u64) -> String {
    let parts = [
        (seconds / 86_400, "d"),
        (seconds / 3600 % 24, "h"),
        (seconds / 60 % 60, "min"),
        (seconds % 60, "s"),
    ];
    let first = parts.iter().position(|(count, _)| *count > 0).unwrap_or(3);
    let shown = parts[first..].iter().take(2).filter(|(count, unit)| *count > 0 || *unit == parts[first].1);
    shown.map(|(count, unit)| format!("{count} {unit}")).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_durations_are_readable() {
        assert_eq!(number(0, Lang::En), "0");
        assert_eq!(number(999, Lang::En), "999");
        assert_eq!(number(1_234_567, Lang::En), "1,234,567");
        assert_eq!(number(1_234, Lang::De), "1.234");
        assert_eq!(duration(0), "0 s");
        assert_eq!(duration(61), "1 min 1 s");
        assert_eq!(duration(3600), "1 h");
        assert_eq!(duration(2 * 86_400 + 3 * 3600 + 59), "2 d 3 h");
    }
}
