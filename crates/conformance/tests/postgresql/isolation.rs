//! The errors that the comments tell to retry: they come, nothing is done, and again works.

use postgres::error::SqlState;
use postgres::{Client, IsolationLevel};

use crate::support::{count, lease, migrated, migrated_for, receiver, sql, state, statement, token, under};
use hookonce_conformance::receiver::{Change, Claim, Event};
use hookonce_core::sql::{Guarantee, Statement};

const SNAPSHOTS: [IsolationLevel; 2] = [IsolationLevel::RepeatableRead, IsolationLevel::Serializable];

/// Runs a statement in a transaction whose snapshot is older than what `meanwhile` commits.
fn after_snapshot(
    client: &mut Client,
    level: IsolationLevel,
    statement: &str,
    keys: &[&(dyn postgres::types::ToSql + Sync)],
    meanwhile: impl FnOnce(),
) -> Result<u64, postgres::Error> {
    let mut transaction = client.build_transaction().isolation_level(level).start()?;
    transaction.batch_execute("SELECT FROM processed_events")?;
    meanwhile();
    let rows = transaction.execute(statement, keys)?;
    transaction.commit()?;
    Ok(rows)
}

#[test]
fn a_claim_that_meets_a_newer_one_is_told_to_retry() {
    let claim = statement(Statement::Claim);
    for level in SNAPSHOTS {
        let database = migrated();
        let (mut client, mut other) = (database.connect(), database.connect());
        let meanwhile = || assert_eq!(other.execute(&claim, &[&"evt:a"]).unwrap(), 1);
        let first = after_snapshot(&mut client, level, &claim, &[&"evt:a"], meanwhile);
        assert_eq!(state(first), SqlState::T_R_SERIALIZATION_FAILURE);
        // Nothing was claimed, and again the answer is right: seen before.
        assert_eq!(other.execute(&claim, &[&"evt:a"]).unwrap(), 0);
        assert_eq!(after_snapshot(&mut client, level, &claim, &[&"evt:a"], || {}).unwrap(), 0);
        assert_eq!(after_snapshot(&mut client, level, &claim, &[&"evt:b"], || {}).unwrap(), 1);
    }
}

#[test]
fn a_claim_of_its_own_with_read_committed_never_is() {
    let claim = statement(Statement::Claim);
    let database = migrated();
    let (mut client, mut other) = (database.connect(), database.connect());
    let meanwhile = || assert_eq!(other.execute(&claim, &[&"evt:a"]).unwrap(), 1);
    let level = IsolationLevel::ReadCommitted;
    assert_eq!(after_snapshot(&mut client, level, &claim, &[&"evt:a"], meanwhile).unwrap(), 0);
}

#[test]
fn a_release_and_a_cleanup_of_a_row_that_is_gone_are_told_to_retry() {
    let [release, cleanup] = [Statement::Release, Statement::Cleanup].map(statement);
    for level in SNAPSHOTS {
        let database = migrated();
        let (mut client, mut other) = (database.connect(), database.connect());
        for (statement, keys) in [(&release, &[&"evt:old" as _][..]), (&cleanup, &[])] {
            other
                .batch_execute("INSERT INTO processed_events VALUES ('evt:old', now() - interval '31 days')")
                .unwrap();
            let meanwhile = || other.batch_execute("DELETE FROM processed_events").unwrap();
            let first = after_snapshot(&mut client, level, statement, keys, meanwhile);
            assert_eq!(state(first), SqlState::T_R_SERIALIZATION_FAILURE, "{statement}");
            assert_eq!(after_snapshot(&mut client, level, statement, keys, || {}).unwrap(), 0, "{statement}");
        }
    }
}

/// The owner asks again, with the same token.
#[test]
fn a_change_of_a_lease_that_meets_a_newer_one_is_told_to_retry() {
    let [finish, release, extend] =
        [Statement::Finish, Statement::Release, Statement::Extend].map(|it| sql(&lease(60)).statement(it));
    for level in SNAPSHOTS {
        let database = migrated_for(&lease(60));
        let (mut client, mut other) = (database.connect(), receiver(&database, &lease(60)));
        let event = Event::new("evt:a");
        let owner = token(other.claim(&event));
        for statement in [&extend, &release, &finish] {
            let meanwhile = || assert_eq!(other.extend(&event, owner), Ok(Change::Made));
            let first = after_snapshot(&mut client, level, statement, &[&event.key, &owner], meanwhile);
            assert_eq!(state(first), SqlState::T_R_SERIALIZATION_FAILURE, "{statement}");
            assert_eq!(other.extend(&event, owner), Ok(Change::Made));
            assert_eq!(
                after_snapshot(&mut client, level, statement, &[&event.key, &owner], || {}).unwrap(),
                1
            );
            if statement == &release {
                assert_eq!(other.extend(&event, owner), Ok(Change::Made));
            }
        }
        assert_eq!(other.claim(&event), Ok(Claim::Done));
    }
}

#[test]
fn a_clean_up_in_batches_that_meets_another_is_told_to_retry() {
    for guarantee in [Guarantee::Lease, Guarantee::SameTransaction] {
        let cleanup = sql(&under(guarantee)).statement(Statement::Cleanup);
        let database = migrated_for(&under(guarantee));
        for level in SNAPSHOTS {
            let (mut client, mut receiver) = (database.connect(), receiver(&database, &under(guarantee)));
            let event = Event::new("evt:a");
            let owner = token(receiver.claim(&event));
            receiver.finish(&event, owner).unwrap();
            let time = if guarantee == Guarantee::Lease { "done_at" } else { "first_seen" };
            database.psql(&format!("UPDATE processed_events SET {time} = now() - interval '31 days'"));
            let meanwhile = || assert_eq!(count(&mut receiver.connection, &cleanup), 1);
            let first = after_snapshot(&mut client, level, &cleanup, &[], meanwhile);
            assert_eq!(state(first), SqlState::T_R_SERIALIZATION_FAILURE);
            assert_eq!(after_snapshot(&mut client, level, &cleanup, &[], || {}).unwrap(), 1);
            assert_eq!(count(&mut receiver.connection, "SELECT count(*) FROM processed_events"), 0);
        }
    }
}

#[test]
fn claims_of_two_keys_in_opposite_order_are_told_to_retry() {
    let claim = statement(Statement::Claim);
    let database = migrated();
    let (mut one, mut other) = (database.connect(), database.connect());
    let mut one = one.transaction().unwrap();
    let mut other = other.transaction().unwrap();
    one.execute(&claim, &[&"evt:a"]).unwrap();
    other.execute(&claim, &[&"evt:b"]).unwrap();
    // One of the two waits for the other; which one the server ends is its own choice.
    let (first, second) = std::thread::scope(|scope| {
        let first = scope.spawn(|| {
            let rows = one.execute(&claim, &[&"evt:b"])?;
            one.commit().map(|()| rows)
        });
        let second = other.execute(&claim, &[&"evt:a"]).and_then(|rows| other.commit().map(|()| rows));
        (first.join().unwrap(), second)
    });
    let (loser, winner) = if first.is_err() { (first, second) } else { (second, first) };
    assert_eq!(state(loser), SqlState::T_R_DEADLOCK_DETECTED);
    assert_eq!(winner.unwrap(), 1);
    let mut again = database.connect();
    assert_eq!(again.execute(&claim, &[&"evt:a"]).unwrap() + again.execute(&claim, &[&"evt:b"]).unwrap(), 0);
}
