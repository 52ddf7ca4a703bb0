//! The clean-up workflow.

use std::thread;

use hookonce_core::lang::Lang;
use hookonce_core::n8n::{Workflow, workflow};
use hookonce_core::options::Options;
use hookonce_core::sql::{File, Sql};
use serde_json::Value;

use crate::shared::lab;

/// The workflow's file.
pub fn text() -> String {
    workflow(Workflow::Cleanup, &options(), Lang::En).expect("usable options")
}

/// What makes its tables.
pub fn tables() -> String {
    format!(
        "CREATE SCHEMA cleanup;\n{}",
        Sql::new(&options()).expect("usable options").file(File::Up, Lang::En).sql
    )
}

fn options() -> Options {
    Options { schema: "cleanup".into(), ..Options::default() }
}

#[test]
fn two_at_once_delete_what_is_old_and_nothing_else() {
    let lab = lab();
    let fill = "INSERT INTO cleanup.processed_events \
         SELECT kind || ' ' || n, now() - days * interval '1 day' \
         FROM (VALUES ('old', 31), ('kept', 29), ('new', 0)) AS age (kind, days), generate_series(1, 100) AS n";
    lab.connect().batch_execute(fill).unwrap();
    let json: Value = serde_json::from_str(&text()).unwrap();
    let id = format!("--id={}", json["id"].as_str().unwrap());
    let run = || lab.command(&["execute", &id, "--rawOutput"]);
    let outputs = thread::scope(|scope| [scope.spawn(run), scope.spawn(run)].map(|run| run.join().unwrap()));
    let deleted = outputs.each_ref().map(|output| deleted(output));
    assert_eq!(deleted.iter().sum::<u64>(), 100, "{deleted:?}");
    let left = "SELECT split_part(key, ' ', 1), count(*) FROM cleanup.processed_events GROUP BY 1 ORDER BY 1";
    let left = lab.connect().query(left, &[]).unwrap();
    let left: Vec<(String, i64)> = left.iter().map(|row| (row.get(0), row.get(1))).collect();
    assert_eq!(left, [("kept".into(), 100), ("new".into(), 100)]);
}

/// What a run says that it deleted.
#[track_caller]
fn deleted(output: &str) -> u64 {
    let at = output.find("\"deleted\":").unwrap_or_else(|| panic!("the clean-up failed:\n{output}"));
    let digits = output[at + "\"deleted\":".len()..].trim_start();
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().unwrap()
}
