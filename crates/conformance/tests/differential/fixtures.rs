//! The key rules' vectors.

use hookonce_conformance::code_node::javascript;
use hookonce_conformance::fixtures::generic_key_cases;

use crate::support::compare;

#[test]
fn every_vector_of_the_generic_rule() {
    let cases = generic_key_cases();
    assert!(cases.len() > 200, "{}", cases.len());
    let requests: Vec<_> = cases.iter().map(|case| case.request.clone()).collect();
    for (case, plan) in cases.iter().zip(compare(&requests)) {
        assert_eq!(plan.key, case.key, "{}", case.name);
    }
}

/// The runner puts the scope in as the workflow does.
#[test]
fn a_scope_is_one_literal() {
    let scoped = javascript("shop-eu_2.x");
    let literal = "const SCOPE = \"shop-eu_2.x\";\n";
    assert_eq!(scoped.matches(literal).count(), 1);
    assert_eq!(scoped.replace(literal, "const SCOPE = \"\";\n"), javascript(""));
}
