//! Sticky notes and set-up steps.

use hookonce_core::lang::Lang;
use hookonce_core::n8n::setup_steps;
use hookonce_core::sql::Guarantee;
use serde_json::Value;

use crate::support::{Flow, everything, text};

#[test]
fn notes_lie_behind_their_nodes_and_their_text_fits() {
    for (kind, options, lang) in everything() {
        let flow = Flow::new(kind, &options, lang);
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
    for (kind, options, lang) in everything() {
        let flow = Flow::new(kind, &options, lang);
        for note in flow.notes() {
            let content = text(&note["parameters"]["content"]);
            for bold in content.split("**").skip(1).step_by(2) {
                assert!(flow.steps().any(|node| node["name"] == bold), "{lang:?}: {bold}");
            }
        }
    }
}

#[test]
fn set_up_steps_name_the_nodes_of_their_guarantee() {
    for guarantee in Guarantee::ALL {
        let flow = Flow::receive(guarantee);
        let [de, en] = Lang::ALL.map(|lang| setup_steps(guarantee, lang));
        assert_eq!(de.len(), en.len());
        for steps in [de, en] {
            let all = steps.concat();
            // The credential is selected in every node that needs it.
            for node in flow.steps().filter(|node| node.get("credentials").is_some()) {
                let name = text(&node["name"]);
                let name = name.split(" (").next().unwrap_or(name);
                assert!(steps[2].contains(name), "{name}: {}", steps[2]);
            }
            for name in ["Webhook", "Build Key", "hookonce PostgreSQL"] {
                assert!(all.contains(name), "{name}");
            }
            // Plain text: it is shown on a page, too.
            assert!(!all.contains(['*', '`']));
        }
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
