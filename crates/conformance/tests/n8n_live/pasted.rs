//! Both files pasted into n8n's editor in a browser and published there: what the set-up steps ask of a user.

use hookonce_conformance::n8n::Lab;
use hookonce_core::lang::Lang;
use hookonce_core::n8n::{Workflow, workflow};
use serde_json::{Value, json};

use crate::published::the_work_is_done_once_at;
use crate::receiver::PASTED;
use crate::shared::lab;

#[test]
fn a_paste_is_the_file_and_does_the_work_once() {
    let lab = lab();
    let files = [Workflow::Receive, Workflow::Cleanup]
        .map(|kind| workflow(kind, &PASTED.options(), Lang::En).expect("usable options"));
    let result = lab.paste(&files);
    assert_eq!(result["outside"], json!([]));
    for (file, pasted) in files.iter().zip(result["pasted"].as_array().unwrap()) {
        let mut file: Value = serde_json::from_str(file).unwrap();
        let on_canvas = pasted["nodes"].as_array().unwrap().iter().map(text).collect();
        assert_eq!(sorted(on_canvas), sorted(names(&file)));
        change_as_a_paste_does(&mut file);
        let published = published(&lab, text(&pasted["id"]));
        assert_eq!(names(&published), names(&file));
        for (node, expected) in nodes(&published).iter().zip(nodes(&file)) {
            assert_eq!(node, expected);
        }
        for member in ["name", "settings", "connections"] {
            assert_eq!(published[member], file[member]);
        }
    }
    the_work_is_done_once_at(&PASTED, text(&result["pasted"][0]["id"]), &lab);
}

/// What n8n runs for this id, without what is always another's: the ids of nodes, and the place on the canvas.
fn published(lab: &Lab, id: &str) -> Value {
    let query = "SELECT json_build_object('name', workflow.name, 'settings', workflow.settings, \
         'nodes', version.nodes, 'connections', version.connections)::text \
         FROM workflow_entity AS workflow \
         JOIN workflow_history AS version ON version.\"versionId\" = workflow.\"activeVersionId\" \
         WHERE workflow.id = $1 AND workflow.active";
    let row = lab.own().query_one(query, &[&id]).unwrap();
    let mut workflow: Value = serde_json::from_str(row.get(0)).unwrap();
    forget_ids_and_place(&mut workflow);
    workflow
}

/// The credential is found by its name, parameters that are the default are left out, and a new workflow has a
/// setting of its own.
fn change_as_a_paste_does(file: &mut Value) {
    forget_ids_and_place(file);
    file["settings"]["binaryMode"] = "separate".into();
    for node in file["nodes"].as_array_mut().unwrap() {
        if let Some(credential) = node.pointer_mut("/credentials/postgres/id") {
            *credential = "lab".into();
        }
        let (place, defaults) = match text(&node["type"]) {
            "n8n-nodes-base.code" => {
                ("/parameters", json!({ "mode": "runOnceForAllItems", "language": "javaScript" }))
            }
            "n8n-nodes-base.scheduleTrigger" => {
                ("/parameters/rule/interval/0", json!({ "field": "days", "daysInterval": 1 }))
            }
            _ => continue,
        };
        let parameters = node.pointer_mut(place).unwrap().as_object_mut().unwrap();
        for (name, default) in defaults.as_object().unwrap() {
            assert_eq!(parameters.remove(name).as_ref(), Some(default));
        }
    }
}

fn forget_ids_and_place(workflow: &mut Value) {
    let nodes = workflow["nodes"].as_array_mut().unwrap();
    let place = |node: &Value| [0, 1].map(|axis| node["position"][axis].as_i64().unwrap());
    let origin = place(&nodes[0]);
    for node in nodes {
        let [x, y] = place(node);
        node["position"] = json!([x - origin[0], y - origin[1]]);
        node.as_object_mut().unwrap().remove("id");
    }
}

fn nodes(workflow: &Value) -> &[Value] {
    workflow["nodes"].as_array().unwrap()
}

fn names(workflow: &Value) -> Vec<&str> {
    nodes(workflow).iter().map(|node| text(&node["name"])).collect()
}

fn sorted(mut names: Vec<&str>) -> Vec<&str> {
    names.sort_unstable();
    names
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}
