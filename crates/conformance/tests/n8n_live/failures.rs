//! What fails, is told to the sender, and does not lose the event.

use std::thread;
use std::time::Duration;

use hookonce_conformance::n8n::{Answer, Lab, Request, wait_until};
use serde_json::json;

use crate::receiver::{FAILING, RACED, Receiver, WITHOUT_RAW_BODY};
use crate::shared::{lab, lab_alone};

#[test]
fn a_stopped_database_is_503_and_the_event_is_claimed_later() {
    let lab = lab_alone();
    let send = |id: &str| FAILING.send(&lab, &event(id));
    assert_processed(&send("before"));
    lab.server().stop();
    // A duplicate as well: nobody can know that it is one.
    for id in ["during", "before", "during"] {
        assert_unavailable(&send(id));
    }
    lab.server().start();
    assert_processed(&send("during"));
    assert_duplicate(&send("during"));
    assert_duplicate(&send("before"));
    assert_eq!(FAILING.work(&lab), ["evt:before", "evt:during"]);
    FAILING.clear(&lab);
}

/// The limit of the release, which needs the database as well: the key stays, and the execution says so.
#[test]
fn a_database_that_stops_during_the_work_keeps_the_key() {
    let lab = lab_alone();
    FAILING.clear(&lab);
    // The work waits for itself: a lock's holder could be stopped first, and the work would be done.
    let table = FAILING.table("business_log");
    let wait = "CREATE FUNCTION wait_for_the_stop() RETURNS trigger LANGUAGE plpgsql AS \
         'BEGIN PERFORM pg_sleep(600); RETURN NEW; END'";
    let trigger =
        format!("CREATE TRIGGER wait BEFORE INSERT ON {table} EXECUTE FUNCTION wait_for_the_stop()");
    lab.connect().batch_execute(&format!("{wait}; {trigger}")).unwrap();
    let answer = thread::scope(|scope| {
        let sender = scope.spawn(|| FAILING.send(&lab, &event("cut off")));
        assert!(wait_until(PATIENCE, || asleep(&lab) == 1), "the business step does not wait");
        lab.server().stop();
        sender.join().unwrap()
    });
    lab.server().start();
    lab.connect().batch_execute("DROP FUNCTION wait_for_the_stop CASCADE").unwrap();
    assert_eq!((answer.status, answer.json()), (500, json!({ "status": "failed" })));
    assert_eq!(FAILING.keys(&lab), ["evt:cut off"]);
    assert!(FAILING.work(&lab).is_empty());
    let message = "delete this key by hand, or the retry counts as a duplicate";
    assert!(
        wait_until(PATIENCE, || last_error(&lab, &FAILING).contains(message)),
        "{}",
        last_error(&lab, &FAILING)
    );
    FAILING.clear(&lab);
    assert_processed(&FAILING.send(&lab, &event("cut off")));
    FAILING.clear(&lab);
}

#[test]
fn a_missing_table_of_the_work_releases_the_key() {
    let lab = lab_alone();
    FAILING.clear(&lab);
    let table = FAILING.table("business_log");
    lab.connect().batch_execute(&format!("ALTER TABLE {table} RENAME TO away")).unwrap();
    for _ in 0..2 {
        let answer = FAILING.send(&lab, &event("evt_A"));
        assert_eq!((answer.status, answer.json()), (500, json!({ "status": "failed" })));
        assert!(FAILING.keys(&lab).is_empty());
    }
    lab.connect()
        .batch_execute(&format!("ALTER TABLE {} RENAME TO business_log", FAILING.table("away")))
        .unwrap();
    assert_processed(&FAILING.send(&lab, &event("evt_A")));
    assert_duplicate(&FAILING.send(&lab, &event("evt_A")));
    assert_eq!(FAILING.work(&lab), ["evt:evt_A"]);
    FAILING.clear(&lab);
}

