//! Asks both for the same bodies, and compares.

use hookonce_conformance::code_node::{Answer, Request, answers};
use hookonce_core::delivery::Delivery;
use hookonce_core::key::{KeyPlan, Rule, RuleChoice, Scope, Segment, Source, plan_with_sha2};

/// Asserts that Node and the core agree on every request; returns the core's plans.
#[track_caller]
pub fn compare(requests: &[Request]) -> Vec<KeyPlan> {
    let answers = answers(requests);
    let mut plans = Vec::new();
    for (request, answer) in requests.iter().zip(&answers) {
        let plan = core(request, &RuleChoice::Generic);
        let seen = (plan.key.as_deref(), event_type(request, answer));
        let expected = (answer.key.as_deref().ok(), answer.event_type.clone());
        assert_eq!(seen, expected, "core, then Node, for {}", shown(request));
        if plan.key.is_none() {
            assert_eq!(answer.key, Err("No key: the body is empty".into()));
        }
        plans.push(plan);
    }
    assert_eq!(plans.len(), requests.len());
    plans
}

/// Requests without a scope.
pub fn unscoped(bodies: impl IntoIterator<Item = Vec<u8>>) -> Vec<Request> {
    bodies.into_iter().map(|body| Request { body, scope: String::new() }).collect()
}

fn core(request: &Request, rule: &RuleChoice) -> KeyPlan {
    let delivery =
        Delivery { method: None, target: None, headers: Vec::new(), body: request.body.clone().into() };
    let scope = Scope::new(&request.scope).expect("a usable scope");
    plan_with_sha2(&delivery, rule, scope.as_ref())
}

/// The type that the node must answer: what the core would use as an id at `type`, if that is a text.
/// For other texts the rules of ids and types differ: it is what the node says.
fn event_type(request: &Request, answer: &Answer) -> Option<String> {
    let source = Source::Json(vec![Segment::Member("type".into())]);
    let rule = RuleChoice::from(Rule::of(source));
    let plan = core(&Request { scope: String::new(), ..request.clone() }, &rule);
    let candidate = plan.candidates.first()?;
    if !candidate.value.starts_with('"') {
        return None;
    }
    match plan.key?.strip_prefix("evt:") {
        Some(text) => Some(text.to_owned()),
        None => answer.event_type.clone(),
    }
}

fn shown(Request { body, scope }: &Request) -> String {
    format!(
        "{:?} ({} bytes, scope {scope:?})",
        String::from_utf8_lossy(&body[..body.len().min(2_000)]),
        body.len()
    )
}
