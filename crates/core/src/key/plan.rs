//! What planning a key comes to.

use super::candidate::Candidate;
use super::rule::KeyRules;
use crate::finding::{Finding, UnusableId};
use crate::lang::Lang;
use crate::locator::LineEnds;
use crate::providers::{Provider, Recognised};
use crate::words;

/// The key of a delivery, and everything that explains it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct KeyPlan {
    /// 1 to 320 bytes without control characters; none when a wrong key would be worse.
    pub key: Option<String>,
    /// Where the key comes from; none when there is none.
    pub rule: Option<RuleUsed>,
    /// Why the key comes from there.
    pub reason: Reason,
    /// What was done, in order.
    pub steps: Vec<Step>,
    /// The values that were looked at as an id.
    pub candidates: Vec<Candidate>,
    /// What was noticed, the most severe first, then by position.
    pub findings: Vec<Finding>,
    /// What the body's bytes are.
    pub facts: BodyFacts,
    /// For a rule with a batch: each item's key, in order, or none where it has no usable id.
    pub items: Option<Vec<Option<String>>>,
    /// Whose rules were used; none for the generic one and the user's own.
    pub provider: Option<&'static Provider>,
    /// The sender that the delivery looks like, whichever rules were used.
    pub recognised: Option<Recognised>,
    /// The rules that were used.
    pub rules: KeyRules,
    /// A header that the rules need and the delivery lacks.
    pub missing_header: Option<String>,
}

impl KeyPlan {
    /// Whether there is a key, of a batch one for each item.
    pub fn has_key(&self) -> bool {
        match &self.items {
            Some(items) => !items.is_empty() && items.iter().all(Option::is_some),
            None => self.key.is_some(),
        }
    }

    /// One sentence that says where the key comes from, or why there is none.
    pub fn reason(&self, lang: Lang) -> String {
        words::reason(&self.reason, lang)
    }
}

/// Where a key comes from.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum RuleUsed {
    /// The SHA-256 of the whole body.
    BodyHash,
    /// The event's id.
    EventId,
}

impl RuleUsed {
    /// `body-hash` or `event-id`.
    pub fn code(self) -> &'static str {
        match self {
            RuleUsed::BodyHash => "body-hash",
            RuleUsed::EventId => "event-id",
        }
    }
}

/// Why a key comes from where it does.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Reason {
    /// There is no key, since the message is no event.
    Control,
    /// There is no key, since the body has zero bytes.
    EmptyBody,
    /// The key is an id from these places.
    Id {
        /// For example `id`, or `X-Event-Id` and `data.id`.
        names: Vec<String>,
        /// The line of a single id that is in the body.
        line: Option<usize>,
    },
    /// Each item of a batch has its own key.
    Items {
        /// How many items there are.
        count: usize,
    },
    /// The body's hash, since nothing is at the id's place.
    NoId {
        /// For example `id`.
        name: String,
    },
    /// There is no key, since this sender gives nothing that could be one.
    NoKeyPossible,
    /// The body's hash, since it is not JSON.
    NotJson,
    /// The body's hash, since its top level is not an object.
    NotObject(JsonType),
    /// The body's hash, since it is not UTF-8.
    NotUtf8,
    /// The body's hash, since the value at the id's place cannot be a key.
    Unusable {
        /// For example `id`.
        name: String,
        /// Why it cannot be.
        reason: UnusableId,
    },
}

/// A step on the way to the key.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Step {
    /// This many bytes were taken as the body.
    Bytes(usize),
    /// It is JSON of this type.
    Json(JsonType),
    /// A byte-order mark was skipped.
    MarkSkipped,
    /// It is not JSON.
    NotJson,
    /// It is not UTF-8.
    NotUtf8,
    /// The rule of the provider of this name was used.
    Provider(&'static str),
    /// The reason of the plan.
    Reason(Reason),
    /// The scope was put in front.
    Scope(String),
    /// It is UTF-8.
    Utf8,
}

impl Step {
    /// The step as a short sentence.
    pub fn text(&self, lang: Lang) -> String {
        words::step(self, lang)
    }
}

/// What the body's bytes are.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct BodyFacts {
    /// How many there are.
    pub bytes: usize,
    /// Whether they are UTF-8 as a whole.
    pub utf8: bool,
    /// Whether they start with a byte-order mark.
    pub byte_order_mark: bool,
    /// The line ends; counted in UTF-8 only.
    pub line_ends: LineEnds,
    /// The type at the top level, if they are JSON.
    pub json: Option<JsonType>,
}

/// The type of a JSON value.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum JsonType {
    /// `[…]`
    Array,
    /// `true` or `false`
    Boolean,
    /// `null`
    Null,
    /// A number.
    Number,
    /// `{…}`
    Object,
    /// `"…"`
    String,
}
