//! One delivery of many gets the event.

use hookonce_core::options::Options;
use hookonce_core::sql::Statement;

use crate::race::{CONNECTIONS, ROUNDS, winners};
use crate::support::{migrated, n8n_claim, statement};

#[test]
fn of_64_claims_at_once_exactly_one_gets_a_row() {
    let database = migrated();
    let winners = winners(&database, &[&statement(Statement::Claim)], |racer| {
        let rows = racer.client.query(&racer.prepared[0], &[&racer.key])?;
        assert!(rows.iter().all(|row| row.get::<_, &str>(0) == racer.key));
        Ok(rows.len() == 1)
    });
    assert_eq!(winners, [1; ROUNDS]);
    let count = database.connect().query_one("SELECT count(*) FROM processed_events", &[]).unwrap();
    assert_eq!(count.get::<_, i64>(0), ROUNDS as i64);
}

#[test]
fn of_64_claims_at_once_in_n8n_exactly_one_counts_one() {
    let winners = winners(&migrated(), &[&n8n_claim(&Options::default())], |racer| {
        let claimed: i32 = racer.client.query_one(&racer.prepared[0], &[&racer.key])?.get("claimed");
        assert!(matches!(claimed, 0 | 1));
        Ok(claimed == 1)
    });
    assert_eq!(winners, [1; ROUNDS]);
}

/// The negative control: the race is one that the usual way loses.
#[test]
fn of_64_that_look_first_and_insert_then_many_win() {
    let database = migrated();
    database.psql("CREATE TABLE seen (key text)");
    let look = "SELECT FROM seen WHERE key = $1";
    let insert = "INSERT INTO seen (key) VALUES ($1)";
    let winners = winners(&database, &[look, insert], |racer| {
        let seen = racer.client.query_opt(&racer.prepared[0], &[&racer.key]);
        // As a receiver that is slow between its look-up and its insert.
        racer.barrier.wait();
        let new = seen?.is_none();
        if new {
            racer.client.execute(&racer.prepared[1], &[&racer.key])?;
        }
        Ok(new)
    });
    assert_eq!(winners, [CONNECTIONS; ROUNDS]);
}

#[test]
fn a_released_key_can_be_claimed_again() {
    let mut client = migrated().connect();
    let [claim, release] = [Statement::Claim, Statement::Release].map(statement);
    let mut rows = |sql: &str, key: &str| client.execute(sql, &[&key]).unwrap();
    assert_eq!(rows(&claim, "evt:a"), 1);
    assert_eq!(rows(&claim, "evt:b"), 1);
    assert_eq!(rows(&claim, "evt:a"), 0);
    assert_eq!(rows(&release, "evt:a"), 1);
    assert_eq!(rows(&claim, "evt:a"), 1);
    assert_eq!(rows(&claim, "evt:a"), 0);
    // Another event's key is untouched.
    assert_eq!(rows(&claim, "evt:b"), 0);
    assert_eq!(rows(&release, "evt:never"), 0);
}
