//! Keys are stored byte for byte.

use hookonce_conformance::receiver::{Change, Claim, Event};
use hookonce_core::options::Options;
use hookonce_core::sql::Guarantee;

use crate::support::{count, migrated_for, receiver, token, under};

#[test]
fn every_key_comes_back_as_it_went_in() {
    let keys = [
        "a".repeat(320),
        "ü".repeat(160),
        format!("{}aa", "漢".repeat(106)),
        "📦".repeat(80),
        // Neither case nor form nor spaces nor zero-width characters are levelled.
        "evt:evt_a".into(),
        "evt:evt_A".into(),
        "evt:\u{e9}".into(),
        "evt:e\u{301}".into(),
        "evt:a ".into(),
        "evt:a".into(),
        " evt:a".into(),
        "evt:a\u{200b}".into(),
        "evt:\u{feff}a".into(),
        "evt:ß".into(),
        "evt:ss".into(),
        "evt:\u{10ffff}".into(),
        "evt:'; DROP TABLE processed_events; --".into(),
        r"evt:\x00\n$1%s{{ x }}".into(),
    ];
    assert!(keys.iter().all(|key| key.len() <= 320));
    for guarantee in Guarantee::ALL {
        check(&keys, &under(guarantee));
    }
}

fn check(keys: &[String], options: &Options) {
    let mut receiver = receiver(&migrated_for(options), options);
    for key in keys {
        let event = Event::new(key);
        let token = token(receiver.claim(&event));
        assert_eq!(receiver.finish(&event, token), Ok(Change::Made));
    }
    for key in keys {
        assert_eq!(receiver.claim(&Event::new(key)), Ok(Claim::Done), "{key}");
        let stored = "SELECT convert_to(key, 'UTF8') FROM processed_events WHERE key = $1";
        let row = receiver.connection.query_one(stored, &[key]).unwrap();
        assert_eq!(row.get::<_, &[u8]>(0), key.as_bytes());
    }
    let rows = count(&mut receiver.connection, "SELECT count(*) FROM processed_events");
    assert_eq!(rows, keys.len() as i64);
}
