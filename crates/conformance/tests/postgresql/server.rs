//! The server that the other tests lean on.

use hookonce_conformance::postgresql::Database;
use hookonce_core::sql::Dialect;

#[test]
fn the_server_is_the_one_that_the_page_names() {
    let mut client = Database::new().connect();
    let version: String = client.query_one("SHOW server_version_num", &[]).unwrap().get(0);
    assert_eq!(
        format!("PostgreSQL {}", version.parse::<u32>().unwrap() / 10_000),
        Dialect::PostgreSql.proof().run_on
    );
}

#[test]
fn databases_are_apart() {
    let (one, other) = (Database::new(), Database::new());
    one.psql("CREATE TABLE a (); ");
    other.psql("CREATE TABLE a ();");
}

#[test]
#[should_panic(expected = "psql failed")]
fn an_error_in_a_script_fails() {
    Database::new().psql("SELECT 1; SELECT nothing; SELECT 2;");
}
