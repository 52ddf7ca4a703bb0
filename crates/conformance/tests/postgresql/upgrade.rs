//! From the table of claim-first to that of lease, and back.

use hookonce_conformance::postgresql::Database;
use hookonce_conformance::receiver::{Change, Claim, Event, Failure};
use hookonce_core::lang::Lang;
use hookonce_core::options::Options;
use hookonce_core::sql::{Columns, File, Guarantee, Statement};
use postgres::Client;
use postgres::error::SqlState;

use crate::support::{
    count, every_columns, lease, migrate_anew, migrated_for, receiver, sql, state, token, under,
};

#[test]
fn the_upgraded_table_is_the_new_one_and_the_downgraded_is_the_old_one() {
    let database = Database::new();
    let mut client = database.connect();
    for columns in every_columns() {
        let [old, new] = both(columns);
        let [as_new, as_old] = [&new, &old].map(|options| {
            migrate_anew(&database, options);
            catalog(&mut client)
        });
        assert_ne!(as_old, as_new);
        for round in 0..2 {
            move_to(&database, &new, Statement::Upgrade);
            assert_eq!(catalog(&mut client), as_new, "{columns:?}, {round}");
            move_to(&database, &new, Statement::Downgrade);
            assert_eq!(catalog(&mut client), as_old, "{columns:?}, {round}");
        }
    }
}

#[test]
fn old_keys_are_done_and_keep_when_they_were_seen() {
    let database = Database::new();
    for columns in every_columns() {
        let [old, new] = both(columns);
        migrate_anew(&database, &old);
        let mut before = receiver(&database, &old);
        let [known, other, fresh] = ["evt:known", "evt:other", "evt:fresh"].map(Event::new);
        token(before.claim(&known));
        let age = "UPDATE processed_events SET first_seen = '2026-01-02 03:04:05Z'";
        before.connection.batch_execute(age).unwrap();
        move_to(&database, &new, Statement::Upgrade);

        let mut after = receiver(&database, &new);
        assert_eq!(after.claim(&known), Ok(Claim::Done));
        // Kept for one more retention, since nobody knows when it was done.
        let kept = "SELECT count(*) FROM processed_events WHERE first_seen = '2026-01-02 03:04:05Z' \
             AND status = 'done' AND attempts = 1 AND now() - done_at BETWEEN '0' AND interval '1 minute'";
        assert_eq!(count(&mut after.connection, kept), 1);
        let cleanup = sql(&new).statement(Statement::Cleanup);
        assert_eq!(count(&mut after.connection, &cleanup), 0);
        if columns.fingerprint {
            let body = Event { fingerprint: &"0".repeat(64), ..known.clone() };
            assert_eq!(after.claim(&body), Ok(Claim::Mismatch));
        }
        // A receiver of before is refused, and nothing passes it by.
        let refused = before.claim(&fresh);
        let not_null = matches!(&refused, Err(Failure::Other(text)) if text.ends_with("(23502)"));
        assert!(not_null, "{refused:?}");

        let owner = token(after.claim(&fresh));
        token(after.claim(&other));
        assert_eq!(after.finish(&fresh, owner), Ok(Change::Made));
        move_to(&database, &new, Statement::Downgrade);
        // The retry of what was not done does the work.
        let mut before = receiver(&database, &old);
        assert_eq!([&known, &fresh].map(|event| before.claim(event).unwrap()), [Claim::Done; 2]);
        token(before.claim(&other));
        move_to(&database, &new, Statement::Upgrade);
        let mut after = receiver(&database, &new);
        assert_eq!([known, fresh, other].map(|event| after.claim(&event).unwrap()), [Claim::Done; 3]);
    }
}

