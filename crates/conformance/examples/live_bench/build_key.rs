//! The Code node's key for bodies without an id: alone in its sandbox, and in live requests.

use std::path::Path;
use std::process::{Command, Stdio};

use hookonce_conformance::n8n::{self, Lab, Request};
use serde_json::Value;

use crate::Row;
use crate::load::send;
use crate::report::median;

/// Medians for one size, in milliseconds.
pub struct Size {
    /// Of the body.
    pub name: &'static str,
    /// The Code node alone, in the tests' sandbox.
    pub build_key: f64,
    /// SHA-256 of Node's own crypto module, which n8n does not offer to a Code node.
    pub native: f64,
    /// Live: the shortest workflow.
    pub shortest: f64,
    /// Live: the generated workflow, for a duplicate.
    pub duplicate: f64,
}

const SIZES: [(&str, usize, usize); 3] =
    [("1 kB", 1_000, 51), ("1 MB", 1_000_000, 21), ("16 MB", 16_000_000, 7)];

/// All sizes, one request at a time.
pub fn measure(lab: &Lab) -> Vec<Size> {
    let alone = alone();
    let size = |(at, &(name, bytes, runs)): (usize, &(&'static str, usize, usize))| {
        eprintln!("live requests of {name}");
        let body = body(bytes);
        let request = Request::json(body);
        send(lab, Row::New, &request);
        let live = |row| {
            // The first one warms up.
            let times = (0..=runs).map(|_| send(lab, row, &request)).skip(1);
            median(times.collect())
        };
        let time = |name: &str| alone[at][name].as_f64().expect("a time");
        assert_eq!(alone[at]["bytes"], bytes);
        Size {
            name,
            build_key: time("buildKey"),
            native: time("native"),
            shortest: live(Row::Shortest),
            duplicate: live(Row::Duplicate),
        }
    };
    SIZES.iter().enumerate().map(size).collect()
}

/// JSON of this length without an id.
fn body(bytes: usize) -> Vec<u8> {
    let (begin, end) = ("{\"type\":\"order.paid\",\"data\":\"", "\"}");
    let filler = "a".repeat(bytes - begin.len() - end.len());
    [begin, &filler, end].concat().into_bytes()
}

/// In n8n's own Node.js, by `tests/node/bench-build-key.mjs`.
fn alone() -> Value {
    eprintln!("the Code node alone");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/node/bench-build-key.mjs");
    let sizes = SIZES.iter().map(|(_, bytes, _)| bytes.to_string());
    let output = Command::new(n8n::node())
        .arg(script)
        .args(sizes)
        .stderr(Stdio::inherit())
        .output()
        .expect("Node starts");
    assert!(output.status.success(), "bench-build-key.mjs failed");
    serde_json::from_slice(&output.stdout).expect("JSON")
}
