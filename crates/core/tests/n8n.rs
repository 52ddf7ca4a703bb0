//! The structure of the n8n workflows. What they do is run in `tests/node/workflow.test.mjs`,
//! and in a real n8n by `crates/conformance`.

use std::collections::BTreeSet;
use std::path::Path;

use hookonce_core::finding::Finding;
use hookonce_core::lang::Lang;
use hookonce_core::n8n::{Workflow, check, setup_steps, test_script, workflow};
use hookonce_core::options::Options;
use hookonce_core::sql::{Sql, Statement};
use serde_json::Value;

/// Compares with the committed files; `UPDATE_SNAPSHOTS=1` writes them.
#[test]
fn the_output_is_the_committed_one() {
    let options = Options::default();
    for lang in Lang::ALL {
        for kind in Workflow::ALL {
            let name = format!("n8n-{}-{}.json", kind.name(), lang.code());
            compare(&name, &workflow(kind, &options, lang).unwrap());
        }
        compare(&format!("n8n-test-{}.sh", lang.code()), &test_script(&options, lang).unwrap());
    }
}

#[test]
fn the_same_options_give_the_same_bytes() {
    for (kind, lang) in everything() {
        let options = Options { scope: "shop".into(), ..Options::default() };
        assert_eq!(workflow(kind, &options, lang), workflow(kind, &options, lang));
        assert!(workflow(kind, &options, lang).unwrap().ends_with("}\n"));
    }
}

