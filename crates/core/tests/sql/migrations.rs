//! Migrations: their files, and what in them belongs to the tool.

use std::collections::HashSet;

use hookonce_core::files::{NamedFile, Timestamp};
use hookonce_core::lang::Lang;
use hookonce_core::options::Options;
use hookonce_core::sql::{Change, Dialect, File, Guarantee, MigrationTool, Sql, Statement};

use crate::support::{HOSTILE, compare, everything, plain, sql, timestamp, without_comments};

#[test]
fn the_files_are_the_committed_ones() {
    for tool in MigrationTool::ALL {
        let sql = plain(Dialect::PostgreSql, Guarantee::Lease);
        let files = sql.changes().into_iter().flat_map(|change| {
            let files = sql.migration(tool, change, &timestamp(), Lang::En);
            files.into_iter().map(move |file| in_folder(change.name(), file))
        });
        compare(&format!("migrations/{}", tool.name()), &files.collect::<Vec<_>>());
    }
}

#[test]
fn up_and_down_are_the_statements_and_nothing_else() {
    for (dialect, guarantee, columns) in everything() {
        let sql = sql(dialect, guarantee, columns, "processed_events");
        let expected = |statements: &[Statement]| -> String {
            statements.iter().map(|statement| format!("{};\n", sql.statement(*statement))).collect()
        };
        for tool in MigrationTool::ALL.into_iter().filter(|tool| *tool != MigrationTool::Alembic) {
            let files = |change| sql.migration(tool, change, &timestamp(), Lang::En);
            let create = files(Change::Create);
            let [up, down] = create.as_slice() else { panic!("{create:?}") };
            assert_eq!(without_comments(up), expected(&[Statement::Table, Statement::BusinessLog]));
            let file = NamedFile { path: String::new(), text: sql.file(File::Down, Lang::En).sql };
            assert_eq!(without_comments(down), without_comments(&file));

            let upgrade = files(Change::Upgrade);
            match upgrade.as_slice() {
                [] => assert_ne!(guarantee, Guarantee::Lease),
                [up, down] => {
                    assert_eq!(guarantee, Guarantee::Lease);
                    assert_eq!(without_comments(up), expected(&[Statement::Upgrade]));
                    assert_eq!(without_comments(down), expected(&[Statement::Downgrade]));
                }
                other => panic!("{other:?}"),
            }
        }
    }
}

#[test]
fn paths_are_plain_and_each_is_there_once() {
    for table in HOSTILE.into_iter().chain(["../up", "CON", "a/b", "processed_events"]) {
        let sql = sql(Dialect::PostgreSql, Guarantee::Lease, Default::default(), table);
        for tool in MigrationTool::ALL {
            let mut paths = HashSet::new();
            for change in Change::ALL {
                for NamedFile { path, text } in sql.migration(tool, change, &timestamp(), Lang::En) {
                    assert!(path.split('/').all(is_plain), "{path}");
                    assert!(text.ends_with('\n') && !text.contains('\r'), "{path}");
                    assert!(paths.insert(path.clone()), "{path}");
                }
            }
        }
    }
}

#[test]
fn flyway_is_told_to_leave_placeholders_in_names_alone() {
    let files = |table| {
        let sql = sql(Dialect::PostgreSql, Guarantee::Lease, Default::default(), table);
        let files = sql.migration(MigrationTool::Flyway, Change::Create, &timestamp(), Lang::En);
        files.into_iter().map(|file| file.path).collect::<Vec<_>>()
    };
    assert_eq!(files("a$b"), ["V20261201031700__a_b.sql", "U20261201031700__a_b.sql"]);
    assert_eq!(
        files("${b}"),
        [
            "V20261201031700__b.sql",
            "V20261201031700__b.sql.conf",
            "U20261201031700__b.sql",
            "U20261201031700__b.sql.conf"
        ]
    );
}

#[test]
fn languages_differ_in_comments_only() {
    for (dialect, guarantee, columns) in everything() {
        let sql = sql(dialect, guarantee, columns, "processed_events");
        for (tool, change) in
            MigrationTool::ALL.into_iter().flat_map(|tool| Change::ALL.map(|change| (tool, change)))
        {
            let [de, en] = Lang::ALL.map(|lang| sql.migration(tool, change, &timestamp(), lang));
            assert_eq!(de.len(), en.len());
            for (de, en) in de.iter().zip(&en) {
                assert_eq!(de.path, en.path);
                assert_ne!(de.text, en.text);
                assert_eq!(without_comments(de), without_comments(en));
            }
        }
    }
}

#[test]
fn an_alembic_revision_depends_on_the_statements_only() {
    let path = |options: &Options, time: &str| {
        let sql = Sql::new(options).unwrap();
        let time = Timestamp::new(time).unwrap();
        sql.migration(MigrationTool::Alembic, Change::Create, &time, Lang::De).remove(0).path
    };
    let options = Options::default();
    let first = path(&options, "20261201031700");
    assert_eq!(first, path(&options, "20271201031700"));
    let longer = Options { retention_days: "60".into(), ..options.clone() };
    assert_eq!(first, path(&longer, "20261201031700"));
    let other = Options { schema: "app".into(), ..options };
    assert_ne!(first, path(&other, "20261201031700"));
}

fn in_folder(folder: &str, file: NamedFile) -> NamedFile {
    NamedFile { path: format!("{folder}/{}", file.path), text: file.text }
}

fn is_plain(part: &str) -> bool {
    !part.starts_with(['.', '-'])
        && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'))
}
