//! SQLite, as it is built into the tests.

use std::path::{Path, PathBuf};

use rusqlite::Connection;
use rusqlite::types::ValueRef;
use tempfile::TempDir;

/// An empty database of its own for one test, in WAL mode.
pub struct Database {
    folder: TempDir,
    /// Names of attached databases.
    schemas: Vec<String>,
}

impl Database {
    /// Makes a database in a temporary folder.
    #[expect(clippy::new_without_default, reason = "a folder is no default")]
    pub fn new() -> Database {
        let folder = tempfile::Builder::new().prefix("hookonce-lite.").tempdir().expect("a folder");
        Database { folder, schemas: Vec::new() }
    }

    /// From now on every connection has one more database of this name.
    pub fn attach(&mut self, name: &str) {
        self.schemas.push(name.to_owned());
    }

    /// Takes it from the connections to come.
    pub fn detach(&mut self, name: &str) {
        self.schemas.retain(|known| known != name);
    }

    /// What `receiver::connect` takes: the path of its file.
    pub fn path(&self) -> PathBuf {
        self.folder.path().join("main.db")
    }

    /// A new connection.
    pub fn connect(&self) -> Connection {
        let connection = open(&self.path()).expect("a connection");
        for (number, name) in self.schemas.iter().enumerate() {
            let file = self.folder.path().join(format!("{number}.db"));
            let file = file.to_str().expect("UTF-8");
            connection.execute("ATTACH ?1 AS ?2", [file, name]).expect("attached");
        }
        connection
    }

    /// Runs a script, as it would be run in a migration: the first error fails it.
    pub fn script(&self, script: &str) -> Result<(), String> {
        self.connect().execute_batch(script).map_err(|error| error.to_string())
    }

    /// The rows of a query, one a line, with `|` between values and nothing for NULL.
    pub fn rows(&self, query: &str) -> String {
        let connection = self.connect();
        let mut statement = connection.prepare(query).expect("a legal query");
        let columns = statement.column_count();
        let mut rows = statement.query([]).expect("a query that runs");
        let mut text = String::new();
        while let Some(row) = rows.next().expect("a row") {
            let value = |column| match row.get_ref(column).expect("a value") {
                ValueRef::Null => String::new(),
                ValueRef::Integer(number) => number.to_string(),
                ValueRef::Real(number) => number.to_string(),
                ValueRef::Text(bytes) | ValueRef::Blob(bytes) => String::from_utf8_lossy(bytes).into_owned(),
            };
            text.push_str(&(0..columns).map(value).collect::<Vec<_>>().join("|"));
            text.push('\n');
        }
        text
    }
}

/// A connection to the file, which is made if it is not there.
pub(crate) fn open(path: &Path) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    // Readers and the writer do not wait for each other. It is kept in the file.
    connection.query_row("PRAGMA journal_mode = WAL", [], |_| Ok(()))?;
    Ok(connection)
}
