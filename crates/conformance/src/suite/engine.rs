//! What the tests need to know of an engine.

use std::collections::BTreeSet;
use std::thread;
use std::time::Duration;

use hookonce_core::sql::Dialect;
use mysql::Value;
use mysql::prelude::Queryable;

use crate::receiver::Connection;
use crate::{mariadb, sqlite};

/// An engine, and an empty database of its own.
pub trait Engine: Sized + Sync {
    /// Its dialect.
    const DIALECT: Dialect;
    /// Its connection.
    type Connection: Connection;
    /// Makes a database.
    fn new() -> Self;
    /// Makes a database on a server that no other test uses.
    fn alone() -> Self;
    /// A new connection.
    fn connect(&self) -> Self::Connection;
    /// Runs a script as a migration would; the first error ends it.
    fn script(&self, script: &str) -> Result<(), String>;
    /// The rows of a query, one a line, with `|` between values and nothing for NULL.
    fn rows(&self, query: &str) -> String;
    /// Its name and version as far as they are named on the page.
    fn version(&self) -> String;
    /// Makes another schema.
    fn create_schema(&mut self, name: &str);
    /// Removes it.
    fn drop_schema(&mut self, name: &str);
    /// Whatever a statement could create: kind, schema (empty for that of the connection), name. On a server that
    /// others use, only what is in this database.
    fn everything(&self) -> BTreeSet<[String; 3]>;
    /// How the table is defined, but for its name.
    fn definition(&self, table: &str) -> String;
    /// A moment some seconds ago, in SQL.
    fn ago(seconds: i64) -> String;
    /// Starts a transaction that writes.
    const BEGIN: &'static str;
    /// Lets no statement of the connection wait for longer than a second, as far as the engine waits by itself.
    fn hurry(connection: &mut Self::Connection);
    /// Comes back when a connection waits for a lock, as far as that can be seen.
    fn await_waiting(&self);
}

/// Schemas in which nothing can be made, or that are views only: slow to list.
const BUILT_IN: &str = "('information_schema', 'performance_schema', 'sys')";

impl Engine for mariadb::Database {
    const DIALECT: Dialect = Dialect::MariaDb;
    type Connection = mariadb::Connection;
    const BEGIN: &'static str = "START TRANSACTION";

    fn new() -> Self {
        mariadb::Database::new()
    }

    fn alone() -> Self {
        mariadb::Database::alone()
    }

    fn connect(&self) -> mariadb::Connection {
        mariadb::Database::connect(self)
    }

    fn script(&self, script: &str) -> Result<(), String> {
        mariadb::Database::script(self, script).map(drop)
    }

    fn rows(&self, query: &str) -> String {
        let rows: Vec<mysql::Row> = mariadb::Database::connect(self).query(query).expect("a query that runs");
        let value = |value: Value| match value {
            Value::NULL => String::new(),
            Value::Bytes(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            other => other.as_sql(true),
        };
        let row = |row: mysql::Row| row.unwrap().into_iter().map(value).collect::<Vec<_>>().join("|") + "\n";
        rows.into_iter().map(row).collect()
    }

    fn version(&self) -> String {
        let version = self.rows("SELECT version()");
        let numbers: Vec<&str> = version.split('.').take(2).collect();
        assert!(version.contains("MariaDB"), "{version}");
        format!("MariaDB {}", numbers.join("."))
    }

    fn create_schema(&mut self, name: &str) {
        self.rows(&format!("CREATE DATABASE `{}`", name.replace('`', "``")));
    }

    fn drop_schema(&mut self, name: &str) {
        self.rows(&format!("DROP DATABASE `{}`", name.replace('`', "``")));
    }

    fn everything(&self) -> BTreeSet<[String; 3]> {
        let own = self.name();
        let only_own = if self.is_alone() { String::new() } else { format!("WHERE place = '{own}'") };
        let query = format!(
            "SELECT kind, IF(place = '{own}', '', place), name FROM (
               SELECT 'table' AS kind, table_schema AS place, table_name AS name FROM information_schema.tables WHERE table_schema NOT IN {BUILT_IN}
               UNION ALL SELECT 'index', table_schema, concat(table_name, ' ', index_name) FROM information_schema.statistics WHERE table_schema NOT IN {BUILT_IN}
               UNION ALL SELECT 'routine', routine_schema, routine_name FROM information_schema.routines WHERE routine_schema NOT IN {BUILT_IN}
               UNION ALL SELECT 'event', event_schema, event_name FROM information_schema.events
               UNION ALL SELECT 'trigger', trigger_schema, trigger_name FROM information_schema.triggers WHERE trigger_schema NOT IN {BUILT_IN}
               UNION ALL SELECT 'schema', '', schema_name FROM information_schema.schemata
               UNION ALL SELECT 'user', '', concat(user, '@', host) FROM mysql.user
             ) AS everything {only_own}"
        );
        let rows = mariadb::Database::connect(self).query::<(String, String, String), _>(query);
        rows.expect("the catalog").into_iter().map(|(kind, place, name)| [kind, place, name]).collect()
    }

