//! Nodes, wires and statements.

use std::collections::BTreeSet;

use hookonce_core::lang::Lang;
use hookonce_core::n8n::{self, FlowOutput, Workflow};
use hookonce_core::options::Options;
use hookonce_core::sql::{Guarantee, Sql, Statement};
use serde_json::Value;

use crate::support::{Flow, everything, is_uuid, of, text};

#[test]
fn names_and_ids_are_unique_and_connections_resolve() {
    for (kind, options, lang) in everything() {
        let flow = Flow::new(kind, &options, lang);
        let names: BTreeSet<_> = flow.nodes().iter().map(|node| text(&node["name"])).collect();
        let ids: BTreeSet<_> = flow.nodes().iter().map(|node| text(&node["id"])).collect();
        assert_eq!(names.len(), flow.nodes().len());
        assert_eq!(ids.len(), flow.nodes().len());
        assert!(ids.iter().all(|id| is_uuid(id)));
        for (from, outputs) in flow.0["connections"].as_object().unwrap() {
            assert!(names.contains(from.as_str()), "{from}");
            for target in outputs["main"].as_array().unwrap().iter().flat_map(|o| o.as_array().unwrap()) {
                assert!(names.contains(text(&target["node"])), "{target}");
                assert_eq!((text(&target["type"]), &target["index"]), ("main", &Value::from(0)));
            }
        }
    }
}

/// The versions of the table in the facts that n8n 2.0.0 has.
#[test]
fn node_versions_are_the_conservative_ones() {
    for (kind, options, lang) in everything() {
        for node in Flow::new(kind, &options, lang).nodes() {
            let expected = match text(&node["type"]).strip_prefix("n8n-nodes-base.").unwrap() {
                "code" => "2",
                "if" => "2.2",
                "manualTrigger" | "noOp" | "stickyNote" | "stopAndError" => "1",
                "postgres" => "2.6",
                "respondToWebhook" => "1.5",
                "scheduleTrigger" => "1.2",
                "set" => "3.4",
                "splitInBatches" => "3",
                "webhook" => "2.1",
                other => panic!("{other} is not in the table"),
            };
            assert_eq!(node["typeVersion"].to_string(), expected, "{}", node["type"]);
        }
    }
}

#[test]
fn the_published_nodes_have_their_published_names_and_settings() {
    for guarantee in Guarantee::ALL {
        let flow = Flow::receive(guarantee);
        let webhook = flow.node("Webhook");
        assert_eq!(webhook["parameters"]["httpMethod"], "POST");
        assert_eq!(webhook["parameters"]["path"], "idempotent-webhook");
        assert_eq!(webhook["parameters"]["responseMode"], "responseNode");
        assert_eq!(webhook["parameters"]["options"]["rawBody"], true);
        assert!(is_uuid(text(&webhook["webhookId"])));
        assert_eq!(flow.targets("Webhook", 0), ["Build Key"]);
        assert_eq!(flow.node("Respond 200")["parameters"]["options"]["responseCode"], 200);
        assert_eq!(flow.node("Respond 200 duplicate")["parameters"]["options"]["responseCode"], 200);
        let unavailable = &flow.node("Respond 503")["parameters"]["options"];
        assert_eq!(unavailable["responseHeaders"]["entries"][0]["name"], "Retry-After");
        assert_eq!(unavailable["responseHeaders"]["entries"][0]["value"], "30");
        assert_eq!(flow.0["settings"]["executionOrder"], "v1");
        assert_eq!(flow.0["active"], false);
    }
    let flow = Flow::receive(Guarantee::ClaimFirst);
    assert_eq!(flow.targets("Build Key", 0), ["Claim"]);
    assert_eq!(flow.targets("Claim", 0), ["Row Returned?"]);
    assert_eq!(flow.targets("Row Returned?", 0)[0], "Business Step (insert business_log)");
}

