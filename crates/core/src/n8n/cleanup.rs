//! The clean-up: every night, or by hand. One statement, or batches until nothing is left to delete.

use super::check::Checked;
use super::document::{Document, Node, Wire};
use super::ids::Ids;
use super::node_types::{IF, MANUAL_TRIGGER, POSTGRES, SCHEDULE_TRIGGER, STOP_AND_ERROR};
use super::note::{Area, notes};
use super::parameters::Parameters;
use crate::lang::Lang;
use crate::sql::{Guarantee, Statement};
use crate::words::n8n::words;

/// The workflow for checked options.
///
/// It belongs to the table and not to the path: receivers that share a table share one clean-up.
pub(super) fn document(options: &Checked, lang: Lang) -> Document {
    let ids = Ids::new("cleanup", &format!("{}\n{}", options.schema, options.table));
    let guarantee = options.sql.guarantee();
    let words = words(lang);
    let own = &words.of(guarantee).cleanup;
    let (height, width) = if guarantee == Guarantee::ClaimFirst { (640, 352) } else { (656, 528) };
    let area = |x, width| Area { x, y: -320, width, height };
    let node = |name, kind, position, parameters| Node::new(&ids, name, kind, position, parameters);
    let if_true = |name, position, expression| {
        let condition = ids.uuid(&format!("condition of {name}"));
        node(name, IF, position, Parameters::if_true(condition, expression))
    };
    let mut areas = vec![
        (area(-528, 432), own.description.to_owned()),
        (area(-64, 352), words.schedule.to_owned()),
        (area(304, width), own.statement.to_owned()),
    ];
    let query = query(options, own.comment);
    let mut steps = vec![
        node(EVERY_NIGHT, SCHEDULE_TRIGGER, [64, 0], Parameters::daily(3, 17)),
        node(RUN_MANUALLY, MANUAL_TRIGGER, [64, 160], Parameters::none()),
        node(DELETE, POSTGRES, [432, 80], Parameters::postgres(query, &[])),
    ];
    let mut wires = vec![Wire(EVERY_NIGHT, 0, DELETE), Wire(RUN_MANUALLY, 0, DELETE)];
    if guarantee != Guarantee::ClaimFirst {
        // n8n gives a bigint as text.
        steps.push(if_true(ANY_DELETED, [656, 80], "={{ Number($json.deleted) > 0 }}"));
        wires.extend([Wire(DELETE, 0, ANY_DELETED), Wire(ANY_DELETED, 0, DELETE)]);
    }
    if guarantee == Guarantee::Lease {
        areas.push((area(848, width), own.stuck.to_owned()));
        let error = Parameters::stop_and_error(ERROR_MESSAGE);
        steps.push(if_true(ANY_STUCK, [928, 80], "={{ Number($json.stuck) > 0 }}"));
        steps.push(node(REPORT, STOP_AND_ERROR, [1152, 80], error));
        wires.extend([Wire(ANY_DELETED, 1, ANY_STUCK), Wire(ANY_STUCK, 0, REPORT)]);
    }
    let mut nodes = notes(&ids, areas);
    nodes.extend(steps);
    Document::new(&ids, format!("Delete old webhook keys: {}", options.table), nodes, &wires)
}

const EVERY_NIGHT: &str = "Every Night";
const RUN_MANUALLY: &str = "Run Manually";
const DELETE: &str = "Delete Old Keys";
const ANY_DELETED: &str = "Any Deleted?";
const ANY_STUCK: &str = "Any Unfinished?";
const REPORT: &str = "Report Unfinished";

const ERROR_MESSAGE: &str = "=Events that were begun before the retention and never finished: {{ $json.stuck }}. \
     They are kept; look at them, and have them sent again or done by hand.";

/// The statement inside a query that gives one row with `deleted`.
fn query(options: &Checked, comment: &str) -> String {
    let cleanup = options.sql.statement(Statement::Cleanup);
    match options.sql.guarantee() {
        Guarantee::ClaimFirst => format!(
            "-- {comment}\nWITH gone AS (\n  {cleanup}\n  RETURNING key\n)\nSELECT count(*)::int AS deleted FROM gone"
        ),
        Guarantee::Lease | Guarantee::SameTransaction => format!("-- {comment}\n{cleanup}"),
    }
}
