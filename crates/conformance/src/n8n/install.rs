//! n8n from npm, by a committed lock file, in a folder outside the checkout.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, Command, Stdio};

use sha2::{Digest, Sha256};

use super::VERSION;

/// The packages' folder, `node_modules`. What is missing is installed first, which takes minutes.
pub(super) fn packages() -> Result<PathBuf, String> {
    let folder = tools_folder()?.join(folder_name());
    if !folder.is_dir() {
        install(&folder, Path::new("npm"), NEEDED)?;
    }
    let packages = folder.join("node_modules");
    check(&packages)?;
    Ok(packages)
}

/// Installs into a neighbouring folder and renames it when it is complete, so that an install that was
/// interrupted leaves nothing that looks finished.
fn install(folder: &Path, npm: &Path, needed: u64) -> Result<(), String> {
    let part = PathBuf::from(format!("{}.part-{}", folder.display(), process::id()));
    let text = |error| format!("n8n cannot be installed in {}: {error}", part.display());
    remove_leftovers(folder);
    fs::create_dir_all(&part).map_err(text)?;
    let result = fill(&part, npm, needed).and_then(|()| match fs::rename(&part, folder) {
        // Somebody else was faster.
        Err(_) if folder.is_dir() => Ok(()),
        result => result.map_err(text),
    });
    // Nothing is there any more if all went well; else it only costs disk space.
    let _ = fs::remove_dir_all(&part);
    result
}

/// Removes what installs left that were ended from outside: gigabytes.
fn remove_leftovers(folder: &Path) {
    let (Some(parent), Some(name)) = (folder.parent(), folder.file_name().and_then(|name| name.to_str()))
    else {
        return;
    };
    let prefix = format!("{name}.part-");
    for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
        let owner =
            entry.file_name().to_str().and_then(|name| name.strip_prefix(&prefix)?.parse::<u32>().ok());
        if owner.is_some_and(|owner| !Path::new("/proc").join(owner.to_string()).exists()) {
            // If it cannot be removed, the disk may be too full, which is said later.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn fill(part: &Path, npm: &Path, needed: u64) -> Result<(), String> {
    let free = free_space(part)?;
    if free < needed {
        return Err(format!("n8n needs {needed} MiB of disk, {free} MiB are free in {}", part.display()));
    }
    for (name, content) in [("package.json", PACKAGE), ("package-lock.json", LOCK)] {
        fs::write(part.join(name), content).map_err(|error| format!("{name}: {error}"))?;
    }
    eprintln!("installing n8n {VERSION} (npm ci; some minutes, once)");
    // Without install scripts: those of nodes that are not used here would fail.
    let status = Command::new(npm)
        .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"])
        .current_dir(part)
        .stdin(Stdio::null())
        .status()
        .map_err(|error| format!("npm does not start ({error}): install Node.js 20 or newer with npm"))?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("n8n {VERSION} could not be had: npm ci ended with {status}"))
    }
}

/// In MiB, on the disk of this folder.
fn free_space(folder: &Path) -> Result<u64, String> {
    let output = Command::new("df").args(["-P", "-m"]).arg(folder).output();
    let output = output.map_err(|error| format!("df: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let free = text.lines().last().and_then(|line| line.split_whitespace().nth(3)?.parse().ok());
    free.ok_or_else(|| format!("df does not say how much is free in {}: {text}", folder.display()))
}

/// The install takes 3 GB, and npm's own cache some of it again.
const NEEDED: u64 = 4_096;

/// Whether this is the n8n that was asked for.
fn check(packages: &Path) -> Result<(), String> {
    let file = packages.join("n8n/package.json");
    let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let json: serde_json::Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    if json["version"] == VERSION {
        return Ok(());
    }
    Err(format!("{} is n8n {}, not {VERSION}", packages.display(), json["version"]))
}

/// Where installed tools are: the same folder that `cargo xtask` uses.
fn tools_folder() -> Result<PathBuf, String> {
    let set = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = || set("XDG_CACHE_HOME").or_else(|| Some(set("HOME")?.join(".cache")));
    let folder = set("HOOKONCE_TOOLS").or_else(|| Some(cache()?.join("hookonce/tools")));
    let folder = folder.ok_or("no place for n8n: set HOOKONCE_TOOLS to a folder")?;
    std::path::absolute(folder).map_err(|error| error.to_string())
}

/// Another lock file is another folder.
fn folder_name() -> String {
    let hash: String = Sha256::digest(LOCK).iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    format!("n8n-{hash}")
}

const PACKAGE: &str = include_str!("../../n8n/package.json");
const LOCK: &str = include_str!("../../n8n/package-lock.json");

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use serde_json::Value;

    use super::*;

    /// A program in place of npm.
    fn npm(folder: &Path, script: &str) -> PathBuf {
        let file = folder.join("npm");
        fs::write(&file, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
        file
    }

    fn entries(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn what_cannot_be_installed_fails_and_leaves_nothing() {
        let (programs, tools) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let folder = tools.path().join("n8n-0");
        let half = npm(programs.path(), "mkdir node_modules; exit 7");
        assert!(install(&folder, &half, 1).unwrap_err().contains("could not be had"));
        let missing = programs.path().join("missing");
        assert!(install(&folder, &missing, 1).unwrap_err().contains("npm does not start"));
        let too_much = install(&folder, &half, u64::MAX).unwrap_err();
        assert!(too_much.contains("MiB are free"), "{too_much}");
        assert_eq!(entries(tools.path()), 0);
    }

    #[test]
    fn a_complete_install_is_moved_to_its_place() {
        let (programs, tools) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let folder = tools.path().join("n8n-0");
        let npm = npm(programs.path(), "test -f package-lock.json && mkdir node_modules");
        // The second one finds it there, as when two runs install at once.
        for _ in 0..2 {
            install(&folder, &npm, 1).unwrap();
            assert!(folder.join("node_modules").is_dir());
            assert_eq!(entries(tools.path()), 1);
        }
    }

    #[test]
    fn what_a_dead_process_left_is_removed() {
        let (programs, tools) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        // No process has the first number; the first of all processes always runs.
        for owner in [u32::MAX, 1] {
            fs::create_dir_all(tools.path().join(format!("n8n-0.part-{owner}/node_modules"))).unwrap();
        }
        install(&tools.path().join("n8n-0"), &npm(programs.path(), "mkdir node_modules"), 1).unwrap();
        assert_eq!(entries(tools.path()), 2);
        assert!(tools.path().join("n8n-0.part-1").is_dir());
    }

    #[test]
    fn versions_are_exact_and_locked_without_the_addresses_of_a_registry() {
        let [package, lock]: [Value; 2] = [PACKAGE, LOCK].map(|text| serde_json::from_str(text).unwrap());
        assert_eq!(package["dependencies"]["n8n"], VERSION);
        assert_eq!(lock["packages"][""]["dependencies"], package["dependencies"]);
        for version in package["dependencies"].as_object().unwrap().values() {
            let mut numbers = version.as_str().unwrap().split('.');
            assert!(numbers.all(|number| number.parse::<u32>().is_ok()), "{version}");
        }
        for (name, entry) in lock["packages"].as_object().unwrap() {
            assert!(entry.get("resolved").is_none(), "{name} has an address");
            assert!(name.is_empty() || entry["integrity"].is_string(), "{name} has no hash");
        }
    }
}
