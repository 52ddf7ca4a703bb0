//! The key of a delivery: the rule, the steps it took, and what was noticed.
//!
//! `key-rules` in `docs/` is the rule; the JavaScript of the n8n Code node is the same rule once more.

mod candidate;
mod choice;
mod condition;
pub(crate) mod decimal;
pub mod digest;
pub mod downstream;
pub(crate) mod evidence;
mod lookup;
mod members;
mod pattern;
mod plan;
mod planner;
mod resolve;
mod rule;
mod scope;
mod shape;
pub mod text;
mod usable;

pub use crate::locator::LineEnds;
pub use candidate::{Candidate, Verdict};
pub use choice::RuleChoice;
pub use condition::{Condition, Test};
pub(crate) use lookup::{Lookup, decode};
pub use plan::{BodyFacts, JsonType, KeyPlan, Reason, RuleUsed, Step};
pub use planner::{PendingPlan, Planned, Planner, plan, plan_with_sha2};
pub(crate) use resolve::{Keys, keys};
pub use rule::{Answer, Control, KeyRules, Part, Rule, Segment, Source, Variant};
pub use scope::Scope;
