//! A claim that waits for another transaction of its key: what it is told when that one ends.

use std::thread;

use hookonce_conformance::postgresql::Connection;
use hookonce_conformance::receiver::{Change, Claim, Event, Failure, Receiver};
use postgres::Client;
use uuid::Uuid;

use crate::support::{end_lease, lease, migrated_for, receiver, token, wait_for_locks};

/// What the other transaction does while the claim waits.
#[derive(Clone, Copy, Debug)]
enum Other {
    /// It claims the key, which nobody had or whose lease is over.
    Claims,
    /// It claims the key and finishes.
    ClaimsAndFinishes,
    /// The owner makes its lease begin anew.
    Extends,
    /// The owner finishes.
    Finishes,
    /// The owner gives the key back.
    Releases,
}

/// How the key stands before.
#[derive(Clone, Copy, Debug)]
enum Before {
    /// Unknown.
    New,
    /// In progress, with a lease that is over.
    Over,
    /// In progress.
    Running,
}

/// What the claim is told.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Told {
    Claimed,
    Done,
    InProgress,
}

/// Before, what the other does, and what the claim is told after its commit and after its rollback.
const CASES: [(Before, Other, Told, Told); 9] = [
    (Before::New, Other::Claims, Told::InProgress, Told::Claimed),
    (Before::New, Other::ClaimsAndFinishes, Told::Done, Told::Claimed),
    (Before::Over, Other::Claims, Told::InProgress, Told::Claimed),
    (Before::Over, Other::ClaimsAndFinishes, Told::Done, Told::Claimed),
    (Before::Over, Other::Extends, Told::InProgress, Told::Claimed),
    (Before::Over, Other::Finishes, Told::Done, Told::Claimed),
    (Before::Running, Other::Extends, Told::InProgress, Told::InProgress),
    (Before::Running, Other::Finishes, Told::Done, Told::InProgress),
    (Before::Running, Other::Releases, Told::Claimed, Told::InProgress),
];

#[test]
fn a_claim_that_waited_is_told_what_the_other_came_to() {
    let mut pair = Pair::new("read committed");
    for (before, other, committed, rolled_back) in CASES {
        for (end, expected) in [("COMMIT", committed), ("ROLLBACK", rolled_back)] {
            let (first, _) = pair.claim_behind(before, other, end);
            assert_eq!(first, Ok(expected), "{before:?}, {other:?}, {end}");
        }
    }
}

/// With a snapshot it cannot see what the other committed: it is told to try again, and then it sees.
#[test]
fn with_a_snapshot_it_is_told_to_retry_and_then_the_same() {
    for level in ["repeatable read", "serializable"] {
        let mut pair = Pair::new(level);
        for (before, other, committed, rolled_back) in CASES {
            let case = format!("{level}, {before:?}, {other:?}");
            let (first, again) = pair.claim_behind(before, other, "COMMIT");
            let Err(Failure::Busy(problem)) = first else { panic!("{case}: {first:?}") };
            assert!(problem.ends_with("(40001)"), "{case}: {problem}");
            assert_eq!(again, Ok(committed), "{case}");
            let (first, _) = pair.claim_behind(before, other, "ROLLBACK");
            assert_eq!(first, Ok(rolled_back), "{case}");
        }
    }
}

/// The negative control: the statement that comes to mind first is told nothing at all.
#[test]
fn the_obvious_statement_gives_no_row() {
    const OBVIOUS: &str = "
        WITH claim AS (
          INSERT INTO processed_events AS e (key, claim_token, lease_until)
          VALUES ($1, gen_random_uuid(), statement_timestamp() + interval '60 seconds')
          ON CONFLICT (key) DO UPDATE SET
            claim_token = EXCLUDED.claim_token, lease_until = EXCLUDED.lease_until, attempts = e.attempts + 1
          WHERE e.status = 'processing' AND e.lease_until <= statement_timestamp()
          RETURNING 'claimed' AS outcome
        )
        SELECT outcome FROM claim
        UNION ALL
        SELECT CASE status WHEN 'done' THEN 'done' ELSE 'in_progress' END FROM processed_events
        WHERE key = $1 AND NOT EXISTS (SELECT FROM claim)";
    let database = migrated_for(&lease(60));
    let outcomes = |client: &mut Client, key: &str| -> Vec<String> {
        client.query(OBVIOUS, &[&key]).unwrap().iter().map(|row| row.get(0)).collect()
    };
    let [mut first, mut second, mut watch] = [(); 3].map(|()| database.connect());
    // One after the other it looks right.
    assert_eq!(outcomes(&mut first, "evt:a"), ["claimed"]);
    assert_eq!(outcomes(&mut second, "evt:a"), ["in_progress"]);

    let mut transaction = first.transaction().unwrap();
    transaction.query_one(OBVIOUS, &[&"evt:b"]).unwrap();
    thread::scope(|scope| {
        let second = scope.spawn(|| outcomes(&mut second, "evt:b"));
        wait_for_locks(&mut watch, 1);
        transaction.commit().unwrap();
        assert_eq!(second.join().unwrap(), [""; 0]);
    });
}

