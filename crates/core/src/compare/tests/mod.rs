//! Each kind of change, in bodies made for it.

mod properties;

use std::sync::Arc;

use super::*;
use crate::delivery::{Delivery, Header};

fn delivery(headers: &[(&str, &str)], body: &[u8]) -> Delivery {
    let header = |(name, value): &(&str, &str)| Header { name: (*name).into(), value: (*value).into() };
    Delivery {
        method: None,
        target: None,
        headers: headers.iter().map(header).collect(),
        body: Arc::from(body),
    }
}

/// Each change in short: its kind and path, where it moved, `~` where it is volatile, `×` how often.
fn short(difference: &Difference) -> Vec<String> {
    let one = |change: &Change| {
        let moved = change.moved_to.as_ref().map(|to| format!(" > {to}")).unwrap_or_default();
        let count = if change.count > 1 { format!(" ×{}", change.count) } else { String::new() };
        let volatile = if change.volatile { " ~" } else { "" };
        format!("{} {}{moved}{count}{volatile}", change.kind.code(), change.path)
    };
    difference.changes.iter().map(one).collect()
}

#[track_caller]
fn bodies(a: &str, b: &str, expected: &[&str]) -> Difference {
    let difference = difference(&delivery(&[], a.as_bytes()), &delivery(&[], b.as_bytes()));
    assert_eq!(short(&difference), expected, "{a}  →  {b}");
    difference
}

