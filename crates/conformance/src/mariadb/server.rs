//! The server itself, which never outlives the test process.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use super::Database;
use super::programs::programs;
use crate::supervisor::Supervisor;

/// A server of its own, which can be stopped.
pub struct Server(Arc<Running>);

impl Server {
    /// Starts a server on this port of 127.0.0.1.
    pub fn new(port: u16) -> Result<Server, String> {
        Running::start(Some(port)).map(|running| Server(Arc::new(running)))
    }

    /// A new, empty database on it.
    pub fn database(&self) -> Database {
        Database::on(Arc::clone(&self.0))
    }

    /// Stops it: every connection is lost, and new ones are refused.
    #[track_caller]
    pub fn stop(&self) {
        self.0.supervisor.order("stop", "stopped").expect("the server stops");
    }

    /// Starts it again after [`Server::stop`], with all that was committed.
    #[track_caller]
    pub fn start(&self) {
        self.0.supervisor.order("start", "started").expect("the server starts again");
    }

    /// Kills it (SIGKILL) and starts it again: it recovers from its log what was committed.
    #[track_caller]
    pub fn crash(&self) {
        self.0.supervisor.order("crash", "restarted").expect("the server starts again");
    }
}

/// A running server.
pub(super) struct Running {
    supervisor: Supervisor,
    /// The path of the client.
    pub mariadb: PathBuf,
    databases: AtomicU32,
}

impl Running {
    /// The server that others use now, or a new one.
    pub fn shared() -> Result<Arc<Running>, String> {
        // Weak, since a static would never be dropped.
        static SHARED: Mutex<Weak<Running>> = Mutex::new(Weak::new());
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(running) = shared.upgrade() {
            return Ok(running);
        }
        let running = Arc::new(Running::start(None)?);
        *shared = Arc::downgrade(&running);
        Ok(running)
    }

    /// A name that no other database here has.
    pub fn next_database_name(&self) -> String {
        format!("test_{}", self.databases.fetch_add(1, Ordering::Relaxed))
    }

    /// Its socket.
    pub fn socket(&self) -> PathBuf {
        self.folder().join("socket")
    }

    fn folder(&self) -> &Path {
        self.supervisor.folder()
    }

    /// A new server.
    pub fn start(port: Option<u16>) -> Result<Running, String> {
        let programs = programs()?;
        let paths = [&programs.mariadbd, &programs.install, &programs.mariadb];
        let mut arguments = paths.map(|path| path.to_string_lossy().into_owned()).to_vec();
        arguments.extend(port.map(|port| port.to_string()));
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let supervisor = Supervisor::start("MariaDB", include_str!("server.sh"), &arguments)?;
        Ok(Running { supervisor, mariadb: programs.mariadb, databases: AtomicU32::new(0) })
    }
}