#[test]
fn names_and_ids_are_unique_and_connections_resolve() {
    for (kind, lang) in everything() {
        let flow = Flow::new(kind, &Options::default(), lang);
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
    for (kind, lang) in everything() {
        for node in Flow::new(kind, &Options::default(), lang).nodes() {
            let expected = match text(&node["type"]).strip_prefix("n8n-nodes-base.").unwrap() {
                "code" => "2",
                "if" => "2.2",
                "manualTrigger" | "stickyNote" | "stopAndError" => "1",
                "postgres" => "2.6",
                "respondToWebhook" => "1.5",
                "scheduleTrigger" => "1.2",
                "webhook" => "2.1",
                other => panic!("{other} is not in the table"),
            };
            assert_eq!(node["typeVersion"].to_string(), expected, "{}", node["type"]);
        }
    }
}

#[test]
fn the_published_nodes_have_their_published_names_and_settings() {
    let flow = Flow::receive();
    let webhook = flow.node("Webhook");
    assert_eq!(webhook["parameters"]["httpMethod"], "POST");
    assert_eq!(webhook["parameters"]["path"], "idempotent-webhook");
    assert_eq!(webhook["parameters"]["responseMode"], "responseNode");
    assert_eq!(webhook["parameters"]["options"]["rawBody"], true);
    assert!(is_uuid(text(&webhook["webhookId"])));
    assert_eq!(flow.targets("Webhook", 0), ["Build Key"]);
    assert_eq!(flow.targets("Build Key", 0), ["Claim"]);
    assert_eq!(flow.targets("Claim", 0), ["Row Returned?"]);
    assert_eq!(flow.targets("Row Returned?", 0)[0], "Business Step (insert business_log)");
    assert_eq!(flow.node("Respond 200")["parameters"]["options"]["responseCode"], 200);
    assert_eq!(flow.node("Respond 200 duplicate")["parameters"]["options"]["responseCode"], 200);
    let unavailable = &flow.node("Respond 503")["parameters"]["options"];
    assert_eq!(unavailable["responseHeaders"]["entries"][0]["name"], "Retry-After");
    assert_eq!(flow.0["settings"]["executionOrder"], "v1");
    assert_eq!(flow.0["active"], false);
}

#[test]
fn the_statements_are_the_published_ones_word_for_word() {
    let sql = Sql::new(&Options::default()).unwrap();
    let flow = Flow::receive();
    assert!(flow.query("Claim").contains(&sql.statement(Statement::Claim)));
    assert!(flow.query("Claim").ends_with(")\nSELECT count(*)::int AS claimed FROM claim"));
    assert_eq!(flow.query("Release Key"), sql.statement(Statement::Release));
    assert_eq!(flow.query("Business Step (insert business_log)"), sql.insert_business_log());
    let notes = flow.notes().map(|note| text(&note["parameters"]["content"])).collect::<String>();
    assert!(notes.contains(&sql.statement(Statement::Table)));
    assert!(notes.contains(&sql.statement(Statement::BusinessLog)));

    let options = Options { retention_days: "45".into(), ..Options::default() };
    let cleanup = Flow::new(Workflow::Cleanup, &options, Lang::En);
    let statement = Sql::new(&options).unwrap().statement(Statement::Cleanup);
    assert!(statement.contains("interval '45 days'"));
    assert!(cleanup.query("Delete Old Keys").contains(&statement));
}

#[test]
fn every_node_that_can_fail_has_its_error_output_wired() {
    let flow = Flow::receive();
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
        assert_eq!(node.get("retryOnFail").is_some(), name == "Release Key", "{name}");
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
    let flow = Flow::receive();
    let mut seen = BTreeSet::new();
    walk(&flow, "Webhook", &mut seen);
    for node in flow.steps() {
        let name = text(&node["name"]);
        assert!(seen.contains(name) || name == "Mark Execution Failed", "{name} is never reached");
    }
    for name in ["Respond 500", "Respond 503"] {
        assert_eq!(flow.targets(name, 0), ["Mark Execution Failed"]);
    }
}

#[test]
fn the_branch_with_the_last_word_is_the_lower_one() {
    let flow = Flow::receive();
    let y = |name| flow.node(name)["position"][1].as_i64().unwrap();
    assert!(y("Still Unanswered?") > y("Business Step (insert business_log)"));
}

#[test]
fn query_parameters_are_arrays() {
    for (kind, lang) in everything() {
        for node in Flow::new(kind, &Options::default(), lang).nodes() {
            let Some(query) = node["parameters"].get("query") else {
                continue;
            };
            assert_eq!(node["parameters"]["options"]["connectionTimeout"], 5);
            let values = node["parameters"]["options"].get("queryReplacement").map(text);
            assert_eq!(values.is_some(), text(query).contains('$'), "{query}");
            assert!(values.is_none_or(|v| v.starts_with("={{ [ ") && v.ends_with(" ] }}")), "{values:?}");
            // pg-promise replaces parameters in comments, too.
            let comments = text(query).lines().filter(|line| line.starts_with("--"));
            assert!(comments.into_iter().all(|line| !line.contains('$') && !line.contains("{{")));
        }
    }
}

#[test]
fn languages_differ_in_notes_and_comments_only() {
    fn without_words(mut flow: Value) -> Value {
        for node in flow["nodes"].as_array_mut().unwrap() {
            if node["type"] == "n8n-nodes-base.stickyNote" {
                node["parameters"]["content"] = "".into();
            }
            for (parameter, comment) in [("jsCode", "//"), ("query", "--")] {
                if let Some(code) = node["parameters"].get_mut(parameter) {
                    let lines = text(code).lines().filter(|line| !line.starts_with(comment));
                    *code = lines.collect::<Vec<_>>().join("\n").into();
                }
            }
        }
        flow
    }
    for kind in Workflow::ALL {
        let [de, en] = Lang::ALL.map(|lang| Flow::new(kind, &Options::default(), lang).0);
        assert_ne!(de, en);
        assert_eq!(without_words(de), without_words(en));
    }
}

#[test]
fn nothing_of_an_instance_is_in_it() {
    for (kind, lang) in everything() {
        let json = workflow(kind, &Options::default(), lang).unwrap();
        let flow: Value = serde_json::from_str(&json).unwrap();
        for word in ["instanceId", "versionId", "meta", "createdAt", "password"] {
            assert!(!json.contains(&format!("\"{word}\"")), "{word}");
        }
        assert_eq!(flow["pinData"], serde_json::json!({}));
        assert_eq!(flow["tags"], serde_json::json!([]));
        for node in flow["nodes"].as_array().unwrap() {
            let expected = serde_json::json!({ "postgres": { "id": null, "name": "hookonce PostgreSQL" } });
            let is_database = node["type"] == "n8n-nodes-base.postgres";
            assert_eq!(node.get("credentials"), is_database.then_some(&expected));
        }
    }
}

#[test]
fn ids_belong_to_the_path_or_the_table() {
    let id = |kind, options: &Options| text(&Flow::new(kind, options, Lang::En).0["id"]).to_owned();
    let default = Options::default();
    let path = Options { webhook_path: "stripe/live".into(), ..Options::default() };
    let table = Options { table: "seen".into(), ..Options::default() };
    let moved = Options { retention_days: "90".into(), scope: "shop".into(), ..Options::default() };
    let check = |kind, options, same| assert_eq!(id(kind, &default) == id(kind, options), same);
    check(Workflow::Receive, &path, false);
    check(Workflow::Receive, &table, true);
    check(Workflow::Receive, &moved, true);
    check(Workflow::Cleanup, &path, true);
    check(Workflow::Cleanup, &table, false);
    check(Workflow::Cleanup, &moved, true);
    assert_ne!(id(Workflow::Receive, &default), id(Workflow::Cleanup, &default));
    assert!(id(Workflow::Receive, &default).len() <= 21);

    let ids = |options| {
        let flow = Flow::new(Workflow::Receive, options, Lang::En);
        let ids = flow.nodes().iter().flat_map(|node| [&node["id"], &node["webhookId"]]);
        ids.filter_map(Value::as_str).map(str::to_owned).collect::<BTreeSet<_>>()
    };
    assert!(ids(&default).is_disjoint(&ids(&path)));
}

#[test]
fn the_longest_path_still_gives_a_name_that_n8n_takes() {
    let options = Options { webhook_path: "p".repeat(100), ..Options::default() };
    let flow = Flow::new(Workflow::Receive, &options, Lang::En);
    assert!(text(&flow.0["name"]).len() <= 128);
}

#[test]
fn the_scope_is_one_json_literal() {
    let code = |scope: &str| {
        let options = Options { scope: scope.into(), ..Options::default() };
        let flow = Flow::new(Workflow::Receive, &options, Lang::En);
        text(&flow.node("Build Key")["parameters"]["jsCode"]).to_owned()
    };
    assert_eq!(code("").matches("const SCOPE = \"\";\n").count(), 1);
    assert_eq!(code("shop-eu").replace("const SCOPE = \"shop-eu\";", "const SCOPE = \"\";"), code(""));
    // n8n would take a leading '=' for an expression.
    assert!(code("").starts_with("// "));
}

#[test]
fn hostile_names_are_quoted_in_every_statement() {
    for table in ["user", "Two Words", "say \"hi\"", "\"; DROP TABLE x; --", "📦", "cost$", "}}{", "claim"]
    {
        let options = Options { table: table.into(), schema: "my schema".into(), ..Options::default() };
        let sql = Sql::new(&options).unwrap();
        let flow = Flow::new(Workflow::Receive, &options, Lang::En);
        assert!(flow.query("Claim").contains(&sql.statement(Statement::Claim)));
        assert_eq!(flow.query("Release Key"), sql.statement(Statement::Release));
        let cleanup = Flow::new(Workflow::Cleanup, &options, Lang::En);
        assert!(cleanup.query("Delete Old Keys").contains(&sql.statement(Statement::Cleanup)));
    }
}

#[test]
fn options_that_n8n_would_change_are_refused() {
    #[track_caller]
    fn refused(options: Options, codes: &[&str]) {
        let seen: Vec<_> = check(&options).iter().map(Finding::code).collect();
        assert_eq!(seen, codes);
        for (kind, lang) in everything() {
            assert_eq!(workflow(kind, &options, lang).is_err(), !codes.is_empty());
        }
    }
    let table = |table: &str| Options { table: table.into(), ..Options::default() };
    let schema = |schema: &str| Options { schema: schema.into(), ..Options::default() };
    let scope = |scope: &str| Options { scope: scope.into(), ..Options::default() };
    let path = |path: &str| Options { webhook_path: path.into(), ..Options::default() };
    refused(Options::default(), &[]);
    refused(table("a{{ $json.x }}b"), &["n8n-identifier"]);
    refused(table("cost$1"), &["n8n-identifier"]);
    refused(table("it's '$0'"), &["n8n-identifier"]);
    refused(schema("{{"), &["n8n-identifier"]);
    refused(schema("a$1:raw"), &["n8n-identifier"]);
    refused(table("${name} $ }} $x"), &[]);
    refused(table(""), &["identifier-invalid"]);
    refused(scope("Stripe"), &["scope-invalid"]);
    refused(scope("evt"), &["scope-invalid"]);
    refused(scope("\"; process.exit(); //"), &["scope-invalid"]);
    let all = Options {
        scope: "A".into(),
        schema: "$1".into(),
        table: "x".repeat(64),
        retention_days: "0".into(),
        webhook_path: "/".into(),
    };
    let codes = [
        "identifier-invalid",
        "retention-out-of-range",
        "n8n-identifier",
        "scope-invalid",
        "webhook-path-invalid",
    ];
    refused(all, &codes);

    let longest = "p".repeat(100);
    for good in ["idempotent-webhook", "a", "stripe/live", "v1.2_x", "..a", longest.as_str()] {
        refused(path(good), &[]);
    }
    let too_long = "p".repeat(101);
    for bad in
        ["", "/a", "a/", "a//b", ":id", "a/:id", ".", "a/../b", "a b", "ä", "a?b", "a'b", "=a", &too_long]
    {
        refused(path(bad), &["webhook-path-invalid"]);
        assert!(test_script(&path(bad), Lang::En).is_err());
    }
}

#[test]
fn answers_tell_no_more_than_a_status_and_the_key() {
    let key = "key: $('Build Key').first().json.key";
    for (name, body) in [
        ("Respond 200", format!("status: 'processed', {key}")),
        ("Respond 200 duplicate", format!("status: 'duplicate', {key}")),
        ("Respond 400", "status: 'no key'".into()),
        ("Respond 500", "status: 'failed'".into()),
        ("Respond 503", "status: 'unavailable'".into()),
    ] {
        let expected = format!("={{{{ JSON.stringify({{ {body} }}) }}}}");
        assert_eq!(Flow::receive().node(name)["parameters"]["responseBody"], expected.as_str());
    }
}

#[test]
fn notes_lie_behind_their_nodes_and_their_text_fits() {
    for (kind, lang) in everything() {
        let flow = Flow::new(kind, &Options::default(), lang);
        let notes: Vec<_> = flow.notes().map(Area::of).collect();
        let nodes: Vec<_> = flow.steps().map(Area::of).collect();
        for (index, note) in notes.iter().enumerate() {
            assert!(note.is_on_grid());
            assert!(notes[..index].iter().all(|other| !note.overlaps(other)), "{note:?}");
            assert!(nodes.iter().all(|node| !note.overlaps(node) || note.contains(node)), "{note:?}");
            let first = nodes.iter().filter(|node| note.contains(node)).map(|node| node.y).min();
            let bottom = first.unwrap_or(note.y + note.height);
            assert!(note.y + note.text_height() <= bottom, "{lang:?} {}", note.name);
        }
        for (index, node) in nodes.iter().enumerate() {
            assert!(node.is_on_grid() && nodes[..index].iter().all(|other| !node.overlaps(other)));
            assert!(notes.iter().any(|note| note.contains(node)), "{} is on no note", node.name);
        }
        // One yellow description, neutral notes for the steps.
        let yellow: Vec<_> = flow.notes().filter(|note| note["parameters"].get("color").is_none()).collect();
        assert_eq!(yellow.iter().map(|note| text(&note["name"])).collect::<Vec<_>>(), ["Sticky Note"]);
        assert!(flow.notes().all(|note| text(&note["parameters"]["content"]).starts_with("## ")));
    }
}

#[test]
fn notes_and_steps_name_nodes_as_they_are() {
    for (kind, lang) in everything() {
        let flow = Flow::new(kind, &Options::default(), lang);
        for note in flow.notes() {
            let content = text(&note["parameters"]["content"]);
            for bold in content.split("**").skip(1).step_by(2) {
                assert!(flow.steps().any(|node| node["name"] == bold), "{lang:?}: {bold}");
            }
        }
    }
    let [de, en] = Lang::ALL.map(setup_steps);
    assert_eq!(de.len(), en.len());
    for steps in [de, en] {
        let all = steps.concat();
        for name in ["Webhook", "Build Key", "Claim", "Business Step", "Release Key", "hookonce PostgreSQL"] {
            assert!(all.contains(name), "{name}");
        }
        // Plain text: it is shown on a page, too.
        assert!(!all.contains(['*', '`']));
    }
}

#[test]
fn the_test_sends_a_twice_with_another_signature_and_b_once() {
    let options = Options { webhook_path: "stripe/live".into(), ..Options::default() };
    let script = test_script(&options, Lang::En).unwrap();
    let requests: Vec<_> = script.lines().filter(|line| line.starts_with("curl ")).collect();
    assert_eq!(requests.len(), 3);
    assert!(requests.iter().all(|line| line.ends_with(" 'http://localhost:5678/webhook/stripe/live'")));
    assert_ne!(requests[0], requests[1]);
    assert_eq!(requests[0].replace("made-up-1", "made-up-2"), requests[1]);
    assert!(requests[1].contains(r#"{"id":"evt_test_A","type":"order.paid"}"#));
    assert!(requests[2].contains(r#"{"id":"evt_test_B","type":"order.paid"}"#));
    assert!(script.lines().all(|line| line.starts_with('#') || line.starts_with("curl ")));
}

#[test]
fn names_are_those_of_the_command_line() {
    assert_eq!(Workflow::ALL.map(Workflow::name), ["cleanup", "receive"]);
    assert_eq!(Workflow::Receive.file_name(), "n8n-receive.json");
}

struct Flow(Value);

impl Flow {
    #[track_caller]
    fn new(kind: Workflow, options: &Options, lang: Lang) -> Flow {
        Flow(serde_json::from_str(&workflow(kind, options, lang).unwrap()).unwrap())
    }

    fn receive() -> Flow {
        Flow::new(Workflow::Receive, &Options::default(), Lang::En)
    }

    fn nodes(&self) -> &Vec<Value> {
        self.0["nodes"].as_array().unwrap()
    }

    fn notes(&self) -> impl Iterator<Item = &Value> {
        self.nodes().iter().filter(|node| node["type"] == "n8n-nodes-base.stickyNote")
    }

    fn steps(&self) -> impl Iterator<Item = &Value> {
        self.nodes().iter().filter(|node| node["type"] != "n8n-nodes-base.stickyNote")
    }

    #[track_caller]
    fn node(&self, name: &str) -> &Value {
        self.nodes().iter().find(|node| node["name"] == name).expect(name)
    }

    #[track_caller]
    fn query(&self, name: &str) -> &str {
        text(&self.node(name)["parameters"]["query"])
    }

    fn targets(&self, name: &str, output: usize) -> Vec<&str> {
        let targets = self.0["connections"][name]["main"].get(output).and_then(Value::as_array);
        targets.into_iter().flatten().map(|target| text(&target["node"])).collect()
    }
}

#[derive(Debug)]
struct Area<'a> {
    name: &'a str,
    content: &'a str,
    x: i64,
    y: i64,
    width: i64,
    height: i64,
}

impl Area<'_> {
    /// A node is drawn 96 pixels wide and high.
    fn of(node: &Value) -> Area<'_> {
        let size = |name| node["parameters"][name].as_i64().unwrap_or(96);
        Area {
            name: text(&node["name"]),
            content: node["parameters"]["content"].as_str().unwrap_or_default(),
            x: node["position"][0].as_i64().unwrap(),
            y: node["position"][1].as_i64().unwrap(),
            width: size("width"),
            height: size("height"),
        }
    }

    fn is_on_grid(&self) -> bool {
        [self.x, self.y, self.width, self.height].iter().all(|value| value % 16 == 0)
    }

    fn overlaps(&self, other: &Area) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.y + other.height
            && other.y < self.y + self.height
    }

    fn contains(&self, other: &Area) -> bool {
        self.x <= other.x
            && other.x + other.width <= self.x + self.width
            && self.y <= other.y
            && other.y + other.height <= self.y + self.height
    }

    /// An estimate on the safe side: 14-pixel text, a heading and a gap between paragraphs a line more.
    fn text_height(&self) -> i64 {
        let columns = (self.width - 32) / 7;
        let lines = self.content.lines().map(|line| match line.chars().count() as i64 {
            0 => 10,
            _ if line.starts_with('#') => 36,
            chars => (chars + columns - 1) / columns * 21,
        });
        24 + lines.sum::<i64>()
    }
}

fn everything() -> impl Iterator<Item = (Workflow, Lang)> {
    Workflow::ALL.into_iter().flat_map(|kind| Lang::ALL.map(|lang| (kind, lang)))
}

#[track_caller]
fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

fn is_uuid(id: &str) -> bool {
    let groups: Vec<_> = id.split('-').collect();
    groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12])
        && id.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f' | b'-'))
        && groups[2].starts_with('8')
        && groups[3].starts_with(['8', '9', 'a', 'b'])
}

#[track_caller]
fn compare(name: &str, output: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(name);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, output).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == output, "{name} differs; look at the change, then run with UPDATE_SNAPSHOTS=1");
}
