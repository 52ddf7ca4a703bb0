//! Starting other programs: shown or logged, never with standard input.
//!
//! Children stay in this process's group, so that Ctrl-C ends them too.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::paths;

/// The cargo that runs us, in the checkout.
pub fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    command.current_dir(paths::root());
    command
}

/// Prints what starts, runs it, prints how long it took.
pub fn step<T>(what: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    println!("==> {what}");
    let start = Instant::now();
    let result = work();
    let end = if result.is_ok() { "done" } else { "failed" };
    println!("    {end} after {}", seconds(start.elapsed()));
    result
}

/// Runs a command whose output the user sees.
pub fn show(command: &mut Command) -> Result<()> {
    let name = name(command);
    let status = command.stdin(Stdio::null()).status().with_context(|| format!("{name} did not start"))?;
    if !status.success() {
        bail!("`{}` ended with {status}", line(command));
    }
    Ok(())
}

/// Runs a command and gives back what it printed on standard output.
pub fn text(command: &mut Command) -> Result<String> {
    let name = name(command);
    let output = command.stdin(Stdio::null()).output().with_context(|| format!("{name} did not start"))?;
    if !output.status.success() {
        bail!(
            "`{}` ended with {}: {}",
            line(command),
            output.status,
            String::from_utf8_lossy(&output.stderr).trim()
        );
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// A file that takes the output of one or more commands.
pub struct Log {
    path: PathBuf,
    file: File,
}

impl Log {
    /// Starts an empty log at `path`.
    pub fn create(path: PathBuf) -> Result<Self> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let file = File::create(&path).with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self { path, file })
    }

    /// Where the log is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Runs a command with its output, both streams in order, in the log. Tells
    /// whether it succeeded and what it printed.
    pub fn run(&mut self, command: &mut Command) -> Result<(bool, String)> {
        let before = self.text().len();
        writeln!(self.file, "$ {}", line(command))?;
        let status = command
            .stdin(Stdio::null())
            .stdout(self.file.try_clone()?)
            .stderr(self.file.try_clone()?)
            .status()
            .with_context(|| format!("{} did not start", name(command)))?;
        let output = self.text().split_off(before);
        writeln!(self.file, "$ ended with {status}")?;
        Ok((status.success(), output))
    }

    /// The last `count` lines.
    pub fn tail(&self, count: usize) -> String {
        let text = self.text();
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(count)..].join("\n")
    }

    fn text(&self) -> String {
        // Tests may print anything; each bad byte becomes a character, and since
        // that is done the same way each time, offsets stay valid.
        String::from_utf8_lossy(&fs::read(&self.path).unwrap_or_default()).into_owned()
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// A duration as people read it while they wait.
pub fn seconds(time: Duration) -> String {
    format!("{:.1} s", time.as_secs_f64())
}

fn name(command: &Command) -> String {
    command.get_program().to_string_lossy().into_owned()
}

fn line(command: &Command) -> String {
    let mut line = name(command);
    for arg in command.get_args() {
        line.push(' ');
        line.push_str(&arg.to_string_lossy());
    }
    line
}
