//! The deliveries of every sender's fixtures: one, its retry, and another event.

use std::fs;
use std::path::Path;

use base64::prelude::{BASE64_STANDARD, Engine};
use hookonce_core::compare::{Answer, By, Events};
use hookonce_core::delivery::{Delivery, Header};
use hookonce_core::key::{RuleChoice, RuleUsed, plan_with_sha2};
use serde_json::Value;

use crate::judged;

/// The first delivery and its retry are one event, and the other one is another.
fn truth() -> Events {
    Events::new(&[0, 0, 1])
}

#[test]
fn a_senders_own_rule_tells_a_retry_from_another_event() {
    let mut count = 0;
    for case in cases() {
        let judgement = judged(&case.deliveries, &RuleChoice::Auto, None);
        assert_eq!(judgement.by, By::Rule, "{}", case.name);
        if !case.has_key {
            assert_eq!(judgement.answer, Answer::Unclear, "{}", case.name);
            continue;
        }
        assert_eq!(
            (judgement.answer, &judgement.plausible[0].events),
            (Answer::Several, &truth()),
            "{}",
            case.name
        );
        let [first, retry, other] = case.deliveries;
        let pair = |b: &Delivery| judged(&[first.clone(), b.clone()], &RuleChoice::Auto, None).answer;
        assert_eq!((pair(&retry), pair(&other)), (Answer::Same, Answer::Different), "{}", case.name);
        count += 1;
    }
    assert!(count >= 55, "{count}");
}

/// As if the sender were unknown: the proposed rule, or the generic one where it is right, has the same key for the retry
/// and another one for the other event.
#[test]
fn a_rule_is_proposed_that_fits_what_is_expected() {
    let (mut proposed, mut kept, mut none) = (0, 0, Vec::new());
    for case in cases() {
        let judgement = judged(&case.deliveries, &RuleChoice::Generic, Some(&truth()));
        let plausible = &judgement.plausible[0];
        let Some(proposal) = &plausible.proposal else {
            if plausible.fits {
                kept += 1;
            } else {
                none.push(case.name);
            }
            continue;
        };
        proposed += 1;
        for rule in [&proposal.rule].into_iter().chain(&proposal.others) {
            let keys = case.deliveries.each_ref().map(|delivery| {
                let plan = plan_with_sha2(delivery, &RuleChoice::from(rule.clone()), None);
                assert!(plan.has_key() && plan.rule == Some(RuleUsed::EventId), "{}: {rule}", case.name);
                let mut keys: Vec<_> = plan.items.unwrap_or(vec![plan.key]).into_iter().flatten().collect();
                keys.sort();
                keys
            });
            assert_eq!(keys[0], keys[1], "{}: {rule}", case.name);
            assert!(!keys[0].iter().any(|key| keys[2].contains(key)), "{}: {rule}", case.name);
            let text = rule.to_string().to_ascii_lowercase();
            for never in ["signature", "attempt", "retry", "retries", "header date", "x-request-id"] {
                assert!(!text.contains(never), "{}: {rule}", case.name);
            }
        }
    }
    // Those are the cases whose bodies are equal, or differ in a time of sending alone, and that have no id.
    assert!(
        none.iter().all(|name| cases().iter().any(|case| case.name == *name && !case.has_key)),
        "{none:?}"
    );
    assert!(proposed >= 41 && kept >= 14, "{proposed} {kept}");
}

/// Without a rule to believe and without a word about what is expected, the answer is right or open, and the truth is among
/// what is plausible.
#[test]
fn evidence_alone_is_never_wrong() {
    let (mut right, mut open) = (0, 0);
    for case in cases() {
        let judgement = judged(&case.deliveries, &RuleChoice::Generic, None);
        let plausible: Vec<_> = judgement.plausible.iter().map(|it| it.events.clone()).collect();
        let reasons: Vec<_> = judgement.clues.iter().map(|clue| &clue.reason).collect();
        match judgement.answer {
            Answer::Unclear => open += 1,
            _ => right += 1,
        }
        if case.has_key {
            assert!(plausible.contains(&truth()), "{}: {plausible:?} {reasons:?}", case.name);
        } else {
            assert_eq!(judgement.answer, Answer::Unclear, "{}: {reasons:?}", case.name);
        }
    }
    assert!(right >= 35 && right >= open, "{right} right, {open} open");
}

/// One case of the fixtures.
struct Case {
    name: String,
    /// First, retry, other.
    deliveries: [Delivery; 3],
    /// Whether a key is possible.
    has_key: bool,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/fixtures/providers");
    let mut cases = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "json") {
            continue;
        }
        let file: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        for case in file["cases"].as_array().unwrap() {
            let id = path.file_stem().unwrap().to_str().unwrap();
            cases.push(Case {
                name: format!("{id}: {}", case["name"].as_str().unwrap()),
                deliveries: ["first", "retry", "other"].map(|which| delivery(&case[which])),
                has_key: case["expect"]["kind"] != "none",
            });
        }
    }
    cases.sort_by(|a, b| a.name.cmp(&b.name));
    cases
}

fn delivery(request: &Value) -> Delivery {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let headers = request["headers"].as_array().unwrap().iter();
    let headers = headers.map(|header| Header { name: text(&header[0]), value: text(&header[1]) });
    let body = BASE64_STANDARD.decode(request["body_base64"].as_str().unwrap()).unwrap();
    Delivery {
        method: Some(text(&request["method"])),
        target: Some(text(&request["url"])),
        headers: headers.collect(),
        body: body.into(),
    }
}
