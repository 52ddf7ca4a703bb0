//! Hostile names create what they say, and nothing else.

use std::collections::BTreeSet;

use hookonce_core::finding::{Finding, FindingKind, IdentifierFault, IdentifierOption, NameLimit};
use hookonce_core::lang::Lang;
use hookonce_core::options::Options;
use hookonce_core::sql::{Dialect, File, Guarantee, Sql, Statement, identifier};

use super::{Engine, options, receiver, sql, token};
use crate::hostile::HOSTILE;
use crate::receiver::{Change, Claim, Event};

/// Why the engine cannot have the name; [`Sql::new`] must say the same.
fn fault<E: Engine>(name: &str) -> Option<IdentifierFault> {
    match E::DIALECT {
        Dialect::MariaDb if name.chars().count() > 58 => {
            Some(IdentifierFault::TooLong { limit: NameLimit::Characters58 })
        }
        Dialect::MariaDb if name.starts_with("#mysql50#") => Some(IdentifierFault::Reserved),
        Dialect::MariaDb if name.contains(['📦', '👩']) => Some(IdentifierFault::Supplementary),
        Dialect::MariaDb if name.ends_with(' ') => Some(IdentifierFault::SpaceAtEnd),
        _ => None,
    }
}

pub fn as_a_table_each_creates_what_it_says<E: Engine>() {
    let engine = E::alone();
    for name in HOSTILE {
        let options = Options { table: name.into(), ..options::<E>(Guarantee::Lease) };
        match fault::<E>(name) {
            None => check(&engine, &options),
            Some(reason) => refused(&options, &[IdentifierOption::Table], reason),
        }
    }
}

pub fn as_a_schema_and_a_table_each_creates_what_it_says<E: Engine>() {
    let mut engine = E::alone();
    for name in HOSTILE {
        let options = Options { schema: name.into(), table: name.into(), ..options::<E>(Guarantee::Lease) };
        match fault::<E>(name) {
            None => {
                engine.create_schema(name);
                check(&engine, &options);
                engine.drop_schema(name);
            }
            Some(reason) => refused(&options, &[IdentifierOption::Schema, IdentifierOption::Table], reason),
        }
    }
}

pub fn every_name_comes_back_from_the_catalog<E: Engine>() {
    let engine = E::new();
    let before = engine.everything();
    let expected = HOSTILE.into_iter().filter(|name| fault::<E>(name).is_none());
    // To SQLite two names are one if they differ in the case of ASCII letters only.
    for name in expected {
        let written = identifier(name, E::DIALECT).unwrap();
        engine.script(&format!("CREATE TABLE {written} (a integer);")).unwrap();
        let created = engine.everything();
        let created: Vec<&String> = created.difference(&before).map(|[_, _, name]| name).collect();
        assert_eq!(created, [name]);
        engine.script(&format!("DROP TABLE {written};")).unwrap();
    }
}

#[track_caller]
fn refused(options: &Options, places: &[IdentifierOption], reason: IdentifierFault) {
    let finding =
        |option: &IdentifierOption| Finding::new(FindingKind::IdentifierInvalid { option: *option, reason });
    assert_eq!(Sql::new(options), Err(places.iter().map(finding).collect()), "{options:?}");
}

/// Migrates, uses every statement, migrates back, and compares what exists before, between and after.
#[track_caller]
fn check<E: Engine>(engine: &E, options: &Options) {
    engine
        .script("CREATE TABLE IF NOT EXISTS victim (a integer); CREATE TABLE IF NOT EXISTS x (a integer);")
        .unwrap();
    let before = engine.everything();
    let sql = sql(options);
    let up = sql.file(File::Up, Lang::De).sql;
    engine.script(&up).unwrap_or_else(|error| panic!("{error}\n{up}"));
    engine.script(&sql.file(File::Up, Lang::En).sql).unwrap();
    assert_eq!(created(engine, &before), expected(options), "{options:?}");

    let mut receiver = receiver(engine, options);
    let event = Event::new("evt:a");
    let first = token(receiver.claim(&event).unwrap());
    assert!(matches!(receiver.claim(&event).unwrap(), Claim::InProgress(_)));
    receiver.work(&event).unwrap();
    assert_eq!(receiver.extend(&event, first).unwrap(), Change::Made);
    assert_eq!(receiver.release(&event, first).unwrap(), Change::Made);
    let second = token(receiver.claim(&event).unwrap());
    assert_eq!(receiver.finish(&event, second).unwrap(), Change::Made);
    assert_eq!(receiver.claim(&event).unwrap(), Claim::Done);
    for statement in [Statement::Cleanup, Statement::Watch] {
        receiver.run(statement, &event, second).unwrap();
    }
    drop(receiver);
    for statement in [Statement::Downgrade, Statement::Upgrade] {
        let script = sql.statement(statement) + ";\n";
        engine.script(&script).unwrap_or_else(|error| panic!("{error}\n{script}"));
        assert_eq!(created(engine, &before), expected(options), "{options:?} {statement:?}");
    }

    engine.script(&sql.file(File::Down, Lang::En).sql).unwrap();
    assert_eq!(engine.everything(), before, "{options:?}");
}

/// The tables that are new; an index that is new must be theirs.
#[track_caller]
fn created<E: Engine>(engine: &E, before: &BTreeSet<[String; 3]>) -> BTreeSet<[String; 2]> {
    let now = engine.everything();
    assert!(before.is_subset(&now));
    let (tables, others): (Vec<_>, Vec<_>) = now.difference(before).partition(|[kind, ..]| kind == "table");
    for [kind, schema, name] in others {
        let is_theirs =
            |table: &&[String; 3]| table[1] == *schema && name.starts_with(&format!("{} ", table[2]));
        assert!(kind == "index" && tables.iter().any(is_theirs), "{kind} {schema} {name}");
    }
    tables.into_iter().map(|[_, schema, name]| [schema.clone(), name.clone()]).collect()
}

fn expected(options: &Options) -> BTreeSet<[String; 2]> {
    BTreeSet::from([&options.table, "business_log"].map(|table| [options.schema.clone(), table.to_owned()]))
}
