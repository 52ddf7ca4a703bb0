//! The database that the receivers share.

use hookonce_conformance::ports;
use hookonce_conformance::postgresql::{Database, Server};
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
    /// Ends the server, even times with SIGKILL and odd ones in order, and starts it again.
    fn restart(&self, time: usize);
}

/// A PostgreSQL server of its own.
pub struct PostgreSql {
    server: Server,
    database: Database,
}

impl PostgreSql {
    /// Starts it.
    pub fn new() -> PostgreSql {
        let server = Server::new(ports::free()).unwrap_or_else(|problem| panic!("{problem}"));
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
