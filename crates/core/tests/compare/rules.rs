//! Deliveries made for one question each.

use hookonce_core::compare::{Answer, Certainty, Events};
use hookonce_core::delivery::{Delivery, Header};
use hookonce_core::finding::Finding;
use hookonce_core::key::RuleChoice;
use proptest::prelude::*;

use crate::judged;

/// Judges bare bodies by the rule that `auto` takes: the answer, the proposed rule, and the findings' codes.
#[track_caller]
fn check(bodies: &[&str], expected: Option<Events>, answer: Answer, rule: Option<&str>, codes: &[&str]) {
    let deliveries: Vec<_> = bodies.iter().map(|body| bare(body)).collect();
    let judgement = judged(&deliveries, &RuleChoice::Auto, expected.as_ref());
    let proposal = judgement.plausible[0].proposal.as_ref().map(|proposal| proposal.rule.to_string());
    let found: Vec<_> = judgement.findings.iter().map(Finding::code).collect();
    assert_eq!(
        (judgement.answer, proposal.as_deref(), &found[..]),
        (answer, rule, codes),
        "{:?}",
        judgement.clues
    );
}

fn bare(body: &str) -> Delivery {
    Delivery { method: None, target: None, headers: Vec::new(), body: body.as_bytes().into() }
}

#[test]
fn a_known_id_with_another_content_and_a_new_id_with_the_same_are_found() {
    let event = |id: &str, order: &str, state: &str| {
        format!(
            r#"{{"id":"{id}","type":"paid","state":"{state}","order":{{"id":"{order}"}},"at":"2026-01-02"}}"#
        )
    };
    let first = event("evt_1001", "ord_1001", "new");
    let pair = |b: &str, answer, codes: &[&str]| check(&[&first, b], None, answer, None, codes);
    // If it is the same event, this rule says so.
    let rule = Some("$.order.id + $.at");
    check(
        &[&first, &event("evt_2002", "ord_1001", "new")],
        None,
        Answer::Unclear,
        rule,
        &["new-id-same-body"],
    );
    pair(&first, Answer::Same, &[]);
    pair(&event("evt_1001", "ord_1001", "again"), Answer::Same, &["same-id-other-body"]);
    pair(&event("evt_1001", "ord_2002", "new"), Answer::Unclear, &["same-id-other-body"]);
    pair(&event("evt_2002", "ord_2002", "new"), Answer::Different, &[]);
    // What changes with every attempt, or only in its spelling, is no other content.
    pair(&first.replacen('{', r#"{ "attempt": 2, "#, 1), Answer::Same, &[]);
    pair(&first.replace(':', ": "), Answer::Same, &[]);
}

#[test]
fn heads_tell_the_kind_and_the_id_of_an_event() {
    let with = |headers: &[(&str, &str)]| {
        let header = |(name, value): &(&str, &str)| Header { name: (*name).into(), value: (*value).into() };
        let headers = headers.iter().map(header).collect();
        Delivery { headers, ..bare(r#"{"order":{"id":"ord_1001"},"at":"2026-01-02"}"#) }
    };
    let answer = |a: &[(&str, &str)], b: &[(&str, &str)]| {
        judged(&[with(a), with(b)], &RuleChoice::Generic, None).answer
    };
    let id = ("X-Event-Id", "e-100001");
    let other = ("X-Event-Id", "e-100002");
    assert_eq!(answer(&[id], &[id]), Answer::Same);
    assert_eq!(answer(&[id], &[other]), Answer::Unclear);
    assert_eq!(
        answer(&[id, ("X-Topic", "order/paid")], &[other, ("X-Topic", "order/sent")]),
        Answer::Different
    );
    assert_eq!(answer(&[id, ("X-Topic", "order/paid")], &[id, ("X-Topic", "order/sent")]), Answer::Unclear);
    // What belongs to the attempt or a hop says nothing.
    for name in ["X-Request-Id", "Date", "Signature", "X-Retry-Count"] {
        assert_eq!(answer(&[(name, "e-100001")], &[(name, "e-100002")]), Answer::Same, "{name}");
    }
}

#[test]
fn rules_are_proposed_where_the_one_in_use_is_wrong() {
    let same = || Some(Events::same(2));
    let different = || Some(Events::different(2));
    // An order's id is taken for an event's.
    let order = |event: &str, at: &str| format!(r#"{{"id":"ord_1001","event_id":"{event}","at":"{at}"}}"#);
    let (a, b) = (order("e-100001", "2026-01-02"), order("e-100002", "2026-01-03"));
    check(&[&a, &b], different(), Answer::Same, Some("$.event_id"), &["same-id-other-body"]);
    check(
        &[&a, &a, &b],
        Some(Events::new(&[7, 7, 3])),
        Answer::Same,
        Some("$.event_id"),
        &["same-id-other-body"],
    );
    // The body's hash changes with the attempt.
    let attempt = |attempt: u32, event: &str| format!(r#"{{"attempt":{attempt},"event_id":"{event}"}}"#);
    check(
        &[&attempt(1, "e-100001"), &attempt(2, "e-100001")],
        same(),
        Answer::Different,
        Some("$.event_id"),
        &[],
    );
    // The attempt's id is new each time: two parts of the content are left.
    let new = |id: u32, order: &str, at: &str| {
        format!(r#"{{"id":"evt_{id}","order_id":"ord_{order}","created_at":"{at}"}}"#)
    };
    let (a, b, c) = (
        new(1001, "55001", "2026-01-02"),
        new(1002, "55001", "2026-01-02"),
        new(1003, "55001", "2026-01-03"),
    );
    check(
        &[&a, &b, &c],
        Some(Events::new(&[0, 0, 1])),
        Answer::Different,
        Some("$.order_id + $.created_at"),
        &[],
    );
    // A version that looks like a date is no time of an event.
    let versioned = |id: u32| {
        format!(
            r#"{{"id":"evt_{id}","api_version":"2026-05-01","created_at":"2026-01-02","order":{{"id":"ord_1001"}}}}"#
        )
    };
    let rule = Some("$.created_at + $.order.id");
    check(&[&versioned(1001), &versioned(1002)], same(), Answer::Different, rule, &[]);
    // Nothing differs but the attempt.
    let other = |attempt: u32| format!(r#"{{"attempt":{attempt},"total":1}}"#);
    check(&[&other(1), &other(2)], different(), Answer::Different, None, &[]);
    check(&[&other(1), &other(1)], different(), Answer::Same, None, &[]);
}

#[test]
fn batches_share_items() {
    let batch = |ids: &[&str]| {
        let items: Vec<_> = ids.iter().map(|id| format!(r#"{{"id":"{id}","type":"a"}}"#)).collect();
        format!("[{}]", items.join(","))
    };
    let rule = RuleChoice::new("each $[*]: @.id").unwrap();
    let answer = |a: &[&str], b: &[&str]| judged(&[bare(&batch(a)), bare(&batch(b))], &rule, None).answer;
    assert_eq!(answer(&["e-100001", "e-100002"], &["e-100002", "e-100001"]), Answer::Same);
    assert_eq!(answer(&["e-100001", "e-100002"], &["e-100003", "e-100001"]), Answer::Partly);
    assert_eq!(answer(&["e-100001"], &["e-100002"]), Answer::Different);
}

#[test]
fn large_batches_and_many_deliveries_are_bounded() {
    let item = |at: usize| {
        let fields: Vec<_> =
            (0..30).map(|field| format!(r#""f{field}_id":"v-{field}-{}""#, at % 500)).collect();
        format!("{{{}}}", fields.join(","))
    };
    let batch = format!("[{}]", (0..2_000).map(item).collect::<Vec<_>>().join(","));
    let deliveries: Vec<_> = (0..3).map(|_| bare(&batch)).collect();
    assert_eq!(
        judged(&deliveries, &RuleChoice::Generic, Some(&Events::different(3))).plausible[0].proposal,
        None
    );

    let many: Vec<_> =
        (0..60).map(|at| bare(&format!(r#"{{"event_id":"e-{}","n":{at}}}"#, 100_000 + at / 2))).collect();
    let expected = Events::new(&(0..60).map(|at| at / 2).collect::<Vec<_>>());
    let judgement = judged(&many, &RuleChoice::Auto, Some(&expected));
    let proposal = judgement.plausible[0].proposal.clone().unwrap();
    assert_eq!((proposal.rule.to_string().as_str(), proposal.certainty), ("$.event_id", Certainty::Likely));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_it_panic(bodies in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..40), 2..5)) {
        let deliveries: Vec<_> = bodies.iter().map(|body| Delivery { body: body.clone().into(), ..bare("") }).collect();
        for expected in [None, Some(Events::same(deliveries.len())), Some(Events::different(deliveries.len()))] {
            let judgement = judged(&deliveries, &RuleChoice::Auto, expected.as_ref());
            prop_assert_eq!(judgement.plans.len(), deliveries.len());
            for plausible in judgement.plausible {
                prop_assert_eq!(plausible.events.numbers().len(), deliveries.len());
            }
        }
    }
}
