//! Everything that is shown or downloaded runs as it is, with its comments.

use std::collections::BTreeSet;

use hookonce_conformance::postgresql::Database;
use hookonce_core::lang::Lang;
use hookonce_core::options::Options;
use hookonce_core::sql::{Columns, File, Guarantee, Parameter, Sql, Statement};
use uuid::Uuid;

use crate::support::{sql, under};

const ALL_COLUMNS: Columns = Columns { event_type: true, fingerprint: true, scope: true };

/// A block and the rows that it gives, or another line for psql.
enum Act {
    Block(Statement, &'static str),
    Line(&'static str),
}

use Act::{Block, Line};

#[test]
fn every_block_runs_in_both_languages() {
    let database = Database::new();
    for lang in Lang::ALL {
        for options in choices() {
            let sql = sql(&options);
            let mut script = format!("SET TimeZone = 'UTC';\n{ANEW}");
            let (mut expected, mut used) = (String::new(), BTreeSet::new());
            for act in acts(&sql) {
                match act {
                    Block(statement, rows) => {
                        let block = sql.block(statement, lang).sql;
                        assert!(block.starts_with("-- "), "{block}");
                        script += &executed(&block, &sql, &[statement]);
                        expected += rows;
                        used.insert(statement.name());
                    }
                    Line(line) => script += &format!("{line}\n"),
                }
            }
            assert_eq!(used, sql.statements().into_iter().map(Statement::name).collect(), "{options:?}");
            assert_eq!(with_marks(&database.psql(&script)), expected, "{script}");
        }
    }
}

#[test]
fn every_file_runs_in_both_languages() {
    let database = Database::new();
    for lang in Lang::ALL {
        for options in choices() {
            let sql = sql(&options);
            let all = sql.file(File::All, lang).sql;
            let script = executed(&all, &sql, &sql.statements());
            let (first, upgrade) = match sql.steps(Statement::Upgrade).first() {
                Some(step) => script.split_at(script.find(&step.sql).expect("the upgrade")),
                None => (script.as_str(), ""),
            };
            database.psql(&format!("{ANEW}{TOKEN}{first}"));
            database.psql(&sql.file(File::Up, lang).sql);
            database.psql(&sql.file(File::Down, lang).sql);
            // From here on for a table of claim-first.
            let old = Options { guarantee: Guarantee::ClaimFirst, ..options.clone() };
            database.psql(&Sql::new(&old).expect("usable options").file(File::Up, lang).sql);
            database.psql(upgrade);
        }
    }
}

/// Each guarantee without and with all columns.
fn choices() -> impl Iterator<Item = Options> {
    let choices =
        |guarantee| [Columns::default(), ALL_COLUMNS].map(|columns| Options { columns, ..under(guarantee) });
    Guarantee::ALL.into_iter().flat_map(choices)
}

/// Every block of a guarantee in an order that makes sense, in one session.
fn acts(sql: &Sql) -> Vec<Act> {
    let mut acts = vec![Block(Statement::Table, ""), Block(Statement::BusinessLog, "")];
    match sql.guarantee() {
        Guarantee::ClaimFirst => acts.extend([
            Block(Statement::Claim, "evt:a\n"),
            Block(Statement::Claim, ""),
            Block(Statement::Release, ""),
            Block(Statement::Claim, "evt:a\n"),
            Block(Statement::Cleanup, ""),
        ]),
        Guarantee::Lease => acts.extend([
            Block(Statement::Claim, "claimed|TOKEN|\n"),
            Line(TAKE_TOKEN),
            Block(Statement::Extend, "extended\n"),
            Block(Statement::Claim, "in_progress||SECONDS\n"),
            Block(Statement::Release, "released\n"),
            Block(Statement::Watch, "WATCHED\n"),
            Block(Statement::Claim, "claimed|TOKEN|\n"),
            Block(Statement::Finish, "lost\n"),
            Line(TAKE_TOKEN),
            Block(Statement::Finish, "finished\n"),
            Block(Statement::Claim, "done||\n"),
            Block(Statement::Cleanup, "0|0\n"),
            Block(Statement::Downgrade, ""),
            Block(Statement::Upgrade, ""),
            Block(Statement::Claim, "done||\n"),
        ]),
        Guarantee::SameTransaction => acts.extend([
            Block(Statement::Process, "claimed\n"),
            Block(Statement::Process, "done\n"),
            Block(Statement::Claim, ""),
            Block(Statement::Release, ""),
            Line("DELETE FROM processed_events;"),
            Block(Statement::Claim, "evt:a\n"),
            Block(Statement::Finish, ""),
            Block(Statement::Claim, ""),
            Block(Statement::Release, ""),
            Block(Statement::Cleanup, "0\n"),
        ]),
    }
    if !sql.steps(Statement::Compare).is_empty() {
        acts.push(Block(Statement::Compare, "done\n"));
    }
    acts
}

/// psql has no parameters but those of PREPARE: each statement that has some is prepared and executed in its place.
fn executed(text: &str, sql: &Sql, statements: &[Statement]) -> String {
    let mut text = text.to_owned();
    for step in statements.iter().flat_map(|statement| sql.steps(*statement)) {
        if step.parameters.is_empty() {
            continue;
        }
        let shown = format!("{};\n", step.sql);
        assert_eq!(text.matches(&shown).count(), 1, "{text}");
        let values: Vec<_> = step.parameters.iter().map(|parameter| value(*parameter)).collect();
        let run = format!("PREPARE s AS\n{shown}EXECUTE s({});\nDEALLOCATE s;\n", values.join(", "));
        text = text.replacen(&shown, &run, 1);
    }
    text
}

fn value(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::EventType => "NULL",
        Parameter::Fingerprint => "repeat('a', 64)",
        Parameter::Key => "'evt:a'",
        Parameter::Scope => "'shop'",
        Parameter::Token => ":'claim_token'",
    }
}

const TAKE_TOKEN: &str = "SELECT claim_token FROM processed_events \\gset";

/// Quicker than a new database.
const ANEW: &str = "DROP TABLE IF EXISTS processed_events, business_log;\n";

/// A token that no claim has.
const TOKEN: &str = "\\set claim_token 00000000-0000-0000-0000-000000000000\n";

/// The rows with marks in the place of what is never the same.
fn with_marks(rows: &str) -> String {
    let mark = |row: &str| {
        // Key, attempts, first seen and end of the lease, maybe after the scope.
        if row.ends_with("|1970-01-01 00:00:00+00") {
            return "WATCHED\n".to_owned();
        }
        let mark = |cell| match cell {
            cell if Uuid::parse_str(cell).is_ok() => "TOKEN",
            cell if row.starts_with("in_progress") && cell.parse().is_ok_and(|left: u8| left <= 60) => {
                "SECONDS"
            }
            cell => cell,
        };
        let cells = row.split('|').map(mark);
        format!("{}\n", cells.collect::<Vec<_>>().join("|"))
    };
    rows.lines().map(mark).collect()
}
