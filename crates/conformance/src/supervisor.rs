//! A shell script that owns a server: it starts it, does what it is told, and stops it when its input ends, which
//! is when this process drops it or dies in whichever way.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// A running script whose first line of output was `ready FOLDER`.
pub(crate) struct Supervisor {
    title: &'static str,
    child: Child,
    /// The lines that the script prints.
    answers: Mutex<Receiver<String>>,
    folder: PathBuf,
}

impl Supervisor {
    /// Starts the script for the server of this title, and waits until it is ready.
    pub fn start(title: &'static str, script: &str, arguments: &[&str]) -> Result<Supervisor, String> {
        let mut child = Command::new("sh")
            .args(["-c", script, title])
            .args(arguments)
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Ctrl-C is for the test process; the script notices its end.
            .process_group(0)
            .spawn()
            .map_err(|error| format!("the {title} server cannot be started: {error}"))?;
        let output = child.stdout.take().expect("piped");
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            let mut lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.try_for_each(|line| sender.send(line))
        });
        // From here on a failure ends the script, too.
        let mut supervisor =
            Supervisor { title, child, answers: Mutex::new(answers), folder: PathBuf::new() };
        supervisor.folder = supervisor.ready()?;
        Ok(supervisor)
    }

    /// The server's own folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Tells the script to do something, and waits until it says that it is done.
    pub fn order(&self, order: &str, done: &str) -> Result<(), String> {
        let answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let mut input = self.child.stdin.as_ref().expect("piped");
        writeln!(input, "{order}").map_err(|error| format!("{order}: {error}"))?;
        let answer = answers.recv_timeout(START).map_err(|_| format!("no answer to {order}"))?;
        if answer == done { Ok(()) } else { Err(answer) }
    }

    fn ready(&mut self) -> Result<PathBuf, String> {
        let answers = self.answers.get_mut().unwrap_or_else(PoisonError::into_inner);
        let first = answers
            .recv_timeout(START)
            .map_err(|_| format!("the {} server was not ready within {} s", self.title, START.as_secs()))?;
        match first.strip_prefix("ready ") {
            Some(folder) => Ok(folder.into()),
            None => {
                let log: Vec<String> = std::iter::once(first).chain(answers.iter()).collect();
                Err(format!("the {} server did not start:\n{}", self.title, log.join("\n")))
            }
        }
    }
}

impl Drop for Supervisor {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        if let Err(error) = self.child.wait() {
            eprintln!("the {} server in {} may still run: {error}", self.title, self.folder.display());
        }
    }
}

/// It takes some seconds; a busy machine may take longer.
const START: Duration = Duration::from_secs(120);
