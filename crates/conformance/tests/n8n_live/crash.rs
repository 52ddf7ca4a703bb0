//! n8n is killed: what each guarantee promises, and what it does not.

use std::thread;
use std::time::Duration;

use hookonce_conformance::n8n::{Lab, wait_until};

use crate::lease::{assert_in_progress, assert_word, event};
use crate::receiver::{
    CALLING_AT_A_CRASH, CRASHING, LEASED_AT_A_CRASH, LEASED_BRIEFLY_AT_A_CRASH, Receiver,
    TRANSACTED_AT_A_CRASH,
};
use crate::same_transaction::{at_work, hold, let_go, slow_down};
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

/// With a lease a retry does the work as soon as the lease is over. In one statement with the claim, the work
/// takes place or it does not, whatever n8n lives to see.
#[test]
fn a_kill_loses_nothing_with_a_lease_or_one_statement() {
    let lab = lab_alone();
    let [brief, long, one] = [&LEASED_BRIEFLY_AT_A_CRASH, &LEASED_AT_A_CRASH, &TRANSACTED_AT_A_CRASH];
    let brief_ids: Vec<String> = (0..DELIVERIES).map(|n| format!("brief {n}")).collect();
    let calls = |id: &str| upstream::calls(&format!("evt:{id}"));
    for id in brief_ids.iter().map(String::as_str).chain(["long"]) {
        upstream::behave(&format!("evt:{id}"), Behaviour::Hang);
    }
    slow_down(&lab, one);
    for key in ["evt:goes on", "evt:ends"] {
        hold(&lab, one, key);
    }
    thread::scope(|scope| {
        let senders: Vec<_> = brief_ids
            .iter()
            .map(|id| (brief, id.as_str()))
            .chain([(long, "long"), (one, "goes on"), (one, "ends")])
            .map(|(receiver, id)| scope.spawn(|| lab.send(receiver.path, &event(id))))
            .collect();
        let in_the_middle = || {
            brief_ids.iter().all(|id| calls(id) == 1)
                && calls("long") == 1
                && at_work(&lab, "evt:goes on") + at_work(&lab, "evt:ends") == 2
        };
        assert!(wait_until(PATIENCE, in_the_middle));
        lab.kill();
        for sender in senders {
            assert!(sender.join().unwrap().is_err());
        }
    });
    // One statement ends with its connection, the other is finished by the server though nobody hears of it.
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
         WHERE wait_event = 'PgSleep' AND query LIKE '%evt:ends%'";
    lab.connect().query(end, &[]).unwrap();
    assert!(wait_until(PATIENCE, || at_work(&lab, "evt:ends") == 0));
    for key in ["evt:goes on", "evt:ends"] {
        let_go(&lab, one, key);
    }
    assert!(wait_until(PATIENCE, || at_work(&lab, "evt:goes on") == 0));
    assert_eq!(one.work(&lab), ["evt:goes on"]);

    lab.restart();
    assert_word(&one.send(&lab, &event("ends")), 200, "processed");
    assert_word(&one.send(&lab, &event("goes on")), 200, "duplicate");
    assert_eq!(one.work(&lab), ["evt:ends", "evt:goes on"]);
    assert_eq!(one.keys(&lab), one.work(&lab));

    upstream::behave("evt:long", Behaviour::Answer(200, "{}"));
    assert_in_progress(&long.send(&lab, &event("long")), "evt:long", 3_000..=3_600);
    assert_eq!(calls("long"), 1);
    for id in &brief_ids {
        let key = format!("evt:{id}");
        assert_eq!(brief.state(&lab, &key), ("processing".into(), 1));
        assert!(wait_until(PATIENCE, || brief.is_free(&lab, &key)));
        upstream::behave(&key, Behaviour::Answer(200, "{}"));
        assert_word(&brief.send(&lab, &event(id)), 200, "processed");
        assert_word(&brief.send(&lab, &event(id)), 200, "duplicate");
        assert_eq!((calls(id), brief.state(&lab, &key)), (2, ("done".into(), 2)));
    }
    println!(
        "of {DELIVERIES} events with a lease killed during the work, 0 were lost and {DELIVERIES} begun twice"
    );
}

fn lock_waiters(lab: &Lab) -> i64 {
    let query = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    lab.connect().query_one(query, &[]).unwrap().get(0)
}

/// Until everything is in the middle.
const PATIENCE: Duration = Duration::from_secs(30);
