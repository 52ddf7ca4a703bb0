//! The key inspector: what each value is, of known senders and of unknown ones.
// Clippy lets tests unwrap, but not the functions that they share.
#![allow(clippy::unwrap_used)]

use hookonce_core::delivery::{Delivery, Header};
use hookonce_core::inspect::{Inspected, Sureness, Verdict, for_dialect, for_retention, inspect};
use hookonce_core::key::{KeyPlan, RuleChoice, plan_with_sha2};
use hookonce_core::lang::Lang;
use hookonce_core::options::Options;
use hookonce_core::sql::Dialect;

fn delivery(headers: &[(&str, &str)], body: &str) -> Delivery {
    let header = |(name, value): &(&str, &str)| Header { name: (*name).into(), value: (*value).into() };
    Delivery {
        method: None,
        target: None,
        headers: headers.iter().map(header).collect(),
        body: body.as_bytes().into(),
    }
}

fn looked_at(headers: &[(&str, &str)], body: &str) -> Vec<Inspected> {
    inspect(&delivery(headers, body), &RuleChoice::Auto, None)
}

fn plan(rule: &str, body: &str) -> KeyPlan {
    plan_with_sha2(&delivery(&[], body), &RuleChoice::new(rule).unwrap(), None)
}

fn codes(rule: &str, body: &str) -> Vec<&'static str> {
    plan(rule, body).findings.iter().map(|finding| finding.code()).collect()
}

#[track_caller]
fn verdict(found: &[Inspected], rule: &str) -> (Verdict, Sureness) {
    let it = found.iter().find(|it| it.rule.to_string() == rule);
    it.map(|it| (it.verdict, it.sureness)).unwrap_or_else(|| panic!("no {rule}"))
}

#[test]
fn of_a_known_sender_the_facts_decide() {
    let headers = [
        ("X-GitHub-Event", "issues"),
        ("X-GitHub-Delivery", "72d3162e-cc78-11e3-81ab-4c9367dc0958"),
        ("X-GitHub-Hook-ID", "292430182"),
    ];
    let found = looked_at(
        &headers,
        r#"{"action":"opened","issue":{"id":731,"number":7},"repository":{"id":35129377}}"#,
    );
    assert_eq!(verdict(&found, "header X-GitHub-Delivery"), (Verdict::EventId, Sureness::Sure));
    assert_eq!(verdict(&found, "header X-GitHub-Hook-ID"), (Verdict::SubscriptionId, Sureness::Sure));
    assert_eq!(verdict(&found, "$.issue.id"), (Verdict::ObjectId, Sureness::Sure));
    assert!(found[0].in_use && found[0].key.as_deref() == Ok("evt:72d3162e-cc78-11e3-81ab-4c9367dc0958"));
    assert!(found[0].reason(Lang::En).contains("GitHub"), "{}", found[0].reason(Lang::En));
}

#[test]
fn of_an_unknown_sender_names_and_surroundings_decide() {
    let headers = [
        ("X-Request-Id", "b2e4a7c0-1"),
        ("X-Acme-Signature", "sha256=00ff"),
        ("X-Acme-Event-Id", "9f31c2aa"),
    ];
    let body = r#"{"id":"whk_1001","type":"order.paid","created_at":"2026-03-01T10:00:00Z","attempt":2,
        "data":{"order":{"id":"ord_77","customer_id":"cus_1"}},"account_id":"acc_5"}"#;
    let found = looked_at(&headers, body);
    assert_eq!(verdict(&found, "$.id").0, Verdict::EventId);
    assert_eq!(verdict(&found, "header X-Acme-Event-Id").0, Verdict::EventId);
    assert_eq!(verdict(&found, "header X-Request-Id").0, Verdict::TransportId);
    assert_eq!(verdict(&found, "header X-Acme-Signature").0, Verdict::Signature);
    assert_eq!(verdict(&found, "$.data.order.id").0, Verdict::ObjectId);
    assert_eq!(verdict(&found, "$.account_id").0, Verdict::SubscriptionId);
    assert_eq!(verdict(&found, "$.attempt").0, Verdict::AttemptId);
    assert_eq!(verdict(&found, "$.created_at").0, Verdict::Time);
    assert!(found.iter().all(|it| it.sureness != Sureness::Sure), "nothing is known of this sender");
    // The one in use stands first, what cannot be an id last.
    assert_eq!(found[0].rule.to_string(), "$.id");
}

