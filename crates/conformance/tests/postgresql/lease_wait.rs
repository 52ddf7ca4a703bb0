//! How long a claim of `lease` waits, and what is left of the lease afterwards.

use std::thread;
use std::time::{Duration, Instant};

use hookonce_conformance::receiver::{Connection, Event, Failure, Row, Values};
use hookonce_core::sql::{Statement, Step};
use uuid::Uuid;

use crate::support::{count, lease, migrated_for, receiver, sql, token, wait_for_locks};

#[test]
fn it_waits_for_less_than_the_lease_and_has_claimed_nothing() {
    let database = migrated_for(&lease(2));
    let [mut first, mut second] = [(); 2].map(|()| receiver(&database, &lease(2)));
    let event = Event::new("evt:a");
    first.connection.batch_execute("BEGIN").unwrap();
    token(first.claim(&event));
    let begun = Instant::now();
    let Err(Failure::Busy(problem)) = second.claim(&event) else { panic!("it did not wait") };
    let waited = begun.elapsed();
    assert!(problem.ends_with("(55P03)"), "{problem}");
    assert!(waited >= Duration::from_secs(1), "{waited:?}");
    first.connection.batch_execute("ROLLBACK").unwrap();
    assert_eq!(count(&mut second.connection, "SELECT count(*) FROM processed_events"), 0);
    token(second.claim(&event));
    // The time-out was the statement's own.
    let row = second.connection.query_one("SHOW lock_timeout", &[]).unwrap();
    assert_eq!(row.get::<_, &str>(0), "0");
}

/// A lease of a minute would be waited for too long: the sender is gone by then.
#[test]
fn the_time_out_is_shorter_than_the_lease_and_never_longer_than_five_seconds() {
    let database = migrated_for(&lease(60));
    for (seconds, milliseconds) in [(2, 1_000), (3, 1_500), (9, 4_500), (10, 5_000), (604_800, 5_000)] {
        assert!(milliseconds < seconds * 1_000);
        let mut receiver = receiver(&database, &lease(seconds));
        receiver.connection.batch_execute("BEGIN").unwrap();
        token(receiver.claim(&Event::new(&format!("evt:{seconds}"))));
        let setting = "SELECT setting::bigint FROM pg_settings WHERE name = 'lock_timeout'";
        assert_eq!(count(&mut receiver.connection, setting), i64::from(milliseconds));
    }
}

/// Were its time-out longer, it would still not be told that it has a lease which is over.
#[test]
fn one_that_waited_for_longer_than_the_lease_is_not_told_claimed() {
    let database = migrated_for(&lease(2));
    let mut first = receiver(&database, &lease(2));
    let (mut second, mut watch) = (database.connect(), database.connect());
    let event = Event::new("evt:a");
    let patient = patient();
    first.connection.batch_execute("BEGIN").unwrap();
    token(first.claim(&event));
    let claim = |client: &mut dyn Connection| {
        client.run(&patient, &Values { event: &event, token: Uuid::nil() }).unwrap()
    };
    let rows = thread::scope(|scope| {
        let second = &mut second;
        let rows = scope.spawn(move || claim(second));
        wait_for_locks(&mut watch, 1);
        // The lease that it asked for is what has to end.
        let over = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
             AND wait_event_type = 'Lock' AND query_start < clock_timestamp() - interval '2 seconds'";
        let deadline = Instant::now() + Duration::from_secs(30);
        while count(&mut watch, over) == 0 {
            assert!(Instant::now() < deadline, "it no longer waits");
            thread::sleep(Duration::from_millis(20));
        }
        first.connection.batch_execute("ROLLBACK").unwrap();
        rows.join().unwrap()
    });
    assert_eq!(
        rows,
        [Row { retry_after_seconds: Some(1), outcome: Some("in_progress".into()), ..Row::default() }]
    );
    // Nobody has it: the next one takes it over.
    token(first.claim(&event));
    assert_eq!(count(&mut watch, "SELECT attempts::bigint FROM processed_events"), 2);
}

/// The lease begins with the statement, not with the transaction.
#[test]
fn in_a_transaction_older_than_the_lease_it_still_has_all_of_it() {
    let database = migrated_for(&lease(2));
    let mut receiver = receiver(&database, &lease(2));
    let event = Event::new("evt:a");
    receiver.connection.batch_execute("BEGIN; SELECT FROM processed_events").unwrap();
    let older = "SELECT (clock_timestamp() - now() > interval '2 seconds')::int::bigint";
    let deadline = Instant::now() + Duration::from_secs(30);
    while count(&mut receiver.connection, older) == 0 {
        assert!(Instant::now() < deadline, "the clock stands still");
        thread::sleep(Duration::from_millis(20));
    }
    token(receiver.claim(&event));
    let left = "SELECT count(*) FROM processed_events \
         WHERE lease_until > now() + interval '4 seconds' AND first_seen > now() + interval '2 seconds'";
    assert_eq!(count(&mut receiver.connection, left), 1);
    receiver.connection.batch_execute("COMMIT").unwrap();
    assert_eq!(count(&mut database.connect(), "SELECT count(*) FROM processed_events"), 1);
}

/// The claim with a time-out of half a minute instead of the lease's half.
fn patient() -> Step {
    let [mut step] = <[Step; 1]>::try_from(sql(&lease(2)).steps(Statement::Claim)).expect("one step");
    assert_eq!(step.sql.matches("'1000ms'").count(), 1);
    step.sql = step.sql.replacen("'1000ms'", "'30000ms'", 1);
    step
}