#[test]
fn the_statements_are_the_published_ones_word_for_word() {
    for guarantee in Guarantee::ALL {
        let sql = Sql::new(&of(guarantee)).unwrap();
        let flow = Flow::receive(guarantee);
        let notes = flow.notes().map(|note| text(&note["parameters"]["content"])).collect::<String>();
        assert!(notes.contains(&sql.statement(Statement::Table)));
        assert!(notes.contains(&sql.statement(Statement::BusinessLog)));
        if guarantee == Guarantee::SameTransaction {
            assert!(
                flow.query("Claim and Work").ends_with(&format!("\n{}", sql.statement(Statement::Process)))
            );
            continue;
        }
        assert_eq!(flow.query("Release Key"), sql.statement(Statement::Release));
        assert_eq!(flow.query("Business Step (insert business_log)"), sql.insert_business_log().sql);
        let claim = flow.query("Claim");
        if guarantee == Guarantee::ClaimFirst {
            assert!(claim.contains(&sql.statement(Statement::Claim)));
            assert!(claim.ends_with(")\nSELECT count(*)::int AS claimed FROM claim"));
        } else {
            assert!(claim.ends_with(&format!("\n{}", sql.statement(Statement::Claim))));
            assert_eq!(flow.query("Finish"), sql.statement(Statement::Finish));
        }
    }
    let lease = Options { lease_seconds: "7".into(), ..of(Guarantee::Lease) };
    assert!(Flow::new(Workflow::Receive, &lease, Lang::En).query("Claim").contains("interval '7 seconds'"));
    for guarantee in Guarantee::ALL {
        let options = Options { retention_days: "45".into(), ..of(guarantee) };
        let cleanup = Flow::new(Workflow::Cleanup, &options, Lang::En);
        let statement = Sql::new(&options).unwrap().statement(Statement::Cleanup);
        assert!(statement.contains("interval '45 days'"));
        assert!(cleanup.query("Delete Old Keys").contains(&statement));
    }
}

#[test]
fn every_node_that_can_fail_has_its_error_output_wired() {
    for flow in Guarantee::ALL.map(Flow::receive) {
        for node in flow.nodes() {
            let name = text(&node["name"]);
            match text(&node["type"]).strip_prefix("n8n-nodes-base.").unwrap() {
                // The answer 500 goes out even if the release fails.
                "postgres" if name == "Release Key" => assert_eq!(node["onError"], "continueRegularOutput"),
                "code" | "postgres" => {
                    assert_eq!(node["onError"], "continueErrorOutput", "{name}");
                    assert!(!flow.targets(name, 1).is_empty(), "{name}");
                }
                // These cannot fail: their expressions are total. If one did, the run fails; to go on
                // would mean the true output.
                "if" | "respondToWebhook" | "stopAndError" | "webhook" | "stickyNote" => {
                    assert!(node.get("onError").is_none(), "{name}");
                }
                other => panic!("{other}"),
            }
            assert!(node.get("alwaysOutputData").is_none(), "{name}: both branches would run");
            // What may be done twice with the same end.
            let again = ["Finish", "Release Key"].contains(&name);
            assert_eq!(node.get("retryOnFail").is_some(), again, "{name}");
        }
    }
}

#[test]
fn every_path_from_the_webhook_ends_in_an_answer() {
    fn walk(flow: &Flow, name: &str, seen: &mut BTreeSet<String>) {
        if !seen.insert(name.to_owned()) || name.starts_with("Respond ") {
            return;
        }
        let outputs = match text(&flow.node(name)["type"]) {
            "n8n-nodes-base.if" => 2,
            _ if flow.node(name)["onError"] == "continueErrorOutput" => 2,
            _ => 1,
        };
        for output in 0..outputs {
            let targets = flow.targets(name, output);
            // Its false output means: answered already.
            assert!(!targets.is_empty() || (name, output) == ("Still Unanswered?", 1), "{name} {output}");
            targets.iter().for_each(|target| walk(flow, target, seen));
        }
    }
    for flow in Guarantee::ALL.map(Flow::receive) {
        let mut seen = BTreeSet::new();
        walk(&flow, "Webhook", &mut seen);
        for node in flow.steps() {
            let name = text(&node["name"]);
            assert!(seen.contains(name) || name == "Mark Execution Failed", "{name} is never reached");
            // What says that this delivery failed shows up under Executions; another's work does not.
            let code = node["parameters"]["options"]["responseCode"].as_u64().unwrap_or_default();
            if code >= 500 {
                let next: &[&str] =
                    if name == "Respond 503 in progress" { &[] } else { &["Mark Execution Failed"] };
                assert_eq!(flow.targets(name, 0), next, "{name}");
            }
        }
    }
}

