//! What the help promises.

use hookonce_core::sql::{Job, MigrationTool, Statement};

use crate::support::{run, run_in, scratch_folder};

#[test]
fn the_help_of_every_command_has_examples() {
    for args in [
        &["--help"][..],
        &["compare", "--help"],
        &["key", "--help"],
        &["sql", "--help"],
        &["n8n", "--help"],
        &["providers", "--help"],
    ] {
        let run = run(args, "");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{args:?}");
        let examples = run.stdout.split("\nExamples:\n").nth(1).expect("examples");
        let count = examples.lines().filter(|line| line.contains("hookonce ")).count();
        assert!((2..=7).contains(&count), "{args:?}: {count}");
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
            let command =
                command.split(['|', '>']).next().unwrap().replace("\"Processed Events\"", "Processed_Events");
            let words: Vec<_> = command.split_whitespace().collect();
            assert_eq!(run_in(&folder, &words, "").code, 0, "{command}");
        }
    }
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
