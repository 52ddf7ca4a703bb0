//! The one way a name gets into SQL.

use super::Dialect;
use crate::finding::IdentifierFault;

/// The name as it stands in PostgreSQL's SQL, quoted only where it must be.
pub(super) fn quoted(name: &str) -> String {
    if is_plain(name) { name.to_owned() } else { format!("\"{}\"", name.replace('"', "\"\"")) }
}

/// A name as it stands in the dialect's SQL: quoted where it must be, and always read back as it is. The error says
/// why the database cannot have it.
pub fn identifier(name: &str, dialect: Dialect) -> Result<String, IdentifierFault> {
    check(name, dialect)?;
    Ok(dialect.answers().quoted(name))
}

/// Why no dialect can have the name, or why this one cannot: it is empty, or has a control character (U+0000
/// cannot be stored, and a line end would leave a comment).
pub(super) fn check(name: &str, dialect: Dialect) -> Result<(), IdentifierFault> {
    if name.is_empty() {
        Err(IdentifierFault::Empty)
    } else if name.chars().any(char::is_control) {
        Err(IdentifierFault::ControlCharacter)
    } else {
        dialect.answers().check_name(name)
    }
}

/// Whether PostgreSQL reads the name without quotes as that very name.
fn is_plain(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|byte| matches!(byte, b'a'..=b'z' | b'_'))
        && bytes.all(|byte| matches!(byte, b'a'..=b'z' | b'_' | b'0'..=b'9'))
        && !KEYWORDS.split(' ').any(|word| word == name)
}

/// Every key word that is not "unreserved", from `pg_get_keywords()` of PostgreSQL 15 and
/// the lists of 16 to 18 (<https://www.postgresql.org/docs/18/sql-keywords-appendix.html>).
/// A conformance test compares it with the server's own list. One text: a list of texts is a third larger.
#[rustfmt::skip]
const KEYWORDS: &str = "\
    all analyse analyze and any array as asc asymmetric authorization between bigint binary bit boolean \
    both case cast char character check coalesce collate collation column concurrently constraint create \
    cross current_catalog current_date current_role current_schema current_time current_timestamp \
    current_user dec decimal default deferrable desc distinct do else end except exists extract false \
    fetch float for foreign freeze from full grant greatest group grouping having ilike in initially \
    inner inout int integer intersect interval into is isnull join json json_array json_arrayagg \
    json_exists json_object json_objectagg json_query json_scalar json_serialize json_table json_value \
    lateral leading least left like limit localtime localtimestamp merge_action national natural nchar \
    none normalize not notnull null nullif numeric offset on only or order out outer overlaps overlay \
    placing position precision primary real references returning right row select session_user setof \
    similar smallint some substring symmetric system_user table tablesample then time timestamp to \
    trailing treat trim true union unique user using values varchar variadic verbose when where window \
    with xmlattributes xmlconcat xmlelement xmlexists xmlforest xmlnamespaces xmlparse xmlpi xmlroot \
    xmlserialize xmltable";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::NameLimit;

    #[test]
    fn names_are_quoted_only_where_they_must_be() {
        #[track_caller]
        fn check(name: &str, expected: &str) {
            super::check(name, Dialect::PostgreSql).unwrap();
            assert_eq!(quoted(name), expected);
        }
        check("processed_events", "processed_events");
        check("_private2", "_private2");
        check("Events", "\"Events\"");
        check("two words", "\"two words\"");
        check("say \"hi\"", "\"say \"\"hi\"\"\"");
        check("\"; DROP TABLE x; --", "\"\"\"; DROP TABLE x; --\"");
        check("2fast", "\"2fast\"");
        check("cost$1", "\"cost$1\"");
        check("größe", "\"größe\"");
        check("📦", "\"📦\"");
        check("a.b", "\"a.b\"");
        for word in ["user", "select", "order", "table", "window", "binary", "json_table"] {
            check(word, &format!("\"{word}\""));
        }
    }

    #[test]
    fn names_that_cannot_be_are_refused_with_the_reason() {
        #[track_caller]
        fn check(dialect: Dialect, name: &str, expected: Result<(), IdentifierFault>) {
            assert_eq!(super::check(name, dialect), expected, "{dialect:?} {name}");
        }
        for dialect in Dialect::ALL {
            check(dialect, "", Err(IdentifierFault::Empty));
            check(dialect, "a\0b", Err(IdentifierFault::ControlCharacter));
            check(dialect, "a\nb", Err(IdentifierFault::ControlCharacter));
            check(dialect, &"x".repeat(58), Ok(()));
        }
        let too_long = |limit| Err(IdentifierFault::TooLong { limit });
        check(Dialect::PostgreSql, &"x".repeat(63), Ok(()));
        check(Dialect::PostgreSql, &"x".repeat(64), too_long(NameLimit::Bytes63));
        check(Dialect::PostgreSql, &"ü".repeat(31), Ok(()));
        check(Dialect::PostgreSql, &"ü".repeat(32), too_long(NameLimit::Bytes63));
        check(Dialect::MariaDb, &"ü".repeat(58), Ok(()));
        check(Dialect::MariaDb, &"ü".repeat(59), too_long(NameLimit::Characters58));
        check(Dialect::MariaDb, "📦", Err(IdentifierFault::Supplementary));
        check(Dialect::MariaDb, "#mysql50#events", Err(IdentifierFault::Reserved));
        check(Dialect::MariaDb, "events ", Err(IdentifierFault::SpaceAtEnd));
        check(Dialect::Sqlite, &"ü".repeat(1_000), Ok(()));
        check(Dialect::Sqlite, "SQLite_events", Err(IdentifierFault::Reserved));
    }

    #[test]
    fn the_key_words_are_sorted_and_unique() {
        let words: Vec<_> = KEYWORDS.split(' ').collect();
        assert!(words.len() > 100 && words.is_sorted_by(|a, b| a < b));
    }
}
