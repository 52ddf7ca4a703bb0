//! A private PostgreSQL server that lives as long as somebody uses it.

mod cluster;
mod programs;
mod server;

use std::io::Write;
use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use postgres::{Client, Config, NoTls};

use cluster::Cluster;
pub use server::Server;

/// An empty database of its own for one test.
///
/// All databases and connections of one time share a server; with the last of them it goes.
pub struct Database {
    cluster: Arc<Cluster>,
    name: String,
}

impl Database {
    /// Makes a database, on a new server if none runs.
    #[expect(clippy::new_without_default, reason = "a server is no default")]
    pub fn new() -> Database {
        Database::on(Cluster::shared().unwrap_or_else(|problem| panic!("{problem}")))
    }

    fn on(cluster: Arc<Cluster>) -> Database {
        let name = cluster.next_database_name();
        let mut connection = Connection::new(&cluster, "postgres");
        connection.batch_execute(&format!("CREATE DATABASE {name} TEMPLATE template0")).expect("a database");
        Database { cluster, name }
    }

    /// The folder of the server's socket.
    pub fn socket_folder(&self) -> &Path {
        self.cluster.socket_folder()
    }

    /// The folder of PostgreSQL's programs.
    pub fn programs(&self) -> &Path {
        self.cluster.programs()
    }

    /// The port of its server, and the number in its socket's name.
    pub fn port(&self) -> u16 {
        self.cluster.port()
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A new connection as superuser.
    pub fn connect(&self) -> Connection {
        Connection::new(&self.cluster, &self.name)
    }

    /// One of PostgreSQL's programs, told where the database is.
    pub fn program(&self, name: &str) -> Command {
        let mut program = Command::new(self.cluster.program(name));
        program.env("PGHOST", self.cluster.socket_folder()).env("PGPORT", self.cluster.port().to_string());
        program.env("PGUSER", "postgres").env("PGDATABASE", &self.name);
        program
    }

    /// Runs a script in `psql`, as it would be run in a migration: the first error fails it.
    /// Returns what psql printed, rows only.
    #[track_caller]
    pub fn psql(&self, script: &str) -> String {
        self.try_psql(script).unwrap_or_else(|errors| panic!("psql failed:\n{errors}\n{script}"))
    }

    /// The same for a script that may fail: the error is what psql printed about it.
    pub fn try_psql(&self, script: &str) -> Result<String, String> {
        let mut psql = self
            .program("psql")
            .args(["-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"])
            .env("PGCLIENTENCODING", "UTF8")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("psql starts");
        // The script is far smaller than a pipe's buffer; if psql ends early, its message says more.
        let _ = psql.stdin.take().expect("piped").write_all(script.as_bytes());
        let output = psql.wait_with_output().expect("psql ends");
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        Ok(String::from_utf8(output.stdout).expect("UTF-8"))
    }
}

/// A client that keeps its server alive.
pub struct Connection {
    client: Client,
    _cluster: Arc<Cluster>,
}

impl Connection {
    fn new(cluster: &Arc<Cluster>, database: &str) -> Connection {
        let mut config = Config::new();
        config.host_path(cluster.socket_folder()).port(cluster.port()).user("postgres").dbname(database);
        let client = config.connect(NoTls).expect("a connection to the private server");
        Connection { client, _cluster: Arc::clone(cluster) }
    }
}

impl Deref for Connection {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl DerefMut for Connection {
    fn deref_mut(&mut self) -> &mut Client {
        &mut self.client
    }
}
