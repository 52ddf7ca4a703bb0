//! Keys are stored byte for byte, or refused.

use std::collections::BTreeSet;

use hookonce_core::sql::Guarantee;

use super::{Engine, migrated, number, options, receiver};
use crate::receiver::{Claim, Event, Failure};

pub fn every_key_is_kept_byte_for_byte<E: Engine>() {
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
        "evt:a  ".into(),
        "evt:a".into(),
        "evt:a\t".into(),
        " evt:a".into(),
        " ".into(),
        "evt:a\u{200b}".into(),
        "evt:\u{feff}a".into(),
        "evt:ß".into(),
        "evt:ss".into(),
        "evt:\u{10ffff}".into(),
        "evt:'; DROP TABLE processed_events; --".into(),
        "evt:\"`'\\".into(),
        "evt:\\".into(),
        "$1".into(),
        "?".into(),
        "?1".into(),
        ":key".into(),
        "%_".into(),
        r"evt:\x00\n$1%s{{ x }}".into(),
    ];
    let stored: BTreeSet<String> = keys.iter().map(|key| hex(key)).collect();
    assert_eq!(stored.len(), keys.len());
    for guarantee in Guarantee::ALL {
        let options = options::<E>(guarantee);
        let engine: E = migrated(&options);
        let mut receiver = receiver(&engine, &options);
        for key in &keys {
            assert!(key.len() <= 320);
            let event = Event::new(key);
            let claim = receiver.claim(&event).unwrap();
            let Claim::Claimed(token) = claim else { panic!("{key}: {claim:?}") };
            receiver.finish(&event, token).unwrap();
        }
        for key in &keys {
            assert_eq!(receiver.claim(&Event::new(key)).unwrap(), Claim::Done, "{key}");
        }
        let rows = engine.rows("SELECT hex(`key`) FROM processed_events");
        assert_eq!(rows.lines().map(str::to_owned).collect::<BTreeSet<_>>(), stored);
    }
}

pub fn no_key_is_cut_and_none_is_empty<E: Engine>() {
    for guarantee in Guarantee::ALL {
        let options = options::<E>(guarantee);
        let engine: E = migrated(&options);
        refused(&engine, &mut receiver(&engine, &options));
    }
}

/// No receiver gets a key that is empty or too long, and nothing is left of it.
pub fn refused<E: Engine>(engine: &E, receiver: &mut crate::receiver::Receiver<E::Connection>) {
    let long = |length| "a".repeat(length);
    for key in ["".into(), long(321), "ü".repeat(161), long(1_024), long(1_025), long(2_000), long(100_000)]
    {
        let result = receiver.claim(&Event::new(&key));
        assert!(matches!(result, Err(Failure::Other(_))), "{} bytes: {result:?}", key.len());
    }
    assert_eq!(number(engine, "SELECT count(*) FROM processed_events"), 0);
}

fn hex(key: &str) -> String {
    key.bytes().map(|byte| format!("{byte:02X}")).collect()
}
