//! The server itself, which never outlives the test process.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::Duration;

use super::programs;

/// A running server.
///
/// `cluster.sh` makes it, waits for the end of its input, stops it and removes its folder. Its input ends
/// when this is dropped, and also when the test process dies in whichever way.
pub(super) struct Cluster {
    supervisor: Child,
    /// The lines that `cluster.sh` prints.
    answers: Mutex<Receiver<String>>,
    programs: PathBuf,
    folder: PathBuf,
    port: Option<u16>,
    databases: AtomicU32,
}

impl Cluster {
    /// The server that others use now, or a new one.
    pub fn shared() -> Result<Arc<Cluster>, String> {
        // Weak, since a static would never be dropped.
        static SHARED: Mutex<Weak<Cluster>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(cluster) = shared.upgrade() {
            return Ok(cluster);
        }
        let cluster = Arc::new(Cluster::start(None)?);
        *shared = Arc::downgrade(&cluster);
        Ok(cluster)
    }

    /// A name that no other database here has.
    pub fn next_database_name(&self) -> String {
        format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed))
    }

    /// The path of one of PostgreSQL's programs.
    pub fn program(&self, name: &str) -> PathBuf {
        self.programs.join(name)
    }

    /// The folder of PostgreSQL's programs.
    pub fn programs(&self) -> &Path {
        &self.programs
    }

    /// Where the server's only socket is.
    pub fn socket_folder(&self) -> &Path {
        &self.folder
    }

    /// The number in the socket's name, and the port, if it has one.
    pub fn port(&self) -> u16 {
        self.port.unwrap_or(5432)
    }

    /// Says `start` or `stop`, and waits until it is done.
    pub fn order(&self, order: &str, done: &str) -> Result<(), String> {
        let answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let mut input = self.supervisor.stdin.as_ref().expect("piped");
        writeln!(input, "{order}").map_err(|error| format!("{order}: {error}"))?;
        let answer = answers.recv_timeout(START).map_err(|_| format!("no answer to {order}"))?;
        if answer == done { Ok(()) } else { Err(answer) }
    }

    /// A server of one's own; with a port it listens on 127.0.0.1 as well.
    pub fn start(port: Option<u16>) -> Result<Cluster, String> {
        Cluster::start_with(port, "")
    }

    /// Likewise, with further options of the program `postgres`.
    pub fn start_with(port: Option<u16>, options: &str) -> Result<Cluster, String> {
        let programs = programs::folder()?;
        let mut supervisor = shell()
            .args(["-c", include_str!("cluster.sh"), "cluster.sh"])
            .arg(&programs)
            .arg(port.map(|port| port.to_string()).unwrap_or_default())
            .arg(options)
            // Where the server's user may go as well.
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Ctrl-C is for the test process; the supervisor notices its end.
            .process_group(0)
            .spawn()
            .map_err(|error| format!("the PostgreSQL server cannot be started: {error}"))?;
        let output = supervisor.stdout.take().expect("piped");
        let (sender, answers) = mpsc::channel();
        thread::spawn(move || {
            let mut lines = BufReader::new(output).lines().map_while(Result::ok);
            lines.try_for_each(|line| sender.send(line))
        });
        // From here on a failure ends the supervisor, too.
        let mut cluster = Cluster {
            supervisor,
            answers: Mutex::new(answers),
            programs,
            folder: PathBuf::new(),
            port,
            databases: AtomicU32::new(0),
        };
        cluster.folder = ready(cluster.answers.get_mut().unwrap_or_else(PoisonError::into_inner))?;
        Ok(cluster)
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.supervisor.stdin.take());
        if let Err(error) = self.supervisor.wait() {
            eprintln!("the PostgreSQL server in {} may still run: {error}", self.folder.display());
        }
    }
}

/// A shell as a user for whom PostgreSQL runs: it refuses root.
fn shell() -> Command {
    let id = Command::new("id").arg("-u").output();
    if id.is_ok_and(|output| output.stdout.trim_ascii() == b"0") {
        let mut runuser = Command::new("runuser");
        runuser.args(["-u", "postgres", "--", "sh"]);
        runuser
    } else {
        Command::new("sh")
    }
}

/// The server's folder, once it takes connections.
fn ready(answers: &Receiver<String>) -> Result<PathBuf, String> {
    let first = answers
        .recv_timeout(START)
        .map_err(|_| format!("the PostgreSQL server was not ready within {} s", START.as_secs()))?;
    match first.strip_prefix(READY) {
        Some(folder) => Ok(folder.into()),
        None => {
            let log: Vec<String> = std::iter::once(first).chain(answers.iter()).collect();
            Err(format!("the PostgreSQL server did not start:\n{}", log.join("\n")))
        }
    }
}

/// What the supervisor says in front of the folder.
const READY: &str = "ready ";

/// It takes about two seconds; a busy machine may take longer.
const START: Duration = Duration::from_secs(120);

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::net::UnixStream;

    use super::*;

    #[test]
    fn nothing_of_it_is_left() {
        let cluster = Cluster::start(None).unwrap();
        let folder = cluster.socket_folder().to_owned();
        let socket = folder.join(".s.PGSQL.5432");
        assert!(UnixStream::connect(&socket).is_ok());
        assert!(fs::read_dir(&folder).unwrap().count() > 0);
        drop(cluster);
        assert!(!folder.exists());
    }
}