#[test]
fn query_parameters_are_arrays() {
    for (kind, options, lang) in everything() {
        for node in Flow::new(kind, &options, lang).nodes() {
            let Some(query) = node["parameters"].get("query").map(text) else {
                continue;
            };
            assert_eq!(node["parameters"]["options"]["connectionTimeout"], 5);
            let values = node["parameters"]["options"].get("queryReplacement").map(text);
            assert!(values.is_none_or(|v| v.starts_with("={{ [ ") && v.ends_with(" ] }}")), "{values:?}");
            // What n8n or pg-promise would replace: the parameters, each one of the array, and nothing else.
            let count = values.map_or(0, |values| values.split(", ").count());
            for (at, _) in query.match_indices('$') {
                let number = query[at + 1..].chars().next().and_then(|digit| digit.to_digit(10));
                assert!(number.is_some_and(|n| (1..=count).contains(&(n as usize))), "{query}");
                let modifiers =
                    ["^", "~", "#", ":raw", ":alias", ":name", ":json", ":csv", ":list", ":value"];
                assert!(modifiers.iter().all(|modifier| !query[at + 2..].starts_with(modifier)), "{query}");
            }
            assert!((1..=count).all(|number| query.contains(&format!("${number}"))), "{query}");
            assert!(!query.contains("{{"), "{query}");
            // pg-promise replaces parameters in comments, too.
            assert!(query.lines().filter(|line| line.starts_with("--")).all(|line| !line.contains('$')));
        }
    }
}

#[test]
fn answers_tell_no_more_than_a_status_and_the_key() {
    let key = "key: $('Build Key').first().json.key";
    for flow in Guarantee::ALL.map(Flow::receive) {
        for node in flow.steps().filter(|node| node["type"] == "n8n-nodes-base.respondToWebhook") {
            let body = match text(&node["name"]) {
                "Respond 200" => format!("status: 'processed', {key}"),
                "Respond 200 duplicate" => format!("status: 'duplicate', {key}"),
                "Respond 400" => "status: 'no key'".into(),
                "Respond 500" => "status: 'failed'".into(),
                "Respond 503" => "status: 'unavailable'".into(),
                "Respond 503 in progress" => format!("status: 'in progress', {key}"),
                other => panic!("{other}"),
            };
            let expected = format!("={{{{ JSON.stringify({{ {body} }}) }}}}");
            assert_eq!(node["parameters"]["responseBody"], expected.as_str());
        }
    }
}

/// The picture has a place of its own for each node, and every wire of the file.
#[test]
fn the_flow_shows_every_node_and_every_wire() {
    for (kind, options, lang) in everything() {
        let file = Flow::new(kind, &options, lang);
        let flow = n8n::flow(kind, &options).unwrap();
        let names: Vec<_> = flow.nodes.iter().map(|node| node.name.as_str()).collect();
        assert_eq!(names, file.steps().map(|node| text(&node["name"])).collect::<Vec<_>>());
        let places: BTreeSet<_> = flow.nodes.iter().map(|node| (node.column, node.row)).collect();
        assert_eq!(places.len(), flow.nodes.len());
        let links: BTreeSet<_> = flow
            .links
            .iter()
            .map(|link| {
                let output = matches!(link.output, FlowOutput::Each | FlowOutput::Error | FlowOutput::False);
                (names[link.from], usize::from(output), names[link.to])
            })
            .collect();
        let wires: BTreeSet<_> = names
            .iter()
            .flat_map(|from| [0, 1].map(|output| (*from, output)))
            .flat_map(|(from, output)| {
                file.targets(from, output).into_iter().map(move |to| (from, output, to))
            })
            .collect();
        assert_eq!(links, wires);
        assert_eq!(links.len(), flow.links.len());
    }
}
