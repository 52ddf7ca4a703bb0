//! Everything that is shown or downloaded runs as it is, with its comments.

use hookonce_core::lang::Lang;
use hookonce_core::options::Options;
use hookonce_core::sql::{File, Statement};

use crate::support::{migrated, sql};
use hookonce_conformance::postgresql::Database;

#[test]
fn every_block_runs_in_both_languages() {
    for lang in Lang::ALL {
        let database = migrated();
        for statement in sql(&Options::default()).statements() {
            let block = sql(&Options::default()).block(statement, lang);
            assert!(block.sql.starts_with("-- "), "{}", block.sql);
            // psql has no parameters but those of PREPARE, whose statement may start with comments.
            let script = match statement {
                Statement::Claim | Statement::Release => {
                    format!("PREPARE s AS\n{}EXECUTE s('evt:a');", block.sql)
                }
                _ => block.sql,
            };
            let rows = if statement == Statement::Claim { "evt:a\n" } else { "" };
            assert_eq!(database.psql(&script), rows, "{script}");
        }
    }
}

#[test]
fn every_file_runs_in_both_languages() {
    for lang in Lang::ALL {
        let sql = sql(&Options::default());
        let all = sql.file(File::All, lang).sql;
        // The two statements with a parameter are the only ones that cannot run as they are.
        let mut script = all.clone();
        for (name, statement) in [("claim", Statement::Claim), ("release", Statement::Release)] {
            let statement = format!("\n{}", sql.statement(statement));
            assert_eq!(script.matches(&statement).count(), 1, "{all}");
            script = script.replacen(&statement, &format!("\nPREPARE {name} AS{statement}"), 1);
        }
        let database = Database::new();
        database.psql(&format!("{script}\nEXECUTE claim('evt:a'); EXECUTE release('evt:a');"));
        database.psql(&sql.file(File::Up, lang).sql);
        database.psql(&sql.file(File::Down, lang).sql);
    }
}
