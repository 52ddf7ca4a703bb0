//! Bodies that nobody thought of.

use std::collections::BTreeMap;

use hookonce_conformance::bodies::Bodies;
use hookonce_core::key::{KeyPlan, Reason};

use crate::support::{compare, unscoped};

const COUNT: usize = 40_000;

#[test]
fn forty_thousand_bodies() {
    let mut requests = unscoped(Bodies::new(2026).take(COUNT));
    requests.iter_mut().step_by(8).for_each(|request| request.scope = "shop".into());
    let plans = compare(&requests);

    // The generator reaches every branch of the rule, and none of them by chance.
    let mut reached = BTreeMap::<_, usize>::new();
    for plan in &plans {
        *reached.entry(branch(plan)).or_default() += 1;
    }
    for branch in BRANCHES {
        let count = reached.get(branch).copied().unwrap_or_default();
        assert!(count >= 20, "{branch}: {count} in {reached:?}");
    }
    assert!(reached["id"] + reached["duplicate"] > COUNT / 8, "{reached:?}");
    println!("{reached:?}");
    let mut bodies: Vec<_> = requests.iter().map(|request| &request.body).collect();
    bodies.sort();
    bodies.dedup();
    assert!(bodies.len() > COUNT * 8 / 10, "{} different bodies", bodies.len());
}

#[rustfmt::skip]
const BRANCHES: [&str; 18] = [
    "empty", "id", "no id", "not JSON", "not UTF-8", "not an object", "duplicate",
    "Array", "Blank", "Boolean", "ControlCharacter", "Empty", "Fraction", "LoneSurrogate", "Null", "Object", "TooLarge", "TooLong",
];

fn branch(plan: &KeyPlan) -> String {
    match &plan.reason {
        Reason::Id { .. } if plan.findings.iter().any(|finding| finding.code() == "duplicate-member") => {
            "duplicate".into()
        }
        Reason::Control => "control".into(),
        Reason::EmptyBody => "empty".into(),
        Reason::Id { .. } => "id".into(),
        Reason::Items { .. } => "items".into(),
        Reason::NoId { .. } => "no id".into(),
        Reason::NoKeyPossible => "no key".into(),
        Reason::NotJson => "not JSON".into(),
        Reason::NotObject(_) => "not an object".into(),
        Reason::NotUtf8 => "not UTF-8".into(),
        Reason::Unusable { reason, .. } => format!("{reason:?}"),
    }
}
