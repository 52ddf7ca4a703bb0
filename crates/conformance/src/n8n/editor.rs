//! n8n's editor in a real browser.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// Runs `paste.mjs`, which tells what comes out of it, on an n8n that nobody has used yet.
pub(super) fn paste(port: u16, workflows: &[String]) -> Result<Value, String> {
    let mut browser = Command::new("timeout")
        .args(["--kill-after=5", LIMIT])
        .arg(super::node())
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/n8n/paste.mjs"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("timeout, of coreutils: {error}"))?;
    let input = json!({ "url": format!("http://127.0.0.1:{port}"), "workflows": workflows });
    let written = write!(browser.stdin.take().expect("piped"), "{input}");
    let output = browser.wait_with_output().map_err(|error| error.to_string())?;
    let errors = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("the editor in the browser: {}\n{errors}\n{HINT}", output.status));
    }
    written.map_err(|error| format!("{error}\n{errors}"))?;
    serde_json::from_slice(&output.stdout).map_err(|error| format!("{error}\n{errors}"))
}

const HINT: &str =
    "`cargo xtask test --only n8n` installs what it needs: Chromium, and the packages of tests/e2e";

/// Seconds for all of it, which takes about ten; a busy machine may take longer. The browser ends with the script.
const LIMIT: &str = "240";
