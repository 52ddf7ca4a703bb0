//! What each guarantee costs on PostgreSQL: prints a part of docs/benchmarks.md. `cargo xtask bench` runs it.
//!
//! Arguments for a short run: the rows of the largest table, 10,000 times a power of ten, and the number of rounds.

mod cleanup;
mod growth;
mod load;
mod report;
mod scripts;
mod sizes;

use std::collections::{BTreeMap, HashMap};
use std::{env, fs, thread};

use hookonce_conformance::ports;
use hookonce_conformance::postgresql::{Database, Server};
use hookonce_core::sql::Guarantee;

use load::Load;
use report::Setting;
use scripts::Keys;

/// Rounds in which everything is measured once; what is told is their median.
const ROUNDS: usize = 5;
/// Of the largest table.
const MOST_ROWS: u64 = 10_000_000;
/// For each number in each round.
const SECONDS: u32 = 1;
/// At once.
const CONNECTIONS: [usize; 3] = [1, 8, 64];

/// How a key is claimed.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Way {
    /// The published claim.
    ClaimFirst,
    /// Claim only.
    Lease,
    /// Claim and finish.
    LeaseAndFinish,
    /// Claim and COMMIT, or ROLLBACK.
    SameTransaction,
    /// SELECT, then INSERT.
    LookUpFirst,
}

impl Way {
    fn guarantee(self) -> Guarantee {
        match self {
            Way::ClaimFirst | Way::LookUpFirst => Guarantee::ClaimFirst,
            Way::Lease | Way::LeaseAndFinish => Guarantee::Lease,
            Way::SameTransaction => Guarantee::SameTransaction,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Way::ClaimFirst => "claim-first",
            Way::Lease => "lease",
            Way::LeaseAndFinish => "lease with finish",
            Way::SameTransaction => "same-transaction",
            Way::LookUpFirst => "naive look-up",
        }
    }
}

/// A row of the tables.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Row {
    way: Way,
    keys: Keys,
}

impl Row {
    const fn new(way: Way, keys: Keys) -> Row {
        Row { way, keys }
    }

    fn name(self) -> String {
        let keys = match self.keys {
            Keys::New => "new events",
            Keys::Done => "duplicates, done",
            Keys::InProgress => "duplicates, in progress",
        };
        format!("{keys}: {}", self.way.name())
    }
}

const ROWS: [Row; 10] = [
    Row::new(Way::ClaimFirst, Keys::New),
    Row::new(Way::Lease, Keys::New),
    Row::new(Way::LeaseAndFinish, Keys::New),
    Row::new(Way::SameTransaction, Keys::New),
    Row::new(Way::LookUpFirst, Keys::New),
    Row::new(Way::ClaimFirst, Keys::Done),
    Row::new(Way::Lease, Keys::Done),
    Row::new(Way::SameTransaction, Keys::Done),
    Row::new(Way::LookUpFirst, Keys::Done),
    Row::new(Way::Lease, Keys::InProgress),
];

fn main() {
    let mut arguments = env::args().skip(1).map(|argument| argument.parse().expect("a number"));
    let rows = arguments.next().unwrap_or(MOST_ROWS);
    let rounds = arguments.next().map_or(ROUNDS, |rounds| rounds as usize);
    let load = load_average();
    eprintln!("start PostgreSQL; the load average is {load:.1}");
    // Commits wait for the disk, as on a server in use.
    let server =
        Server::with_options(ports::free(), "-c fsync=on").unwrap_or_else(|problem| panic!("{problem}"));
    let database = server.database();
    for guarantee in Guarantee::ALL {
        database.psql(&scripts::fill(guarantee));
    }
    database.psql("VACUUM ANALYZE; CHECKPOINT;");
    let loads = loads(&database, rounds);
    let parts = [
        report::text(&loads, &setting(&database, load)),
        growth::text(&growth::measure(&database, rows)),
        sizes::text(&sizes::measure(&database)),
        cleanup::text(&cleanup::measure(&database)),
    ];
    print!("{}", parts.join("\n"));
}

/// Everything once a round; the first round warms up and is not counted.
fn loads(database: &Database, rounds: usize) -> BTreeMap<(Row, usize), Vec<Load>> {
    let mut loads: BTreeMap<(Row, usize), Vec<Load>> = BTreeMap::new();
    let mut made: HashMap<Guarantee, usize> = HashMap::new();
    for round in 0..=rounds {
        for connections in CONNECTIONS {
            for row in ROWS {
                let load = Load::measure(database, &scripts::script(row.way, row.keys), connections, SECONDS);
                eprintln!(
                    "round {round}, {connections} connections, {}: {:.0} a second",
                    row.name(),
                    load.rate
                );
                if row.keys == Keys::New {
                    *made.entry(row.way.guarantee()).or_default() += load.count();
                }
                if round > 0 {
                    loads.entry((row, connections)).or_default().push(load);
                }
            }
        }
    }
    for (guarantee, made) in made {
        check(database, guarantee, made);
    }
    loads
}

/// New keys were new, and duplicates made none: there are as many keys as that.
#[track_caller]
fn check(database: &Database, guarantee: Guarantee, made: usize) {
    let keys = database.psql(&format!("SELECT count(*) FROM {};", scripts::table(guarantee)));
    let known = scripts::KNOWN as usize * if guarantee == Guarantee::Lease { 2 } else { 1 };
    assert_eq!(keys.trim(), (made + known).to_string(), "{guarantee:?}");
}

fn setting(database: &Database, load: f64) -> Setting {
    let mut connection = database.connect();
    let mut show = |name: &str| -> String {
        connection.query_one(&format!("SHOW {name}"), &[]).expect("a setting").get(0)
    };
    let version = show("server_version");
    let settings =
        ["fsync", "synchronous_commit", "shared_buffers"].map(|name| format!("{name} = {}", show(name)));
    Setting {
        load,
        cores: thread::available_parallelism().map_or(1, usize::from),
        version: version.split(' ').next().unwrap_or_default().to_owned(),
        settings: settings.join(", "),
    }
}

/// What others do on this machine: the load average of the last minute.
fn load_average() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").expect("Linux");
    text.split(' ').next().and_then(|number| number.parse().ok()).expect("a number")
}
