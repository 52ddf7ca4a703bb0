//! A private MariaDB server that lives as long as somebody uses it.

mod programs;
mod server;

use std::io::Write;
use std::ops::{Deref, DerefMut};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use mysql::consts::CapabilityFlags;
use mysql::prelude::Queryable;
use mysql::{Conn, OptsBuilder};

use server::Running;
pub use server::Server;

/// An empty database of its own for one test.
///
/// All databases and connections of one time share a server; with the last of them it goes.
pub struct Database {
    running: Arc<Running>,
    name: String,
    is_alone: bool,
}

impl Database {
    /// Makes a database, on a new server if none runs.
    #[expect(clippy::new_without_default, reason = "a server is no default")]
    pub fn new() -> Database {
        Database::on(Running::shared().unwrap_or_else(|problem| panic!("{problem}")))
    }

    /// Makes a database on a server that nobody else uses.
    pub fn alone() -> Database {
        let running = Running::start(None).unwrap_or_else(|problem| panic!("{problem}"));
        Database { is_alone: true, ..Database::on(Arc::new(running)) }
    }

    fn on(running: Arc<Running>) -> Database {
        let database = Database { name: running.next_database_name(), running, is_alone: false };
        database.client("mysql", &format!("CREATE DATABASE {}", database.name)).expect("a database");
        database
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The path of its server's socket.
    pub fn socket(&self) -> PathBuf {
        self.running.socket()
    }

    /// Whether nobody else uses its server.
    pub fn is_alone(&self) -> bool {
        self.is_alone
    }

    /// What `receiver::connect` takes.
    pub fn url(&self) -> String {
        format!("{} {}", self.socket().display(), self.name)
    }

    /// A new connection as root.
    pub fn connect(&self) -> Connection {
        self.connect_with(CapabilityFlags::empty())
    }

    /// A new connection with further flags of the client.
    pub fn connect_with(&self, flags: CapabilityFlags) -> Connection {
        let options = options(&self.url()).expect("its own URL").additional_capabilities(flags);
        let connection = Conn::new(options).expect("a connection to the private server");
        Connection { connection, _running: Arc::clone(&self.running) }
    }

    /// Runs a script in the client `mariadb`, as it would be run in a migration: the first error fails it.
    /// Returns what it printed, rows only, or the error.
    pub fn script(&self, script: &str) -> Result<String, String> {
        self.client(&self.name, script)
    }

    /// Comes back when so many connections to this database wait for a lock of a row.
    #[track_caller]
    pub fn await_waiting_of(&self, connections: usize) {
        let waits = format!(
            "SELECT count(*) FROM information_schema.innodb_trx JOIN information_schema.processlist
             ON trx_mysql_thread_id = id WHERE trx_state = 'LOCK WAIT' AND db = '{}'",
            self.name
        );
        let deadline = Instant::now() + Duration::from_secs(30);
        let mut connection = self.connect();
        while connection.query_first::<usize, _>(&waits).expect("the server's transactions")
            < Some(connections)
        {
            assert!(Instant::now() < deadline, "fewer than {connections} wait");
            // The server does not refresh this table if it was read less than a tenth of a second ago.
            thread::sleep(Duration::from_millis(150));
        }
    }

    fn client(&self, database: &str, script: &str) -> Result<String, String> {
        let mut client = Command::new(&self.running.mariadb)
            .args(["--no-defaults", "--default-character-set=utf8mb4", "--batch", "--skip-column-names"])
            .args(["--user=root", "--socket"])
            .arg(self.socket())
            .arg(database)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("mariadb starts");
        // The script is smaller than a pipe's buffer; if the client ends early, its message says more.
        let _ = client.stdin.take().expect("piped").write_all(script.as_bytes());
        let output = client.wait_with_output().expect("mariadb ends");
        if output.status.success() {
            Ok(String::from_utf8(output.stdout).expect("UTF-8"))
        } else {
            Err(String::from_utf8_lossy(&output.stderr).into_owned())
        }
    }
}

/// A client that keeps its server alive.
pub struct Connection {
    connection: Conn,
    _running: Arc<Running>,
}

impl Deref for Connection {
    type Target = Conn;

    fn deref(&self) -> &Conn {
        &self.connection
    }
}

impl DerefMut for Connection {
    fn deref_mut(&mut self) -> &mut Conn {
        &mut self.connection
    }
}

/// How to connect: a socket, a space, and a database; `None` if it is not that.
pub(crate) fn options(url: &str) -> Option<OptsBuilder> {
    let (socket, database) = url.rsplit_once(' ')?;
    let options = OptsBuilder::new().socket(Some(socket)).user(Some("root")).db_name(Some(database));
    // Longer than the server's own bounds.
    Some(options.read_timeout(Some(Duration::from_secs(90))))
}
