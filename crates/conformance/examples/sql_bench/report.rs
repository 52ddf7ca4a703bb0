//! The part of docs/benchmarks.md.

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::load::Load;
use crate::scripts::Keys;
use crate::{CONNECTIONS, ROWS, Row, SECONDS, Way};

/// What the machine and the server are.
pub struct Setting {
    /// Of the last minute, before the start.
    pub load: f64,
    /// Processors.
    pub cores: usize,
    /// PostgreSQL's version.
    pub version: String,
    /// Its settings that count, with their values.
    pub settings: String,
}

/// Ratios and goals, then what they were on this machine.
pub fn text(loads: &BTreeMap<(Row, usize), Vec<Load>>, setting: &Setting) -> String {
    let mut text = String::new();
    let mut write = |line: String| writeln!(text, "{line}").expect("memory takes all");
    write("## The cost of each guarantee\n".into());
    write(wrapped(&format!(
        "Claims a second against those of claim-first, on one PostgreSQL {} with {}, in one run of pgbench with prepared \
         statements: {} rounds of {SECONDS} s for each number, in turn, after one that warms up; medians of the rounds, in \
         brackets their quartiles. More is better. “With finish” is two round trips in place of one, same-transaction four: \
         BEGIN, the lock_timeout, the claim, COMMIT. The naive look-up is SELECT, then INSERT: of two deliveries at once \
         both do the work, or one fails. To claim-first an event in progress is a duplicate like any other; \
         same-transaction waits for it, as long as it takes.",
        setting.version,
        setting.settings,
        loads.values().next().map_or(0, Vec::len),
    )));
    write(String::new());
    let columns =
        CONNECTIONS.map(|count| if count == 1 { "1 connection".to_owned() } else { format!("{count}") });
    write(format!("| rate ÷ claim-first | {} |", columns.join(" | ")));
    write("| --- | ---: | ---: | ---: |".into());
    for row in ROWS.into_iter().filter(|row| row.way != Way::ClaimFirst) {
        let cells = CONNECTIONS.map(|count| spread(ratios(loads, row, count, |load| load.rate)));
        write(format!("| {} | {} |", row.name(), cells.join(" | ")));
    }
    write("\nTheir p99, less is better:\n".into());
    write(format!("| p99 ÷ claim-first | {} |", columns.join(" | ")));
    write("| --- | ---: | ---: | ---: |".into());
    for row in ROWS.into_iter().filter(|row| row.way != Way::ClaimFirst) {
        let cells = CONNECTIONS.map(|count| spread(ratios(loads, row, count, Load::p99)));
        write(format!("| {} | {} |", row.name(), cells.join(" | ")));
    }
    write(String::new());
    for (row, goal, what) in GOALS {
        let verdicts = CONNECTIONS.map(|count| {
            let ratio = median(ratios(loads, row, count, |load| load.rate));
            let verdict = if ratio >= goal { "met" } else { "not met" };
            format!("{verdict} with {count} ({ratio:.2})")
        });
        write(format!("- The goal for {what}, at least {goal} of claim-first: {}.", verdicts.join(", ")));
    }
    write(format!(
        "\nThe load average was {:.1} before the start.{}",
        setting.load,
        if setting.load >= setting.cores as f64 {
            " The machine was busy, so these are not to be judged by."
        } else {
            ""
        }
    ));
    write(format!(
        "\nThe same as absolute numbers, claims a second and p99 in ms, on one machine with {} cores that pgbench shares:\n",
        setting.cores
    ));
    let columns = CONNECTIONS.map(|count| format!("{count}: a second | {count}: p99, ms"));
    write(format!("| connections | {} |", columns.join(" | ")));
    write("| --- | ---: | ---: | ---: | ---: | ---: | ---: |".into());
    for row in ROWS {
        let cells = CONNECTIONS.map(|count| {
            let of = |what: fn(&Load) -> f64| digits(median(loads[&(row, count)].iter().map(what).collect()));
            format!("{} | {}", of(|load| load.rate), of(Load::p99))
        });
        write(format!("| {} | {} |", row.name(), cells.join(" | ")));
    }
    text
}

/// At least so much of claim-first's rate.
const GOALS: [(Row, f64, &str); 3] = [
    (Row { way: Way::Lease, keys: Keys::New }, 0.65, "lease and new events"),
    (Row { way: Way::Lease, keys: Keys::Done }, 0.75, "lease and duplicates that are done"),
    (Row { way: Way::Lease, keys: Keys::InProgress }, 0.35, "lease and duplicates in progress"),
];

/// Of the same rounds.
fn ratios(
    loads: &BTreeMap<(Row, usize), Vec<Load>>,
    row: Row,
    connections: usize,
    of: fn(&Load) -> f64,
) -> Vec<f64> {
    let keys = if row.keys == Keys::New { Keys::New } else { Keys::Done };
    let base = &loads[&(Row { way: Way::ClaimFirst, keys }, connections)];
    loads[&(row, connections)].iter().zip(base).map(|(load, base)| of(load) / of(base)).collect()
}

fn spread(ratios: Vec<f64>) -> String {
    let [low, middle, high] = quartiles(ratios);
    format!("{middle:.2} ({low:.2}–{high:.2})")
}

/// The middle one.
pub fn median(numbers: Vec<f64>) -> f64 {
    quartiles(numbers)[1]
}

/// The middle one, with those in the middle below and above it around it.
fn quartiles(mut numbers: Vec<f64>) -> [f64; 3] {
    numbers.sort_by(f64::total_cmp);
    [1, 2, 3].map(|quarter| numbers[(numbers.len() - 1) * quarter / 4])
}

/// A paragraph in lines that are not too long.
pub fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.is_empty() => line.push_str(word),
            Some(line) if line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines.join("\n")
}

const WIDTH: usize = 125;

/// As many digits as a run can tell.
pub fn digits(number: f64) -> String {
    match number {
        1_000.0.. => grouped(number.round() as u64),
        10.0.. => format!("{number:.0}"),
        1.0..10.0 => format!("{number:.1}"),
        0.1..1.0 => format!("{number:.2}"),
        _ => format!("{number:.3}"),
    }
}

fn grouped(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        _ => format!("{},{:03}", grouped(number / 1_000), number % 1_000),
    }
}
