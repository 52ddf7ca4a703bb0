//! How the command line behaves between other programs.

use std::io;
use std::process::{Output, Stdio};

use crate::support::{command, run};

#[test]
fn a_reader_that_has_gone_is_no_fault() {
    for args in
        [&["n8n"][..], &["sql"], &["key", "/dev/null"], &["--help"], &["key", "--format", "json", "--x"]]
    {
        let full = run(args, "");
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let output = output_to(args, writer.into());
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), stderr), (Some(full.code), full.stderr), "{args:?}");
    }
}

#[test]
fn standard_error_may_be_gone_as_well() {
    let (reader, writer) = io::pipe().unwrap();
    drop(reader);
    let mut command = command(&["sql", "--retention-days", "7"]);
    let output = command.stderr(Stdio::from(writer)).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(0), false));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let output = output_to(&["sql", "--lang", "de"], full.into());
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr.starts_with("Fehler[output-unwritable]: "), "{stderr}");
}

#[test]
fn the_environment_changes_nothing() {
    let plain = run(&["sql"], "");
    let mut command = command(&["sql"]);
    command.envs([
        ("LANG", "de_DE.UTF-8"),
        ("LC_ALL", "de_DE.UTF-8"),
        ("COLUMNS", "20"),
        ("CLICOLOR_FORCE", "1"),
    ]);
    assert_eq!(command.output().unwrap().stdout, plain.stdout.as_bytes());
}

#[test]
fn messages_do_not_steer_the_terminal() {
    let run = run(&["key"], "{\"\u{9b}2J\u{202e}a\":1,\"\u{9b}2J\u{202e}a\":1}");
    assert!(run.stderr.contains("\\u{9b}2J\\u{202e}a"), "{}", run.stderr);
    assert!(run.stderr.chars().all(|char| char == '\n' || !char.is_control()));
    let run = crate::support::run(&["key", "--header", "\u{1b}[2J"], "");
    assert!(run.stderr.contains("\\u{1b}[2J"), "{}", run.stderr);
}

fn output_to(args: &[&str], stdout: Stdio) -> Output {
    command(args)
        .stdin(Stdio::null())
        .stdout(stdout)
        .stderr(Stdio::piped())
        .output()
        .expect("the binary runs")
}
