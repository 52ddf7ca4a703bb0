//! Programs of the operating system: found where they are, installed with apt
//! where there is apt, named clearly where there is not.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::{paths, run};

/// The oldest Node.js whose test runner and packages do what is needed here.
const NODE: u32 = 20;

/// A program that comes from a package of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Program {
    /// Alembic, which runs migrations, with its driver for PostgreSQL.
    Alembic,
    /// Chromium's WebDriver server, for wasm-bindgen-test.
    Chromedriver,
    /// The browser.
    Chromium,
    /// MariaDB's server.
    MariaDb,
    /// The extension pg_cron of the PostgreSQL server.
    PgCron,
    /// The folder of PostgreSQL's server programs (`initdb`, `postgres`).
    Postgresql,
    /// The queue of n8n, for `cargo xtask soak`.
    Redis,
    /// SQLite's command line.
    Sqlite3,
    /// systemd's reader of units; nothing of it has to run.
    Systemd,
}

impl Program {
    /// Where it is, if it is there.
    pub fn find(self) -> Option<PathBuf> {
        match self {
            Self::Alembic => paths::find_program(&["alembic"]),
            Self::Chromedriver => find("HOOKONCE_CHROMEDRIVER", &["chromedriver"]),
            Self::Chromium => find("HOOKONCE_CHROMIUM", &["chromium", "google-chrome", "chromium-browser"]),
            // The folder is not on every user's PATH.
            Self::MariaDb => find("HOOKONCE_MARIADBD", &["mariadbd", "/usr/sbin/mariadbd"]),
            Self::PgCron => pg_cron(),
            Self::Postgresql => {
                paths::set("HOOKONCE_PG_BIN").filter(|folder| folder.is_dir()).or_else(postgresql_folder)
            }
            Self::Redis => find("HOOKONCE_REDIS_SERVER", &["redis-server"]),
            Self::Sqlite3 => paths::find_program(&["sqlite3"]),
            Self::Systemd => paths::find_program(&["systemd-analyze"]),
        }
    }

    /// Where it is, or what to do about it.
    pub fn require(self) -> Result<PathBuf> {
        self.find().with_context(|| {
            format!(
                "{} is missing: install it (Debian: `apt-get install {}`){}",
                self.title(),
                self.packages().join(" "),
                self.variable_hint()
            )
        })
    }

    fn title(self) -> &'static str {
        match self {
            Self::Alembic => "Alembic",
            Self::Chromedriver => "chromedriver",
            Self::Chromium => "Chromium or Chrome",
            Self::MariaDb => "the MariaDB server",
            Self::PgCron => "pg_cron",
            Self::Postgresql => "the PostgreSQL server",
            Self::Redis => "the Redis server",
            Self::Sqlite3 => "sqlite3",
            Self::Systemd => "systemd-analyze",
        }
    }

    /// The Debian packages that bring it.
    fn packages(self) -> &'static [&'static str] {
        match self {
            Self::Alembic => &["alembic", "python3-psycopg2"],
            Self::Chromedriver => &["chromium-driver"],
            // Without any font a page has no text, and the browser does not pull one in.
            Self::Chromium => &["chromium", "fonts-liberation"],
            // The programs alone: the package mariadb-server would start a server of the system.
            Self::MariaDb => &["mariadb-server-core", "mariadb-client-core"],
            // Named after the server's version, here that of Debian 12.
            Self::PgCron => &["postgresql-15-cron"],
            Self::Postgresql => &["postgresql"],
            Self::Redis => &["redis-server"],
            Self::Sqlite3 => &["sqlite3"],
            Self::Systemd => &["systemd"],
        }
    }

    fn variable_hint(self) -> &'static str {
        match self {
            Self::Chromedriver => " or set HOOKONCE_CHROMEDRIVER to its path",
            Self::Chromium => " or set HOOKONCE_CHROMIUM to its path",
            Self::MariaDb => " or set HOOKONCE_MARIADBD to the path of mariadbd",
            Self::Postgresql => " or set HOOKONCE_PG_BIN to the folder with initdb",
            Self::Redis => " or set HOOKONCE_REDIS_SERVER to its path",
            // Found on PATH only, or beside the server.
            Self::Alembic | Self::PgCron | Self::Sqlite3 | Self::Systemd => "",
        }
    }
}

