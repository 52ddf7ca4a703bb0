//! The part of docs/benchmarks.md.

use std::collections::BTreeMap;
use std::fmt::Write;

use hookonce_conformance::n8n::VERSION;

use crate::build_key::Size;
use crate::load::{Load, SENDERS};
use crate::{REQUESTS, ROUNDS, Row};

/// Ratios first, then what they were on this machine.
pub fn text(
    rows: &BTreeMap<Row, Vec<Load>>,
    sizes: &[Size],
    cores: usize,
    load: f64,
    postgresql: &str,
) -> String {
    let mut text = format!(
        "## The cost of idempotency in n8n\n\n\
         The generated workflow on a live n8n {VERSION}, in one process as it comes, beside the shortest possible \
         one (Webhook → Respond\nto Webhook) and one that does the same work without a key (Webhook → insert → \
         Respond to Webhook). {SENDERS} senders at\nonce, a connection for each request, {ROUNDS} rounds of \
         {REQUESTS} requests after one that warms up; medians of the rounds, in brackets\ntheir \
         quartiles. A request’s time is the round’s, divided by its requests.\n\n"
    );
    let mut write = |line: String| writeln!(text, "{line}").expect("memory takes all");
    write("| times as long | a request ÷ shortest | p95 ÷ shortest | a request ÷ same work |".into());
    write("| --- | ---: | ---: | ---: |".into());
    for (row, name) in NAMES {
        if row == Row::Shortest {
            continue;
        }
        let cost = |base: Row| ratio(&rows[&base], &rows[&row], Load::rate);
        let tail = ratio(&rows[&row], &rows[&Row::Shortest], p95);
        let same_work = if row == Row::WorkOnly { "1".to_owned() } else { cost(Row::WorkOnly) };
        write(format!("| {name} | {} | {tail} | {same_work} |", cost(Row::Shortest)));
    }
    let [low, goal, high] = quartiles(ratios(&rows[&Row::Shortest], &rows[&Row::New], Load::rate));
    let verdict = if load >= cores as f64 {
        "not judged, as the machine was busy, and on a busy one the ratios come out smaller"
    } else if high <= GOAL {
        "met"
    } else if low > GOAL {
        "not met"
    } else {
        "on the border, within what rounds differ"
    };
    write(format!(
        "\nThe goal, at most {GOAL} times the shortest workflow for new events, is {verdict}: it is {goal:.2}.\nThe load \
         average was {load:.1} before the start."
    ));
    write(format!(
        "\nThe same as absolute numbers, on one machine with {cores} cores and PostgreSQL {postgresql}; sender, n8n and \
         databases share it:\n"
    ));
    write("| workflow | requests a second | p50, ms | p95, ms |".into());
    write("| --- | ---: | ---: | ---: |".into());
    for (row, name) in NAMES {
        let of = |what: fn(&Load) -> f64| digits(median(rows[&row].iter().map(what).collect()));
        write(format!("| {name} | {} | {} | {} |", of(Load::rate), of(p50), of(p95)));
    }
    write("\n## The Code node’s key\n".into());
    write(
        "For JSON without an id: reading the bytes, looking for the id, and SHA-256 in JavaScript, as n8n offers no \
         other to a Code\nnode by default. Alone: in n8n’s Node.js, in the tests’ sandbox, beside the same \
         SHA-256 of Node’s own crypto module. Live: a\nwhole request that is a duplicate, one at a time, beside \
         the shortest workflow; n8n keeps the body twice for the Raw Body option.\n"
            .into(),
    );
    write("| body | alone ÷ Node’s SHA-256 | live ÷ shortest |".into());
    write("| --- | ---: | ---: |".into());
    for size in sizes {
        let (alone, live) = (size.build_key / size.native, size.duplicate / size.shortest);
        write(format!("| {} | {} | {} |", size.name, digits(alone), digits(live)));
    }
    write("\nIn milliseconds, on the same machine, medians:\n".into());
    write("| ms | alone | Node’s SHA-256 | live, duplicate | live, shortest |".into());
    write("| --- | ---: | ---: | ---: | ---: |".into());
    for Size { name, build_key, native, shortest, duplicate } in sizes {
        let [build_key, native, shortest, duplicate] =
            [build_key, native, shortest, duplicate].map(|ms| digits(*ms));
        write(format!("| {name} | {build_key} | {native} | {duplicate} | {shortest} |"));
    }
    text
}

/// At most this many times the shortest workflow.
const GOAL: f64 = 1.5;

const NAMES: [(Row, &str); 4] = [
    (Row::Shortest, "Webhook → Respond"),
    (Row::WorkOnly, "Webhook → the same work → Respond"),
    (Row::New, "generated, new events"),
    (Row::Duplicate, "generated, duplicates"),
];

/// The middle one.
pub fn median(numbers: Vec<f64>) -> f64 {
    quartiles(numbers)[1]
}

/// The middle one, with those in the middle below and above it around it.
fn quartiles(mut numbers: Vec<f64>) -> [f64; 3] {
    numbers.sort_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| numbers[(numbers.len() - 1) * quarter / 4])
}

/// Of the same rounds.
fn ratios(dividends: &[Load], divisors: &[Load], of: fn(&Load) -> f64) -> Vec<f64> {
    dividends.iter().zip(divisors).map(|(dividend, divisor)| of(dividend) / of(divisor)).collect()
}

fn ratio(dividends: &[Load], divisors: &[Load], of: fn(&Load) -> f64) -> String {
    let [low, middle, high] = quartiles(ratios(dividends, divisors, of));
    format!("{middle:.2} ({low:.2}–{high:.2})")
}

fn p50(load: &Load) -> f64 {
    percentile(load, 0.5)
}

fn p95(load: &Load) -> f64 {
    percentile(load, 0.95)
}

fn percentile(load: &Load, part: f64) -> f64 {
    let mut latencies = load.latencies.clone();
    latencies.sort_by(f64::total_cmp);
    latencies[((latencies.len() - 1) as f64 * part).round() as usize]
}

/// As many digits as a run can tell.
fn digits(number: f64) -> String {
    match number {
        1_000.0.. => format!("{},{:03}", number.round() as u64 / 1_000, number.round() as u64 % 1_000),
        10.0.. => format!("{number:.0}"),
        1.0..10.0 => format!("{number:.1}"),
        0.1..1.0 => format!("{number:.2}"),
        _ => format!("{number:.3}"),
    }
}
