//! pgbench, and how long its transactions took.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;

use hookonce_conformance::postgresql::Database;
use tempfile::TempDir;

/// What one round of one row took.
pub struct Load {
    /// Transactions a second, without the time to connect.
    pub rate: f64,
    /// Sorted by latency.
    transactions: Vec<Transaction>,
}

struct Transaction {
    /// In milliseconds.
    latency: f64,
    /// Seconds since 1970.
    end: f64,
}

/// A running pgbench.
pub struct Running {
    child: Child,
    folder: TempDir,
}

impl Load {
    /// Runs a script on so many connections for so many seconds.
    #[track_caller]
    pub fn measure(database: &Database, script: &str, connections: usize, seconds: u32) -> Load {
        Running::start(database, script, connections, seconds).wait()
    }

    /// Only the transactions that ended between these moments, in seconds since 1970.
    pub fn between(mut self, begin: f64, end: f64) -> Load {
        self.transactions.retain(|transaction| (begin..end).contains(&transaction.end));
        Load { rate: self.count() as f64 / (end - begin), ..self }
    }

    /// The middle latency, in milliseconds.
    pub fn p50(&self) -> f64 {
        self.percentile(0.5)
    }

    /// The latency of the slowest hundredth, in milliseconds.
    pub fn p99(&self) -> f64 {
        self.percentile(0.99)
    }

    /// How many there were.
    pub fn count(&self) -> usize {
        self.transactions.len()
    }

    fn percentile(&self, part: f64) -> f64 {
        self.transactions[((self.count() - 1) as f64 * part).round() as usize].latency
    }
}

impl Running {
    /// Starts it, and does not wait for its end.
    pub fn start(database: &Database, script: &str, connections: usize, seconds: u32) -> Running {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("script.sql");
        fs::write(&file, script).expect("a file");
        let threads = connections.min(thread::available_parallelism().map_or(1, usize::from));
        let child = database
            .program("pgbench")
            .args(["--no-vacuum", "--protocol=prepared", "--log"])
            .args(["--client", &connections.to_string(), "--jobs", &threads.to_string()])
            .args(["--time", &seconds.to_string(), "--file"])
            .arg(file)
            .arg("--log-prefix")
            .arg(folder.path().join("log"))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("pgbench starts");
        Running { child, folder }
    }

    /// Waits for its end.
    #[track_caller]
    pub fn wait(self) -> Load {
        let output = self.child.wait_with_output().expect("pgbench ends");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && text.contains("failed transactions: 0 "), "{text}{errors}");
        let rate = text.lines().find_map(|line| line.strip_prefix("tps = ")?.split(' ').next()?.parse().ok());
        Load { rate: rate.expect("a rate"), transactions: transactions(self.folder.path()) }
    }
}

/// From pgbench's logs, a file a thread and a line a transaction: client, number, time in µs, script, and
/// its end in seconds and µs.
fn transactions(folder: &Path) -> Vec<Transaction> {
    let mut transactions = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("the folder").path();
        if path.extension().is_some_and(|extension| extension == "sql") {
            continue;
        }
        let text = fs::read_to_string(path).expect("a log");
        transactions.extend(text.lines().map(|line| {
            let fields: Vec<f64> = line.split(' ').filter_map(|field| field.parse().ok()).collect();
            let [_, _, time, _, seconds, micros] = fields[..] else { panic!("{line}") };
            Transaction { latency: time / 1e3, end: seconds + micros / 1e6 }
        }));
    }
    transactions.sort_by(|one, other| one.latency.total_cmp(&other.latency));
    transactions
}
