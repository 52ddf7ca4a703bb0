//! The SQL: the published text, and the bytes of the core, which the page shows.

use hookonce_core::lang::Lang;
use hookonce_core::options::Options;
use hookonce_core::sql::{Columns, Dialect, File, Guarantee, Sql};

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
fn a_lease_out_of_range_prints_no_sql() {
    #[track_caller]
    fn check(seconds: &str, days: &str, code: &str) {
        for (lang, severity) in [("en", "error"), ("de", "Fehler")] {
            let args = ["sql", "--quiet", "--guarantee", "lease", "--lang", lang];
            let seconds = format!("--lease-seconds={seconds}");
            let run = run(&[&args[..], &[&seconds, "--retention-days", days]].concat(), "");
            assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{seconds}");
            assert!(run.stderr.starts_with(&format!("{severity}[{code}]: ")), "{}", run.stderr);
            assert_eq!(run.stderr.matches('[').count(), 1, "{}", run.stderr);
        }
    }
    for seconds in ["0", "1", "604801", "-60", "1.5", "", "a minute"] {
        check(seconds, "30", "lease-out-of-range");
    }
    check("86401", "1", "lease-over-retention");
    for seconds in ["2", "86400"] {
        let args = ["sql", "--guarantee", "lease", "--retention-days", "1", "--lease-seconds", seconds];
        assert_eq!(run(&args, "").code, 0, "{seconds}");
    }
    // Only a lease has one.
    assert_eq!(run(&["sql", "--lease-seconds", "0"], "").code, 0);
}

#[test]
fn a_statement_that_the_guarantee_lacks_is_refused_with_those_that_there_are() {
    #[track_caller]
    fn check(args: &[&str], statement: &str, there: &str) {
        for lang in ["en", "de"] {
            let run = run(&[&["sql", "--lang", lang, "--statement", statement], args].concat(), "");
            assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
            assert!(
                run.stderr.contains("[statement-missing]: ") && run.stderr.contains(statement),
                "{}",
                run.stderr
            );
            assert!(run.stderr.contains(there), "{}", run.stderr);
        }
    }
    let claim_first = ": table, business-log, claim, release, cleanup.\n";
    for statement in ["process", "compare", "finish", "extend", "watch", "upgrade", "downgrade"] {
        check(&[], statement, claim_first);
    }
    let lease =
        ": table, business-log, claim, finish, release, extend, cleanup, watch, upgrade, downgrade.\n";
    check(&["--guarantee", "lease"], "process", lease);
    check(&["--guarantee", "lease", "--with", "fingerprint"], "compare", lease);
    check(
        &["--guarantee", "same-transaction"],
        "watch",
        ": table, business-log, claim, process, finish, release, cleanup.\n",
    );
    check(
        &["--guarantee", "same-transaction", "--dialect", "sqlite"],
        "process",
        ": table, business-log, claim, finish, release, cleanup.\n",
    );
}

#[test]
fn every_option_of_the_sql_reaches_the_core() {
    for dialect in Dialect::ALL {
        for guarantee in Guarantee::ALL {
            let columns = Columns { event_type: true, fingerprint: true, scope: true };
            let lease_seconds = "90".to_owned();
            let options = Options { dialect, guarantee, columns, lease_seconds, ..Options::default() };
            let sql = Sql::new(&options).unwrap();
            for statement in sql.statements() {
                let args = ["sql", "--dialect", dialect.name(), "--guarantee", guarantee.name()];
                let rest = ["--with", "scope,fingerprint,event-type", "--lease-seconds", "90", "--statement"];
                let run = run(&[&args[..], &rest, &[statement.name()]].concat(), "");
                assert_eq!((run.code, run.stderr.as_str()), (0, ""));
                assert_eq!(run.stdout, sql.block(statement, Lang::En).sql);
            }
        }
    }
    let one = run(&["sql", "--with", "scope", "--with", "event-type", "--statement", "table"], "").stdout;
    assert_eq!(one, run(&["sql", "--with", "event-type,scope", "--statement", "table"], "").stdout);
    assert!(one.contains("scope text") && one.contains("event_type text") && !one.contains("body_sha256"));
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
    for args in [
        ["--statement", "drop"],
        ["--dialect", "oracle"],
        ["--guarantee", "leases"],
        ["--lang", "DE"],
        ["--with", "payload"],
        ["--with", "scope,payload"],
        ["--with", ""],
        ["--migration", "liquibase"],
        ["--job", "anacron"],
    ] {
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

#[test]
fn a_sender_that_sends_again_later_than_keys_are_kept() {
    let early = run(&["sql", "--provider", "paddle", "--statement", "claim"], "");
    assert!(early.code == 0 && early.stderr.contains("retention-under-sender"), "{}", early.stderr);
    let kept = run(&["sql", "--provider", "paddle", "--statement", "claim", "--retention-days", "90"], "");
    assert_eq!((kept.code, kept.stderr.as_str()), (0, ""));
    assert_eq!(run(&["sql", "--provider", "nobody"], "").code, 2);
}
