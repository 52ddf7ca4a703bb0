//! A server that is nobody else's, so that it can be stopped.

use std::sync::Arc;

use super::Database;
use super::cluster::Cluster;

/// A server of its own that listens on 127.0.0.1.
pub struct Server(Arc<Cluster>);

impl Server {
    /// Starts a server on this port.
    pub fn new(port: u16) -> Result<Server, String> {
        Cluster::start(Some(port)).map(|cluster| Server(Arc::new(cluster)))
    }

    /// Starts a server on this port with further options of the program `postgres`, for example `-c name=value`.
    pub fn with_options(port: u16, options: &str) -> Result<Server, String> {
        Cluster::start_with(Some(port), options).map(|cluster| Server(Arc::new(cluster)))
    }

    /// A new, empty database on it.
    pub fn database(&self) -> Database {
        Database::on(Arc::clone(&self.0))
    }

    /// Stops it: every connection is lost, and new ones are refused.
    #[track_caller]
    pub fn stop(&self) {
        self.0.order("stop", "stopped").expect("the server stops");
    }

    /// Starts it again after [`Server::stop`], with all that was committed.
    #[track_caller]
    pub fn start(&self) {
        self.0.order("start", "started").expect("the server starts again");
    }

    /// Kills it (SIGKILL) and starts it again: it recovers from its log what was committed.
    #[track_caller]
    pub fn crash(&self) {
        self.0.order("crash", "restarted").expect("the server starts again");
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpStream;

    use super::*;
    use crate::ports;

    #[test]
    fn what_was_committed_is_there_after_a_stop() {
        let port = ports::free();
        let server = Server::new(port).unwrap();
        let database = server.database();
        database.psql("CREATE TABLE a (); INSERT INTO a DEFAULT VALUES;");
        server.stop();
        assert!(TcpStream::connect(("127.0.0.1", port)).is_err());
        server.start();
        assert!(TcpStream::connect(("127.0.0.1", port)).is_ok());
        assert_eq!(database.psql("SELECT count(*) FROM a;"), "1\n");
    }

    #[test]
    fn what_was_committed_is_there_after_a_crash() {
        let server = Server::new(ports::free()).unwrap();
        let database = server.database();
        database.psql("CREATE TABLE a (); INSERT INTO a DEFAULT VALUES;");
        let mut connection = database.connect();
        connection.batch_execute("BEGIN; INSERT INTO a DEFAULT VALUES").unwrap();
        server.crash();
        assert!(connection.batch_execute("COMMIT").is_err());
        assert_eq!(database.psql("SELECT count(*) FROM a;"), "1\n");
    }
}