/// A key that the new table would refuse: nothing is changed, and the message says why.
#[test]
fn a_key_that_is_too_long_stops_the_upgrade() {
    let old = under(Guarantee::ClaimFirst);
    let database = migrated_for(&old);
    database.psql(&format!("INSERT INTO processed_events VALUES ('{}')", "x".repeat(321)));
    let mut client = database.connect();
    let as_old = catalog(&mut client);
    let errors = database.try_psql(&sql(&lease(60)).block(Statement::Upgrade, Lang::En).sql).unwrap_err();
    assert!(errors.contains("key_length"), "{errors}");
    assert_eq!(catalog(&mut client), as_old);
}

/// A table of another shape does not pass for the wanted one.
#[test]
fn up_on_a_table_without_the_columns_fails() {
    let two = Columns { event_type: true, scope: true, ..Columns::default() };
    for there in
        [under(Guarantee::ClaimFirst), Options { columns: two, ..under(Guarantee::ClaimFirst) }, lease(60)]
    {
        let database = migrated_for(&there);
        let mut client = database.connect();
        let before = catalog(&mut client);
        let wanted = |guarantee| every_columns().map(|columns| Options { columns, ..under(guarantee) });
        for wanted in Guarantee::ALL.into_iter().flat_map(wanted) {
            let lacks_lease = wanted.guarantee == Guarantee::Lease && there.guarantee != Guarantee::Lease;
            let lacks = |has: fn(Columns) -> bool| has(wanted.columns) && !has(there.columns);
            let lacks_column = lacks(|columns| columns.event_type)
                || lacks(|columns| columns.fingerprint)
                || lacks(|columns| columns.scope);
            let result = client.batch_execute(&sql(&wanted).file(File::Up, Lang::En).sql);
            if lacks_lease || lacks_column {
                assert_eq!(state(result), SqlState::UNDEFINED_COLUMN, "{there:?}, {wanted:?}");
            } else {
                result.unwrap();
            }
            assert_eq!(catalog(&mut client), before);
        }
    }
}

/// So does the file of a migration, in the tool that runs it.
#[test]
fn up_on_an_old_table_stops_psql() {
    let database = migrated_for(&under(Guarantee::ClaimFirst));
    let scope = Columns { scope: true, ..Columns::default() };
    for (wanted, column) in [
        (lease(60), "status"),
        (Options { columns: scope, ..under(Guarantee::ClaimFirst) }, "scope"),
        (Options { columns: scope, ..under(Guarantee::SameTransaction) }, "scope"),
    ] {
        for lang in Lang::ALL {
            let errors = database.try_psql(&sql(&wanted).file(File::Up, lang).sql).unwrap_err();
            assert!(errors.contains(&format!("column \"{column}\" does not exist")), "{errors}");
        }
    }
}

fn both(columns: Columns) -> [Options; 2] {
    [Guarantee::ClaimFirst, Guarantee::Lease].map(|guarantee| Options { columns, ..under(guarantee) })
}

/// As the comments say: in one transaction.
fn move_to(database: &Database, options: &Options, statement: Statement) {
    let block = sql(options).block(statement, Lang::En).sql;
    database.psql(&format!("BEGIN;\n{block}COMMIT;\n"));
}

/// Everything about the table but the order of its columns and the names of its constraints and indexes.
fn catalog(client: &mut Client) -> Vec<String> {
    const QUERY: &str = "
        SELECT concat_ws(' ', 'column', attname, format_type(atttypid, atttypmod), attnotnull,
            nullif(attcollation, 0)::regcollation, pg_get_expr(adbin, adrelid))
          FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
          WHERE attrelid = 'processed_events'::regclass AND attnum > 0 AND NOT attisdropped
        UNION ALL SELECT 'constraint ' || pg_get_constraintdef(oid)
          FROM pg_constraint WHERE conrelid = 'processed_events'::regclass
        UNION ALL SELECT concat_ws(' ', 'index', indisunique, indisprimary, indisvalid,
            regexp_replace(pg_get_indexdef(indexrelid), ' INDEX .* ON ', ' ON '), indcollation::oid[]::regcollation[])
          FROM pg_index WHERE indrelid = 'processed_events'::regclass
        ORDER BY 1";
    client.query(QUERY, &[]).unwrap().iter().map(|row| row.get(0)).collect()
}
