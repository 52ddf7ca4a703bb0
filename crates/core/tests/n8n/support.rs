//! A generated workflow, read back.

use hookonce_core::lang::Lang;
use hookonce_core::n8n::{Workflow, workflow};
use hookonce_core::options::Options;
use hookonce_core::sql::Guarantee;
use serde_json::Value;

/// A workflow.
pub struct Flow(pub Value);

impl Flow {
    #[track_caller]
    pub fn new(kind: Workflow, options: &Options, lang: Lang) -> Flow {
        Flow(serde_json::from_str(&workflow(kind, options, lang).unwrap()).unwrap())
    }

    #[track_caller]
    pub fn receive(guarantee: Guarantee) -> Flow {
        Flow::new(Workflow::Receive, &of(guarantee), Lang::En)
    }

    pub fn nodes(&self) -> &Vec<Value> {
        self.0["nodes"].as_array().unwrap()
    }

    pub fn notes(&self) -> impl Iterator<Item = &Value> {
        self.nodes().iter().filter(|node| node["type"] == "n8n-nodes-base.stickyNote")
    }

    pub fn steps(&self) -> impl Iterator<Item = &Value> {
        self.nodes().iter().filter(|node| node["type"] != "n8n-nodes-base.stickyNote")
    }

    #[track_caller]
    pub fn node(&self, name: &str) -> &Value {
        self.nodes().iter().find(|node| node["name"] == name).expect(name)
    }

    #[track_caller]
    pub fn query(&self, name: &str) -> &str {
        text(&self.node(name)["parameters"]["query"])
    }

    pub fn targets(&self, name: &str, output: usize) -> Vec<&str> {
        let targets = self.0["connections"][name]["main"].get(output).and_then(Value::as_array);
        targets.into_iter().flatten().map(|target| text(&target["node"])).collect()
    }
}

/// Every workflow of every guarantee in every language, with its options.
pub fn everything() -> impl Iterator<Item = (Workflow, Options, Lang)> {
    let kinds = Guarantee::ALL.into_iter().flat_map(|guarantee| Workflow::ALL.map(|kind| (kind, guarantee)));
    let generic = kinds.map(|(kind, guarantee)| (kind, of(guarantee)));
    let senders =
        SENDERS.map(|(rule, guarantee)| (Workflow::Receive, Options { rule: rule.into(), ..of(guarantee) }));
    let all = generic.chain(senders);
    all.flat_map(|(kind, options)| Lang::ALL.map(|lang| (kind, options.clone(), lang)))
}

/// Control messages; no possible key and a handshake; some without a key; batches with each guarantee.
const SENDERS: [(&str, Guarantee); 6] = [
    ("slack", Guarantee::ClaimFirst),
    ("dropbox", Guarantee::Lease),
    ("mollie", Guarantee::SameTransaction),
    ("sendgrid", Guarantee::ClaimFirst),
    ("sendgrid", Guarantee::Lease),
    ("sendgrid", Guarantee::SameTransaction),
];

/// The default options but for the guarantee.
pub fn of(guarantee: Guarantee) -> Options {
    Options { guarantee, ..Options::default() }
}

#[track_caller]
pub fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

pub fn is_uuid(id: &str) -> bool {
    let groups: Vec<_> = id.split('-').collect();
    groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12])
        && id.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f' | b'-'))
        && groups[2].starts_with('8')
        && groups[3].starts_with(['8', '9', 'a', 'b'])
}
