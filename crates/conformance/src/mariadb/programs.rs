//! Finds MariaDB's programs.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// The three programs that are needed.
#[derive(Debug, Eq, PartialEq)]
pub(super) struct Programs {
    /// The server.
    pub mariadbd: PathBuf,
    /// Makes an empty folder of data.
    pub install: PathBuf,
    /// The client.
    pub mariadb: PathBuf,
}

/// The server that HOOKONCE_MARIADBD names, else that on PATH or where systems keep it; the others beside it or on PATH.
pub(super) fn programs() -> Result<Programs, String> {
    find(env::var_os("HOOKONCE_MARIADBD").as_deref(), env::var_os("PATH").as_deref())
}

fn find(chosen: Option<&OsStr>, path: Option<&OsStr>) -> Result<Programs, String> {
    let mut folders: Vec<PathBuf> = path.map(|path| env::split_paths(path).collect()).unwrap_or_default();
    // Not on the PATH of every user.
    folders.extend(["/usr/sbin", "/usr/local/sbin", "/usr/libexec"].map(PathBuf::from));
    let mariadbd = match chosen.filter(|chosen| !chosen.is_empty()) {
        Some(chosen) if Path::new(chosen).is_file() => PathBuf::from(chosen),
        Some(chosen) => {
            return Err(format!("HOOKONCE_MARIADBD is {}, which is no file: {HINT}", chosen.display()));
        }
        None => first(&folders, "mariadbd")?,
    };
    if let Some(beside) = mariadbd.parent() {
        folders.insert(0, beside.to_owned());
    }
    Ok(Programs {
        install: first(&folders, "mariadb-install-db")?,
        mariadb: first(&folders, "mariadb")?,
        mariadbd,
    })
}

fn first(folders: &[PathBuf], name: &str) -> Result<PathBuf, String> {
    let found = folders.iter().map(|folder| folder.join(name)).find(|file| file.is_file());
    found.ok_or_else(|| format!("MariaDB's program {name} is missing: {HINT}"))
}

const HINT: &str = "install the server (Debian: `apt-get install mariadb-server-core mariadb-client-core`), \
     or set HOOKONCE_MARIADBD to the path of mariadbd";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_chosen_server_with_the_programs_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["mariadbd", "mariadb-install-db", "mariadb"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let server = folder.path().join("mariadbd");
        let programs = find(Some(server.as_os_str()), None).unwrap();
        assert_eq!(programs.mariadb, folder.path().join("mariadb"));
        assert_eq!(programs.mariadbd, server);
        assert_eq!(find(None, Some(folder.path().as_os_str())), Ok(programs));
    }

    #[test]
    fn a_missing_server_is_named_with_its_packages() {
        let problem = find(Some(OsStr::new("/nowhere")), None).unwrap_err();
        assert!(problem.contains("apt-get install mariadb-server-core"), "{problem}");
    }
}
