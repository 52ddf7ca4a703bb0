//! `--migration` and `--job`: files, all of them or none.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use hookonce_core::files::{NamedFile, Timestamp};
use hookonce_core::lang::Lang;
use hookonce_core::options::Options;
use hookonce_core::sql::{Change, Dialect, Guarantee, MigrationTool, Sql};

use crate::support::{run, run_in, scratch_folder};

#[test]
fn a_migration_is_the_files_of_the_core_and_their_paths_are_printed() {
    let folder = scratch_folder("migrations");
    for lang in Lang::ALL {
        for (tool, change) in
            MigrationTool::ALL.into_iter().flat_map(|tool| Change::ALL.map(|change| (tool, change)))
        {
            let output = folder.join(format!("{}/{}/{}", lang.code(), tool.name(), change.name()));
            let args = ["sql", "--guarantee", "lease", "--migration", tool.name(), "--change", change.name()];
            let rest = ["--timestamp", STAMP, "--lang", lang.code(), "--output", text(&output)];
            let run = run(&[&args[..], &rest].concat(), "");
            assert_eq!((run.code, run.stderr.as_str()), (0, ""));
            let expected = lease().migration(tool, change, &Timestamp::new(STAMP).unwrap(), lang);
            check_files(&output, &expected, &run.stdout);
        }
    }
}

#[test]
fn a_job_is_the_files_of_the_core_and_its_script_can_be_run() {
    let folder = scratch_folder("jobs");
    for dialect in Dialect::ALL {
        let sql = Sql::new(&Options { dialect, ..Options::default() }).unwrap();
        for job in sql.jobs() {
            let output = folder.join(dialect.name()).join(job.name());
            let args = ["sql", "--dialect", dialect.name(), "--job", job.name(), "--output", text(&output)];
            let run = run(&args, "");
            assert_eq!((run.code, run.stderr.as_str()), (0, ""));
            let expected = sql.job(job, Lang::En);
            check_files(&output, &expected, &run.stdout);
            for NamedFile { path, .. } in expected {
                let is_script = path.ends_with(".sh");
                assert_eq!(is_executable(&output.join(&path)), is_script, "{path}");
            }
        }
    }
}

#[test]
fn the_time_stamp_is_now_if_none_is_given() {
    let folder = scratch_folder("now");
    let now = || {
        String::from_utf8(Command::new("date").args(["-u", "+%Y%m%d%H%M%S"]).output().unwrap().stdout)
            .unwrap()
    };
    let before = now();
    let run = run_in(&folder, &["sql", "--migration", "sqlx", "--output", "."], "");
    let after = now();
    assert_eq!(run.code, 0, "{}", run.stderr);
    let stamp = run.stdout.trim_start_matches("./").split('_').next().unwrap();
    assert!(Timestamp::new(stamp).is_ok() && before.trim() <= stamp && stamp <= after.trim(), "{stamp}");
}

#[test]
fn no_file_is_overwritten_and_none_is_half_there() {
    let folder = scratch_folder("exists");
    let taken = folder.join(format!("{STAMP}_processed_events.down.sql"));
    fs::write(&taken, "mine").unwrap();
    for (lang, severity) in [("en", "error"), ("de", "Fehler")] {
        let args = ["sql", "--migration", "sqlx", "--timestamp", STAMP, "--lang", lang, "--output"];
        let run = run(&[&args[..], &[text(&folder)]].concat(), "");
        assert_eq!((run.code, run.stdout.as_str()), (2, ""));
        assert!(run.stderr.starts_with(&format!("{severity}[output-exists]: ")), "{}", run.stderr);
        assert!(run.stderr.contains("processed_events.down.sql"), "{}", run.stderr);
        assert_eq!(
            entries(&folder),
            std::slice::from_ref(&taken),
            "the up file was made first and is gone again"
        );
    }
    assert_eq!(fs::read_to_string(&taken).unwrap(), "mine");
}

#[test]
fn folders_that_cannot_be_made_leave_nothing() {
    let folder = scratch_folder("unwritable");
    fs::write(folder.join("file"), "").unwrap();
    for output in ["file", "file/below", "new/../file"] {
        let args = ["sql", "--job", "crontab", "--output", output];
        let run = run_in(&folder, &args, "");
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{output}");
        assert!(run.stderr.starts_with("error[output-unwritable]: “"), "{}", run.stderr);
    }
    assert_eq!(entries(&folder), [folder.join("file")]);
}

#[test]
fn what_cannot_be_is_refused_before_anything_is_written() {
    let folder = scratch_folder("refused");
    #[track_caller]
    fn check(folder: &Path, args: &[&str], code: &str) {
        for (lang, severity) in [("en", "error"), ("de", "Fehler")] {
            let run = run_in(folder, &[&["sql", "--output", "o", "--lang", lang], args].concat(), "");
            assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
            assert!(run.stderr.starts_with(&format!("{severity}[{code}]: ")), "{}", run.stderr);
        }
    }
    for stamp in ["", "now", "2026-12-01", "20261301000000", "-1"] {
        check(&folder, &["--migration", "plain", "--timestamp", stamp], "timestamp-invalid");
    }
    check(&folder, &["--migration", "plain", "--change", "upgrade"], "statement-missing");
    check(&folder, &["--job", "pg-cron", "--dialect", "mariadb"], "job-missing");
    check(&folder, &["--job", "mariadb-event"], "job-missing");
    check(&folder, &["--job", "crontab", "--table", ""], "identifier-invalid");
    assert!(entries(&folder).is_empty());
}

#[test]
fn options_that_go_together_are_asked_for() {
    for args in [
        &["--migration", "sqlx"][..],
        &["--job", "crontab"],
        &["--output", "o"],
        &["--change", "upgrade"],
        &["--timestamp", STAMP],
        &["--job", "crontab", "--output", "o", "--timestamp", STAMP],
        &["--job", "crontab", "--output", "o", "--change", "create"],
        &["--migration", "sqlx", "--job", "crontab", "--output", "o"],
        &["--migration", "sqlx", "--statement", "up", "--output", "o"],
        &["--job", "crontab", "--statement", "cleanup", "--output", "o"],
    ] {
        let folder = scratch_folder("together");
        let run = run_in(&folder, &[&["sql"], args].concat(), "");
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(run.stderr.contains("Usage: hookonce sql"), "{}", run.stderr);
        assert!(entries(&folder).is_empty());
    }
}

const STAMP: &str = "20261201031700";

fn lease() -> Sql {
    Sql::new(&Options { guarantee: Guarantee::Lease, ..Options::default() }).unwrap()
}

#[track_caller]
fn check_files(folder: &Path, expected: &[NamedFile], printed: &str) {
    let paths: Vec<_> = expected.iter().map(|file| folder.join(&file.path)).collect();
    let lines: String = paths.iter().map(|path| format!("{}\n", path.display())).collect();
    assert_eq!(printed, lines);
    for (path, file) in paths.iter().zip(expected) {
        assert_eq!(fs::read_to_string(path).unwrap(), file.text, "{}", file.path);
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    entries
}

fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(path).unwrap().permissions().mode() & 0o100 != 0
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}
