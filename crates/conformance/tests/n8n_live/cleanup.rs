//! The clean-up workflows.

use std::thread;

use hookonce_conformance::n8n::Lab;
use hookonce_core::lang::Lang;
use hookonce_core::n8n::{Workflow, workflow};
use hookonce_core::options::Options;
use hookonce_core::sql::{File, Guarantee, Sql};
use serde_json::Value;

use crate::shared::lab;

/// The workflows' files.
pub fn texts() -> Vec<String> {
    SCHEMAS.map(|(schema, guarantee)| text(&options(schema, guarantee))).into()
}

/// What makes their tables.
pub fn tables() -> String {
    let tables = SCHEMAS.map(|(schema, guarantee)| {
        let sql = Sql::new(&options(schema, guarantee)).expect("usable options");
        format!("CREATE SCHEMA {schema};\n{}", sql.file(File::Up, Lang::En).sql)
    });
    tables.concat()
}

const SCHEMAS: [(&str, Guarantee); 4] = [
    ("cleanup", Guarantee::ClaimFirst),
    ("cleanup_lease", Guarantee::Lease),
    ("cleanup_stuck", Guarantee::Lease),
    ("cleanup_transacted", Guarantee::SameTransaction),
];

fn options(schema: &str, guarantee: Guarantee) -> Options {
    Options { schema: schema.into(), guarantee, ..Options::default() }
}

fn text(options: &Options) -> String {
    workflow(Workflow::Cleanup, options, Lang::En).expect("usable options")
}

/// Runs one and returns what n8n printed.
fn run(lab: &Lab, (schema, guarantee): (&str, Guarantee)) -> String {
    let json: Value = serde_json::from_str(&text(&options(schema, guarantee))).unwrap();
    lab.command(&["execute", &format!("--id={}", json["id"].as_str().unwrap()), "--rawOutput"])
}

#[test]
fn two_at_once_delete_what_is_old_and_nothing_else() {
    let lab = lab();
    let fill = "INSERT INTO cleanup.processed_events \
         SELECT kind || ' ' || n, now() - days * interval '1 day' \
         FROM (VALUES ('old', 31), ('kept', 29), ('new', 0)) AS age (kind, days), generate_series(1, 100) AS n";
    lab.connect().batch_execute(fill).unwrap();
    let run = || run(&lab, SCHEMAS[0]);
    let outputs = thread::scope(|scope| [scope.spawn(run), scope.spawn(run)].map(|run| run.join().unwrap()));
    let deleted = outputs.each_ref().map(|output| deleted(output));
    assert_eq!(deleted.iter().sum::<u64>(), 100, "{deleted:?}");
    let left = "SELECT split_part(key, ' ', 1), count(*) FROM cleanup.processed_events GROUP BY 1 ORDER BY 1";
    let left = lab.connect().query(left, &[]).unwrap();
    let left: Vec<(String, i64)> = left.iter().map(|row| (row.get(0), row.get(1))).collect();
    assert_eq!(left, [("kept".into(), 100), ("new".into(), 100)]);
}

/// More than two batches at once, and each run has a workflow of its own.
#[test]
fn batches_go_on_until_nothing_old_is_left_and_what_was_never_finished_is_told() {
    let lab = lab();
    let mut connection = lab.connect();
    for schema in ["cleanup_lease", "cleanup_stuck"] {
        let fill = format!(
            "INSERT INTO {schema}.processed_events (key, status, claim_token, lease_until, first_seen, done_at) \
             SELECT kind || ' ' || n, 'done', gen_random_uuid(), 'epoch', now() - interval '40 days', now() - days * interval '1 day' \
             FROM (VALUES ('old', 31, 20500), ('kept', 29, 100)) AS age (kind, days, number), generate_series(1, number) AS n; \
             INSERT INTO {schema}.processed_events (key, claim_token, lease_until) VALUES ('new', gen_random_uuid(), 'epoch')"
        );
        connection.batch_execute(&fill).unwrap();
    }
    let stuck = "INSERT INTO cleanup_stuck.processed_events (key, claim_token, lease_until, first_seen) \
         SELECT 'stuck ' || n, gen_random_uuid(), 'epoch', now() - interval '31 days' FROM generate_series(1, 3) AS n";
    connection.batch_execute(stuck).unwrap();
    let fill = "INSERT INTO cleanup_transacted.processed_events \
         SELECT kind || ' ' || n, now() - days * interval '1 day' \
         FROM (VALUES ('old', 31, 20500), ('kept', 29, 100)) AS age (kind, days, number), generate_series(1, number) AS n";
    connection.batch_execute(fill).unwrap();

    let outputs = thread::scope(|scope| {
        let ([_, runs @ ..], lab) = (SCHEMAS, &*lab);
        runs.map(|schema| scope.spawn(move || run(lab, schema))).map(|run| run.join().unwrap())
    });
    let message = "never finished: 3.";
    for ((schema, expected), output) in [
        ("cleanup_lease", vec![("kept", 100), ("new", 1)]),
        ("cleanup_stuck", vec![("kept", 100), ("new", 1), ("stuck", 3)]),
        ("cleanup_transacted", vec![("kept", 100)]),
    ]
    .into_iter()
    .zip(outputs)
    {
        assert_eq!(output.contains(message), schema == "cleanup_stuck", "{output}");
        assert_eq!(output.contains("\"status\": \"success\""), schema != "cleanup_stuck", "{output}");
        let query = format!(
            "SELECT split_part(key, ' ', 1), count(*) FROM {schema}.processed_events GROUP BY 1 ORDER BY 1"
        );
        let left = connection.query(&query, &[]).unwrap();
        let left: Vec<(&str, i64)> = left.iter().map(|row| (row.get(0), row.get(1))).collect();
        assert_eq!(left, expected, "{schema}");
    }
}

/// What a run says that it deleted.
#[track_caller]
fn deleted(output: &str) -> u64 {
    let at = output.find("\"deleted\":").unwrap_or_else(|| panic!("the clean-up failed:\n{output}"));
    let digits = output[at + "\"deleted\":".len()..].trim_start();
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().unwrap()
}
