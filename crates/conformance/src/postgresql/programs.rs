//! Finds PostgreSQL's programs.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder with `initdb`: the one that HOOKONCE_PG_BIN names, else Debian's newest, else that on PATH.
pub(super) fn folder() -> Result<PathBuf, String> {
    find(
        env::var_os("HOOKONCE_PG_BIN").as_deref(),
        Path::new("/usr/lib/postgresql"),
        env::var_os("PATH").as_deref(),
    )
}

fn find(chosen: Option<&OsStr>, debian: &Path, path: Option<&OsStr>) -> Result<PathBuf, String> {
    if let Some(chosen) = chosen.filter(|chosen| !chosen.is_empty()) {
        let folder = PathBuf::from(chosen);
        let problem = || format!("HOOKONCE_PG_BIN is {}, which has no initdb: {HINT}", folder.display());
        return if has_initdb(&folder) { Ok(folder) } else { Err(problem()) };
    }
    let newest = newest(debian).or_else(|| env::split_paths(path?).find(|folder| has_initdb(folder)));
    newest.ok_or_else(|| format!("the PostgreSQL server is missing: {HINT}"))
}

const HINT: &str =
    "install it (Debian: `apt-get install postgresql`), or set HOOKONCE_PG_BIN to the folder with initdb";

fn newest(debian: &Path) -> Option<PathBuf> {
    let versions = fs::read_dir(debian).into_iter().flatten().flatten();
    let versions = versions.filter_map(|entry| {
        let version: u32 = entry.file_name().to_str()?.parse().ok()?;
        Some((version, entry.path().join("bin")))
    });
    versions.filter(|(_, folder)| has_initdb(folder)).max().map(|(_, folder)| folder)
}

fn has_initdb(folder: &Path) -> bool {
    folder.join("initdb").is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with_initdb(folder: PathBuf) -> PathBuf {
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("initdb"), "").unwrap();
        folder
    }

    #[test]
    fn the_chosen_folder_then_debians_newest_then_the_path() {
        let root = tempfile::tempdir().unwrap();
        let debian = root.path().join("debian");
        let on_path = with_initdb(root.path().join("bin"));
        let path = Some(on_path.as_os_str());
        assert_eq!(find(None, &debian, path), Ok(on_path.clone()));
        with_initdb(debian.join("9/bin"));
        let newest = with_initdb(debian.join("15/bin"));
        fs::create_dir_all(debian.join("16/bin")).unwrap();
        assert_eq!(find(None, &debian, path), Ok(newest));
        assert_eq!(find(path, &debian, None), Ok(on_path));
    }

    #[test]
    fn a_missing_server_is_named_with_its_package() {
        let nowhere = Path::new("/nowhere");
        for (chosen, path) in
            [(None, None), (Some(nowhere.as_os_str()), None), (None, Some(nowhere.as_os_str()))]
        {
            let problem = find(chosen, nowhere, path).unwrap_err();
            assert!(problem.contains("apt-get install postgresql"), "{problem}");
        }
    }
}
