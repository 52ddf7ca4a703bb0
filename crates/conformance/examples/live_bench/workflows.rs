//! The generated workflow, and what it is compared with.

use hookonce_core::lang::Lang;
use hookonce_core::n8n::{Workflow, workflow};
use hookonce_core::options::Options;
use hookonce_core::sql::{File, Sql};
use serde_json::{Value, json};

/// The generated workflow's path.
pub const RECEIVE: &str = "receive";
/// Webhook → Respond to Webhook.
pub const SHORTEST: &str = "shortest";
/// Webhook → the generated workflow's work → Respond to Webhook.
pub const WORK_ONLY: &str = "work-only";

/// All three.
pub fn all() -> Vec<String> {
    let receive = workflow(Workflow::Receive, &options(), Lang::En).expect("usable options");
    let generated: Value = serde_json::from_str(&receive).expect("JSON");
    let nodes = generated["nodes"].as_array().expect("nodes");
    let name = |node: &Value| node["name"].as_str().unwrap_or_default().to_owned();
    let mut work =
        nodes.iter().find(|node| name(node).starts_with("Business Step")).expect("the work").clone();
    work["parameters"]["options"]["queryReplacement"] = "={{ [ $json.body.id, $json.body.type ] }}".into();
    work["name"] = "Work".into();
    vec![
        receive,
        plain(SHORTEST, "shortest00000001", Vec::new()),
        plain(WORK_ONLY, "workonly00000001", vec![work]),
    ]
}

/// For the generated one; the others use the business table only.
pub fn tables() -> String {
    Sql::new(&options()).expect("usable options").file(File::Up, Lang::En).sql
}

fn options() -> Options {
    Options { webhook_path: RECEIVE.into(), ..Options::default() }
}

/// A webhook that answers after these nodes.
fn plain(path: &str, id: &str, between: Vec<Value>) -> String {
    let node = |name: &str, kind: &str, version: f64, parameters: Value| {
        json!({
            "id": format!("{id}-{name}"), "name": name, "type": format!("n8n-nodes-base.{kind}"),
            "typeVersion": version, "position": [0, 0], "parameters": parameters, "webhookId": id,
        })
    };
    let hook = json!({ "httpMethod": "POST", "path": path, "responseMode": "responseNode", "options": {} });
    let answer =
        json!({ "respondWith": "json", "responseBody": "={{ JSON.stringify({ status: 'received' }) }}" });
    let mut nodes = vec![node("Webhook", "webhook", 2.1, hook)];
    nodes.extend(between);
    nodes.push(node("Respond", "respondToWebhook", 1.4, answer));
    let mut connections = json!({});
    for pair in nodes.windows(2) {
        let name = pair[0]["name"].as_str().expect("a name");
        connections[name] = json!({ "main": [[{ "node": pair[1]["name"], "type": "main", "index": 0 }]] });
    }
    let settings = json!({ "executionOrder": "v1" });
    json!({ "id": id, "name": path, "nodes": nodes, "connections": connections, "settings": settings })
        .to_string()
}