    fn definition(&self, table: &str) -> String {
        let shown = self.rows(&format!("SHOW CREATE TABLE `{table}`"));
        shown.split_once('(').expect("a definition").1.to_owned()
    }

    fn ago(seconds: i64) -> String {
        format!("utc_timestamp(6) - INTERVAL {seconds} SECOND")
    }

    fn hurry(connection: &mut mariadb::Connection) {
        connection.query_drop("SET SESSION innodb_lock_wait_timeout = 1").expect("a setting");
    }

    fn await_waiting(&self) {
        self.await_waiting_of(1);
    }
}

impl Engine for sqlite::Database {
    const DIALECT: Dialect = Dialect::Sqlite;
    type Connection = rusqlite::Connection;
    const BEGIN: &'static str = "BEGIN IMMEDIATE";

    fn new() -> Self {
        sqlite::Database::new()
    }

    fn alone() -> Self {
        sqlite::Database::new()
    }

    fn connect(&self) -> rusqlite::Connection {
        sqlite::Database::connect(self)
    }

    fn script(&self, script: &str) -> Result<(), String> {
        sqlite::Database::script(self, script)
    }

    fn rows(&self, query: &str) -> String {
        sqlite::Database::rows(self, query)
    }

    fn version(&self) -> String {
        let version = rusqlite::version();
        let numbers: Vec<&str> = version.split('.').take(2).collect();
        format!("SQLite {}", numbers.join("."))
    }

    fn create_schema(&mut self, name: &str) {
        self.attach(name);
    }

    fn drop_schema(&mut self, name: &str) {
        self.detach(name);
    }

    fn everything(&self) -> BTreeSet<[String; 3]> {
        let connection = sqlite::Database::connect(self);
        let mut schemas = connection.prepare("SELECT name FROM pragma_database_list").expect("the list");
        let schemas = schemas.query_map([], |row| row.get::<_, String>(0)).expect("the list");
        let mut found = BTreeSet::new();
        for schema in schemas {
            let schema = schema.expect("a name");
            let query =
                format!("SELECT type, tbl_name, name FROM \"{}\".sqlite_schema", schema.replace('"', "\"\""));
            let mut statement = connection.prepare(&query).expect("the catalog");
            let rows = statement.query_map([], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?]));
            let own = if schema == "main" { String::new() } else { schema };
            for row in rows.expect("the catalog") {
                let [kind, table, name]: [String; 3] = row.expect("text");
                let name = if kind == "index" { format!("{table} {name}") } else { name };
                found.insert([kind, own.clone(), name]);
            }
            found.insert(["schema".into(), String::new(), own]);
        }
        found
    }

    fn definition(&self, table: &str) -> String {
        let shown = self.rows(&format!("SELECT sql FROM sqlite_schema WHERE name = '{table}'"));
        shown.split_once('(').expect("a definition").1.to_owned()
    }

    fn ago(seconds: i64) -> String {
        format!("strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '{} seconds')", -seconds)
    }

    fn hurry(_connection: &mut rusqlite::Connection) {}

    fn await_waiting(&self) {
        // Nothing tells that a connection waits. What the tests expect is the same if it does not yet.
        thread::sleep(Duration::from_millis(200));
    }
}