#[test]
fn items_of_a_batch_are_looked_at_in_the_first() {
    let found = looked_at(&[], r#"{"events":[{"id":"e1","user":{"id":"u1"}},{"id":"e2"}]}"#);
    let id = found.iter().find(|it| it.rule.to_string() == "each $.events[*]: @.id").unwrap();
    assert_eq!((id.verdict, id.key.as_deref()), (Verdict::EventId, Ok("evt:e1")));
}

/// Bodies of senders that are not listed: the object itself, and an event.
#[test]
fn a_body_that_is_the_object_itself_is_noticed_and_an_event_is_not_taken_for_one() {
    for body in [
        r#"{"id":4711,"number":"A-1001","status":"paid","total":"49.00","currency":"EUR"}"#,
        r#"{"id":"c_9","name":"Ann","email":"ann@example.com","updated_at":"2026-03-01T10:00:00Z"}"#,
        r#"{"id":"prod-1","title":"Lamp","price":4900,"currency":"EUR"}"#,
        r#"{"id":17,"customer":{"id":3},"line_items":[],"total_price":"1.00"}"#,
        r#"{"id":"T-7","title":"Printer","status":"open","updatedAt":"2026-03-01T10:00:00Z"}"#,
    ] {
        assert!(codes("auto", body).contains(&"object-id"), "{body}: {:?}", codes("auto", body));
        assert!(!codes("generic", body).contains(&"object-id"), "{body}");
    }
    for body in [
        r#"{"id":"e1","type":"customer.created","data":{"name":"Ann","status":"new"}}"#,
        r#"{"id":"e1","event":"invoice.paid","amount":100,"currency":"EUR"}"#,
        r#"{"id":"e1","topic":"orders","status":"sent","total":3}"#,
        r#"{"id":"e1","action":"opened","state":"open","title":"x"}"#,
        r#"{"id":"e1"}"#,
        r#"{"id":"e1","created_at":"2026-03-01T10:00:00Z","payload":{"total":1}}"#,
        r#"{"id":"e1","status":"ok"}"#,
    ] {
        assert!(!codes("auto", body).contains(&"object-id"), "{body}: {:?}", codes("auto", body));
    }
}

#[test]
fn a_rule_of_ones_own_is_judged_by_names() {
    let body = r#"{"ref":"R-1001","attempt":2,"sent_at":"2026-03-01T10:00:00Z","account_id":"acc_5"}"#;
    assert!(codes("$.attempt", body).contains(&"attempt-id"));
    assert!(codes("$.account_id", body).contains(&"subscription-id"));
    assert!(codes("$.ref + $.attempt", body).contains(&"key-too-narrow"));
    assert!(!codes("$.ref + $.account_id", body).contains(&"key-too-narrow"));
    assert!(!codes("$.ref", body).iter().any(|code| code.ends_with("-id")), "{:?}", codes("$.ref", body));
}

#[test]
fn test_ids_test_modes_and_personal_data_are_noticed() {
    assert!(codes("auto", r#"{"id":"evt_00000000000000","object":"event","type":"a"}"#).contains(&"test-id"));
    assert!(!codes("auto", r#"{"id":"evt_10001","object":"event","type":"a"}"#).contains(&"test-id"));
    assert!(
        codes("auto", r#"{"id":"evt_10001","object":"event","type":"a","livemode":false}"#)
            .contains(&"sandbox-and-live")
    );
    assert!(
        !codes("auto", r#"{"id":"evt_10001","object":"event","type":"a","livemode":true}"#)
            .contains(&"sandbox-and-live")
    );
    assert!(codes("$.email", r#"{"email":"ann@example.com"}"#).contains(&"personal-data"));
    assert!(!codes("$.email", r#"{"email":"e-1001"}"#).contains(&"personal-data"));
}

#[test]
fn options_are_compared_with_the_sender_and_the_key() {
    let keep = |days: &str| {
        for_retention(&Options { rule: "paddle".into(), retention_days: days.into(), ..Options::default() })
    };
    assert_eq!(keep("30").map(|finding| finding.code()), Some("retention-under-sender"));
    assert_eq!(keep("90"), None);
    assert_eq!(keep("soon"), None);
    assert_eq!(for_retention(&Options { retention_days: "1".into(), ..Options::default() }), None);
    let mixed = plan("auto", r#"{"id":"evt_1QaB"}"#);
    assert_eq!(
        for_dialect(&mixed, Dialect::MariaDb).map(|finding| finding.code()),
        Some("case-insensitive-collation")
    );
    assert_eq!(for_dialect(&mixed, Dialect::PostgreSql), None);
    assert_eq!(for_dialect(&plan("auto", r#"{"id":"evt_1"}"#), Dialect::MariaDb), None);
}

#[test]
fn any_bytes_can_be_looked_at() {
    for body in ["", "\u{feff}", "a=1&b=2", "[]", "[[[]]]", "{\"a\":", "\"\\ud800\""] {
        let found = looked_at(&[("X-Id", ""), ("", "x")], body);
        assert!(found.iter().all(|it| !it.reason(Lang::De).is_empty()), "{body}");
    }
    let wide: String = (0..5_000).map(|n| format!("\"id_{n}\":\"v{n}00001\",")).collect();
    assert!(looked_at(&[], &format!("{{{wide}\"id\":1}}")).len() <= 301);
}
