//! What senders' rules make of deliveries that are not as they should be.
// Clippy lets tests unwrap, but not the functions that they share.
#![allow(clippy::unwrap_used)]

use hookonce_core::delivery::{Delivery, Header};
use hookonce_core::finding::{FindingKind, UnusableId};
use hookonce_core::key::{KeyPlan, RuleChoice, plan_with_sha2};
use hookonce_core::providers::Certainty;

fn plan(rule: &str, headers: &[(&str, &str)], body: &str) -> KeyPlan {
    let header = |(name, value): &(&str, &str)| Header { name: (*name).into(), value: (*value).into() };
    let delivery = Delivery {
        method: Some("POST".into()),
        target: None,
        headers: headers.iter().map(header).collect(),
        body: body.as_bytes().into(),
    };
    plan_with_sha2(&delivery, &RuleChoice::new(rule).unwrap(), None)
}

fn codes(plan: &KeyPlan) -> Vec<&str> {
    plan.findings.iter().map(|finding| finding.code()).collect()
}

const GITHUB: &[(&str, &str)] =
    &[("X-GitHub-Event", "push"), ("X-GitHub-Delivery", "72d3162e-cc78-11e3-81ab-4c9367dc0958")];
const STRIPE: (&str, &str) =
    ("Stripe-Signature", "t=1,v1=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef");

#[test]
fn headers_of_two_senders_make_nothing_certain() {
    let headers = [GITHUB, &[STRIPE]].concat();
    let plan = plan("auto", &headers, r#"{"id":"evt_1","total":129900}"#);
    let recognised = plan.recognised.clone().unwrap();
    assert_eq!((recognised.certainty, recognised.others.len(), plan.provider), (Certainty::Guess, 1, None));
    assert_eq!(plan.key.as_deref(), Some("evt:evt_1"));
    assert!(codes(&plan).contains(&"several-senders"), "{:?}", codes(&plan));
}

#[test]
fn a_header_that_occurs_twice_gives_no_key() {
    let headers = [GITHUB, &[("x-github-delivery", "0b0b0b0b-cc78-11e3-81ab-4c9367dc0958")]].concat();
    let plan = plan("github", &headers, r#"{"after":"59b20b8d5c6f"}"#);
    assert!(plan.key.clone().unwrap().starts_with("sha256:"));
    let repeated = FindingKind::UnusableId { reason: UnusableId::Repeated };
    assert!(plan.findings.iter().any(|finding| finding.kind == repeated), "{:?}", codes(&plan));
}

#[test]
fn another_sender_than_the_chosen_one_is_noticed() {
    let seen = plan("stripe", GITHUB, r#"{"id":"evt_1"}"#);
    assert_eq!(seen.key.as_deref(), Some("evt:evt_1"));
    assert!(codes(&seen).contains(&"sender-other"), "{:?}", codes(&seen));
    assert!(!codes(&plan("github", GITHUB, "{}")).contains(&"sender-other"));
}

#[test]
fn a_batch_of_ten_thousand_items_has_ten_thousand_keys() {
    let items: Vec<_> =
        (0..10_000).map(|n| format!(r#"{{"sg_event_id":"e{n}","sg_message_id":"m"}}"#)).collect();
    let plan = plan("auto", &[], &format!("[{}]", items.join(",")));
    let keys = plan.items.clone().unwrap();
    assert_eq!((keys.len(), plan.has_key()), (10_000, true));
    assert_eq!(keys[9_999].as_deref(), Some("evt:e9999"));
    assert_eq!(codes(&plan), ["batch"]);
}

#[test]
fn items_without_an_id_have_no_key_and_the_others_have_theirs() {
    let plan =
        plan("sendgrid", &[], r#"[{"sg_event_id":"a"},{"x":1},{"sg_event_id":""},{"sg_event_id":"b"},7]"#);
    let keys: Vec<_> = plan.items.iter().flatten().map(Option::as_deref).collect();
    assert_eq!(keys, [Some("evt:a"), None, None, Some("evt:b"), None]);
    assert!(!plan.has_key());
    let without = plan.findings.iter().find(|finding| finding.code() == "items-without-key").unwrap();
    assert_eq!(without.kind, FindingKind::ItemsWithoutKey { count: 3, first: 1 });
    assert_eq!(without.position.unwrap().offset, 21);
}

#[test]
fn a_path_to_nothing_or_to_an_object_is_no_id() {
    let nothing = plan("$.data.id", &[], r#"{"data":{"ID":"a"},"total":129900}"#);
    assert_eq!(codes(&nothing), ["part-missing", "body-hash"]);
    let object = plan("$.data", &[], r#"{"data":{"id":"a"},"total":129900}"#);
    assert_eq!(codes(&object), ["unusable-id", "body-hash"]);
    let array = plan("each $.data[*]: @.id", &[], r#"{"data":{"id":"a"},"total":129900}"#);
    assert_eq!(codes(&array), ["part-missing", "body-hash"]);
    let empty = plan("each $.data[*]: @.id", &[], r#"{"data":[]}"#);
    assert_eq!((empty.items.as_deref(), empty.has_key()), (Some(&[][..]), false));
}

#[test]
fn a_form_and_a_query_are_looked_up() {
    assert_eq!(plan("form MessageSid", &[], "A=1&MessageSid=SM%201").key.as_deref(), Some("evt:SM 1"));
    // JSON has no form fields, even where its bytes could be read as one.
    assert_eq!(codes(&plan("form a", &[], r#""&a=129900""#)), ["part-missing", "body-hash"]);
}

#[test]
fn a_body_without_its_headers_is_told_which_one_is_missing() {
    let body = r#"{"id":820982911946,"admin_graphql_api_id":"gid://shopify/Order/820982911946","total_price":"49.00"}"#;
    let shopify = plan("auto", &[], body);
    assert!(
        codes(&shopify).contains(&"object-id") && codes(&shopify).contains(&"header-missing"),
        "{:?}",
        codes(&shopify)
    );
    let sent = [("X-Shopify-Topic", "orders/paid"), ("X-Shopify-Webhook-Id", "b54557e4")];
    let with_headers = plan("auto", &sent, body);
    assert_eq!(with_headers.key.as_deref(), Some("evt:b54557e4"));
    assert!(
        !codes(&with_headers).contains(&"header-missing") && !codes(&with_headers).contains(&"object-id")
    );
}

#[test]
fn a_scope_is_asked_for_where_ids_are_unique_only_within_something() {
    let body = r#"{"type":"event_callback","event_id":"Ev1","api_app_id":"A1"}"#;
    assert!(codes(&plan("auto", &[], body)).contains(&"scope-missing"));
    assert!(!codes(&plan("slack", &[], r#"{"event_id":"Ev1"}"#)).contains(&"scope-missing"));
}
