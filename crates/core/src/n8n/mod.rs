//! The n8n workflows: for each guarantee the receiver that does its work once, and the nightly clean-up.
//!
//! What n8n does with each parameter was read in its published code and seen on a live
//! n8n 2.41.1; the facts are in `docs/`. Node versions are chosen so that n8n 2.0.0 knows them.
//! The languages differ in sticky notes and in comments only.

mod check;
mod cleanup;
mod document;
mod flow;
mod ids;
mod json;
mod node_types;
mod note;
mod parameters;
mod receive;
mod rules;
mod script;

pub use check::check;
pub use flow::{Flow, FlowKind, FlowLink, FlowNode, FlowOutput};
pub use script::test_script;

use crate::finding::Finding;
use crate::key::KeyRules;
use crate::lang::Lang;
use crate::options::Options;
use crate::sql::Guarantee;
use crate::words;

/// The workflows.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Workflow {
    /// Deletes old keys every night.
    Cleanup,
    /// Receives deliveries, and does the work of each event once.
    Receive,
}

impl Workflow {
    /// Every workflow.
    pub const ALL: [Workflow; 2] = [Workflow::Cleanup, Workflow::Receive];

    /// The name on the command line: `cleanup` or `receive`.
    pub fn name(self) -> &'static str {
        match self {
            Workflow::Cleanup => "cleanup",
            Workflow::Receive => "receive",
        }
    }

    /// The name of the file to download, for example `n8n-receive.json`.
    pub fn file_name(self) -> String {
        format!("n8n-{}.json", self.name())
    }
}

/// The workflow as indented JSON with a line end, to import into n8n or to paste onto its canvas.
/// The error lists every option that cannot be used, and why.
pub fn workflow(kind: Workflow, options: &Options, lang: Lang) -> Result<String, Vec<Finding>> {
    Ok(document(kind, options, lang)?.into_json())
}

/// The workflow as a picture needs it, from the same data as the file.
pub fn flow(kind: Workflow, options: &Options) -> Result<Flow, Vec<Finding>> {
    // Names and wires are the same in every language.
    Ok(flow::flow(&document(kind, options, Lang::En)?))
}

fn document(kind: Workflow, options: &Options, lang: Lang) -> Result<document::Document, Vec<Finding>> {
    let checked = check::Checked::new(options)?;
    Ok(match kind {
        Workflow::Cleanup => cleanup::document(&checked, lang),
        Workflow::Receive => receive::document(&checked, lang),
    })
}

/// Which deliveries n8n 2.41.1 answers by itself, and how; none of them is claimed, and none is done. Plain text.
pub fn refusals(lang: Lang) -> &'static [&'static str] {
    words::n8n::words(lang).refusals
}

/// Rules as the JSON literal that the Code node's JavaScript reads.
pub fn rules_json(rules: &KeyRules) -> String {
    rules::literal(rules).pretty()
}

/// What to do in n8n, in order, from the tables to the clean-up; plain text.
pub fn setup_steps(guarantee: Guarantee, lang: Lang) -> &'static [&'static str] {
    words::n8n::words(lang).of(guarantee).setup_steps
}
