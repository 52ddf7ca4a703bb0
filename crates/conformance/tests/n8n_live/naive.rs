//! The negative control: the scenarios must tell the usual workflow from a right one.
//!
//! It has a short Code node, a parameter in the form of a string, and an IF with two ways. If it
//! passes what it must fail, the scenarios have lost their bite.

use crate::probes;
use crate::receiver::NAIVE;
use crate::shared::lab;

#[test]
fn the_usual_workflow_fails_exactly_these_probes() {
    let lab = lab();
    let failures = probes::all().into_iter().filter_map(|probe| {
        let problem = probe.run(&lab, &NAIVE).err()?;
        println!("{}: {problem}", probe.name);
        Some(probe.name)
    });
    assert_eq!(failures.collect::<Vec<_>>(), WRONG);
}

const WRONG: &[&str] = &[];
