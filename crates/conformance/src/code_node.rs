//! The n8n Code node's JavaScript, run by Node.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use base64::prelude::{BASE64_STANDARD, Engine};
use hookonce_core::lang::Lang;
use hookonce_core::n8n::{Workflow, workflow};
use hookonce_core::options::Options;
use serde_json::{Value, json};

/// What the node is asked.
#[derive(Clone, Debug)]
pub struct Request {
    /// The webhook's body.
    pub body: Vec<u8>,
    /// The scope; empty means none.
    pub scope: String,
}

/// What it answers.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Answer {
    /// The key, or the message of the error.
    pub key: Result<String, String>,
    /// The event's type, if it has one.
    pub event_type: Option<String>,
}

/// The node's JavaScript, taken out of the generated workflow.
#[track_caller]
pub fn javascript(scope: &str) -> String {
    let options = Options { scope: scope.into(), ..Options::default() };
    let json = workflow(Workflow::Receive, &options, Lang::En).expect("usable options");
    let json: Value = serde_json::from_str(&json).expect("a workflow in JSON");
    let mut nodes = json["nodes"].as_array().expect("nodes").iter();
    let node = nodes.find(|node| node["name"] == "Build Key").expect("the Code node");
    node["parameters"]["jsCode"].as_str().expect("JavaScript").to_owned()
}

/// The answers of one Node process to all requests, in order.
#[track_caller]
pub fn answers(requests: &[Request]) -> Vec<Answer> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("build-key.js");
    std::fs::write(&file, javascript("")).expect("a file in it");
    let mut node = Running(spawn(&file));
    let mut input = node.0.stdin.take().expect("piped");
    let output = BufReader::new(node.0.stdout.take().expect("piped"));

    // Writing, reading and waiting each in a thread of its own: no pipe can fill up for good.
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
    thread::scope(|scope| {
        scope.spawn(move || {
            for Request { body, scope } in requests {
                let line = json!({ "body": BASE64_STANDARD.encode(body), "scope": scope });
                // If Node has ended, the missing answer says so.
                if writeln!(input, "{line}").is_err() {
                    break;
                }
            }
        });
        let answer = |request: &Request| match receiver.recv_timeout(PATIENCE) {
            Ok(line) => parse(&line),
            Err(problem) => {
                // Ends the writing thread as well.
                node.stop();
                panic!("Node gave no answer ({problem}) to {request:?}")
            }
        };
        requests.iter().map(answer).collect()
    })
}

fn spawn(javascript: &Path) -> Child {
    let runner = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/node/build-key-runner.mjs");
    let mut node = Command::new("node");
    node.arg(runner).arg(javascript).stdin(Stdio::piped()).stdout(Stdio::piped());
    node.spawn()
        .unwrap_or_else(|error| panic!("Node.js cannot be started ({error}): install Node.js 20 or newer"))
}

fn parse(line: &str) -> Answer {
    let answer: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    let text = |name: &str| answer[name].as_str().map(str::to_owned);
    let key =
        text("key").ok_or_else(|| text("error").unwrap_or_else(|| panic!("neither key nor error: {line}")));
    Answer { key, event_type: text("event_type") }
}

/// How long one answer may take; the slowest takes milliseconds.
const PATIENCE: Duration = Duration::from_secs(60);

/// A process that never outlives its use.
struct Running(Child);

impl Running {
    fn stop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}
