//! What the options do to the workflows.

use std::collections::BTreeSet;

use hookonce_core::finding::Finding;
use hookonce_core::lang::Lang;
use hookonce_core::n8n::{Workflow, check, test_script, workflow};
use hookonce_core::options::Options;
use hookonce_core::sql::{Columns, Dialect, Guarantee, Sql, Statement};
use serde_json::Value;

use crate::support::{Flow, of, text};

#[test]
fn ids_belong_to_the_path_or_the_table() {
    let id = |kind, options: &Options| text(&Flow::new(kind, options, Lang::En).0["id"]).to_owned();
    let default = Options::default();
    let path = Options { webhook_path: "stripe/live".into(), ..Options::default() };
    let table = Options { table: "seen".into(), ..Options::default() };
    let moved = Options { retention_days: "90".into(), scope: "shop".into(), ..Options::default() };
    let lease = of(Guarantee::Lease);
    let check = |kind, options, same| assert_eq!(id(kind, &default) == id(kind, options), same);
    check(Workflow::Receive, &path, false);
    check(Workflow::Receive, &table, true);
    check(Workflow::Receive, &moved, true);
    // At the same path it takes the place of the first one.
    check(Workflow::Receive, &lease, true);
    check(Workflow::Cleanup, &lease, true);
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
        for guarantee in Guarantee::ALL {
            let options = Options { table: table.into(), schema: "my schema".into(), ..of(guarantee) };
            let sql = Sql::new(&options).unwrap();
            let flow = Flow::new(Workflow::Receive, &options, Lang::En);
            match guarantee {
                Guarantee::ClaimFirst | Guarantee::Lease => {
                    assert!(flow.query("Claim").contains(&sql.statement(Statement::Claim)));
                    assert_eq!(flow.query("Release Key"), sql.statement(Statement::Release));
                }
                Guarantee::SameTransaction => {
                    assert!(flow.query("Claim and Work").ends_with(&sql.statement(Statement::Process)));
                }
            }
            let cleanup = Flow::new(Workflow::Cleanup, &options, Lang::En);
            assert!(cleanup.query("Delete Old Keys").contains(&sql.statement(Statement::Cleanup)));
        }
    }
}

#[test]
fn options_that_n8n_would_change_are_refused() {
    #[track_caller]
    fn refused(options: Options, codes: &[&str]) {
        let seen: Vec<_> = check(&options).iter().map(Finding::code).collect();
        assert_eq!(seen, codes);
        for (kind, lang) in Workflow::ALL.into_iter().flat_map(|kind| Lang::ALL.map(|lang| (kind, lang))) {
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
        ..Options::default()
    };
    let codes = [
        "identifier-invalid",
        "retention-out-of-range",
        "n8n-identifier",
        "scope-invalid",
        "webhook-path-invalid",
    ];
    refused(all, &codes);

    for guarantee in Guarantee::ALL {
        for dialect in [Dialect::MariaDb, Dialect::Sqlite] {
            refused(Options { dialect, ..of(guarantee) }, &["n8n-dialect"]);
        }
        for column in 0..3 {
            let mut columns = Columns::default();
            *columns.switches()[column].1 = true;
            refused(Options { columns, ..of(guarantee) }, &["n8n-columns"]);
        }
    }
    let lease = |seconds: &str| Options { lease_seconds: seconds.into(), ..of(Guarantee::Lease) };
    refused(lease("2"), &[]);
    refused(lease("0"), &["lease-out-of-range"]);
    let both = Options { dialect: Dialect::Sqlite, table: "cost$1".into(), ..lease("") };
    refused(both, &["lease-out-of-range", "n8n-identifier", "n8n-dialect"]);

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
