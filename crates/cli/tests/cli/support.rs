//! Runs the binary.

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value;

/// What a run left behind.
pub struct Run {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

/// The binary, with nothing of this process's environment, which it must not read anyway.
pub fn command(args: &[impl AsRef<OsStr>]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hookonce"));
    command.args(args).env_clear();
    command
}

/// Runs it with `stdin`.
#[track_caller]
pub fn run(args: &[impl AsRef<OsStr>], stdin: impl AsRef<[u8]>) -> Run {
    run_in(Path::new("."), args, stdin)
}

/// Runs it in a folder, with `stdin`.
#[track_caller]
pub fn run_in(folder: &Path, args: &[impl AsRef<OsStr>], stdin: impl AsRef<[u8]>) -> Run {
    let mut command = command(args);
    command.current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    // A run that refuses its arguments does not read its input.
    let _ = child.stdin.take().expect("a pipe").write_all(stdin.as_ref());
    let output = child.wait_with_output().expect("the binary ends");
    Run {
        code: output.status.code().expect("no signal ended it"),
        stdout: String::from_utf8(output.stdout).expect("UTF-8 on standard output"),
        stderr: String::from_utf8(output.stderr).expect("UTF-8 on standard error"),
    }
}

/// Runs `hookonce key --format json` with further arguments, and reads the one line it must print.
#[track_caller]
pub fn key_json(args: &[&str], stdin: impl AsRef<[u8]>) -> (i32, Value) {
    let run = run(&[&["key", "--format", "json"], args].concat(), stdin);
    assert_eq!(run.stderr, "", "findings are in the JSON form only");
    (run.code, one_line_of_json(&run.stdout))
}

/// The JSON of a text that is one line of it and has the promised members.
#[track_caller]
pub fn one_line_of_json(text: &str) -> Value {
    assert!(text.ends_with('\n') && text.lines().count() == 1, "one line: {text:?}");
    let json: Value = serde_json::from_str(text).expect("JSON");
    let mut members: Vec<_> = json.as_object().expect("an object").keys().collect();
    // Only a batch has items, and only a step has its key.
    members.retain(|member| !["idempotency_key", "items"].contains(&member.as_str()));
    members.sort();
    assert_eq!(members, ["candidates", "findings", "key", "provider", "rule"]);
    json
}

/// The codes of a JSON form's findings, in order.
pub fn codes(json: &Value) -> Vec<&str> {
    let findings = json["findings"].as_array().expect("a list");
    findings.iter().map(|finding| finding["code"].as_str().expect("a code")).collect()
}

/// A path in the checkout.
pub fn checkout(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// A path for a file of this test alone.
pub fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// An empty folder of this test alone.
pub fn scratch_folder(name: &str) -> PathBuf {
    let folder = scratch(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a scratch folder");
    folder
}
