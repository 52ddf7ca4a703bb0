//! A job's files in a folder, and its script as systemd and cron call it.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use hookonce_core::lang::Lang;
use hookonce_core::options::Options;
use hookonce_core::sql::{Dialect, Guarantee, Job, Sql};
use tempfile::TempDir;

/// Names that a shell, a client or a quoted text could read in another way.
pub const HOSTILE: [&str; 5] = [
    "it's \"quoted\" `so`",
    "$HOME $(exit 9) `exit 9` \\$x %d",
    "$hookonce$ $batch$ $block$ // ; --",
    ":name :'name' \\q \\! .quit",
    "größe",
];

/// The options of a table, in the default schema.
#[track_caller]
pub fn sql(dialect: Dialect, guarantee: Guarantee, table: &str) -> Sql {
    let options = Options { dialect, guarantee, table: table.into(), ..Options::default() };
    Sql::new(&options).unwrap()
}

/// The files of a job, installed in a folder of their own in place of `/usr/local/bin` and `/etc/hookonce`.
pub struct Installed {
    folder: TempDir,
    name: String,
}

/// What a run left behind.
#[derive(Debug, Eq, PartialEq)]
pub struct Run {
    /// The exit code.
    pub code: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Installed {
    /// Installs a job, with these settings.
    #[track_caller]
    pub fn new(sql: &Sql, job: Job, settings: &[(&str, &str)]) -> Installed {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path().to_str().unwrap();
        let mut name = String::new();
        for file in sql.job(job, Lang::En) {
            let path = folder.path().join(&file.path);
            let text = if file.path.ends_with(".env") {
                let lines = settings.iter().map(|(variable, value)| format!("{variable}={value}\n"));
                lines.collect()
            } else {
                file.text.replace("/usr/local/bin", here).replace("/etc/hookonce", here)
            };
            fs::write(&path, text).unwrap();
            if let Some(stem) = file.path.strip_suffix(".sh") {
                name = stem.to_owned();
                fs::set_permissions(&path, Permissions::from_mode(0o755)).unwrap();
            }
        }
        Installed { folder, name }
    }

    /// The path of one of its files.
    pub fn path(&self, extension: &str) -> PathBuf {
        self.folder.path().join(format!("{}.{extension}", self.name))
    }

    /// Runs the crontab's line as cron does, with `programs` in front of the usual ones.
    #[track_caller]
    pub fn run_by_cron(&self, programs: &Path) -> Run {
        let crontab = fs::read_to_string(self.path("crontab")).unwrap();
        let line = crontab.lines().find(|line| !line.starts_with('#')).unwrap();
        let command = line.strip_prefix("17 3 * * * ").unwrap();
        run(Command::new("timeout").args(["120", "/bin/sh", "-c", command]), programs)
    }

    /// Runs the service's program as systemd does: with its settings only.
    #[track_caller]
    pub fn run_by_systemd(&self, programs: &Path) -> Run {
        let service = fs::read_to_string(self.path("service")).unwrap();
        let value = |name| service.lines().find_map(|line| line.strip_prefix(name)).unwrap().to_owned();
        let settings = fs::read_to_string(value("EnvironmentFile=")).unwrap();
        let mut command = Command::new("timeout");
        command.args(["120", &value("ExecStart=")]);
        command.env_clear().envs(settings.lines().filter_map(|line| line.split_once('=')));
        run(&mut command, programs)
    }
}

#[track_caller]
fn run(command: &mut Command, programs: &Path) -> Run {
    let path = format!("{}:/usr/local/bin:/usr/bin:/bin", programs.display());
    let output = command.env("PATH", path).output().expect("timeout starts");
    Run {
        code: output.status.code().expect("an exit code"),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}
