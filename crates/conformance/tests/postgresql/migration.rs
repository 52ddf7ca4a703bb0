//! The files of a migration.

use hookonce_core::lang::Lang;
use hookonce_core::options::Options;
use hookonce_core::sql::File;

use crate::support::{migrated, sql};
use hookonce_conformance::postgresql::Database;

#[test]
fn up_twice_keeps_what_is_there() {
    let database = migrated();
    database.psql("INSERT INTO processed_events (key) VALUES ('evt:a')");
    database.psql("INSERT INTO business_log (event_key) VALUES ('evt:a')");
    database.psql(&sql(&Options::default()).file(File::Up, Lang::En).sql);
    assert_eq!(database.psql("SELECT key FROM processed_events"), "evt:a\n");
    assert_eq!(database.psql("SELECT id, event_key, event_type FROM business_log"), "1|evt:a|\n");
}

#[test]
fn up_and_down_come_in_any_number() {
    let database = Database::new();
    let file = |file| sql(&Options::default()).file(file, Lang::En).sql;
    for (name, tables) in [(File::Down, 0), (File::Up, 2), (File::Down, 0), (File::Down, 0), (File::Up, 2)] {
        database.psql(&file(name));
        let count = database.psql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'");
        assert_eq!(count, format!("{tables}\n"), "{name:?}");
    }
}

#[test]
fn the_tables_are_as_published() {
    let columns = "SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns \
         WHERE table_schema = 'public' ORDER BY table_name, ordinal_position";
    let expected = "business_log|id|bigint|NO|nextval('business_log_id_seq'::regclass)\n\
         business_log|event_key|text|NO|\n\
         business_log|event_type|text|YES|\n\
         business_log|created_at|timestamp with time zone|NO|now()\n\
         processed_events|key|text|NO|\n\
         processed_events|first_seen|timestamp with time zone|NO|now()\n";
    let database = migrated();
    assert_eq!(database.psql(columns), expected);
    let keys = "SELECT conrelid::regclass, pg_get_constraintdef(oid) FROM pg_constraint \
         WHERE connamespace = 'public'::regnamespace ORDER BY conrelid::regclass::text";
    assert_eq!(database.psql(keys), "business_log|PRIMARY KEY (id)\nprocessed_events|PRIMARY KEY (key)\n");
}
