//! Claim and work in one statement.

use std::thread;

use hookonce_conformance::postgresql::{Connection, Database};
use hookonce_conformance::receiver::{Connection as _, Event, Failure, Receiver, Values};
use hookonce_core::options::Options;
use hookonce_core::sql::{Guarantee, Statement};
use uuid::Uuid;

use crate::race::{CONNECTIONS, KEYS, ROUNDS, deliver, winners};
use crate::support::{
    count, every_columns, migrate_anew, migrated_for, receiver, sql, token, under, wait_for_locks,
};

fn options() -> Options {
    under(Guarantee::SameTransaction)
}

/// Whether the event was claimed, else it was done before.
fn process(receiver: &mut Receiver<Connection>, event: &Event) -> Result<bool, Failure> {
    let row = receiver.run(Statement::Process, event, Uuid::nil())?.expect("one row");
    match row.outcome.as_deref() {
        Some("claimed") => Ok(true),
        Some("done") => Ok(false),
        outcome => panic!("{outcome:?}"),
    }
}

#[test]
fn it_does_the_work_of_an_event_once_with_each_choice_of_columns() {
    let database = Database::new();
    for columns in every_columns() {
        let options = Options { columns, ..options() };
        migrate_anew(&database, &options);
        let mut receiver = receiver(&database, &options);
        let events = [Event::new("evt:a"), Event { event_type: None, ..Event::new("evt:b") }];
        for event in &events {
            assert_eq!([(); 2].map(|()| process(&mut receiver, event)), [Ok(true), Ok(false)], "{columns:?}");
        }
        let elsewhere = Event { scope: "bank", ..Event::new("evt:a") };
        assert_eq!(process(&mut receiver, &elsewhere), Ok(columns.scope));
        let log =
            "SELECT string_agg(concat_ws(' ', event_key, event_type), ', ' ORDER BY id) FROM business_log";
        let log: String = receiver.connection.query_one(log, &[]).unwrap().get(0);
        let more = if columns.scope { ", evt:a order.paid" } else { "" };
        assert_eq!(log, format!("evt:a order.paid, evt:b{more}"));
    }
}

#[test]
fn work_that_fails_leaves_no_key() {
    let database = migrated_for(&options());
    let mut receiver = receiver(&database, &options());
    database.psql("ALTER TABLE business_log ADD CONSTRAINT paid CHECK (event_type = 'order.paid')");
    let bad = Event { event_type: Some("bad"), ..Event::new("evt:a") };
    let failed = process(&mut receiver, &bad);
    assert!(matches!(&failed, Err(Failure::Other(text)) if text.ends_with("(23514)")), "{failed:?}");
    database.psql("ALTER TABLE business_log RENAME TO elsewhere");
    let failed = process(&mut receiver, &Event::new("evt:a"));
    assert!(matches!(&failed, Err(Failure::Other(text)) if text.ends_with("(42P01)")), "{failed:?}");
    assert_eq!(count(&mut receiver.connection, "SELECT count(*) FROM processed_events"), 0);
    database.psql("ALTER TABLE elsewhere RENAME TO business_log");
    assert_eq!(process(&mut receiver, &Event::new("evt:a")), Ok(true));
}

#[test]
fn it_waits_for_another_and_does_the_work_only_if_that_one_did_not() {
    let database = migrated_for(&options());
    let [mut first, mut second] = [(); 2].map(|()| receiver(&database, &options()));
    let mut watch = database.connect();
    for (key, finishes) in [("evt:finished", true), ("evt:released", false)] {
        let event = Event::new(key);
        let owner = token(first.claim(&event));
        first.work(&event).unwrap();
        let claimed = thread::scope(|scope| {
            let claimed = scope.spawn(|| process(&mut second, &event));
            wait_for_locks(&mut watch, 1);
            if finishes { first.finish(&event, owner) } else { first.release(&event, owner) }.unwrap();
            claimed.join().unwrap()
        });
        assert_eq!(claimed, Ok(!finishes));
    }
    assert_eq!(count(&mut watch, "SELECT count(*) FROM business_log"), 2);
}

#[test]
fn it_waits_for_five_seconds_at_most_and_has_done_nothing_then() {
    let database = migrated_for(&options());
    let [mut first, mut second] = [(); 2].map(|()| receiver(&database, &options()));
    let event = Event::new("evt:a");
    let owner = token(first.claim(&event));
    let mut step = sql(&options()).steps(Statement::Process).remove(0);
    assert_eq!(step.sql.matches("'5000ms'").count(), 1);
    step.sql = step.sql.replace("'5000ms'", "'100ms'");
    let values = Values { event: &event, token: Uuid::nil() };
    let failed = second.connection.run(&step, &values);
    assert!(matches!(&failed, Err(Failure::Busy(text)) if text.ends_with("(55P03)")), "{failed:?}");
    let row = second.connection.query_one("SHOW lock_timeout", &[]).unwrap();
    assert_eq!(row.get::<_, &str>(0), "0");
    first.release(&event, owner).unwrap();
    assert_eq!(count(&mut second.connection, "SELECT count(*) FROM business_log"), 0);
    assert_eq!(process(&mut second, &event), Ok(true));
}

#[test]
fn of_64_at_once_exactly_one_does_the_work() {
    let database = migrated_for(&options());
    let process = sql(&options()).statement(Statement::Process);
    let winners = winners(&database, &[&process], |racer| {
        let row = racer.client.query_one(&racer.prepared[0], &[&racer.key, &"order.paid"])?;
        let outcome: &str = row.get("outcome");
        assert!(["claimed", "done"].contains(&outcome));
        Ok(outcome == "claimed")
    });
    assert_eq!(winners, [1; ROUNDS]);
    let works =
        "SELECT count(DISTINCT event_key) FROM business_log HAVING count(*) = count(DISTINCT event_key)";
    assert_eq!(count(&mut database.connect(), works), ROUNDS as i64);
}

/// Some deliveries in one statement, some in a transaction; some of the work fails at first.
#[test]
fn of_20_deliveries_of_each_of_1000_events_the_work_is_done_exactly_once() {
    let database = migrated_for(&options());
    let receivers = [(); CONNECTIONS].map(|()| (receiver(&database, &options()), 0_u32));
    let winners = deliver(receivers.into(), |(receiver, deliveries), number| {
        *deliveries += 1;
        let key = format!("evt:{number}");
        let event = Event::new(&key);
        if *deliveries % 2 == 0 {
            return process(receiver, &event).unwrap();
        }
        let claim = receiver.claim(&event).unwrap();
        let hookonce_conformance::receiver::Claim::Claimed(token) = claim else { return false };
        receiver.work(&event).unwrap();
        if *deliveries % 4 == 1 {
            receiver.release(&event, token).unwrap();
            return false;
        }
        receiver.finish(&event, token).unwrap();
        true
    });
    assert_eq!(winners, [1; KEYS]);
    let works =
        "SELECT count(DISTINCT event_key) FROM business_log HAVING count(*) = count(DISTINCT event_key)";
    assert_eq!(count(&mut database.connect(), works), KEYS as i64);
}
