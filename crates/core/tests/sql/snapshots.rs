//! The committed files: PostgreSQL's statements in full, and how the other dialects and the optional columns differ.

use hookonce_core::files::NamedFile;
use hookonce_core::lang::Lang;
use hookonce_core::sql::{Columns, Dialect, Guarantee, Sql, Statement};
use similar::{ChangeTag, TextDiff};

use crate::support::{compare, plain, sql};

#[test]
fn the_statements_are_the_committed_ones() {
    let mut files = Vec::new();
    let mut file = |name: String, text| files.push(NamedFile { path: name, text });
    for guarantee in Guarantee::ALL {
        let name = guarantee.name();
        let reference = plain(Dialect::PostgreSql, guarantee);
        file(format!("postgresql-{name}.sql"), in_full(&reference));
        let all = Columns { event_type: true, fingerprint: true, scope: true };
        let with_all = sql(Dialect::PostgreSql, guarantee, all, "processed_events");
        file(format!("postgresql-{name}-with-all.diff"), difference(&reference, &with_all));
        for dialect in Dialect::ALL.into_iter().filter(|dialect| *dialect != Dialect::PostgreSql) {
            file(
                format!("{}-{name}.diff", dialect.name()),
                difference(&reference, &plain(dialect, guarantee)),
            );
        }
    }
    compare("sql", &files);
}

#[test]
fn languages_differ_in_comments_only() {
    for guarantee in Guarantee::ALL {
        for dialect in Dialect::ALL {
            let sql = plain(dialect, guarantee);
            for statement in sql.statements() {
                let [de, en] = Lang::ALL.map(|lang| sql.block(statement, lang).sql);
                assert_ne!(de, en);
                let code = |text: &str| -> Vec<String> {
                    text.lines().filter(|line| !line.starts_with("-- ")).map(str::to_owned).collect()
                };
                assert_eq!(code(&de), code(&en));
            }
        }
    }
}

fn in_full(sql: &Sql) -> String {
    let statements = sql
        .statements()
        .into_iter()
        .map(|statement| format!("-- {}\n{};\n", statement.name(), sql.statement(statement)));
    statements.collect::<Vec<_>>().join("\n")
}

/// The lines of each statement that are not in the reference (`+`) or only there (`-`), a clause a line.
fn difference(reference: &Sql, sql: &Sql) -> String {
    let mut text = String::new();
    for statement in Statement::ALL {
        let [old, new] = [reference, sql].map(|sql| clauses(&sql.statement(statement)));
        let state = match (old.is_empty(), new.is_empty()) {
            (true, true) => continue,
            (false, true) => " none",
            _ if old == new => " the same",
            _ => "",
        };
        text.push_str(&format!("{}:{state}\n", statement.name()));
        if !state.is_empty() {
            continue;
        }
        for change in TextDiff::from_lines(&old, &new).iter_all_changes() {
            let sign = match change.tag() {
                ChangeTag::Delete => '-',
                ChangeTag::Equal => continue,
                ChangeTag::Insert => '+',
            };
            text.push_str(&format!("{sign} {}\n", change.value().trim_end()));
        }
    }
    text
}

/// The statement with the parts of its lists on lines of their own. Names have no quotes: those of MariaDB and SQLite
/// are quoted wherever they stand, which is no news.
fn clauses(statement: &str) -> String {
    let mut text = String::new();
    let mut depth = 0;
    for char in statement.chars().filter(|char| *char != '`') {
        match char {
            '(' => depth += 1,
            ')' => depth -= 1,
            ' ' if text.ends_with(',') && depth <= 1 => text.push_str("\n "),
            _ => {}
        }
        text.push(char);
    }
    let text = text.replace("\"processed_events\"", "processed_events");
    if text.is_empty() { text } else { text + "\n" }
}
