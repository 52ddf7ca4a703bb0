//! What is counted.

use std::fmt::Write;

use hookonce_core::audit::Example;
use hookonce_core::lang::Lang;

use crate::{audit, numbers};

#[test]
fn events_repeats_and_conflicts() {
    let audit = audit(
        "\
{\"id\":\"evt_1\",\"n\":1,\"attempt\":1}
{\"id\":\"evt_2\",\"n\":1}

{\"attempt\":2, \"n\":1,\"id\":\"evt_1\"}
{\"id\":\"evt_2\",\"n\":2}
{\"id\":\"evt_2\",\"n\":1}
{\"n\":3}
",
        "generic",
    );
    assert_eq!(numbers(&audit), [6, 3, 3, 1, 0]);
    // White space, the order of members and the number of the attempt are other bytes, but no other content.
    assert_eq!((audit.repeats_with_other_bytes, audit.hashed), (2, 1));
    let example = Example { first: 2, again: 5, key: "evt:evt_2".into() };
    assert_eq!(audit.conflict_examples, [example]);
    assert_eq!(
        audit.repeat_examples.iter().map(|it| (it.first, it.again)).collect::<Vec<_>>(),
        [(1, 4), (2, 5), (2, 6)]
    );
    assert!(!audit.is_clean());
}

#[test]
fn escapes_and_spellings_are_no_other_content() {
    let audit = audit(
        "{\"id\":\"e1\",\"n\":\"\\u00e9\"}\n{\"id\":\"e1\",\"n\":\"é\"}\n{\"id\":\"e1\",\"n\":\"e\"}",
        "generic",
    );
    assert_eq!(numbers(&audit), [3, 1, 2, 1, 0]);
}

#[test]
fn what_is_no_delivery_is_counted_apart() {
    let audit = audit("{\"id\":\"e1\"}\n{\"id\":\nnot json\n{\"id\":\"e1\"}\n", "auto");
    assert_eq!((audit.unreadable, audit.deliveries, audit.repeats), ((2, Some(2)), 2, 1));
    assert!(!audit.is_clean());
    let slack = audit_of(r#"{"token":"x","challenge":"c-1234567","type":"url_verification"}"#);
    assert_eq!((slack.control, slack.deliveries), (1, 0));
}

#[track_caller]
fn audit_of(line: &str) -> hookonce_core::audit::Audit {
    audit(line, "slack")
}

#[test]
fn of_a_batch_each_item_is_counted() {
    let line = |ids: &[u32]| {
        let item = |id: &u32| {
            format!("{{\"sg_event_id\":\"e{id}\",\"event\":\"open\",\"email\":\"a@example.com\"}}")
        };
        format!("[{}]\n", ids.iter().map(item).collect::<Vec<_>>().join(","))
    };
    // The export is lines, though its first line is an array.
    let export = line(&[1, 2]) + &line(&[2, 3]);
    let mut entries =
        hookonce_core::audit::Entries::new(Some(hookonce_core::audit::ExportForm::Ndjson), None);
    let rule = hookonce_core::key::RuleChoice::new("sendgrid").unwrap();
    let mut counter = hookonce_core::audit::Counter::new(rule, None);
    entries.push(export.as_bytes(), &mut |entry| counter.add(entry)).unwrap();
    let ended = entries.finish(&mut |entry| counter.add(entry));
    let audit = counter.finish(&entries, ended).unwrap();
    assert_eq!(numbers(&audit), [4, 3, 1, 0, 0]);
}

#[test]
fn the_time_to_a_repeat_in_either_order() {
    let record = |id: &str, time: &str| {
        format!("{{\"received_at\":\"{time}\",\"body\":\"{{\\\"id\\\":\\\"{id}\\\"}}\"}}\n")
    };
    let export = record("e1", "2026-03-01T00:00:00Z")
        + &record("e2", "2026-03-02T00:00:00Z")
        + &record("e1", "2026-03-01T02:00:00Z")
        + &record("e1", "2026-02-28T22:00:00Z")
        + &record("e1", "2026-03-01T01:00:00Z");
    let audit = audit(&export, "generic");
    assert_eq!(numbers(&audit), [5, 2, 3, 0, 0]);
    // From the earliest, which came third in the file.
    assert_eq!((audit.longest, audit.has_times), (Some(3 * 3600), true));
    let steps = audit.timeline.steps();
    assert!(steps.len() <= 60);
    assert_eq!(
        steps.iter().map(|step| (step.deliveries, step.repeats)).fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1)),
        (5, 3)
    );
}

#[test]
fn a_better_rule_is_proposed_for_the_right_reason() {
    // The id is an object's: two events of one order are taken for one.
    let mut export = String::new();
    for event in 0..60 {
        let order = event / 3;
        writeln!(
            export,
            "{{\"id\":\"ord_{order:05}\",\"event_id\":\"ev-{event:06}\",\"status\":{}}}",
            event % 3
        )
        .unwrap();
    }
    // And every tenth comes again, with another number of the attempt.
    for event in (0..60).step_by(10) {
        let order = event / 3;
        writeln!(
            export,
            "{{\"id\":\"ord_{order:05}\",\"event_id\":\"ev-{event:06}\",\"status\":{},\"attempt\":2}}",
            event % 3
        )
        .unwrap();
    }
    let audit = audit(&export, "generic");
    assert_eq!(audit.better().and_then(|rule| rule.rule.as_deref()), Some("$.event_id"));
    assert_eq!(audit.better().map(|rule| (rule.events, rule.merged, rule.split)), Some((60, 0, 0)));
    assert!(audit.in_use().unwrap().merged >= 40);
    assert!(audit.advice(Lang::En).iter().any(|advice| advice.contains("$.event_id")));
    // The hash takes each of the six retries for an event of its own.
    let hash = audit.rules.iter().find(|rule| rule.rule.as_deref() == Some("sha256")).unwrap();
    assert_eq!((hash.events, hash.merged, hash.split), (66, 0, 6));
    // With that rule in use nothing is better.
    let audit = crate::audit(&export, "$.event_id");
    assert_eq!(audit.better(), None);
    assert_eq!(numbers(&audit), [66, 60, 6, 0, 0]);
}

#[test]
fn the_hash_of_the_body_is_never_proposed_against_an_id() {
    // The sender changes a member that nothing says of that it changes.
    let mut export = String::new();
    for event in 0..50 {
        writeln!(export, "{{\"id\":\"evt_{event:06}\",\"type\":\"a\",\"queue\":0}}").unwrap();
        writeln!(export, "{{\"id\":\"evt_{event:06}\",\"type\":\"a\",\"queue\":1}}").unwrap();
    }
    let audit = audit(&export, "generic");
    assert_eq!((audit.conflicts, audit.better()), (50, None));
}

#[test]
fn more_contents_than_the_sample_holds() {
    let mut export = String::new();
    for event in 0..45_000 {
        let order = event / 2;
        writeln!(export, "{{\"id\":\"ord_{order:07}\",\"event_id\":\"ev-{event:08}\"}}").unwrap();
    }
    let audit = audit(&export, "generic");
    assert_eq!(numbers(&audit), [45_000, 22_500, 22_500, 22_500, 0]);
    assert_eq!(audit.better().and_then(|rule| rule.rule.as_deref()), Some("$.event_id"));
}

#[test]
fn nothing_is_said_to_be_nothing() {
    let audit = audit("", "auto");
    assert_eq!(numbers(&audit), [0; 5]);
    assert_eq!(audit.better(), None);
    assert!(audit.advice(Lang::En)[0].starts_with("No delivery"));
}
