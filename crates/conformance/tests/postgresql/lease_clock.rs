//! The database's clock moved under the unchanged statements: no event has two owners, none is lost.

use std::sync::Barrier;
use std::thread;

use hookonce_conformance::postgresql::{Connection, Database};
use hookonce_conformance::receiver::{Change, Claim, Event, Receiver};
use hookonce_core::sql::Statement;
use uuid::Uuid;

use crate::support::{count, lease, migrated_for, receiver, sql, token, wait_for_locks};

#[test]
fn forwards_a_lease_is_over_when_the_clock_says_so() {
    let mut clock = Clock::new();
    let [mut first, mut second] = [clock.receiver(), clock.receiver()];
    let event = Event::new("evt:a");
    let owner = token(first.claim(&event));
    clock.set("50 seconds");
    assert!(matches!(second.claim(&event), Ok(Claim::InProgress(1..=10))));
    clock.set("60 seconds");
    let taken = token(second.claim(&event));
    assert_eq!(changes(&mut first, &event, owner), [Change::Lost; 3]);
    // A full lease, counted from the moved clock.
    assert!(matches!(first.claim(&event), Ok(Claim::InProgress(50..=60))));
    assert_eq!(second.finish(&event, taken), Ok(Change::Made));
    assert_eq!(first.claim(&event), Ok(Claim::Done));
}

#[test]
fn backwards_the_owner_stays_and_can_end_its_work() {
    let mut clock = Clock::new();
    let [mut first, mut second] = [clock.receiver(), clock.receiver()];
    let event = Event::new("evt:a");
    let owner = token(first.claim(&event));
    clock.set("-1 day");
    assert!(matches!(second.claim(&event), Ok(Claim::InProgress(86_400..=86_460))));
    // The next sign of life corrects the end.
    assert_eq!(first.extend(&event, owner), Ok(Change::Made));
    assert!(matches!(second.claim(&event), Ok(Claim::InProgress(1..=60))));
    assert_eq!(first.finish(&event, owner), Ok(Change::Made));
    assert_eq!(second.claim(&event), Ok(Claim::Done));
    // New events have a full lease at once.
    token(first.claim(&Event::new("evt:b")));
    assert!(matches!(second.claim(&Event::new("evt:b")), Ok(Claim::InProgress(50..=60))));
}

#[test]
fn forwards_and_back_the_one_that_took_over_stays_the_owner() {
    let mut clock = Clock::new();
    let [mut first, mut second] = [clock.receiver(), clock.receiver()];
    let event = Event::new("evt:a");
    let owner = token(first.claim(&event));
    clock.set("61 seconds");
    let taken = token(second.claim(&event));
    clock.set("0");
    // By the clock the first lease would still run: the token decides, not the time.
    assert_eq!(changes(&mut first, &event, owner), [Change::Lost; 3]);
    assert!(matches!(first.claim(&event), Ok(Claim::InProgress(60..=121))));
    assert_eq!(second.finish(&event, taken), Ok(Change::Made));
}

#[test]
fn a_lease_that_ends_during_the_work_is_finished_late_or_by_the_next() {
    let mut clock = Clock::new();
    let [mut first, mut second] = [clock.receiver(), clock.receiver()];
    let [alone, overtaken] = ["evt:alone", "evt:overtaken"].map(Event::new);
    let owners = [&alone, &overtaken].map(|event| {
        let owner = token(first.claim(event));
        first.work(event).unwrap();
        owner
    });
    clock.set("61 seconds");
    // Nobody came meanwhile: it is done, only late.
    assert_eq!(first.finish(&alone, owners[0]), Ok(Change::Made));
    let taken = token(second.claim(&overtaken));
    second.work(&overtaken).unwrap();
    assert_eq!(first.finish(&overtaken, owners[1]), Ok(Change::Lost));
    assert_eq!(second.finish(&overtaken, taken), Ok(Change::Made));
    assert_eq!([&alone, &overtaken].map(|event| first.claim(event).unwrap()), [Claim::Done; 2]);
    // At least once: the price of an end of the lease during the work is a repeat.
    let repeats = "SELECT count(*) FROM business_log WHERE event_key = ";
    let repeats = |key: &str| count(&mut clock.database.connect(), &format!("{repeats}'{key}'"));
    assert_eq!([repeats("evt:alone"), repeats("evt:overtaken")], [1, 2]);
}

