//! The key of a delivery: the rule, the steps it took, and what was noticed.
//!
//! `key-rules` in `docs/` is the rule; the JavaScript of the n8n Code node is the same rule once more.

mod batch;
mod candidate;
mod decimal;
pub mod digest;
mod evidence;
mod members;
mod plan;
mod planner;
mod resolve;
mod rule;
mod scope;
mod select;
mod usable;
mod value;

pub use crate::locator::LineEnds;
pub use candidate::{Candidate, Verdict};
pub use plan::{BodyFacts, JsonType, KeyPlan, Reason, RuleUsed, Step};
pub use planner::{PendingPlan, Planned, Planner, plan, plan_with_sha2};
pub use rule::{Part, Rule, Segment, Source};
pub use scope::Scope;
