//! The published experiment: delivery A twice, then B.

use std::time::Duration;

use hookonce_conformance::n8n::{Lab, Request, VERSION, wait_until};
use serde_json::{Value, json};

use crate::receiver::{PUBLISHED, Receiver};
use crate::shared::lab;

/// What every other scenario relies on: the version, and that the credential was found by its name.
#[test]
fn the_import_is_complete() {
    let lab = lab();
    assert_eq!(lab.command(&["--version"]).trim(), VERSION);
    let nodes: Value = {
        let query = "SELECT nodes::text FROM workflow_entity WHERE id = $1";
        let row = lab.own().query_one(query, &[&PUBLISHED.id()]).unwrap();
        serde_json::from_str(row.get(0)).unwrap()
    };
    let credentials = nodes.as_array().unwrap().iter().filter_map(|node| node["credentials"].get("postgres"));
    let credentials: Vec<&Value> = credentials.collect();
    assert_eq!(credentials.len(), 3);
    for credential in credentials {
        assert_eq!(*credential, json!({ "id": "lab", "name": "hookonce PostgreSQL" }));
    }
}

#[test]
fn the_work_is_done_once() {
    the_work_is_done_once_at(&PUBLISHED, &PUBLISHED.id(), &lab());
}

/// The published experiment, at a receiver whose workflow has this id.
#[track_caller]
pub fn the_work_is_done_once_at(receiver: &Receiver, id: &str, lab: &Lab) {
    let send = |id: &str, signature: &str| {
        let body = format!("{{\"id\":\"{id}\",\"type\":\"order.paid\"}}");
        let request = Request::json(body).header("X-Signature", signature);
        let answer = receiver.send(lab, &request);
        (answer.status, answer.json())
    };
    let answer = |status: &str, id: &str| (200, json!({ "status": status, "key": format!("evt:{id}") }));
    assert_eq!(send("evt_test_A", "made-up-1"), answer("processed", "evt_test_A"));
    assert_eq!(send("evt_test_A", "made-up-2"), answer("duplicate", "evt_test_A"));
    assert_eq!(send("evt_test_B", "made-up-3"), answer("processed", "evt_test_B"));
    let both = ["evt:evt_test_A", "evt:evt_test_B"];
    assert_eq!(receiver.keys(lab), both);
    assert_eq!(receiver.work(lab), both);
    let types = format!("SELECT DISTINCT event_type FROM {}", receiver.table("business_log"));
    assert_eq!(lab.connect().query_one(&types, &[]).unwrap().get::<_, &str>(0), "order.paid");
    // The third answer goes out before its execution is written.
    let ended = || executions(lab, id) == [("success".to_owned(), 3)];
    assert!(wait_until(Duration::from_secs(30), ended), "{:?}", executions(lab, id));
}

/// How many executions of a workflow ended how.
fn executions(lab: &Lab, id: &str) -> Vec<(String, i64)> {
    let query = "SELECT status, count(*) FROM execution_entity WHERE \"workflowId\" = $1 GROUP BY status";
    lab.own().query(query, &[&id]).unwrap().iter().map(|row| (row.get(0), row.get(1))).collect()
}
