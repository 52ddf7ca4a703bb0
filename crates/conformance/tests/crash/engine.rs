//! The database that the receivers share.

use hookonce_conformance::ports;
use hookonce_conformance::{mariadb, postgresql, sqlite};
use hookonce_core::sql::{Dialect, Guarantee};

/// A database whose server can be ended in the middle.
pub trait Engine: Sync {
    /// How the receivers talk to it.
    fn dialect(&self) -> Dialect;
    /// Its name and version.
    fn version(&self) -> String;
    /// What `receiver::connect` takes.
    fn url(&self) -> String;
    /// Runs the migration.
    fn migrate(&self, script: &str);
    /// So many keys of earlier events, done long ago.
    fn fill(&self, guarantee: Guarantee, rows: usize);
    /// How many restarts go with so many kills; none where there is no server.
    fn restarts(&self, kills: usize) -> usize {
        3 + kills / 500
    }
    /// Ends the server, even times with SIGKILL and odd ones in order, and starts it again.
    fn restart(&self, time: usize);
}

/// A PostgreSQL server of its own.
pub struct PostgreSql {
    server: postgresql::Server,
    database: postgresql::Database,
}

impl PostgreSql {
    /// Starts it.
    pub fn new() -> PostgreSql {
        let server = postgresql::Server::new(ports::free()).unwrap_or_else(|problem| panic!("{problem}"));
        let database = server.database();
        PostgreSql { server, database }
    }
}

impl Engine for PostgreSql {
    fn dialect(&self) -> Dialect {
        Dialect::PostgreSql
    }

    fn version(&self) -> String {
        let version = self.database.psql("SELECT split_part(current_setting('server_version'), ' ', 1);");
        format!("PostgreSQL {}", version.trim())
    }

    fn url(&self) -> String {
        let folder = self.database.socket_folder().display();
        format!("host={folder} port={} user=postgres dbname={}", self.database.port(), self.database.name())
    }

    fn migrate(&self, script: &str) {
        self.database.psql(script);
    }

    fn fill(&self, guarantee: Guarantee, rows: usize) {
        let (columns, values) = match guarantee {
            Guarantee::Lease => (
                "key, status, claim_token, lease_until, done_at",
                "'done', gen_random_uuid(), 'epoch', statement_timestamp()",
            ),
            Guarantee::ClaimFirst | Guarantee::SameTransaction => {
                ("key, first_seen", "statement_timestamp()")
            }
        };
        self.database.psql(&format!(
            "INSERT INTO processed_events ({columns}) \
             SELECT 'evt:old_' || number, {values} FROM generate_series(1, {rows}) AS number;"
        ));
    }

    fn restart(&self, time: usize) {
        if time.is_multiple_of(2) {
            self.server.crash();
        } else {
            self.server.stop();
            self.server.start();
        }
    }
}

/// A MariaDB server of its own.
pub struct MariaDb {
    server: mariadb::Server,
    database: mariadb::Database,
}

impl MariaDb {
    /// Starts it.
    pub fn new() -> MariaDb {
        let server = mariadb::Server::new(ports::free()).unwrap_or_else(|problem| panic!("{problem}"));
        let database = server.database();
        MariaDb { server, database }
    }
}

impl Engine for MariaDb {
    fn dialect(&self) -> Dialect {
        Dialect::MariaDb
    }

    fn version(&self) -> String {
        let version = self.database.script("SELECT version()").expect("a version");
        format!("MariaDB {}", version.split('-').next().unwrap_or_default())
    }

    fn url(&self) -> String {
        self.database.url()
    }

    fn migrate(&self, script: &str) {
        self.database.script(script).expect("a migration");
    }

    fn fill(&self, guarantee: Guarantee, rows: usize) {
        let (columns, values) = match guarantee {
            Guarantee::Lease => (
                "`key`, status, claim_token, lease_until, done_at",
                "'done', uuid(), utc_timestamp(6), utc_timestamp(6)",
            ),
            Guarantee::ClaimFirst | Guarantee::SameTransaction => ("`key`, first_seen", "utc_timestamp(6)"),
        };
        self.migrate(&format!(
            "INSERT INTO processed_events ({columns}) \
             SELECT concat('evt:old_', seq), {values} FROM seq_1_to_{rows};"
        ));
    }

    fn restart(&self, time: usize) {
        if time.is_multiple_of(2) {
            self.server.crash();
        } else {
            self.server.stop();
            self.server.start();
        }
    }
}

/// A file.
pub struct Sqlite(sqlite::Database);

impl Sqlite {
    /// Makes it.
    pub fn new() -> Sqlite {
        Sqlite(sqlite::Database::new())
    }
}

impl Engine for Sqlite {
    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    fn version(&self) -> String {
        format!("SQLite {}", self.0.rows("SELECT sqlite_version()").trim())
    }

    fn url(&self) -> String {
        self.0.path().to_str().expect("UTF-8").to_owned()
    }

    fn migrate(&self, script: &str) {
        self.0.script(script).expect("a migration");
    }

    fn fill(&self, guarantee: Guarantee, rows: usize) {
        let now = "strftime('%Y-%m-%dT%H:%M:%fZ', 'now')";
        let (columns, values) = match guarantee {
            Guarantee::Lease => (
                "key, status, claim_token, lease_until, done_at",
                format!("'done', hex(randomblob(16)), {now}, {now}"),
            ),
            Guarantee::ClaimFirst | Guarantee::SameTransaction => ("key, first_seen", now.to_owned()),
        };
        self.migrate(&format!(
            "WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < {rows}) \
             INSERT INTO processed_events ({columns}) SELECT 'evt:old_' || number, {values} FROM numbers;"
        ));
    }

    /// Its server is each receiver, and those are killed.
    fn restarts(&self, _kills: usize) -> usize {
        0
    }

    fn restart(&self, _time: usize) {
        unreachable!("there is no server");
    }
}
