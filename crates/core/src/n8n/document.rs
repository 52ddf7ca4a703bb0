//! A workflow as n8n exports it.

use std::collections::BTreeMap;

use serde::Serialize;

use super::flow::FlowKind;
use super::ids::Ids;
use super::node_types::{
    CODE, IF, MANUAL_TRIGGER, NodeType, POSTGRES, RESPOND_TO_WEBHOOK, SCHEDULE_TRIGGER, STOP_AND_ERROR,
    Version, WEBHOOK,
};
use super::parameters::{Empty, Parameters};

/// A workflow's file.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document {
    id: String,
    name: String,
    nodes: Vec<Node>,
    connections: BTreeMap<&'static str, Outputs>,
    settings: Settings,
    pin_data: Empty,
    active: bool,
    tags: [(); 0],
}

impl Document {
    /// A workflow of these nodes, connected by these wires.
    pub fn new(ids: &Ids, name: String, nodes: Vec<Node>, wires: &[Wire]) -> Document {
        let mut connections = BTreeMap::<_, Outputs>::new();
        for &Wire(from, output, to) in wires {
            let main = &mut connections.entry(from).or_default().main;
            main.resize_with(main.len().max(output + 1), Vec::new);
            main[output].push(Target { node: to, kind: "main", index: 0 });
        }
        Document {
            id: ids.workflow(),
            name,
            nodes,
            connections,
            settings: Settings { execution_order: "v1" },
            pin_data: Empty {},
            active: false,
            tags: [],
        }
    }

    /// The nodes without the notes, in the order of the file.
    pub fn steps(&self) -> Vec<Step<'_>> {
        let step = |node| {
            let &Node { ref name, kind, position, .. } = node;
            Some(Step { name, kind: flow_kind(kind)?, position })
        };
        self.nodes.iter().filter_map(step).collect()
    }

    /// Where a node's outputs lead: each output, counted from 0, with the name of a node.
    pub fn wires_from(&self, node: &str) -> impl Iterator<Item = (usize, &'static str)> {
        let outputs =
            self.connections.get(node).into_iter().flat_map(|outputs| outputs.main.iter().enumerate());
        outputs.flat_map(|(output, targets)| targets.iter().map(move |target| (output, target.node)))
    }

    /// Indented JSON that ends in a line end.
    pub fn to_json(&self) -> String {
        let json = serde_json::to_string_pretty(self).expect("strings and numbers can be written as JSON");
        json + "\n"
    }
}

/// A node that does something.
pub(super) struct Step<'a> {
    pub name: &'a str,
    pub kind: FlowKind,
    pub position: [i32; 2],
}

/// What a node type is in a picture; none for notes.
fn flow_kind(name: &str) -> Option<FlowKind> {
    let kinds = [
        (CODE, FlowKind::Code),
        (IF, FlowKind::Decision),
        (MANUAL_TRIGGER, FlowKind::Trigger),
        (POSTGRES, FlowKind::Database),
        (RESPOND_TO_WEBHOOK, FlowKind::Answer),
        (SCHEDULE_TRIGGER, FlowKind::Trigger),
        (STOP_AND_ERROR, FlowKind::Stop),
        (WEBHOOK, FlowKind::Trigger),
    ];
    kinds.into_iter().find(|(node_type, _)| node_type.name == name).map(|(_, kind)| kind)
}

/// From a node's output, counted from 0, to a node.
#[derive(Clone, Copy)]
pub(super) struct Wire(pub &'static str, pub usize, pub &'static str);

#[derive(Debug, Default, Serialize)]
struct Outputs {
    main: Vec<Vec<Target>>,
}

#[derive(Debug, Serialize)]
struct Target {
    node: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    index: u8,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Settings {
    /// With `v1` a branch runs to its end before the next lower one starts.
    execution_order: &'static str,
}

/// A node, or a sticky note.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Node {
    parameters: Parameters,
    id: String,
    /// Unique in its workflow: wires and expressions use it.
    name: String,
    #[serde(rename = "type")]
    kind: &'static str,
    type_version: Version,
    /// Of the upper left corner, in pixels.
    position: [i32; 2],
    /// Without it the webhook's URL would begin with the workflow's id and the node's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    webhook_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    on_error: Option<OnError>,
    #[serde(skip_serializing_if = "Option::is_none")]
    execute_once: Option<bool>,
    #[serde(flatten)]
    retry: Option<Retry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    credentials: Option<Credentials>,
}

impl Node {
    /// A node of `kind`; its database nodes ask for the credential by name.
    pub fn new(ids: &Ids, name: &str, kind: NodeType, position: [i32; 2], parameters: Parameters) -> Node {
        let postgres = Credential { id: None, name: "hookonce PostgreSQL" };
        let credentials = matches!(parameters, Parameters::Postgres(_)).then_some(Credentials { postgres });
        let webhook_id = matches!(parameters, Parameters::Webhook(_)).then(|| ids.uuid("webhook"));
        Node {
            parameters,
            id: ids.uuid(name),
            name: name.into(),
            kind: kind.name,
            type_version: kind.version,
            position,
            webhook_id,
            on_error: None,
            execute_once: None,
            retry: None,
            credentials,
        }
    }

    /// What happens to items that are errors; without it the run stops.
    pub fn on_error(mut self, on_error: OnError) -> Node {
        self.on_error = Some(on_error);
        self
    }

    /// For the first item only, however many come in.
    pub fn once(mut self) -> Node {
        self.execute_once = Some(true);
        self
    }

    /// Three attempts, half a second apart.
    pub fn retry(mut self) -> Node {
        self.retry = Some(Retry { retry_on_fail: true, max_tries: 3, wait_between_tries: 500 });
        self
    }
}

/// Where a node's error items go. A node that *throws* passes its input to its first output either way.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) enum OnError {
    /// To the last output.
    ContinueErrorOutput,
    /// To the first output.
    ContinueRegularOutput,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Retry {
    retry_on_fail: bool,
    max_tries: u8,
    wait_between_tries: u16,
}

/// Without an id n8n's command line import looks the credential up by its name.
#[derive(Debug, Serialize)]
struct Credentials {
    postgres: Credential,
}

#[derive(Debug, Serialize)]
struct Credential {
    id: Option<()>,
    name: &'static str,
}
