//! The node types in use, each in a version that n8n 2.0.0 has: an older n8n cannot load a newer one.

use super::json::Json;

pub(super) const CODE: NodeType = NodeType { name: "n8n-nodes-base.code", version: Version(20) };
pub(super) const IF: NodeType = NodeType { name: "n8n-nodes-base.if", version: Version(22) };
pub(super) const MANUAL_TRIGGER: NodeType =
    NodeType { name: "n8n-nodes-base.manualTrigger", version: Version(10) };
pub(super) const NO_OP: NodeType = NodeType { name: "n8n-nodes-base.noOp", version: Version(10) };
pub(super) const POSTGRES: NodeType = NodeType { name: "n8n-nodes-base.postgres", version: Version(26) };
/// 1.3 has a second output; 1.4 and later have it only when asked.
pub(super) const RESPOND_TO_WEBHOOK: NodeType =
    NodeType { name: "n8n-nodes-base.respondToWebhook", version: Version(15) };
pub(super) const SCHEDULE_TRIGGER: NodeType =
    NodeType { name: "n8n-nodes-base.scheduleTrigger", version: Version(12) };
pub(super) const SET: NodeType = NodeType { name: "n8n-nodes-base.set", version: Version(34) };
/// Output 0 is for the end, output 1 for each item.
pub(super) const SPLIT_IN_BATCHES: NodeType =
    NodeType { name: "n8n-nodes-base.splitInBatches", version: Version(30) };
pub(super) const STICKY_NOTE: NodeType = NodeType { name: "n8n-nodes-base.stickyNote", version: Version(10) };
pub(super) const STOP_AND_ERROR: NodeType =
    NodeType { name: "n8n-nodes-base.stopAndError", version: Version(10) };
pub(super) const WEBHOOK: NodeType = NodeType { name: "n8n-nodes-base.webhook", version: Version(21) };

/// A kind of node.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct NodeType {
    /// The package and the name.
    pub name: &'static str,
    /// The `typeVersion`.
    pub version: Version,
}

/// A version in tenths: 26 is 2.6.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct Version(u8);

impl Version {
    /// As n8n writes it: `2`, not `2.0`.
    pub fn to_json(self) -> Json {
        match (self.0 / 10, self.0 % 10) {
            (whole, 0) => Json::Number(whole.to_string()),
            (whole, tenths) => Json::Number(format!("{whole}.{tenths}")),
        }
    }
}
