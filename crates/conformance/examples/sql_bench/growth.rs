//! How a claim's latency grows with the table, and how large a key is.

use std::fmt::Write;

use hookonce_conformance::postgresql::Database;
use hookonce_core::sql::Guarantee;

use crate::load::Load;
use crate::report::{digits, median, wrapped};
use crate::scripts;

/// What is measured for a size: medians of the rounds, in milliseconds.
pub struct Size {
    /// The rows in each table.
    pub rows: u64,
    /// For each of [`GUARANTEES`]: p50 and p99 of claims of new keys, then of duplicates.
    pub latencies: [[f64; 4]; 2],
}

/// Those whose tables are filled.
pub const GUARANTEES: [Guarantee; 2] = [Guarantee::ClaimFirst, Guarantee::Lease];

const ROUNDS: usize = 3;
const SECONDS: u32 = 1;

/// Sizes from 10^4 rows on, each ten times the one before.
pub fn measure(database: &Database, largest: u64) -> Vec<Size> {
    for guarantee in GUARANTEES {
        database.psql(&format!("TRUNCATE {};", scripts::table(guarantee)));
    }
    let mut sizes = Vec::new();
    let mut rows = 10_000;
    while rows <= largest {
        eprintln!("claims in {rows} rows");
        for guarantee in GUARANTEES {
            fill(database, guarantee, rows, largest);
        }
        sizes.push(Size { rows, latencies: latencies(database, rows) });
        rows *= 10;
    }
    sizes
}

/// Keys spread evenly over those that are drawn, so that new ones go everywhere in the index.
fn fill(database: &Database, guarantee: Guarantee, rows: u64, largest: u64) {
    let step = SPREAD / rows;
    let known = if rows == 10_000 { "true".to_owned() } else { "number % 10 <> 0".to_owned() };
    let (columns, values) = match guarantee {
        Guarantee::Lease => (
            "key, status, claim_token, lease_until, done_at",
            "'done', gen_random_uuid(), now() + interval '1 minute', now()",
        ),
        _ => ("key, first_seen", "now()"),
    };
    assert!(SPREAD.is_multiple_of(largest));
    let table = scripts::table(guarantee);
    database.psql(&format!(
        "SET statement_timeout = 0;
         INSERT INTO {table} ({columns})
         SELECT ({FIRST} + number * {step})::text, {values} FROM generate_series(0, {rows} - 1) AS number WHERE {known};
         VACUUM ANALYZE {table};
         CHECKPOINT;"
    ));
}

fn latencies(database: &Database, rows: u64) -> [[f64; 4]; 2] {
    let step = SPREAD / rows;
    let [new, duplicate] = [
        format!("random({FIRST}, {})", FIRST + SPREAD),
        format!("{FIRST} + {step} * random(0, {})", rows - 1),
    ];
    let mut rounds: [[Vec<f64>; 4]; 2] = Default::default();
    // The first round warms up.
    for round in 0..=ROUNDS {
        for (guarantee, rounds) in GUARANTEES.into_iter().zip(&mut rounds) {
            for (keys, at) in [(&new, 0), (&duplicate, 2)] {
                let script = scripts::claim(guarantee, keys);
                let load = Load::measure(database, &script, 1, SECONDS);
                if round > 0 {
                    rounds[at].push(load.p50());
                    rounds[at + 1].push(load.p99());
                }
            }
        }
    }
    rounds.map(|latencies| latencies.map(median))
}

/// The part of the report.
pub fn text(sizes: &[Size]) -> String {
    let mut text = String::new();
    let mut write = |line: String| writeln!(text, "{line}").expect("memory takes all");
    let (first, last) = (&sizes[0], &sizes[sizes.len() - 1]);
    write("## A claim in a large table\n".into());
    write(wrapped(&format!(
        "One connection, {} rows against {} rows: how many times as long a claim takes. The keys are numbers of 19 digits, \
         and new ones fall anywhere between those that are there.",
        digits(last.rows as f64),
        digits(first.rows as f64)
    )));
    write(String::new());
    write("| times as long | new, p50 | new, p99 | duplicate, p50 | duplicate, p99 |".into());
    write("| --- | ---: | ---: | ---: | ---: |".into());
    for (at, guarantee) in GUARANTEES.into_iter().enumerate() {
        let ratios = [0, 1, 2, 3].map(|what| digits(last.latencies[at][what] / first.latencies[at][what]));
        write(format!("| {} | {} |", guarantee.name(), ratios.join(" | ")));
    }
    write("\nThe same in milliseconds:\n".into());
    write("| rows | guarantee | new, p50 | new, p99 | duplicate, p50 | duplicate, p99 |".into());
    write("| ---: | --- | ---: | ---: | ---: | ---: |".into());
    for size in sizes {
        for (at, guarantee) in GUARANTEES.into_iter().enumerate() {
            let cells = size.latencies[at].map(digits).join(" | ");
            write(format!("| {} | {} | {cells} |", digits(size.rows as f64), guarantee.name()));
        }
    }
    text
}

/// The first key, and the range in which all are.
const FIRST: u64 = 1_000_000_000_000_000_000;
const SPREAD: u64 = 8_000_000_000_000_000_000;
