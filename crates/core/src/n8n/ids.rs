//! Ids that are the same every time, so that importing a workflow again replaces it, and that
//! differ between two workflows, so that neither overwrites the other.

use sha2::{Digest, Sha256};

/// What the ids of one workflow are made from.
pub(super) struct Ids {
    seed: String,
}

impl Ids {
    /// The ids of the workflow `kind` for `subject`: the path or the table that it serves alone.
    pub fn new(kind: &str, subject: &str) -> Ids {
        Ids { seed: format!("hookonce/{kind}/{subject}") }
    }

    /// The workflow's id: n8n takes up to 21 of letters and digits.
    pub fn workflow(&self) -> String {
        let hex = self.uuid("workflow").replace('-', "");
        hex[..16].to_owned()
    }

    /// A UUID of version 8 (RFC 9562, 5.8: made by a rule of one's own) for the thing of that name.
    pub fn uuid(&self, name: &str) -> String {
        let digest = Sha256::digest(format!("{}\n{name}", self.seed));
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest[..16]);
        bytes[6] = bytes[6] & 0x0f | 0x80;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-")
    }
}
