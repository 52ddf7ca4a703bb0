//! Many deliveries of `lease` at once: one of them gets the event.

use std::sync::Barrier;
use std::thread;

use hookonce_conformance::receiver::{Change, Claim, Event};
use uuid::Uuid;

use crate::race::{CONNECTIONS, KEYS, ROUNDS, deliver};
use crate::support::{count, end_lease, lease, migrated_for, receiver, token};

/// Half of the events are finished at once, half stay in progress.
#[test]
fn of_20_deliveries_of_each_of_1000_events_exactly_one_is_claimed() {
    let database = migrated_for(&lease(600));
    let receivers = [(); CONNECTIONS].map(|()| receiver(&database, &lease(600)));
    let winners = deliver(receivers.into(), |receiver, number| {
        let key = format!("evt:{number}");
        let event = Event::new(&key);
        let finishes = number % 2 == 0;
        match receiver.claim(&event).unwrap() {
            Claim::Claimed(token) => {
                if finishes {
                    assert_eq!(receiver.finish(&event, token), Ok(Change::Made));
                }
                return true;
            }
            Claim::Done => assert!(finishes, "{key}"),
            Claim::InProgress(1..=600) => {}
            other => panic!("{key}: {other:?}"),
        }
        false
    });
    assert_eq!(winners, [1; KEYS]);
    let rows = "SELECT count(*) FROM processed_events WHERE attempts = 1 \
         AND status = CASE substr(key, 5)::int % 2 WHEN 0 THEN 'done' ELSE 'processing' END";
    assert_eq!(count(&mut database.connect(), rows), KEYS as i64);
}

#[test]
fn of_16_that_take_over_at_once_exactly_one_is_the_owner() {
    const TAKERS: usize = 16;
    let database = migrated_for(&lease(600));
    let mut watch = database.connect();
    let mut receivers = [(); TAKERS].map(|()| receiver(&database, &lease(600)));
    let event = Event::new("evt:a");
    let mut owner = token(receivers[0].claim(&event));
    for round in 1..=ROUNDS {
        end_lease(&mut watch, event.key);
        let barrier = Barrier::new(TAKERS);
        let claims = thread::scope(|scope| {
            let claims = receivers.each_mut().map(|receiver| {
                scope.spawn(|| {
                    barrier.wait();
                    receiver.claim(&event).unwrap()
                })
            });
            claims.map(|claim| claim.join().unwrap())
        });
        let token = |claim| match claim {
            Claim::Claimed(token) => Some(token),
            Claim::InProgress(1..=600) => None,
            other => panic!("round {round}: {other:?}"),
        };
        let tokens: Vec<Uuid> = claims.into_iter().filter_map(token).collect();
        let [winner] = tokens[..] else { panic!("round {round}: {} owners", tokens.len()) };
        assert_eq!(receivers[0].finish(&event, owner), Ok(Change::Lost), "round {round}");
        let row = watch.query_one("SELECT claim_token, attempts FROM processed_events", &[]).unwrap();
        assert_eq!((row.get(0), row.get(1)), (winner, round as i32 + 1));
        owner = winner;
    }
    assert_eq!(receivers[0].finish(&event, owner), Ok(Change::Made));
}
