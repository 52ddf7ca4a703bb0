//! From the source to the key, off the main thread's back: small bodies at once, large ones in slices.

use std::cell::Cell;

use hookonce_core::delivery;
use hookonce_core::finding::{self, Finding};
use hookonce_core::key::digest::sha256;
use hookonce_core::key::{KeyPlan, PendingPlan, Planned, Planner, RuleChoice, Scope, plan};
use leptos::prelude::*;

use crate::browser::hashing;
use crate::browser::time::Slice;
use crate::state::{Outcome, State};
use crate::ui::live::later;

/// Up to this size a plan is made at once: a few milliseconds.
const AT_ONCE_BYTES: usize = 256 << 10;

/// How much of a larger body is read at a time: about a millisecond.
const SLICE_BYTES: usize = 128 << 10;

thread_local! {
    static NEWEST: Cell<u64> = const { Cell::new(0) };
}

/// Plans for the source of the moment. Runs again whenever the source, the way to read it or the
/// scope changes; a late result never replaces a newer one.
pub fn start(state: State) {
    let run = NEWEST.get() + 1;
    NEWEST.set(run);
    let source = state.source.get();
    let (scope, rule) =
        state.options.with(|options| (Scope::new(&options.scope), RuleChoice::new(&options.rule)));
    let mut reading = delivery::read_entry(&source.bytes, state.read_as.get(), state.entry.get());
    let headers = state.headers.get();
    if let Some(delivery) = reading.delivery.as_mut().filter(|_| !headers.trim().is_empty()) {
        reading.findings.extend(delivery::with_headers(delivery, headers.as_bytes()));
    }
    let outcome = Outcome {
        kind: Some(reading.kind),
        delivery: reading.delivery.clone(),
        entries: reading.entries,
        entry: reading.entry,
        plan: None,
        findings: reading.findings,
        body_start: reading.body_start,
    };
    let (delivery, scope, rule) = match (reading.delivery, scope, rule) {
        (Some(delivery), Ok(scope), Ok(rule)) => (delivery, scope, rule),
        (_, scope, rule) => {
            return settle(state, outcome, scope.err().into_iter().chain(rule.err()).collect());
        }
    };
    if delivery.body.len() > AT_ONCE_BYTES {
        let planner = Planner::new(&delivery, &rule, scope.as_ref());
        return show_later(state, outcome, plan_in_slices(state, run, planner));
    }
    match plan(&delivery, &rule, scope.as_ref()) {
        Planned::Done(plan) => show(state, outcome, *plan),
        Planned::NeedsDigest(pending) if hashing::is_small(pending.body()) => {
            let digest = sha256(pending.body());
            show(state, outcome, pending.with_digest(digest));
        }
        Planned::NeedsDigest(pending) => show_later(state, outcome, with_digest(run, pending)),
    }
}

fn show_later(state: State, outcome: Outcome, plan: impl Future<Output = Option<KeyPlan>> + 'static) {
    state.progress.set(Some((0, state.source.with_untracked(|source| source.bytes.len()))));
    later(async move {
        if let Some(plan) = plan.await {
            show(state, outcome, plan);
        }
    });
}

/// The plan, or nothing when a newer run has started meanwhile.
async fn plan_in_slices(state: State, run: u64, mut planner: Planner) -> Option<KeyPlan> {
    let is_newest = || NEWEST.get() == run;
    let mut turn = Slice::start();
    while !planner.advance(SLICE_BYTES) {
        turn.pause_if_over().await;
        if !is_newest() {
            return None;
        }
        state.progress.set(Some(planner.progress()));
    }
    match planner.finish() {
        Planned::Done(plan) => is_newest().then_some(*plan),
        Planned::NeedsDigest(pending) => with_digest(run, pending).await,
    }
}

/// The plan with its digest, or nothing when a newer run has started meanwhile.
async fn with_digest(run: u64, pending: PendingPlan) -> Option<KeyPlan> {
    let digest = hashing::digest(pending.body()).await;
    (NEWEST.get() == run).then(|| pending.with_digest(digest))
}

fn show(state: State, mut outcome: Outcome, plan: KeyPlan) {
    outcome.findings.extend_from_slice(&plan.findings);
    outcome.plan = Some(plan);
    settle(state, outcome, Vec::new());
}

fn settle(state: State, mut outcome: Outcome, findings: Vec<Finding>) {
    outcome.findings.extend(findings);
    finding::sort(&mut outcome.findings);
    state.progress.set(None);
    state.outcome.set(outcome);
}
