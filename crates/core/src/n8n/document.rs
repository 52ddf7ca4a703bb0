//! A workflow as n8n exports it.

use super::flow::FlowKind;
use super::ids::Ids;
use super::json::Json;
use super::node_types::{
    CODE, IF, MANUAL_TRIGGER, NO_OP, NodeType, POSTGRES, RESPOND_TO_WEBHOOK, SCHEDULE_TRIGGER, SET,
    SPLIT_IN_BATCHES, STOP_AND_ERROR, WEBHOOK,
};
use super::parameters::Parameters;

/// A workflow's file.
#[derive(Debug)]
pub(super) struct Document {
    id: String,
    name: String,
    nodes: Vec<Node>,
    /// In the order of the nodes that they start at, by name.
    connections: Vec<(&'static str, Outputs)>,
}

/// Where each output of a node leads, counted from 0.
type Outputs = Vec<Vec<&'static str>>;

impl Document {
    /// A workflow of these nodes, connected by these wires.
    pub fn new(ids: &Ids, name: String, nodes: Vec<Node>, wires: &[Wire]) -> Document {
        let mut connections: Vec<(&'static str, Outputs)> = Vec::new();
        for &Wire(from, output, to) in wires {
            let place = connections.iter().position(|(name, _)| *name >= from).unwrap_or(connections.len());
            if connections.get(place).is_none_or(|(name, _)| *name != from) {
                connections.insert(place, (from, Outputs::new()));
            }
            let outputs = &mut connections[place].1;
            outputs.resize_with(outputs.len().max(output + 1), Vec::new);
            outputs[output].push(to);
        }
        Document { id: ids.workflow(), name, nodes, connections }
    }

    /// The nodes without the notes, in the order of the file.
    pub fn steps(&self) -> Vec<Step<'_>> {
        let step = |node| {
            let &Node { ref name, kind, position, .. } = node;
            Some(Step { name, kind: flow_kind(kind.name)?, position })
        };
        self.nodes.iter().filter_map(step).collect()
    }

    /// Where a node's outputs lead: each output, counted from 0, with the name of a node.
    pub fn wires_from(&self, node: &str) -> impl Iterator<Item = (usize, &'static str)> {
        let outputs = self.connections.iter().find(|(name, _)| *name == node);
        let outputs = outputs.into_iter().flat_map(|(_, outputs)| outputs.iter().enumerate());
        outputs.flat_map(|(output, targets)| targets.iter().map(move |target| (output, *target)))
    }

    /// Indented JSON that ends in a line end.
    pub fn into_json(self) -> String {
        let target = |node: &&str| {
            Json::Object(vec![("node", (*node).into()), ("type", "main".into()), ("index", 0.into())])
        };
        let outputs = |(name, outputs): (&'static str, Outputs)| {
            let main = outputs.iter().map(|targets| Json::List(targets.iter().map(target).collect()));
            (name, Json::Object(vec![("main", Json::List(main.collect()))]))
        };
        let json = Json::Object(vec![
            ("id", self.id.into()),
            ("name", self.name.into()),
            ("nodes", Json::List(self.nodes.into_iter().map(Node::into_json).collect())),
            ("connections", Json::Object(self.connections.into_iter().map(outputs).collect())),
            // With `v1` a branch runs to its end before the next lower one starts.
            ("settings", Json::Object(vec![("executionOrder", "v1".into())])),
            ("pinData", Json::Object(Vec::new())),
            ("active", false.into()),
            ("tags", Json::List(Vec::new())),
        ]);
        json.pretty() + "\n"
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
        (NO_OP, FlowKind::Mark),
        (POSTGRES, FlowKind::Database),
        (RESPOND_TO_WEBHOOK, FlowKind::Answer),
        (SCHEDULE_TRIGGER, FlowKind::Trigger),
        (SET, FlowKind::Mark),
        (SPLIT_IN_BATCHES, FlowKind::Loop),
        (STOP_AND_ERROR, FlowKind::Stop),
        (WEBHOOK, FlowKind::Trigger),
    ];
    kinds.into_iter().find(|(node_type, _)| node_type.name == name).map(|(_, kind)| kind)
}

/// From a node's output, counted from 0, to a node.
#[derive(Clone, Copy)]
pub(super) struct Wire(pub &'static str, pub usize, pub &'static str);

/// A node, or a sticky note.
#[derive(Debug)]
pub(super) struct Node {
    parameters: Parameters,
    id: String,
    /// Unique in its workflow: wires and expressions use it.
    name: String,
    kind: NodeType,
    /// Of the upper left corner, in pixels.
    position: [i32; 2],
    /// Without it the webhook's URL would begin with the workflow's id and the node's name.
    webhook_id: Option<String>,
    on_error: Option<OnError>,
    execute_once: bool,
    retry: bool,
}

impl Node {
    /// A node of `kind`; its database nodes ask for the credential by name.
    pub fn new(ids: &Ids, name: &str, kind: NodeType, position: [i32; 2], parameters: Parameters) -> Node {
        let webhook_id = (kind == WEBHOOK)
            .then(|| ids.uuid(if name == "Webhook" { "webhook" } else { "webhook of the handshake" }));
        let (id, name) = (ids.uuid(name), name.into());
        Node {
            parameters,
            id,
            name,
            kind,
            position,
            webhook_id,
            on_error: None,
            execute_once: false,
            retry: false,
        }
    }

    /// What happens to items that are errors; without it the run stops.
    pub fn on_error(mut self, on_error: OnError) -> Node {
        self.on_error = Some(on_error);
        self
    }

    /// For the first item only, however many come in.
    pub fn once(mut self) -> Node {
        self.execute_once = true;
        self
    }

    /// Three attempts, half a second apart.
    pub fn retry(mut self) -> Node {
        self.retry = true;
        self
    }

    fn into_json(self) -> Json {
        let position = self.position.map(Json::from);
        let mut members = vec![
            ("parameters", self.parameters.into_json()),
            ("id", self.id.into()),
            ("name", self.name.into()),
            ("type", self.kind.name.into()),
            ("typeVersion", self.kind.version.to_json()),
            ("position", Json::List(position.into())),
        ];
        members.extend(self.webhook_id.map(|id| ("webhookId", id.into())));
        members.extend(self.on_error.map(|on_error| ("onError", on_error.name().into())));
        if self.execute_once {
            members.push(("executeOnce", true.into()));
        }
        if self.retry {
            members.extend([
                ("retryOnFail", true.into()),
                ("maxTries", 3.into()),
                ("waitBetweenTries", 500.into()),
            ]);
        }
        if self.kind == POSTGRES {
            // Without an id n8n's command line import looks the credential up by its name.
            let credential = Json::Object(vec![("id", Json::Null), ("name", "hookonce PostgreSQL".into())]);
            members.push(("credentials", Json::Object(vec![("postgres", credential)])));
        }
        Json::Object(members)
    }
}

/// Where a node's error items go. A node that *throws* passes its input to its first output either way.
#[derive(Clone, Copy, Debug)]
pub(super) enum OnError {
    /// To the last output.
    ContinueErrorOutput,
    /// To the first output.
    ContinueRegularOutput,
}

impl OnError {
    /// As n8n writes it.
    fn name(self) -> &'static str {
        match self {
            OnError::ContinueErrorOutput => "continueErrorOutput",
            OnError::ContinueRegularOutput => "continueRegularOutput",
        }
    }
}
