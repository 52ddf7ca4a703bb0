//! The senders that are known: how each is recognised, how its keys are made, and what else is to be known about it.
//!
//! A sender is one file in `facts/`, and no other place has to change. The rules are read from the
//! text that the build makes of these files; a test reads every row.

mod findings;
mod read;
mod recognise;
mod sheet;

use std::sync::OnceLock;

use crate::key::{Condition, KeyRules, Source};

pub(crate) use findings::findings;
pub(crate) use recognise::recognise;
pub use recognise::{Certainty, Recognised};
pub use sheet::{Section, Sheet, facts_json, sheets};

/// One sender.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Provider {
    /// For example `stripe`: its name on the command line, in options and in files.
    pub id: &'static str,
    /// For example `Stripe`.
    pub name: &'static str,
    /// What its deliveries have, the surest first; all conditions of a mark hold together.
    pub marks: Vec<(Certainty, Vec<Condition>)>,
    /// Senders whose deliveries have this one's marks too; they come first.
    pub after: Vec<&'static str>,
    /// How its keys are made.
    pub rules: KeyRules,
    /// What keeps tenants, accounts or modes apart that share one table; empty where ids are unique without.
    pub scope: Vec<&'static str>,
    /// Whether the whole key is inside what the signature covers; none where it is not known or there is no key.
    pub signed: Option<bool>,
    /// What a member `id` at the top level is.
    pub id_is: IdIs,
    /// Values that look like an event's id and are not.
    pub traps: Vec<Trap>,
    /// Places that change between attempts or on a resend.
    pub changes: Vec<Source>,
    /// Whether the whole body changes or may be grouped anew.
    pub body_changes: bool,
    /// What goes wrong with a hash of the body.
    pub hash_risk: HashRisk,
    /// The longest known time after which it sends again, in days, rounded up; none where it is not known.
    pub keep_days: Option<u32>,
}

/// What a member `id` at the top level is.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum IdIs {
    /// The delivery attempt's.
    Attempt,
    /// The event's.
    Event,
    /// There is none.
    None,
    /// The object's that the event is about.
    Object,
    /// Something else, or it depends on the kind of message.
    Other,
    /// The subscription's.
    Subscription,
}

/// A value that looks like an event's id and is not.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Trap {
    /// Where it is; the SHA-256 of the body stands for the body's hash.
    pub at: Source,
    /// What it is.
    pub is: TrapKind,
    /// Its place among the row's traps, from which its words are found.
    pub row: usize,
}

/// Why a value is not an event's id.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum TrapKind {
    /// New with each attempt: nothing would ever be a duplicate.
    Attempt,
    /// Not unique among events: events would be lost.
    NotUnique,
    /// Of the object: its later events would be lost.
    Object,
    /// Of the subscription: everything after the first event would be lost.
    Subscription,
    /// A time.
    Time,
    /// Shared by several events that are not the same.
    TooWide,
    /// Of the transport.
    Transport,
}

/// What goes wrong with a hash of the body.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum HashRisk {
    /// Both.
    Both,
    /// Different events can have the same bytes.
    MergesEvents,
    /// A retry can have other bytes.
    MissesDuplicates,
    /// Nothing that is known.
    None,
    /// It is not known.
    Unknown,
}

/// Every known sender, sorted by id.
pub fn all() -> &'static [Provider] {
    static ALL: OnceLock<Vec<Provider>> = OnceLock::new();
    ALL.get_or_init(|| read::rows(RULES))
}

/// The sender of this id.
pub fn by_id(id: &str) -> Option<&'static Provider> {
    all().iter().find(|provider| provider.id == id)
}

const RULES: &str = include_str!(concat!(env!("OUT_DIR"), "/rules.json"));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_facts_is_read_whole() {
        let rows: serde_json::Value = serde_json::from_str(RULES).unwrap();
        let rows = rows.as_array().unwrap();
        assert_eq!(all().len(), rows.len());
        for (row, provider) in rows.iter().zip(all()) {
            let count = |name: &str| row[name].as_array().unwrap().len();
            assert_eq!(row["id"], provider.id);
            assert_eq!(
                provider.marks.len(),
                count("certain") + count("likely") + count("weak"),
                "{}",
                provider.id
            );
            assert_eq!(provider.rules.control.len(), count("control"), "{}", provider.id);
            assert_eq!(provider.rules.variants.len(), count("variants"), "{}", provider.id);
            assert_eq!(provider.rules.rule.is_some(), row["rule"].is_string(), "{}", provider.id);
            assert_eq!(provider.after.len(), count("after"), "{}", provider.id);
            assert!(provider.after.iter().all(|id| by_id(id).is_some()), "{}", provider.id);
            let elsewhere = row["traps"].as_array().unwrap().iter();
            let elsewhere = elsewhere.filter(|trap| trap["at"].as_str().unwrap().starts_with("api ")).count();
            assert_eq!(provider.traps.len() + elsewhere, count("traps"), "{}", provider.id);
        }
    }
}
