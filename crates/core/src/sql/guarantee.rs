//! What a claim promises when the receiver dies.

/// What happens to an event whose receiver dies between the claim and the end of its work.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Guarantee {
    /// Claim, then work. The event is lost, unless the error path released its key.
    #[default]
    ClaimFirst,
    /// Claim for a time, with a token; finish. Nothing is lost: a retry takes over.
    Lease,
    /// Claim and work in one transaction of the same database. Nothing is lost, nothing is done twice.
    SameTransaction,
}

impl Guarantee {
    /// Every guarantee, the default first.
    pub const ALL: [Guarantee; 3] = [Guarantee::ClaimFirst, Guarantee::Lease, Guarantee::SameTransaction];

    /// The name on the command line and in the page's address.
    pub fn name(self) -> &'static str {
        match self {
            Guarantee::ClaimFirst => "claim-first",
            Guarantee::Lease => "lease",
            Guarantee::SameTransaction => "same-transaction",
        }
    }
}

/// Columns of the keys' table that can be had besides; none of them holds a payload.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub struct Columns {
    /// The event's type, or NULL.
    pub event_type: bool,
    /// The SHA-256 of the body in hex, to notice a known key with another body.
    pub fingerprint: bool,
    /// The sender or tenant, as a part of the primary key.
    pub scope: bool,
}

impl Columns {
    /// The names on the command line and in the page's address, with each column's switch.
    pub fn switches(&mut self) -> [(&'static str, &mut bool); 3] {
        [
            ("event-type", &mut self.event_type),
            ("fingerprint", &mut self.fingerprint),
            ("scope", &mut self.scope),
        ]
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self == Columns::default()
    }
}
