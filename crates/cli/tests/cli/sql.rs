//! The SQL: the published text, and the bytes of the core, which the page shows.

use hookonce_core::lang::Lang;
use hookonce_core::options::Options;
use hookonce_core::sql::{File, Sql};

use crate::support::run;

#[test]
fn the_default_output_is_the_published_sql_word_for_word() {
    let statements = |name| {
        let run = run(&["sql", "--statement", name], "");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{name}");
        let lines = run.stdout.lines().filter(|line| !line.starts_with("--") && !line.is_empty());
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(statements("table"), [TABLE]);
    assert_eq!(statements("business-log"), [BUSINESS_LOG]);
    assert_eq!(statements("claim"), [CLAIM]);
    assert_eq!(statements("release"), [RELEASE]);
    assert_eq!(statements("cleanup"), [CLEANUP]);
    assert_eq!(statements("all"), [TABLE, BUSINESS_LOG, CLAIM, RELEASE, CLEANUP]);
    assert_eq!(statements("up"), [TABLE, BUSINESS_LOG]);
    assert_eq!(
        statements("down"),
        ["DROP TABLE IF EXISTS business_log;", "DROP TABLE IF EXISTS processed_events;"]
    );
}

#[test]
fn the_default_is_everything_for_postgresql_with_claim_first() {
    let spelled_out = [
        "sql",
        "--dialect",
        "postgresql",
        "--guarantee",
        "claim-first",
        "--statement",
        "all",
        "--schema",
        "",
        "--table",
        "processed_events",
        "--retention-days",
        "30",
        "--lang",
        "en",
    ];
    assert_eq!(run(&["sql"], "").stdout, run(&spelled_out, "").stdout);
}

#[test]
fn the_same_options_give_the_bytes_of_the_core() {
    let options = Options {
        schema: "App".into(),
        table: "Events \"of\" today".into(),
        retention_days: "60".into(),
        ..Options::default()
    };
    let sql = Sql::new(&options).unwrap();
    for lang in Lang::ALL {
        let check = |name: &str, expected: String| {
            let args = ["sql", "--statement", name, "--schema", &options.schema, "--table", &options.table];
            let args = [&args[..], &["--retention-days", "60", "--lang", lang.code()]].concat();
            assert_eq!(run(&args, "").stdout, expected, "{name}");
        };
        for statement in sql.statements() {
            check(statement.name(), sql.block(statement, lang).sql);
        }
        for file in [File::All, File::Down, File::Up] {
            check(file.name(), sql.file(file, lang).sql);
        }
    }
}

#[test]
fn a_hostile_name_is_quoted_and_stays_one_name() {
    #[track_caller]
    fn check(table: &str, written: &str) {
        let run = run(&["sql", "--statement", "release", "--table", table], "");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
        let expected = format!("DELETE FROM {written} WHERE key = $1;");
        assert_eq!(run.stdout.lines().last(), Some(expected.as_str()));
    }
    check("user", "\"user\"");
    check("Events", "\"Events\"");
    check("a b", "\"a b\"");
    check("a\"b", "\"a\"\"b\"");
    check("\"; DROP TABLE x; --", "\"\"\"; DROP TABLE x; --\"");
    check("📦", "\"📦\"");
    check("$1", "\"$1\"");
    check(&"x".repeat(63), &"x".repeat(63));
}

#[test]
fn an_option_out_of_range_prints_no_sql() {
    #[track_caller]
    fn check(option: &str, value: &str, code: &str) {
        for (lang, severity) in [("en", "error"), ("de", "Fehler")] {
            let args = ["sql", "--quiet", "--lang", lang, &format!("{option}={value}")];
            let run = run(&args, "");
            assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{option} {value}");
            assert!(run.stderr.starts_with(&format!("{severity}[{code}]: ")), "{}", run.stderr);
        }
    }
    for days in ["0", "36501", "-1", "1.5", "", "many", "99999999999999999999"] {
        check("--retention-days", days, "retention-out-of-range");
    }
    check("--table", "", "identifier-invalid");
    check("--table", &"x".repeat(64), "identifier-invalid");
    check("--table", &"ä".repeat(32), "identifier-invalid");
    check("--table", "a\nb", "identifier-invalid");
    check("--table", "business_log", "identifier-invalid");
    check("--schema", &"x".repeat(64), "identifier-invalid");
}

#[test]
fn every_option_out_of_range_is_reported() {
    let run = run(&["sql", "--retention-days", "-1", "--table", "", "--schema", "\u{1}"], "");
    assert_eq!(run.stderr.matches("error[").count(), 3, "{}", run.stderr);
}

#[test]
fn a_short_retention_is_a_warning_beside_the_sql() {
    let short = run(&["sql", "--statement", "cleanup", "--retention-days", "7"], "");
    assert_eq!(short.code, 0);
    assert!(short.stdout.ends_with("interval '7 days';\n"));
    assert!(short.stderr.starts_with("warning[retention-short]: "), "{}", short.stderr);
    assert_eq!(run(&["sql", "--retention-days", "7", "--quiet"], "").stderr, "");
    assert!(run(&["sql", "--verbose"], "").stderr.starts_with("info[retention-equal]: "));
}

#[test]
fn unknown_names_are_usage_errors() {
    for args in
        [["--statement", "drop"], ["--dialect", "oracle"], ["--guarantee", "leases"], ["--lang", "DE"]]
    {
        let run = run(&[&["sql"], &args[..]].concat(), "");
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(run.stderr.contains("[possible values: "), "{}", run.stderr);
    }
}

const TABLE: &str = "CREATE TABLE IF NOT EXISTS processed_events (key text PRIMARY KEY, first_seen timestamptz NOT NULL DEFAULT now());";
const BUSINESS_LOG: &str = "CREATE TABLE IF NOT EXISTS business_log (id bigserial PRIMARY KEY, event_key text NOT NULL, event_type text, created_at timestamptz NOT NULL DEFAULT now());";
const CLAIM: &str =
    "INSERT INTO processed_events (key) VALUES ($1) ON CONFLICT (key) DO NOTHING RETURNING key;";
const RELEASE: &str = "DELETE FROM processed_events WHERE key = $1;";
const CLEANUP: &str = "DELETE FROM processed_events WHERE first_seen < now() - interval '30 days';";