#[test]
fn of_two_that_take_over_at_once_one_is_the_owner() {
    let mut clock = Clock::new();
    let mut receivers = [clock.receiver(), clock.receiver()];
    let event = Event::new("evt:a");
    token(receivers[0].claim(&event));
    for round in 1..=50 {
        clock.set(&format!("{} seconds", round * 61));
        let barrier = Barrier::new(2);
        let claims = thread::scope(|scope| {
            let claims = receivers.each_mut().map(|receiver| {
                scope.spawn(|| {
                    barrier.wait();
                    receiver.claim(&event).unwrap()
                })
            });
            claims.map(|claim| claim.join().unwrap())
        });
        let owners = claims.iter().filter(|claim| matches!(claim, Claim::Claimed(_))).count();
        assert_eq!(owners, 1, "round {round}: {claims:?}");
    }
    let attempts = "SELECT attempts::bigint FROM processed_events";
    assert_eq!(count(&mut clock.database.connect(), attempts), 51);
}

/// The clock jumps between the statement's beginning and its end.
#[test]
fn a_claim_whose_lease_ends_while_it_waits_is_not_told_claimed() {
    let mut clock = Clock::new();
    let [mut first, mut second] = [clock.receiver(), clock.receiver()];
    let mut watch = clock.database.connect();
    for (key, jump, claimed) in
        [("evt:a", "0", true), ("evt:b", "61 seconds", false), ("evt:c", "-1 day", true)]
    {
        let event = Event::new(key);
        clock.set("0");
        first.connection.batch_execute("BEGIN").unwrap();
        token(first.claim(&event));
        let claim = thread::scope(|scope| {
            let claim = scope.spawn(|| second.claim(&event));
            wait_for_locks(&mut watch, 1);
            clock.set(jump);
            first.connection.batch_execute("ROLLBACK").unwrap();
            claim.join().unwrap()
        });
        if claimed {
            token(claim);
        } else {
            assert_eq!(claim, Ok(Claim::InProgress(1)));
            token(second.claim(&event));
        }
    }
}

#[test]
fn the_watch_and_the_clean_up_follow_it() {
    let mut clock = Clock::new();
    let mut receiver = clock.receiver();
    let [done, stuck] = ["evt:done", "evt:stuck"].map(Event::new);
    let owner = token(receiver.claim(&done));
    token(receiver.claim(&stuck));
    assert_eq!(receiver.finish(&done, owner), Ok(Change::Made));
    let mut seen = |moved: &str| {
        clock.set(moved);
        let [watch, cleanup] =
            [Statement::Watch, Statement::Cleanup].map(|statement| sql(&lease(60)).statement(statement));
        let watched = receiver.connection.query(&watch, &[]).unwrap().len();
        let row = receiver.connection.query_one(&cleanup, &[]).unwrap();
        (watched, row.get::<_, i64>("deleted"), row.get::<_, i64>("stuck"))
    };
    assert_eq!(seen("50 seconds"), (0, 0, 0));
    assert_eq!(seen("61 seconds"), (1, 0, 0));
    assert_eq!(seen("-31 days"), (0, 0, 0));
    assert_eq!(seen("29 days 23:00"), (1, 0, 0));
    assert_eq!(seen("31 days"), (1, 1, 1));
    assert_eq!(seen("31 days"), (1, 0, 1));
}

/// A database whose clock can be moved.
struct Clock {
    database: Database,
    hand: Connection,
}

impl Clock {
    fn new() -> Clock {
        let database = migrated_for(&lease(60));
        database.psql(CLOCK);
        Clock { hand: database.connect(), database }
    }

    /// A receiver that lives by this clock.
    fn receiver(&self) -> Receiver<Connection> {
        let mut receiver = receiver(&self.database, &lease(60));
        receiver.connection.batch_execute("SET search_path = testclock, public, pg_catalog").unwrap();
        receiver
    }

    /// Moves it, for all of them, by so much from the real time.
    fn set(&mut self, moved: &str) {
        let move_it = format!("UPDATE testclock.clock SET moved = '{moved}'");
        self.hand.batch_execute(&move_it).unwrap();
    }
}

/// Functions that come before those of the same name in pg_catalog.
const CLOCK: &str = "
    CREATE SCHEMA testclock;
    CREATE TABLE testclock.clock (moved interval NOT NULL);
    INSERT INTO testclock.clock VALUES ('0');
    CREATE FUNCTION testclock.statement_timestamp() RETURNS timestamptz STABLE LANGUAGE sql AS
      'SELECT pg_catalog.statement_timestamp() + moved FROM testclock.clock';
    CREATE FUNCTION testclock.clock_timestamp() RETURNS timestamptz VOLATILE LANGUAGE sql AS
      'SELECT pg_catalog.clock_timestamp() + moved FROM testclock.clock';";

/// Finish, release and extend with this token.
fn changes(receiver: &mut Receiver<Connection>, event: &Event, token: Uuid) -> [Change; 3] {
    [
        receiver.finish(event, token).unwrap(),
        receiver.release(event, token).unwrap(),
        receiver.extend(event, token).unwrap(),
    ]
}
