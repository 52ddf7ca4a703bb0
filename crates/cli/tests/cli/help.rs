//! What the help promises.

use hookonce_core::sql::{Job, MigrationTool, Statement};

use crate::support::{run, run_in, scratch_folder};

#[test]
fn the_help_of_every_command_has_examples() {
    for args in [
        &["--help"][..],
        &["audit", "--help"],
        &["compare", "--help"],
        &["inspect", "--help"],
        &["key", "--help"],
        &["sql", "--help"],
        &["n8n", "--help"],
        &["providers", "--help"],
    ] {
        let run = run(args, "");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{args:?}");
        let examples = run.stdout.split("\nExamples:\n").nth(1).expect("examples");
        let count = examples.lines().filter(|line| line.contains("hookonce ")).count();
        assert!((2..=8).contains(&count), "{args:?}: {count}");
        assert!(!run.stdout.contains('\u{1b}'), "no colours");
    }
}

#[test]
fn the_examples_of_the_help_run() {
    let folder = scratch_folder("help-examples");
    for args in [&["--help"][..], &["sql", "--help"], &["n8n", "--help"], &["providers", "--help"]] {
        let help = run(args, "").stdout;
        let commands = help.lines().filter_map(|line| line.strip_prefix("  hookonce "));
        for command in commands {
            let words = words(&command.replace("\"Processed Events\"", "Processed_Events"));
            assert_eq!(run_in(&folder, &words, "").code, 0, "{command}");
        }
    }
}

/// The words of an example up to a pipe, a file or a remark; what stands between quotes is one word.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = command.split("   ").next().unwrap().trim();
    while !rest.is_empty() && !rest.starts_with(['|', '>']) {
        let (word, after) = match rest.strip_prefix('\'') {
            Some(quoted) => quoted.split_once('\'').unwrap(),
            None => rest.split_once(' ').unwrap_or((rest, "")),
        };
        words.push(word.to_owned());
        rest = after.trim_start();
    }
    words
}

#[test]
fn the_help_says_the_exit_codes_and_every_name() {
    let key = run(&["key", "--help"], "").stdout;
    assert!(key.contains("Exit codes:\n  0  a key\n  1  no key"), "{key}");
    let sql = run(&["sql", "--help"], "").stdout;
    let statements = Statement::ALL.map(Statement::name).into_iter();
    let names = statements.chain(MigrationTool::ALL.map(MigrationTool::name)).chain(Job::ALL.map(Job::name));
    for name in names {
        assert!(sql.contains(name), "{name}");
    }
}

#[test]
fn the_version_is_the_packages() {
    assert_eq!(run(&["--version"], "").stdout, concat!("hookonce ", env!("CARGO_PKG_VERSION"), "\n"));
}

#[test]
fn no_command_is_a_usage_error() {
    let run = run(&[] as &[&str], "");
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("Usage: hookonce"));
}
