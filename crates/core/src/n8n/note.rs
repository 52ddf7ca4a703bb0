//! Sticky notes: one yellow with the description, neutral ones behind the steps.

use super::document::Node;
use super::ids::Ids;
use super::node_types::STICKY_NOTE;
use super::parameters::Parameters;

/// Where a note lies, in pixels.
#[derive(Clone, Copy)]
pub(super) struct Area {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
}

/// The notes of a workflow, named as n8n names them; the first one is the yellow description.
pub(super) fn notes(ids: &Ids, notes: impl IntoIterator<Item = (Area, String)>) -> Vec<Node> {
    let note = |(index, (area, content)): (usize, (Area, String))| {
        let name = if index == 0 { "Sticky Note".into() } else { format!("Sticky Note{index}") };
        let Area { x, y, width, height } = area;
        let color = (index > 0).then_some(NEUTRAL);
        let parameters = Parameters::note(content, height, width, color);
        Node::new(ids, &name, STICKY_NOTE, [x, y], parameters)
    };
    notes.into_iter().enumerate().map(note).collect()
}

/// A list that Markdown numbers.
pub(super) fn numbered(steps: &[&str]) -> String {
    steps.iter().enumerate().map(|(index, step)| format!("{}. {step}\n", index + 1)).collect()
}

const NEUTRAL: i32 = 7;
