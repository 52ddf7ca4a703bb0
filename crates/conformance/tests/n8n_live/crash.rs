//! n8n is killed: what `claim-first` promises, and what it does not.

use std::thread;
use std::time::Duration;

use hookonce_conformance::n8n::{Lab, Request, wait_until};
use serde_json::json;

use crate::receiver::{CALLING_AT_A_CRASH, CRASHING, Receiver};
use crate::shared::lab_alone;
use crate::upstream::{self, Behaviour};

const DELIVERIES: usize = 8;

/// Killed before the claim is kept, an event is done by its retry. Killed between the claim and the end of the
/// work, its key stays: the retry is taken for a duplicate, and the event is lost until the key is deleted.
#[test]
fn a_kill_loses_what_was_claimed_and_nothing_else() {
    let lab = lab_alone();
    let claiming: Vec<String> = (0..DELIVERIES).map(|n| format!("claiming {n}")).collect();
    let working: Vec<String> = (0..DELIVERIES).map(|n| format!("working {n}")).collect();
    let event = |id: &str| Request::json(json!({ "id": id, "type": "order.paid" }).to_string());
    let calls = |id: &String| upstream::calls(&format!("evt:{id}"));
    for id in &working {
        upstream::behave(&format!("evt:{id}"), Behaviour::Hang);
    }

    let mut connection = lab.connect();
    let mut lock = connection.transaction().unwrap();
    lock.batch_execute(&format!("LOCK TABLE {}", CRASHING.table("processed_events"))).unwrap();
    thread::scope(|scope| {
        let senders: Vec<_> = claiming
            .iter()
            .map(|id| (&CRASHING, id))
            .chain(working.iter().map(|id| (&CALLING_AT_A_CRASH, id)))
            .map(|(receiver, id)| scope.spawn(|| lab.send(receiver.path, &event(id))))
            .collect();
        let in_the_middle =
            || lock_waiters(&lab) == DELIVERIES as i64 && working.iter().all(|id| calls(id) == 1);
        assert!(wait_until(PATIENCE, in_the_middle), "{} wait", lock_waiters(&lab));
        lab.kill();
        for sender in senders {
            // The connection ended: the sender will try again.
            assert!(sender.join().unwrap().is_err());
        }
    });
    // The server would go on with statements whose client is gone.
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'";
    lab.connect().query(end, &[]).unwrap();
    assert!(wait_until(PATIENCE, || lock_waiters(&lab) == 0));
    lock.rollback().unwrap();
    assert!(CRASHING.keys(&lab).is_empty());
    assert_eq!(CALLING_AT_A_CRASH.keys(&lab).len(), DELIVERIES);

    lab.restart();
    let retry = |receiver: &Receiver, id: &str| {
        let answer = receiver.send(&lab, &event(id));
        (answer.status, answer.json()["status"].as_str().unwrap_or_default().to_owned())
    };
    for id in &claiming {
        assert_eq!(retry(&CRASHING, id), (200, "processed".into()));
    }
    assert_eq!(CRASHING.work(&lab).len(), DELIVERIES);
    for id in &working {
        upstream::behave(&format!("evt:{id}"), Behaviour::Answer(200, "{}"));
        assert_eq!(retry(&CALLING_AT_A_CRASH, id), (200, "duplicate".into()));
        // Not done, and not done twice.
        assert_eq!(calls(id), 1);
    }
    println!("of {DELIVERIES} events killed during the work, {DELIVERIES} were lost and 0 done twice");
    CALLING_AT_A_CRASH.clear(&lab);
    for id in &working {
        assert_eq!(retry(&CALLING_AT_A_CRASH, id), (200, "processed".into()));
    }
}

fn lock_waiters(lab: &Lab) -> i64 {
    let query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    lab.connect().query_one(query, &[]).unwrap().get(0)
}

/// Until everything is in the middle.
const PATIENCE: Duration = Duration::from_secs(30);
