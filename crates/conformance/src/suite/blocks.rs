//! Everything that is shown or downloaded runs as it is, with its comments, in the engine's own client.

use hookonce_core::lang::Lang;
use hookonce_core::options::Options;
use hookonce_core::sql::{Columns, Dialect, File, Guarantee, Parameter, Sql, Statement, Step};

use super::{Engine, options, sql};

fn every_sql<E: Engine>() -> impl Iterator<Item = Sql> {
    let all = Columns { event_type: true, fingerprint: true, scope: true };
    let choice = move |guarantee| {
        [Columns::default(), all].map(|columns| sql(&Options { columns, ..options::<E>(guarantee) }))
    };
    Guarantee::ALL.into_iter().flat_map(choice)
}

pub fn every_block_runs_in_both_languages<E: Engine>() {
    for lang in Lang::ALL {
        for sql in every_sql::<E>() {
            let engine = E::new();
            for statement in sql.statements() {
                let block = sql.block(statement, lang).sql;
                assert!(block.starts_with("-- "), "{block}");
                let mut script = with_values(&block, &sql, &[statement]);
                // What ends the transaction of a claim stands behind one.
                if sql.guarantee() == Guarantee::SameTransaction
                    && [Statement::Finish, Statement::Release].contains(&statement)
                {
                    let claim = sql.block(Statement::Claim, lang).sql;
                    script = with_values(&claim, &sql, &[Statement::Claim]) + &script;
                }
                run(&engine, &script);
                if statement == Statement::Finish && sql.guarantee() == Guarantee::SameTransaction {
                    run(&engine, "DELETE FROM processed_events;");
                }
            }
            run(&engine, &sql.file(File::Down, lang).sql);
        }
    }
}

pub fn every_file_runs_in_both_languages<E: Engine>() {
    for lang in Lang::ALL {
        for sql in every_sql::<E>() {
            let engine = E::new();
            let mut script = with_values(&sql.file(File::All, lang).sql, &sql, &sql.statements());
            // The transaction of the claim was ended by the finish.
            script = script.replace("\nROLLBACK;", &format!("\n{};\nROLLBACK;", E::BEGIN));
            run(&engine, &script);
            // Of lease, the downgrade was the last.
            for file in [File::Down, File::Up, File::Up, File::Down] {
                run(&engine, &sql.file(file, lang).sql);
            }
        }
    }
}

#[track_caller]
fn run<E: Engine>(engine: &E, script: &str) {
    if let Err(error) = engine.script(script) {
        panic!("{error}\n{script}");
    }
}

/// The text with values in the places of the statements' placeholders; everything else stays.
#[track_caller]
fn with_values(text: &str, sql: &Sql, statements: &[Statement]) -> String {
    let mut text = text.to_owned();
    let steps = statements.iter().flat_map(|statement| sql.steps(*statement));
    for step in steps.filter(|step| !step.parameters.is_empty()) {
        let statement = format!("\n{};", step.sql);
        assert_eq!(text.matches(&statement).count(), 1, "{}\n{text}", step.sql);
        text = text.replacen(&statement, &format!("\n{};", filled(&step, sql.dialect())), 1);
    }
    text
}

fn filled(step: &Step, dialect: Dialect) -> String {
    let literal = |parameter| match parameter {
        Parameter::EventType => "'order.paid'",
        Parameter::Fingerprint => "'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'",
        Parameter::Key => "'evt:a'",
        Parameter::Scope => "'shop'",
        Parameter::Token => "'11111111-2222-4333-8444-555555555555'",
    };
    let mut sql = step.sql.clone();
    for (number, parameter) in step.parameters.iter().enumerate() {
        let placeholder = match dialect {
            Dialect::MariaDb => "?".to_owned(),
            Dialect::PostgreSql => format!("${}", number + 1),
            Dialect::Sqlite => format!("?{}", number + 1),
        };
        let times = if dialect == Dialect::MariaDb { 1 } else { usize::MAX };
        assert!(sql.contains(&placeholder), "{sql}");
        sql = sql.replacen(&placeholder, literal(*parameter), times);
    }
    assert!(!sql.contains('?'), "{sql}");
    sql
}
