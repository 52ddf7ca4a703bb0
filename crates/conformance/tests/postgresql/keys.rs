//! Keys are stored byte for byte.

use hookonce_core::sql::Statement;

use crate::support::{migrated, statement};

#[test]
fn every_key_comes_back_as_it_went_in() {
    let mut client = migrated().connect();
    let claim = statement(Statement::Claim);
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
    for key in &keys {
        assert!(key.len() <= 320);
        let row = client.query_opt(&claim, &[key]).unwrap();
        assert_eq!(row.expect(key).get::<_, &str>(0).as_bytes(), key.as_bytes());
    }
    for key in &keys {
        assert!(client.query_opt(&claim, &[key]).unwrap().is_none(), "{key}");
        let stored =
            client.query_one("SELECT convert_to(key, 'UTF8') FROM processed_events WHERE key = $1", &[key]);
        assert_eq!(stored.unwrap().get::<_, &[u8]>(0), key.as_bytes());
    }
    let count: i64 = client.query_one("SELECT count(*) FROM processed_events", &[]).unwrap().get(0);
    assert_eq!(count, keys.len() as i64);
}
