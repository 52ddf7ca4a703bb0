//! What the generated workflow costs on a live n8n, beside the shortest one: prints a part of
//! docs/benchmarks.md. `cargo xtask bench` runs it.

mod build_key;
mod load;
mod report;
mod workflows;

use std::collections::BTreeMap;
use std::{fs, thread};

use hookonce_conformance::n8n::{Lab, Request};
use serde_json::json;

use load::Load;
use workflows::{RECEIVE, SHORTEST, WORK_ONLY};

/// Rounds in which everything is measured once; what is told is their median.
const ROUNDS: usize = 15;
/// In each round, for each row of the table.
const REQUESTS: usize = 80;

/// The rows of the table: what is sent where.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Row {
    /// Webhook, Respond.
    Shortest,
    /// Webhook, the work, Respond.
    WorkOnly,
    /// The generated workflow, each event for the first time.
    New,
    /// The same events again.
    Duplicate,
}

impl Row {
    const ALL: [Row; 4] = [Row::Shortest, Row::WorkOnly, Row::New, Row::Duplicate];

    fn path(self) -> &'static str {
        match self {
            Row::Shortest => SHORTEST,
            Row::WorkOnly => WORK_ONLY,
            Row::New | Row::Duplicate => RECEIVE,
        }
    }

    /// What every answer says.
    fn status(self) -> &'static str {
        match self {
            Row::Shortest | Row::WorkOnly => "received",
            Row::New => "processed",
            Row::Duplicate => "duplicate",
        }
    }
}

fn main() {
    let load = load_average();
    eprintln!("start PostgreSQL and n8n; the load average is {load:.1}");
    let lab = Lab::start(&workflows::all(), |database| _ = database.psql(&workflows::tables()));
    let version = lab
        .connect()
        .query_one("SELECT split_part(current_setting('server_version'), ' ', 1)", &[])
        .expect("an answer");
    let version: String = version.get(0);
    let mut rows: BTreeMap<Row, Vec<Load>> = BTreeMap::new();
    // The first round warms up, and is not counted.
    for round in 0..=ROUNDS {
        for row in Row::ALL {
            let load = Load::measure(&lab, row, &requests(round));
            eprintln!("round {round}, {row:?}: {:.1} requests a second", load.rate());
            if round > 0 {
                rows.entry(row).or_default().push(load);
            }
        }
    }
    let sizes = build_key::measure(&lab);
    let cores = thread::available_parallelism().map_or(1, usize::from);
    print!("{}", report::text(&rows, &sizes, cores, load, &version));
}

/// What others do on this machine: the load average of the last minute.
fn load_average() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").expect("Linux");
    text.split(' ').next().and_then(|number| number.parse().ok()).expect("a number")
}

fn requests(round: usize) -> Vec<Request> {
    let event = |number| json!({ "id": format!("evt_{round}_{number}"), "type": "order.paid" }).to_string();
    (0..REQUESTS).map(|number| Request::json(event(number))).collect()
}