type Answer = Result<Told, Failure>;

/// Two receivers, and a connection that watches them.
struct Pair {
    first: Receiver<Connection>,
    second: Receiver<Connection>,
    watch: Connection,
    cases: u32,
}

impl Pair {
    /// A pair of which the second has this isolation level.
    fn new(level: &str) -> Pair {
        let database = migrated_for(&lease(60));
        let [first, mut second] = [(); 2].map(|()| receiver(&database, &lease(60)));
        let level = format!("SET default_transaction_isolation = '{level}'");
        second.connection.batch_execute(&level).unwrap();
        Pair { first, second, watch: database.connect(), cases: 0 }
    }

    /// What the second's claim is told that waited for the first's end, and what when it asks again.
    fn claim_behind(&mut self, before: Before, other: Other, end: &str) -> (Answer, Answer) {
        self.cases += 1;
        let key = format!("evt:{}", self.cases);
        let event = Event::new(&key);
        let mut owner = self.stand(&event, before);
        let Pair { first, second, watch, .. } = self;
        first.connection.batch_execute("BEGIN").unwrap();
        let change = match other {
            Other::Claims => {
                token(first.claim(&event));
                Change::Made
            }
            Other::ClaimsAndFinishes => {
                owner = token(first.claim(&event));
                first.finish(&event, owner).unwrap()
            }
            Other::Extends => first.extend(&event, owner).unwrap(),
            Other::Finishes => first.finish(&event, owner).unwrap(),
            Other::Releases => first.release(&event, owner).unwrap(),
        };
        assert_eq!(change, Change::Made);
        let answer = thread::scope(|scope| {
            let answer = scope.spawn(|| told(second, &event));
            wait_for_locks(watch, 1);
            first.connection.batch_execute(end).unwrap();
            answer.join().unwrap()
        });
        let again = told(second, &event);
        if answer == Ok(Told::Done) {
            // What was done is left as it was: its owner may ask once more.
            assert_eq!(first.finish(&event, owner), Ok(Change::Made));
        }
        (answer, again)
    }

    /// Brings the key there, and returns its owner's token.
    fn stand(&mut self, event: &Event, before: Before) -> Uuid {
        if matches!(before, Before::New) {
            return Uuid::nil();
        }
        let owner = token(self.first.claim(event));
        if matches!(before, Before::Over) {
            end_lease(&mut self.watch, event.key);
        }
        owner
    }
}

/// Claims, and sees that the table says the same.
fn told(receiver: &mut Receiver<Connection>, event: &Event) -> Answer {
    let claim = receiver.claim(event)?;
    let row =
        "SELECT status, claim_token, lease_until > clock_timestamp() FROM processed_events WHERE key = $1";
    let row = receiver.connection.query_one(row, &[&event.key]).unwrap();
    let (status, owner, runs) = (row.get::<_, &str>(0), row.get::<_, Uuid>(1), row.get::<_, bool>(2));
    let told = match claim {
        Claim::Claimed(token) => {
            assert_eq!((status, owner, runs), ("processing", token, true));
            Told::Claimed
        }
        Claim::Done => {
            assert_eq!(status, "done");
            Told::Done
        }
        Claim::InProgress(seconds) => {
            assert_eq!((status, runs), ("processing", true));
            assert!(seconds <= 60, "{seconds}");
            Told::InProgress
        }
        Claim::Mismatch => panic!("without a fingerprint"),
    };
    Ok(told)
}