#[test]
fn values_that_are_added_removed_and_changed() {
    let check = |a, b, expected: &[&str]| assert_eq!(bodies(a, b, expected).compared, Compared::Json);
    check(r#"{"a":1}"#, r#"{"a":1}"#, &[]);
    check(r#"{"a":1}"#, r#"{"a":1,"b":{"c":2}}"#, &["added b"]);
    check(r#"{"a":1,"b":[true]}"#, r#"{"a":1}"#, &["removed b"]);
    check(r#"{"a":{"b":"x"},"c":1}"#, r#"{"a":{"b":"y"},"c":1}"#, &["value a.b"]);
    check(r#"{"a":null}"#, r#"{"a":[]}"#, &["value a"]);
    check(r#"{"a":{}}"#, r#"{"a":"x"}"#, &["value a"]);
    check("1", "2", &["value $"]);
    check(
        r#"{"attempt":1,"meta":{"sent-at":5}}"#,
        r#"{"attempt":2,"meta":{"sent-at":6}}"#,
        &["value attempt ~", "value meta.sent-at ~"],
    );
    check(r#"{"signature":{"a":1}}"#, r#"{"signature":{"a":2}}"#, &["value signature.a ~"]);
    check(
        r#"{"a.b":1,"":2,"x y":{"z":3}}"#,
        r#"{"a.b":2,"":3,"x y":{"z":4}}"#,
        &[r#"value ["a.b"]"#, r#"value [""]"#, r#"value ["x y"].z"#],
    );
    // Above 2^53, where a double has one value for both.
    check(r#"{"n":12345678901234567890}"#, r#"{"n":12345678901234567891}"#, &["value n"]);
}

#[test]
fn values_that_moved() {
    bodies(
        r#"{"id":"evt_123","t":1}"#,
        r#"{"data":{"id":"evt_123"},"t":1}"#,
        &["moved id > data.id", "added data"],
    );
    bodies(r#"{"a":{"id":"evt_123","n":1}}"#, r#"{"b":{"id":"evt_123","n":1}}"#, &["moved a > b"]);
    bodies(
        r#"{"a":{"id":"evt_123","n":1}}"#,
        r#"{"b":{"id":"evt_123","n":2}}"#,
        &["removed a", "moved a.id > b.id", "added b"],
    );
    bodies(
        r#"{"id":"evt_123"}"#,
        r#"{"id":"evt_999","old_id":"evt_123"}"#,
        &["value id", "moved id > old_id"],
    );
    // Nothing tells these apart from any other.
    bodies(r#"{"a":true,"b":0}"#, r#"{"c":true,"d":0}"#, &["removed a", "removed b", "added c", "added d"]);
    // What a later member overrides is not there.
    bodies(r#"{"a":"evt_123"}"#, r#"{"b":"evt_123","b":1}"#, &["removed a", "added b", "duplicate-member $"]);
}

#[test]
fn the_order_of_members_and_items() {
    bodies(r#"{"a":1,"b":2}"#, r#"{"b":2,"a":1}"#, &["order $"]);
    bodies(r#"{"x":{"a":1,"b":2,"c":3}}"#, r#"{"x":{"c":3,"a":1}}"#, &["order x", "removed x.b"]);
    bodies("[1,2,3]", "[3,1,2]", &["item-order $"]);
    bodies("[1,2,1]", "[2,1]", &["removed [0]"]);
    bodies("[1,2,3]", "[1,5,3]", &["value [1]"]);
    bodies("[1,2,3,4]", "[9,1,2,3,5]", &["value [3] > [4]", "added [0]"]);
    bodies(r#"{"a":[{"x":1},{"y":2}]}"#, r#"{"a":[{"x":1},{"z":0},{"y":2}]}"#, &["added a[1]"]);
    bodies("[[1],2]", "[2,[7]]", &["removed [0]", "added [1]"]);
}

#[test]
fn items_are_told_apart_by_their_ids() {
    bodies(
        r#"[{"id":1,"n":5},{"id":2,"n":6}]"#,
        r#"[{"id":2,"n":6},{"id":1,"n":7}]"#,
        &["item-order $", "value [0].n > [1].n"],
    );
    bodies(
        r#"[{"id":1,"n":5},{"id":2,"n":6}]"#,
        r#"[{"id":3,"n":5},{"id":1,"n":5},{"id":2,"n":7}]"#,
        &["value [1].n > [2].n", "added [0]"],
    );
    bodies(
        r#"[{"sg_event_id":"a","n":5},{"sg_event_id":"b"}]"#,
        r#"[{"sg_event_id":"b","n":1}]"#,
        &["removed [0]", "added [0].n"],
    );
    // Two items of one id: it is none.
    bodies(r#"[{"id":1,"n":5},{"id":1,"n":6}]"#, r#"[{"id":1,"n":5},{"id":1,"n":7}]"#, &["value [1].n"]);
}

#[test]
fn bytes_that_change_no_value() {
    bodies(r#"{"a":1}"#, "{ \"a\" :\t1 }", &["white-space a ×3"]);
    bodies("{\n\"a\":1\n}", "{\r\n\"a\":1\r\n}", &["line-ends a ×2"]);
    bodies("[]", "[ ]", &["white-space $"]);
    bodies("[1]", "[1]\n", &["trailing-newline $"]);
    bodies("[1]\n", "[1]\r\n", &["line-ends $"]);
    bodies("[1]", "[1]  ", &["white-space $"]);
    bodies(r#"["\u00e4","b"]"#, r#"["ä","\u0062"]"#, &["escapes [0] ×2"]);
    bodies(r#"{"\u0061":1}"#, r#"{"a":1}"#, &["escapes a"]);
    bodies("[1.0,10]", "[1,1e1]", &["number [0] ×2"]);
    bodies("\u{feff}[1]", "[1]", &["byte-order-mark $"]);
    bodies(r#"{"a":1,"a":2}"#, r#"{"a":2}"#, &["duplicate-member $"]);
    bodies(r#"{"a":1,"a":2}"#, r#"{"a":3,"a":2}"#, &["other-bytes $"]);
    let difference = bodies("[1.0]", "[2,1]", &["added [0]", "number [0]"]);
    assert!(difference.changes[1].kind.is_spelling() && !difference.changes[0].kind.is_spelling());
}

#[test]
fn positions_and_texts_are_those_of_each_body() {
    let difference = bodies("{\"a\":\n  \"ä\"}", "{\"a\": \"b\"}", &["value a", "white-space a"]);
    let change = &difference.changes[0];
    assert_eq!((change.old.as_deref(), change.new.as_deref()), (Some("\"ä\""), Some("\"b\"")));
    let at = |position: Option<Position>| position.map(|at| (at.offset, at.line, at.column));
    assert_eq!((at(change.old_position), at(change.new_position)), (Some((8, 2, 3)), Some((6, 1, 7))));
    let long = format!("\"{}\"", "ä".repeat(500));
    let difference = bodies(&long, "\"\"", &["value $"]);
    let shown = difference.changes[0].old.clone().unwrap();
    assert!(shown.ends_with("ä…") && shown.chars().count() == SHOWN + 1);
}

#[test]
fn forms_field_by_field() {
    let check = |a, b, expected: &[&str]| assert_eq!(bodies(a, b, expected).compared, Compared::Form);
    check("id=1&a=x+y&b=2", "id=1&a=x%20y&c=3", &["removed b", "added c", "escapes a"]);
    check("id=1&a=x", "a=y&id=1", &["value a", "order $"]);
    check("a=1&a=2", "a=1", &["repeated a"]);
    check("attempt=1&x=1", "attempt=2&x=1", &["value attempt ~"]);
    check("event_id=evt_123&x=1", "id=evt_123&x=1", &["moved event_id > id"]);
    check("a=1", "a=1\n", &["value a"]);
}

#[test]
fn other_bodies_by_their_first_byte() {
    let difference = bodies("<a>\n<b>1</b>", "<a>\n<b>2</b>", &["bytes $"]);
    assert_eq!(difference.compared, Compared::Text);
    let change = &difference.changes[0];
    assert_eq!((change.old.as_deref(), change.new.as_deref()), (Some("1</b>"), Some("2</b>")));
    assert_eq!(change.old_position.map(|at| (at.offset, at.line, at.column)), Some((7, 2, 4)));
    bodies("<a>", "<a>\n", &["trailing-newline $"]);
    bodies("<a\n>", "<a\r\n>", &["line-ends $"]);
    bodies("<a>\n", "<a>\r\n", &["line-ends $"]);
    bodies("\u{feff}<a>", "<a>", &["byte-order-mark $"]);
    assert_eq!(bodies("{}", "<a>", &["bytes $"]).compared, Compared::Bytes);
    assert_eq!(bodies("", "<a>", &["bytes $"]).compared, Compared::Text);
    bodies("", "", &[]);
    let binary = of_bytes(b"\xFF\x00a", b"\xFF\x00b");
    assert_eq!((binary.compared, short(&binary)), (Compared::Bytes, vec!["bytes $".to_owned()]));
}

fn of_bytes(a: &[u8], b: &[u8]) -> Difference {
    difference(&delivery(&[], a), &delivery(&[], b))
}

#[test]
fn heads() {
    #[track_caller]
    fn check(a: &[(&str, &str)], b: &[(&str, &str)], expected: &[&str]) {
        assert_eq!(short(&difference(&delivery(a, b"[]"), &delivery(b, b"[]"))), expected);
    }
    check(&[("X-Id", "1")], &[("X-Id", "1")], &[]);
    check(&[("X-Id", "1")], &[("x-id", "2")], &["value X-Id", "case X-Id"]);
    check(&[("A", "1"), ("B", "2")], &[("B", "2"), ("A", "1")], &["order $"]);
    check(&[("A", "1")], &[("A", "1"), ("a", "2")], &["repeated A"]);
    check(&[("A", "1")], &[("B", "1")], &["removed A", "added B"]);
    check(&[("Event-Id", "evt_123")], &[("Delivery", "evt_123")], &["moved Event-Id > Delivery"]);
    check(
        &[("Date", "1"), ("X-Attempt-Number", "1"), ("Stripe-Signature", "t=1"), ("X-GitHub-Delivery", "a")],
        &[("Date", "2"), ("X-Attempt-Number", "2"), ("Stripe-Signature", "t=2"), ("X-GitHub-Delivery", "b")],
        &["value Date ~", "value Stripe-Signature ~", "value X-Attempt-Number ~", "value X-GitHub-Delivery"],
    );
    let with = |method: &str, target: &str| Delivery {
        method: Some(method.into()),
        target: Some(target.into()),
        ..delivery(&[], b"[]")
    };
    let changes = difference(&with("POST", "/a"), &with("PUT", "/b"));
    assert_eq!(short(&changes), ["value ", "value "]);
    assert_eq!((changes.changes[0].part, changes.changes[1].part), (Part::Method, Part::Target));
    assert!(difference(&with("POST", "/a"), &delivery(&[], b"[]")).is_empty());
}

#[test]
fn large_and_deep_bodies_are_bounded() {
    let many = |value: usize| format!("[{}]", vec![value.to_string(); 2_000].join(","));
    let difference = of_bytes(many(1).as_bytes(), many(2).as_bytes());
    assert_eq!((difference.changes.len(), difference.more), (LISTED, 1_500));

    let deep = |inner: &str| format!("{}{inner}{}", "[".repeat(90_000), "]".repeat(90_000));
    let difference = of_bytes(deep("1").as_bytes(), deep("2").as_bytes());
    assert_eq!((difference.compared, difference.changes.len()), (Compared::Json, 1));
    assert!(difference.changes[0].path.contains("[0]…[0]") && difference.changes[0].path.len() < 200);

    let huge = |end: &str| format!("[{}{end}]", "1,".repeat(400_001));
    let difference = of_bytes(huge("1").as_bytes(), huge("2").as_bytes());
    assert_eq!((difference.compared, short(&difference)), (Compared::TooLarge, vec!["bytes $".to_owned()]));

    let objects = |seed: usize| {
        let item = |at: usize| format!("{{\"n\":{},\"m\":\"x{}\"}}", (at * seed) % 9_973, at % 7);
        format!("[{}]", (0..20_000).map(item).collect::<Vec<_>>().join(","))
    };
    assert!(of_bytes(objects(3).as_bytes(), objects(7).as_bytes()).changes.len() <= LISTED + 9);
}
