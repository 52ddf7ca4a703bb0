//! The server that the other tests lean on.

use std::net::TcpStream;
use std::os::unix::net::UnixStream;

use hookonce_conformance::mariadb::{Database, Server};
use hookonce_conformance::ports;
use mysql::prelude::Queryable;

#[test]
fn nothing_of_it_is_left() {
    let database = Database::alone();
    let socket = database.socket();
    assert!(UnixStream::connect(&socket).is_ok());
    let connection = database.connect();
    drop(database);
    // A connection keeps its server.
    assert!(UnixStream::connect(&socket).is_ok());
    drop(connection);
    assert!(!socket.parent().unwrap().exists());
}

#[test]
fn what_was_committed_is_there_after_a_stop_and_a_crash() {
    let port = ports::free();
    let server = Server::new(port).unwrap();
    let database = server.database();
    database.script("CREATE TABLE a (b int); INSERT INTO a VALUES (1);").unwrap();
    server.stop();
    assert!(TcpStream::connect(("127.0.0.1", port)).is_err());
    server.start();
    assert!(TcpStream::connect(("127.0.0.1", port)).is_ok());
    let mut connection = database.connect();
    connection.query_drop("START TRANSACTION").unwrap();
    connection.query_drop("INSERT INTO a VALUES (2)").unwrap();
    server.crash();
    assert!(connection.query_drop("COMMIT").is_err());
    assert_eq!(database.script("SELECT count(*) FROM a").unwrap(), "1\n");
}

#[test]
fn databases_are_apart() {
    for database in [Database::new(), Database::new()] {
        database.script("CREATE TABLE a (b int);").unwrap();
    }
}

#[test]
fn the_first_error_ends_a_script() {
    let database = Database::new();
    let error = database.script("SELECT 1; SELECT nothing; CREATE TABLE a (b int);").unwrap_err();
    assert!(error.contains("nothing"), "{error}");
    assert_eq!(database.script("SHOW TABLES").unwrap(), "");
}
