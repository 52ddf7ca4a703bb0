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

/// Keys cut at commas and trimmed, numbers that lose digits, objects that become one text, ids that cannot be
/// stored or are kept at any length, the hash of nothing, and ids missed in other content types.
const WRONG: &[&str] = &[
    "commas",
    "a comma twice",
    "spaces around",
    "numbers above 2^53",
    "twenty digits",
    "objects as ids",
    "U+0000 in an id",
    "lone surrogates",
    "256 bytes",
    "4,000 characters",
    "an empty body",
    "+json, with another text around the id",
];
