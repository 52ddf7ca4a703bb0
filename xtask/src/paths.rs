//! Where things are: the checkout, its build folder, the page, the tools.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::run;

/// The checkout.
pub fn root() -> PathBuf {
    // Cargo sets the variable for `cargo run`; the value from compile time
    // serves a binary that was started by hand.
    let manifest = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let manifest = manifest.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    manifest.parent().map(Path::to_path_buf).unwrap_or(manifest)
}

/// The built page.
pub fn dist() -> PathBuf {
    root().join("dist")
}

/// Where measurements are told.
pub fn benchmarks() -> PathBuf {
    root().join("docs/benchmarks.md")
}

/// The browser tests' folder.
pub fn e2e() -> PathBuf {
    root().join("tests/e2e")
}

/// Cargo's build folder, wherever the user's settings put it.
pub fn target() -> Result<PathBuf> {
    let mut cargo = run::cargo();
    cargo.args(["metadata", "--format-version=1", "--no-deps", "--offline"]);
    let text = run::text(&mut cargo).context("cargo metadata failed")?;
    let metadata: serde_json::Value = serde_json::from_str(&text).context("cargo metadata is not JSON")?;
    let path = metadata["target_directory"].as_str().context("cargo metadata names no target folder")?;
    Ok(PathBuf::from(path))
}

/// The folder for installed tools: outside the checkout, so that a fresh clone
/// or `git clean` does not cost ten minutes.
pub fn tools() -> Result<PathBuf> {
    if let Some(path) = set("HOOKONCE_TOOLS") {
        // The tools' folder ends up on PATH of commands that run elsewhere.
        return std::path::absolute(path).context("HOOKONCE_TOOLS is no path");
    }
    let cache = match (set("XDG_CACHE_HOME"), set("HOME").or_else(|| set("USERPROFILE"))) {
        (Some(cache), _) => cache,
        (None, Some(home)) => home.join(".cache"),
        (None, None) => bail!("no place for tools: set HOOKONCE_TOOLS to a folder"),
    };
    Ok(cache.join("hookonce/tools"))
}

/// Cargo's own folder, where the sources of the crates are.
pub fn cargo_home() -> PathBuf {
    let home = || set("HOME").or_else(|| set("USERPROFILE")).unwrap_or_default();
    set("CARGO_HOME").unwrap_or_else(|| home().join(".cargo"))
}

/// The first of `names` on PATH, or the first that is an existing path.
pub fn find_program(names: &[&str]) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    names.iter().find_map(|name| {
        if name.contains('/') {
            return Some(PathBuf::from(name)).filter(|file| file.is_file());
        }
        let file = format!("{name}{}", env::consts::EXE_SUFFIX);
        env::split_paths(&path).map(|folder| folder.join(&file)).find(|file| file.is_file())
    })
}

/// Puts `folders` in front of PATH for one command.
pub fn prepend_path(command: &mut Command, folders: &[PathBuf]) -> Result<()> {
    let path = env::var_os("PATH").unwrap_or_default();
    let all = folders.iter().cloned().chain(env::split_paths(&path));
    command.env("PATH", env::join_paths(all).context("a tool's folder cannot be put on PATH")?);
    Ok(())
}

/// An environment variable as a path; empty counts as not set.
pub fn set(name: &str) -> Option<PathBuf> {
    env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from)
}
