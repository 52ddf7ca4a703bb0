//! Names are quoted exactly when the server would quote them.

use hookonce_conformance::postgresql::Database;
use hookonce_core::sql::{Dialect, identifier};
use postgres::Client;

use crate::names::HOSTILE;

#[track_caller]
fn written(name: &str) -> String {
    identifier(name, Dialect::PostgreSql).expect(name)
}

fn keywords(client: &mut Client, category: &str) -> Vec<String> {
    let query = format!("SELECT word FROM pg_get_keywords() WHERE catcode {category}");
    client.query(&query, &[]).unwrap().iter().map(|row| row.get(0)).collect()
}

#[test]
fn every_key_word_that_is_not_unreserved_is_quoted() {
    let words = keywords(&mut Database::new().connect(), "<> 'U'");
    assert!(words.len() > 100, "{}", words.len());
    for word in words {
        assert_eq!(written(&word), format!("\"{word}\""));
    }
}

#[test]
fn unreserved_words_and_plain_names_stay_plain() {
    let words = keywords(&mut Database::new().connect(), "= 'U'");
    assert!(words.len() > 100, "{}", words.len());
    let plain = ["processed_events", "business_log", "_", "_1", "key", "events2"].map(str::to_owned);
    for name in words.into_iter().chain(plain) {
        assert_eq!(written(&name), name);
    }
}

#[test]
fn the_server_quotes_alike() {
    let mut client = Database::new().connect();
    let mut names = keywords(&mut client, "IS NOT NULL");
    names.extend(HOSTILE.map(str::to_owned));
    names.extend(["processed_events", "_", "_1", "1_", "a$", "Ä", "ä"].map(str::to_owned));
    for name in names {
        let quoted: String = client.query_one("SELECT quote_ident($1)", &[&name]).unwrap().get(0);
        assert_eq!(written(&name), quoted);
    }
}
