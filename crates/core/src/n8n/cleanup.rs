//! The clean-up: every night, or by hand, one statement.

use super::check::Checked;
use super::document::{Document, Node, Wire};
use super::ids::Ids;
use super::node_types::{MANUAL_TRIGGER, POSTGRES, SCHEDULE_TRIGGER};
use super::note::{Area, notes};
use super::parameters::{Empty, Parameters};
use crate::lang::Lang;
use crate::sql::Statement;
use crate::words::n8n::words;

/// The workflow for checked options.
///
/// It belongs to the table and not to the path: receivers that share a table share one clean-up.
pub(super) fn document(options: &Checked, lang: Lang) -> Document {
    let ids = Ids::new("cleanup", &format!("{}\n{}", options.schema, options.table));
    let words = words(lang);
    let areas = [
        (Area { x: -528, y: -320, width: 432, height: 640 }, words.cleanup.description.into()),
        (Area { x: -64, y: -320, width: 352, height: 640 }, words.cleanup.schedule.into()),
        (Area { x: 304, y: -320, width: 352, height: 640 }, words.cleanup.statement.into()),
    ];
    let node = |name, kind, position, parameters| Node::new(&ids, name, kind, position, parameters);
    let mut nodes = notes(&ids, areas);
    nodes.extend([
        node(EVERY_NIGHT, SCHEDULE_TRIGGER, [64, 0], Parameters::daily(3, 17)),
        node(RUN_MANUALLY, MANUAL_TRIGGER, [64, 160], Parameters::None(Empty {})),
        node(DELETE, POSTGRES, [432, 80], Parameters::postgres(query(options, words.cleanup_comment), &[])),
    ]);
    Document::new(&ids, format!("Delete old webhook keys: {}", options.table), nodes, WIRES)
}

const EVERY_NIGHT: &str = "Every Night";
const RUN_MANUALLY: &str = "Run Manually";
const DELETE: &str = "Delete Old Keys";

const WIRES: &[Wire] = &[Wire(EVERY_NIGHT, 0, DELETE), Wire(RUN_MANUALLY, 0, DELETE)];

/// The statement inside a query that gives the number of deleted keys.
fn query(options: &Checked, comment: &str) -> String {
    let cleanup = options.sql.statement(Statement::Cleanup);
    format!(
        "-- {comment}\nWITH gone AS (\n  {cleanup}\n  RETURNING key\n)\nSELECT count(*)::int AS deleted FROM gone"
    )
}
