//! `hookonce inspect`: both forms and exit codes.

use serde_json::Value;

use crate::support::run;

const BODY: &str = r#"{"id":"evt_1QJ4fR2eZvKYlo2C","object":"event","type":"invoice.paid","data":{"object":{"id":"in_1","order_id":12}}}"#;

#[test]
fn the_text_form_has_the_key_and_what_each_id_is() {
    let run = run(&["inspect"], BODY);
    let expected = "\
evt:evt_1QJ4fR2eZvKYlo2C
The event's id, from id in line 1.

* $.id: the event's id (sure)
    The rule of Stripe has it.
    evt:evt_1QJ4fR2eZvKYlo2C

  $.data.object.id: an object's id (sure)
    Stripe: the id of an object, which several events share.
    evt:in_1
";
    assert!(run.stdout.starts_with(expected), "{}", run.stdout);
    assert_eq!(run.code, 0);
    let german = crate::support::run(&["inspect", "--lang", "de"], BODY).stdout;
    assert!(german.contains("ID des Events (sicher)"), "{german}");
}

#[test]
fn the_json_form_has_the_same() {
    let run = run(&["inspect", "--format", "json"], BODY);
    assert_eq!((run.code, run.stdout.lines().count()), (0, 1));
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        (&report["key"], &report["provider"]["id"]),
        (&"evt:evt_1QJ4fR2eZvKYlo2C".into(), &"stripe".into())
    );
    let [first, second, ..] = &report["candidates"].as_array().unwrap()[..] else { panic!("two or more") };
    assert_eq!(
        (&first["rule"], &first["verdict"], &first["in_use"]),
        (&"$.id".into(), &"event-id".into(), &true.into())
    );
    assert_eq!((&second["verdict"], &second["sureness"]), (&"object-id".into(), &"sure".into()));
    assert_eq!(second["key"], "evt:in_1");
}

#[test]
fn a_rule_is_used_and_judged() {
    let run = run(&["inspect", "--rule", "$.data.object.id"], BODY);
    assert!(run.stdout.starts_with("evt:in_1\n"), "{}", run.stdout);
    assert!(run.stdout.contains("* $.data.object.id"), "{}", run.stdout);
}

#[test]
fn without_a_key_or_ids_it_says_so() {
    let empty = run(&["inspect"], "");
    assert_eq!(empty.code, 1);
    assert!(empty.stdout.starts_with("no key\n"), "{}", empty.stdout);
    assert!(empty.stdout.contains("anything that looks like an id"), "{}", empty.stdout);
    let usage = run(&["inspect", "--input", "x", "--format", "json"], "");
    let report: Value = serde_json::from_str(&usage.stdout).unwrap();
    assert_eq!((usage.code, &report["findings"][0]["code"]), (2, &"usage".into()));
}
