//! Every statement read back by sqlparser.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use hookonce_core::options::Options;
use hookonce_core::sql::{Dialect, Guarantee, Sql, Statement, Step};
use sqlparser::ast::{ObjectName, visit_relations};
use sqlparser::dialect::{Dialect as Reader, MySqlDialect, PostgreSqlDialect, SQLiteDialect};
use sqlparser::parser::Parser;

use crate::support::{HOSTILE, everything, plain, sql};

/// What sqlparser does not read though the engine does, as `crates/conformance` shows: the dialect, how the step begins,
/// what sqlparser says, and why. The list may only get shorter: an entry that is not needed fails the test.
const EXCEPTIONS: &[(Dialect, &str, &str, &str)] = &[(
    Dialect::PostgreSql,
    "ALTER TABLE",
    "found: COLLATE",
    "the upgrade changes a column's collation; sqlparser 0.64 ends ALTER COLUMN … TYPE after the type",
)];

#[test]
fn every_statement_parses_in_its_dialect() {
    let mut needed = BTreeSet::new();
    for (dialect, guarantee, columns) in everything() {
        let sql = sql(dialect, guarantee, columns, "processed_events");
        for statement in sql.statements() {
            for step in sql.steps(statement) {
                let Err(error) = Parser::parse_sql(reader(dialect), &step.sql) else { continue };
                let exception = EXCEPTIONS.iter().position(|(of, start, message, _)| {
                    *of == dialect && step.sql.starts_with(start) && error.to_string().contains(message)
                });
                match exception {
                    Some(at) => needed.insert(at),
                    None => panic!("{dialect:?} {guarantee:?} {statement:?}: {error}\n{}", step.sql),
                };
            }
        }
    }
    let superfluous: Vec<_> = (0..EXCEPTIONS.len()).filter(|at| !needed.contains(at)).collect();
    assert_eq!(superfluous, [0; 0], "these exceptions can go");
}

#[test]
fn every_quoted_name_comes_back_unchanged() {
    for (dialect, guarantee, columns) in everything() {
        for (table, schema) in HOSTILE.into_iter().zip(HOSTILE.into_iter().rev()) {
            let options = Options {
                dialect,
                guarantee,
                columns,
                schema: schema.into(),
                table: table.into(),
                ..Options::default()
            };
            let sql = Sql::new(&options).unwrap();
            let mut found = 0;
            for step in sql.statements().into_iter().flat_map(|statement| sql.steps(statement)) {
                for name in names(dialect, &step) {
                    match name.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
                        [of, name] if (*of, *name) == (schema, table) => found += 1,
                        // SQLite renames a table within its schema.
                        [name] if dialect == Dialect::Sqlite && *name == table => {}
                        [of, "business_log" | "hookonce_old" | "hookonce_upgrade"] if *of == schema => {}
                        ["attempt" | "changed" | "claim" | "deleted" | "known" | "old" | "work"] => {}
                        other => panic!("{other:?} in {}", step.sql),
                    }
                }
            }
            assert!(found >= 3, "{dialect:?} {guarantee:?} {table}: {found}");
        }
    }
}

#[test]
fn placeholders_are_those_of_the_dialect() {
    for (dialect, expected) in
        [(Dialect::PostgreSql, "key = $1"), (Dialect::Sqlite, "key = ?1"), (Dialect::MariaDb, "`key` = ?")]
    {
        let step = plain(dialect, Guarantee::ClaimFirst).steps(Statement::Release).remove(0);
        assert!(step.sql.ends_with(expected), "{}", step.sql);
    }
}

/// The names of tables in a step, in their parts and unquoted; none where sqlparser cannot read it.
fn names(dialect: Dialect, step: &Step) -> Vec<Vec<String>> {
    let mut names = Vec::new();
    if let Ok(statements) = Parser::parse_sql(reader(dialect), &step.sql) {
        let _ = visit_relations(&statements, |ObjectName(parts)| {
            let parts = parts.iter().filter_map(|part| part.as_ident());
            names.push(parts.map(|part| part.value.clone()).collect());
            ControlFlow::<()>::Continue(())
        });
    }
    names
}

fn reader(dialect: Dialect) -> &'static dyn Reader {
    match dialect {
        Dialect::MariaDb => &MySqlDialect {},
        Dialect::PostgreSql => &PostgreSqlDialect {},
        Dialect::Sqlite => &SQLiteDialect {},
    }
}