#[test]
fn a_missing_table_of_the_keys_is_503() {
    let lab = lab_alone();
    FAILING.clear(&lab);
    let table = FAILING.table("processed_events");
    lab.connect().batch_execute(&format!("ALTER TABLE {table} RENAME TO away")).unwrap();
    assert_unavailable(&FAILING.send(&lab, &event("evt_A")));
    lab.connect()
        .batch_execute(&format!("ALTER TABLE {} RENAME TO processed_events", FAILING.table("away")))
        .unwrap();
    assert!(FAILING.work(&lab).is_empty());
    assert_processed(&FAILING.send(&lab, &event("evt_A")));
    FAILING.clear(&lab);
}

/// The Code node stops with an error of its own: with "Raw Body" off it has no bytes.
#[test]
fn an_error_in_the_code_is_503() {
    let lab = lab();
    for request in [event("evt_A"), Request::json("{}")] {
        assert_unavailable(&WITHOUT_RAW_BODY.send(&lab, &request));
    }
    assert!(WITHOUT_RAW_BODY.keys(&lab).is_empty() && WITHOUT_RAW_BODY.work(&lab).is_empty());
}

#[test]
fn what_can_have_no_key_is_400() {
    let lab = lab();
    let form = "--x\r\nContent-Disposition: form-data; name=\"data\"; filename=\"a\"\r\n\r\n{\"id\":\"evt_A\"}\r\n--x--\r\n";
    let field = form.replace("; filename=\"a\"", "");
    let multipart = |body: &str| Request::new(body).header("Content-Type", "multipart/form-data; boundary=x");
    for request in [Request::new(""), Request::json(""), multipart(form), multipart(&field)] {
        let answer = FAILING.send(&lab, &request);
        assert_eq!((answer.status, answer.json()), (400, json!({ "status": "no key" })), "{request:?}");
    }
    assert!(FAILING.keys(&lab).is_empty() && FAILING.work(&lab).is_empty());
}

/// n8n's own limit is 16 MiB, and it answers by itself.
#[test]
fn too_large_a_body_is_refused_and_one_below_the_limit_is_not() {
    let lab = lab();
    let of = |mebibytes: usize, letter| Request::new(vec![letter; mebibytes << 20]);
    for kind in ["text/plain", "application/octet-stream", "application/json"] {
        let answer = RACED.send(&lab, &of(17, b'a').header("Content-Type", kind));
        assert!((400..600).contains(&answer.status), "{kind}: {answer:?}");
    }
    assert!(RACED.keys(&lab).iter().all(|key| key.starts_with("evt:")));
    let largest = of(15, b'b').header("Content-Type", "application/octet-stream");
    assert_processed(&RACED.send(&lab, &largest));
    assert_duplicate(&RACED.send(&lab, &largest));
}

fn event(id: &str) -> Request {
    Request::json(format!("{{\"id\":\"{id}\",\"type\":\"order.paid\"}}"))
}

#[track_caller]
fn assert_processed(answer: &Answer) {
    assert_eq!((answer.status, &answer.json()["status"]), (200, &json!("processed")), "{answer:?}");
}

#[track_caller]
fn assert_duplicate(answer: &Answer) {
    assert_eq!((answer.status, &answer.json()["status"]), (200, &json!("duplicate")), "{answer:?}");
}

#[track_caller]
fn assert_unavailable(answer: &Answer) {
    assert_eq!((answer.status, answer.json()), (503, json!({ "status": "unavailable" })), "{answer:?}");
    assert_eq!(answer.header("retry-after"), Some("30"));
}

/// How many statements wait for the time they were given.
fn asleep(lab: &Lab) -> i64 {
    let query =
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'";
    lab.connect().query_one(query, &[]).unwrap().get(0)
}

/// What the last execution that failed says, as n8n keeps it.
fn last_error(lab: &Lab, receiver: &Receiver) -> String {
    let query = "SELECT data FROM execution_data JOIN execution_entity AS e ON e.id = \"executionId\" \
         WHERE \"workflowId\" = $1 AND status = 'error' ORDER BY e.id DESC LIMIT 1";
    let row = lab.own().query_opt(query, &[&receiver.id()]).unwrap();
    row.map(|row| row.get(0)).unwrap_or_default()
}

const PATIENCE: Duration = Duration::from_secs(30);
