//! hookonce's thinking: from the bytes of a webhook delivery to the key that
//! stays the same over every retry, and from the options to SQL and an n8n workflow.
//!
//! Data goes one way: `bytes → Delivery → KeyPlan → artefacts`. Artefacts depend on
//! the rule and the [`options::Options`], never on a pasted payload.
//!
//! The crate does no I/O and reads no clock, no randomness and no environment.
#![forbid(unsafe_code)]

pub mod audit;
pub mod bytes;
pub mod compare;
pub mod delivery;
pub mod files;
pub mod finding;
pub mod inspect;
pub mod json;
pub mod key;
pub mod lang;
mod locator;
mod moment;
pub mod n8n;
pub mod options;
mod order;
pub mod providers;
pub mod sql;
mod words;
