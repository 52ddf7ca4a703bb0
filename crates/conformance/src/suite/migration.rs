//! The files of a migration, the upgrade and the downgrade.

use hookonce_core::lang::Lang;
use hookonce_core::options::Options;
use hookonce_core::sql::{File, Guarantee, Statement};

use super::columns::choices;
use super::{Engine, migrated, number, options, receiver, sql};
use crate::receiver::{Claim, Event};

pub fn up_and_down_come_in_any_number<E: Engine>() {
    for guarantee in Guarantee::ALL {
        let engine = E::new();
        let before = engine.everything();
        let sql = sql(&options::<E>(guarantee));
        for (file, tables) in
            [(File::Down, 0), (File::Up, 2), (File::Up, 2), (File::Down, 0), (File::Down, 0), (File::Up, 2)]
        {
            engine.script(&sql.file(file, Lang::En).sql).unwrap();
            let created =
                engine.everything().difference(&before).filter(|[kind, ..]| kind == "table").count();
            assert_eq!(created, tables, "{guarantee:?} {file:?}");
        }
    }
    let options = options::<E>(Guarantee::ClaimFirst);
    let engine: E = migrated(&options);
    let mut receiver = receiver(&engine, &options);
    let event = Event::new("evt:a");
    receiver.claim(&event).unwrap();
    engine.script(&sql(&options).file(File::Up, Lang::En).sql).unwrap();
    assert_eq!(receiver.claim(&event).unwrap(), Claim::Done);
}

pub fn an_old_table_does_not_pass_for_a_new_one<E: Engine>() {
    let engine: E = migrated(&options::<E>(Guarantee::ClaimFirst));
    let up = |options: &Options| engine.script(&sql(options).file(File::Up, Lang::En).sql);
    for columns in choices().filter(|columns| !columns.is_empty()) {
        let error = up(&Options { columns, ..options::<E>(Guarantee::ClaimFirst) }).unwrap_err();
        assert!(error.to_lowercase().contains("column"), "{error}");
    }
    let error = up(&options::<E>(Guarantee::Lease)).unwrap_err();
    assert!(error.contains("status"), "{error}");
}

pub fn the_table_refuses_what_makes_no_sense<E: Engine>() {
    let engine: E = migrated(&options::<E>(Guarantee::Lease));
    let now = E::ago(0);
    let insert = |changed: &str, value: &str| {
        let columns = ["`key`", "status", "claim_token", "lease_until", "attempts", "first_seen", "done_at"];
        let values = ["'evt:a'", "'processing'", "'0123456789abcdef'", &now, "1", &now, "NULL"];
        let value =
            |(column, usual): (&&str, &str)| if *column == changed { value } else { usual }.to_owned();
        let values: Vec<String> = columns.iter().zip(values).map(value).collect();
        let [columns, values] = [columns.join(", "), values.join(", ")];
        engine.script(&format!("INSERT INTO processed_events ({columns}) VALUES ({values});"))
    };
    for (column, value) in [
        ("`key`", "NULL"),
        ("`key`", "''"),
        ("status", "NULL"),
        ("status", "'other'"),
        ("status", "'done'"),
        ("done_at", &now),
        ("claim_token", "NULL"),
        ("claim_token", "''"),
        ("lease_until", "NULL"),
        ("attempts", "NULL"),
        ("attempts", "0"),
        ("first_seen", "NULL"),
    ] {
        assert!(insert(column, value).is_err(), "{column} {value}");
    }
    insert("", "").unwrap();
    assert!(insert("", "").is_err(), "the key is there already");
}

/// The options of both guarantees with these columns.
fn both<E: Engine>(columns: hookonce_core::sql::Columns) -> [Options; 2] {
    [Guarantee::ClaimFirst, Guarantee::Lease].map(|guarantee| Options { columns, ..options::<E>(guarantee) })
}

pub fn an_upgrade_keeps_what_was_done<E: Engine>() {
    for columns in choices() {
        let [old, new] = both::<E>(columns);
        let engine: E = migrated(&old);
        let events = ["evt:a", "evt:b 📦"].map(Event::new);
        for event in &events {
            receiver(&engine, &old).claim(event).unwrap();
        }
        let first_seen = engine.rows("SELECT first_seen FROM processed_events ORDER BY `key`");
        let steps = |statement| sql(&new).statement(statement) + ";\n";
        engine.script(&steps(Statement::Upgrade)).unwrap();
        assert_eq!(engine.rows("SELECT first_seen FROM processed_events ORDER BY `key`"), first_seen);
        let fresh: E = migrated(&new);
        assert_eq!(
            engine.definition("processed_events"),
            fresh.definition("processed_events"),
            "{columns:?}"
        );
        assert_eq!(engine.everything(), fresh.everything());

        let mut receiver = receiver(&engine, &new);
        for event in &events {
            assert_eq!(receiver.claim(event).unwrap(), Claim::Done, "{columns:?}");
        }
        let event = Event::new("evt:new");
        let Claim::Claimed(token) = receiver.claim(&event).unwrap() else { panic!("{columns:?}") };
        receiver.finish(&event, token).unwrap();
        // Kept for one more retention.
        let deleted = receiver.run(Statement::Cleanup, &event, token).unwrap().unwrap().deleted;
        assert_eq!(deleted, Some(0));
    }
}

pub fn a_downgrade_keeps_what_was_done<E: Engine>() {
    for columns in choices() {
        let [old, new] = both::<E>(columns);
        let engine: E = migrated(&new);
        let mut receiver_of_new = receiver(&engine, &new);
        let [done, open] = ["evt:done", "evt:open"].map(Event::new);
        let Claim::Claimed(token) = receiver_of_new.claim(&done).unwrap() else { panic!("{columns:?}") };
        receiver_of_new.finish(&done, token).unwrap();
        receiver_of_new.claim(&open).unwrap();
        engine.script(&(sql(&new).statement(Statement::Downgrade) + ";\n")).unwrap();
        let fresh: E = migrated(&old);
        assert_eq!(
            engine.definition("processed_events"),
            fresh.definition("processed_events"),
            "{columns:?}"
        );
        assert_eq!(engine.everything(), fresh.everything());
        assert_eq!(number(&engine, "SELECT count(*) FROM processed_events"), 1);

        let mut receiver = receiver(&engine, &old);
        assert_eq!(receiver.claim(&done).unwrap(), Claim::Done, "{columns:?}");
        assert!(matches!(receiver.claim(&open).unwrap(), Claim::Claimed(_)), "{columns:?}");
    }
}
