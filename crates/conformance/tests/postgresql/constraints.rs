//! What the tables refuse, whoever writes to them.

use hookonce_conformance::postgresql::Database;
use hookonce_conformance::receiver::{Event, Failure};
use hookonce_core::options::Options;
use hookonce_core::sql::Guarantee;
use postgres::error::SqlState;

use crate::support::{
    count, every_columns, lease, migrate_anew, migrated_for, receiver, state, token, under,
};

/// Every choice of guarantee and columns.
fn every() -> impl Iterator<Item = Options> {
    let choices = |guarantee| every_columns().map(|columns| Options { columns, ..under(guarantee) });
    Guarantee::ALL.into_iter().flat_map(choices)
}

/// Whether it is the published table, which has no checks.
fn is_published(options: &Options) -> bool {
    options.guarantee != Guarantee::Lease && options.columns.is_empty()
}

#[test]
fn keys_scopes_and_fingerprints_of_a_wrong_length_are_refused() {
    // Bytes count, not characters.
    let [longest, long] = ["ü".repeat(160), format!("{}a", "ü".repeat(160))];
    let [longest_scope, long_scope] = [255, 256].map(|length| "s".repeat(length));
    let [short_hash, long_hash] = [63, 65].map(|length| "a".repeat(length));
    let event = Event::new("evt:a");
    let database = Database::new();
    for options in every().filter(|options| !is_published(options)) {
        let columns = options.columns;
        migrate_anew(&database, &options);
        let mut receiver = receiver(&database, &options);
        let refused = [
            (true, Event { key: "", ..event.clone() }),
            (true, Event { key: &long, ..event.clone() }),
            (columns.scope, Event { scope: "", ..event.clone() }),
            (columns.scope, Event { scope: &long_scope, ..event.clone() }),
            (columns.fingerprint, Event { fingerprint: "", ..event.clone() }),
            (columns.fingerprint, Event { fingerprint: &short_hash, ..event.clone() }),
            (columns.fingerprint, Event { fingerprint: &long_hash, ..event.clone() }),
        ];
        for (_, event) in refused.into_iter().filter(|(applies, _)| *applies) {
            let claim = receiver.claim(&event);
            let is_check = matches!(&claim, Err(Failure::Other(text)) if text.ends_with("(23514)"));
            assert!(is_check, "{options:?}, {event:?}: {claim:?}");
        }
        assert_eq!(count(&mut receiver.connection, "SELECT count(*) FROM processed_events"), 0);
        for event in [
            Event { key: "k", ..event.clone() },
            Event { key: &longest, scope: &longest_scope, ..event.clone() },
        ] {
            let token = token(receiver.claim(&event));
            receiver.finish(&event, token).unwrap();
        }
    }
}

/// One unique constraint, so that a claim knows which one it met; text is compared by bytes wherever it decides something.
#[test]
fn there_is_one_unique_index_and_no_other_and_null_only_where_it_means_something() {
    let database = Database::new();
    let mut client = database.connect();
    for options in every() {
        migrate_anew(&database, &options);
        let indexes = "SELECT count(*) FROM pg_index WHERE indrelid = 'processed_events'::regclass";
        assert_eq!(count(&mut client, indexes), 1, "{options:?}");
        assert_eq!(
            count(&mut client, &format!("{indexes} AND indisunique AND indisprimary")),
            1,
            "{options:?}"
        );
        let mut names = |condition: &str| -> Vec<String> {
            let query = format!(
                "SELECT attname::text FROM pg_attribute WHERE attrelid = 'processed_events'::regclass \
                 AND attnum > 0 AND NOT attisdropped AND {condition} ORDER BY attname"
            );
            client.query(&query, &[]).unwrap().iter().map(|row| row.get(0)).collect()
        };
        let nullable =
            [("done_at", options.guarantee == Guarantee::Lease), ("event_type", options.columns.event_type)];
        assert_eq!(names("NOT attnotnull"), chosen(&nullable), "{options:?}");
        // Of the database's collation: the event's type, that nothing depends on, and the published key.
        let collated = [("event_type", options.columns.event_type), ("key", is_published(&options))];
        assert_eq!(
            names("attcollation <> 0 AND attcollation <> '\"C\"'::regcollation"),
            chosen(&collated),
            "{options:?}"
        );
    }
}

fn chosen<'a>(columns: &[(&'a str, bool)]) -> Vec<&'a str> {
    columns.iter().filter(|(_, chosen)| *chosen).map(|(name, _)| *name).collect()
}

#[test]
fn done_at_is_there_exactly_when_it_is_done() {
    let database = migrated_for(&lease(60));
    let mut receiver = receiver(&database, &lease(60));
    let [running, done] = ["evt:running", "evt:done"].map(Event::new);
    token(receiver.claim(&running));
    let owner = token(receiver.claim(&done));
    receiver.finish(&done, owner).unwrap();
    let rows = "SELECT count(*) FROM processed_events WHERE (key, status, done_at IS NULL) IN \
         (('evt:running', 'processing', true), ('evt:done', 'done', false))";
    assert_eq!(count(&mut receiver.connection, rows), 2);
    for (set, key) in [
        ("status = 'done'", "evt:running"),
        ("done_at = now()", "evt:running"),
        ("status = 'processing'", "evt:done"),
        ("done_at = NULL", "evt:done"),
    ] {
        refuse(&database, set, key, &SqlState::CHECK_VIOLATION);
    }
}

#[test]
fn no_other_state_can_be_stored() {
    let database = migrated_for(&lease(60));
    token(receiver(&database, &lease(60)).claim(&Event::new("evt:a")));
    for set in
        ["status = 'failed'", "status = ''", "status = 'Done', done_at = now()", "attempts = 0", "key = ''"]
    {
        refuse(&database, set, "evt:a", &SqlState::CHECK_VIOLATION);
    }
    for column in ["key", "status", "claim_token", "lease_until", "attempts", "first_seen"] {
        refuse(&database, &format!("{column} = NULL"), "evt:a", &SqlState::NOT_NULL_VIOLATION);
    }
}

#[track_caller]
fn refuse(database: &Database, set: &str, key: &str, expected: &SqlState) {
    let update = format!("UPDATE processed_events SET {set} WHERE key = '{key}'");
    assert_eq!(state(database.connect().execute(&update, &[])), *expected, "{update}");
}
