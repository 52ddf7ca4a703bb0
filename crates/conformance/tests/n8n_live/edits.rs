//! What users change in the editor.

use serde_json::{Value, json};

use crate::upstream;

/// The Webhook node's option "Raw Body".
pub fn turn_raw_body_off(workflow: &mut Value) {
    node(workflow, "Webhook")["parameters"]["options"]["rawBody"] = false.into();
}

/// The business step is a call to another service, for which it waits three seconds.
pub fn call_upstream(workflow: &mut Value) {
    call(workflow, 3_000);
}

/// The same, but it waits longer than any test.
pub fn call_upstream_patiently(workflow: &mut Value) {
    call(workflow, 600_000);
}

/// The same, but the new node has the editor's default: an error stops the workflow.
pub fn call_upstream_without_an_error_output(workflow: &mut Value) {
    call(workflow, 3_000);
    node(workflow, BUSINESS_STEP).as_object_mut().expect("a node").remove("onError");
    workflow["connections"][BUSINESS_STEP]["main"].as_array_mut().expect("outputs").truncate(1);
}

fn call(workflow: &mut Value, timeout: u32) {
    let parameters = json!({
        "method": "POST",
        "url": upstream::url(),
        "sendHeaders": true,
        "headerParameters": { "parameters": [
            { "name": "Idempotency-Key", "value": "={{ $('Build Key').first().json.key }}" },
        ] },
        "options": { "timeout": timeout },
    });
    replace_business_step(workflow, "n8n-nodes-base.httpRequest", 4.2, parameters);
}

/// The business step is code.
pub fn run_code(workflow: &mut Value) {
    let code = "switch ($('Build Key').first().json.event_type) {\n\
         case 'throw': throw new Error('the work failed');\n\
         case 'no items': return [];\n\
         case 'two items': return [{ json: { a: 1 } }, { json: { a: 2 } }];\n\
         case 'pass on': return $input.all();\n\
         case 'error item': return [{ json: {}, error: new Error('the work failed') }];\n\
         case 'one of two': return [{ json: { a: 1 } }, { json: {}, error: new Error('the work failed') }];\n\
         default: return [{ json: { done: true } }];\n}";
    let parameters = json!({ "mode": "runOnceForAllItems", "language": "javaScript", "jsCode": code });
    replace_business_step(workflow, "n8n-nodes-base.code", 2.0, parameters);
}

/// The business step on each event of a batch is that code.
pub fn run_code_for_each(workflow: &mut Value) {
    run_code(workflow);
    let code = &mut node(workflow, BUSINESS_STEP)["parameters"]["jsCode"];
    *code = code
        .as_str()
        .expect("code")
        .replace("$('Build Key').first()", "$('Loop Over Events').first(1)")
        .into();
}

/// The business step on each event of a batch is a call, with the idempotency key that the note shows.
pub fn call_upstream_for_each(workflow: &mut Value) {
    let notes = workflow["nodes"].as_array().expect("nodes").iter();
    let mut notes = notes.filter_map(|node| node["parameters"]["content"].as_str());
    let note = notes.find(|note| note.contains("Idempotency-Key`")).expect("a note on calls");
    let expression = note.split("```\n").nth(1).expect("an expression").trim().to_owned();
    call(workflow, 3_000);
    let header = &mut node(workflow, BUSINESS_STEP)["parameters"]["headerParameters"]["parameters"][0];
    header["value"] = format!("={expression}").into();
}

/// Everything is another workflow.
pub fn replace_by_the_naive_workflow(workflow: &mut Value) {
    *workflow = serde_json::from_str(include_str!("naive.json")).expect("JSON");
}

/// As in the editor: the node's name, its wires and what it does on errors stay.
fn replace_business_step(workflow: &mut Value, kind: &str, version: f64, parameters: Value) {
    let step = node(workflow, BUSINESS_STEP);
    step["type"] = kind.into();
    step["typeVersion"] = version.into();
    step["parameters"] = parameters;
    step.as_object_mut().expect("a node").remove("credentials");
}

const BUSINESS_STEP: &str = "Business Step (insert business_log)";

fn node<'a>(workflow: &'a mut Value, name: &str) -> &'a mut Value {
    let mut nodes = workflow["nodes"].as_array_mut().expect("nodes").iter_mut();
    nodes.find(|node| node["name"] == name).expect("a node of this name")
}
