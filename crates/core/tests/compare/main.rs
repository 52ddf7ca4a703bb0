//! Deliveries side by side: whether they are the same event, and which rule says so.
// Clippy lets tests unwrap, but not the functions that they share.
#![allow(clippy::unwrap_used)]

mod fixtures;
mod rules;

use hookonce_core::compare::{Events, Judgement, Question, judge};
use hookonce_core::delivery::Delivery;
use hookonce_core::key::RuleChoice;

/// Judges deliveries without a scope.
fn judged(deliveries: &[Delivery], choice: &RuleChoice, expected: Option<&Events>) -> Judgement {
    judge(&Question { deliveries, choice, scope: None, expected })
}
