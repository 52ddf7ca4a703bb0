//! The clean-up removes what is older than the retention, and nothing else.

use std::thread;

use hookonce_core::options::Options;
use hookonce_core::sql::Statement;
use postgres::Client;

use crate::support::{migrated, sql, statement, wait_for_locks};

#[test]
fn only_what_is_older_than_the_retention_goes() {
    let mut client = migrated().connect();
    for days in ["1", "29", "30", "90", "36500"] {
        let options = Options { retention_days: days.into(), ..Options::default() };
        // In one transaction now() stands still, so that the boundary can be met exactly.
        let mut transaction = client.transaction().unwrap();
        let insert = format!(
            "INSERT INTO processed_events SELECT age, now() - interval '{days} days' - age::interval \
             FROM unnest(ARRAY['1 day', '1 microsecond', '0 seconds', '-1 microsecond', '-23 hours']) AS age"
        );
        transaction.batch_execute(&insert).unwrap();
        transaction.batch_execute("INSERT INTO processed_events (key) VALUES ('new')").unwrap();
        assert_eq!(
            transaction.execute(&sql(&options).statement(Statement::Cleanup), &[]).unwrap(),
            2,
            "{days}"
        );
        let left = transaction.query("SELECT key FROM processed_events ORDER BY first_seen", &[]).unwrap();
        let left: Vec<&str> = left.iter().map(|row| row.get(0)).collect();
        assert_eq!(left, ["0 seconds", "-1 microsecond", "-23 hours", "new"], "{days}");
        transaction.rollback().unwrap();
    }
}

#[test]
fn two_at_once_share_the_work() {
    let database = migrated();
    let cleanup = statement(Statement::Cleanup);
    let mut clients = [database.connect(), database.connect()];
    for round in 0..20 {
        fill(&mut clients[0]);
        let deleted = thread::scope(|scope| {
            let runs = clients.each_mut().map(|client| scope.spawn(|| client.execute(&cleanup, &[])));
            runs.map(|run| run.join().unwrap().unwrap())
        });
        assert_eq!(deleted.iter().sum::<u64>(), OLD, "round {round}: {deleted:?}");
        assert_eq!(left(&mut clients[0]), NEW, "round {round}");
        clients[0].batch_execute("DELETE FROM processed_events").unwrap();
    }
}

#[test]
fn one_that_waits_for_another_finds_nothing_left() {
    let database = migrated();
    let cleanup = statement(Statement::Cleanup);
    let [mut first, mut second, mut watch] = [0; 3].map(|_| database.connect());
    fill(&mut first);
    let mut transaction = first.transaction().unwrap();
    assert_eq!(transaction.execute(&cleanup, &[]).unwrap(), OLD);
    thread::scope(|scope| {
        let second = scope.spawn(|| second.execute(&cleanup, &[]));
        wait_for_locks(&mut watch, 1);
        transaction.commit().unwrap();
        assert_eq!(second.join().unwrap().unwrap(), 0);
    });
    assert_eq!(left(&mut watch), NEW);
}

/// The key is free again only when the clean-up is sure to be kept.
#[test]
fn a_claim_waits_for_the_clean_up_of_its_key() {
    for (commit, claimed) in [(true, 1), (false, 0)] {
        let database = migrated();
        let [mut first, mut second, mut watch] = [0; 3].map(|_| database.connect());
        fill(&mut first);
        let mut transaction = first.transaction().unwrap();
        transaction.execute(&statement(Statement::Cleanup), &[]).unwrap();
        thread::scope(|scope| {
            let claim = scope.spawn(|| second.execute(&statement(Statement::Claim), &[&"old 1"]));
            wait_for_locks(&mut watch, 1);
            if commit { transaction.commit() } else { transaction.rollback() }.unwrap();
            assert_eq!(claim.join().unwrap().unwrap(), claimed);
        });
    }
}

const OLD: u64 = 2_000;
const NEW: u64 = 10;

fn fill(client: &mut Client) {
    let rows = "INSERT INTO processed_events SELECT $1::text || ' ' || n, now() - interval '1 day' * $2::int \
         FROM generate_series(1, $3::int) AS n";
    assert_eq!(client.execute(rows, &[&"old", &31, &(OLD as i32)]).unwrap(), OLD);
    assert_eq!(client.execute(rows, &[&"new", &29, &(NEW as i32)]).unwrap(), NEW);
}

fn left(client: &mut Client) -> u64 {
    client.query_one("SELECT count(*) FROM processed_events", &[]).unwrap().get::<_, i64>(0) as u64
}