/// Installs the packages of all programs that are missing, in one go. What is
/// still missing afterwards is reported by [`Program::require`].
pub fn install(programs: &[Program]) {
    let missing = programs.iter().filter(|program| program.find().is_none());
    let packages: Vec<&str> = missing.flat_map(|program| program.packages()).copied().collect();
    if packages.is_empty() || paths::find_program(&["apt-get"]).is_none() {
        return;
    }
    let result = run::step(&format!("install {} (apt)", packages.join(", ")), || {
        run::show(apt_get()?.arg("update"))?;
        let mut install = apt_get()?;
        install.args(["install", "--yes", "--no-install-recommends"]).args(&packages);
        run::show(&mut install)
    });
    if let Err(error) = result {
        println!("    {error:#}");
    }
}

/// Node.js and npm of a version that will do.
pub fn node() -> Result<()> {
    let hint = format!("install Node.js {NODE} or newer with npm (Debian 12's own package is older)");
    let version = run::text(Command::new("node").arg("--version")).with_context(|| hint.clone())?;
    if major(&version).is_none_or(|found| found < NODE) {
        bail!("Node.js {} is too old: {hint}", version.trim());
    }
    run::text(Command::new("npm").arg("--version")).with_context(|| hint.clone())?;
    Ok(())
}

/// Whether this process is root, for whom Chromium has no sandbox.
pub fn is_root() -> bool {
    run::text(Command::new("id").arg("-u")).is_ok_and(|id| id.trim() == "0")
}

/// apt-get that asks nothing: directly for root, else through sudo if that
/// works without a password.
fn apt_get() -> Result<Command> {
    let mut command = if is_root() {
        Command::new("apt-get")
    } else {
        run::text(Command::new("sudo").args(["-n", "true"]))
            .context("not root, and sudo wants a password or is missing")?;
        let mut sudo = Command::new("sudo");
        sudo.args(["-n", "--preserve-env=DEBIAN_FRONTEND", "apt-get"]);
        sudo
    };
    command.env("DEBIAN_FRONTEND", "noninteractive");
    Ok(command)
}

fn find(variable: &str, names: &[&str]) -> Option<PathBuf> {
    paths::set(variable).filter(|file| file.is_file()).or_else(|| paths::find_program(names))
}

/// The newest version that Debian keeps under /usr/lib/postgresql; elsewhere the
/// folder of the `initdb` on PATH.
fn postgresql_folder() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let newest = versions
        .map(|entry| entry.path())
        .filter(|folder| folder.join("bin/initdb").is_file())
        .max_by_key(|folder| folder.file_name().and_then(|name| name.to_str()?.parse::<u32>().ok()));
    match newest {
        Some(folder) => Some(folder.join("bin")),
        None => paths::find_program(&["initdb"])?.parent().map(PathBuf::from),
    }
}

/// `v20.20.2` is 20.
fn major(version: &str) -> Option<u32> {
    version.trim().strip_prefix('v')?.split('.').next()?.parse().ok()
}

/// Where the extension of the PostgreSQL server is described, if it is there.
fn pg_cron() -> Option<PathBuf> {
    let programs = Program::Postgresql.find()?;
    let root = programs.parent()?;
    let debian = Path::new("/usr/share/postgresql").join(root.file_name()?);
    let shared = [debian, root.join("share"), root.join("share/postgresql")];
    let files = shared.into_iter().map(|folder| folder.join("extension/pg_cron.control"));
    files.into_iter().find(|file| file.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn node_versions_are_compared_as_numbers() {
        assert_eq!(major("v20.20.2\n"), Some(20));
        assert_eq!(major("v9.0.0"), Some(9));
        assert_eq!(major("20.1"), None);
    }

    #[test]
    fn a_missing_program_is_named_with_its_package() {
        for program in
            [Program::Chromedriver, Program::Chromium, Program::MariaDb, Program::Postgresql, Program::Redis]
        {
            assert!(!program.packages().is_empty());
            assert!(program.variable_hint().contains("HOOKONCE_"));
        }
    }
}
