//! The build tools: which versions, where they are, how they get there.
//!
//! Each tool and version has a folder of its own. An install happens in a
//! neighbouring folder that is renamed when it is complete, so that one that
//! was interrupted leaves nothing that looks finished.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use sha2::{Digest as _, Sha256};

use crate::{paths, run, system};

/// Bundles the page. 0.22 needs a newer Rust than `rust-version` promises.
pub const TRUNK: &str = "0.21.14";
/// Must be the version of the crate `wasm-bindgen` in Cargo.lock; a test compares.
pub const WASM_BINDGEN: &str = "0.2.130";
/// The npm package that brings wasm-opt. Debian's own is too old for some flags.
pub const BINARYEN: &str = "132";
/// Minifies the loader that wasm-bindgen writes; Trunk's own minifier gives up on it.
pub const TERSER: &str = "5.51.4";

const TARGET: &str = "wasm32-unknown-unknown";

/// Everything the page's build needs; gives back the folders for PATH.
pub fn for_page() -> Result<Vec<PathBuf>> {
    wasm_target()?;
    Ok(vec![wasm_bindgen()?, npm_tools()?, trunk()?])
}

/// Trunk's folder of programs.
pub fn trunk() -> Result<PathBuf> {
    // Trunk's lock file is used as its authors published it.
    cargo_tool("trunk", TRUNK, "trunk", &["--locked"])
}

/// wasm-bindgen's folder of programs, with `wasm-bindgen-test-runner`.
pub fn wasm_bindgen() -> Result<PathBuf> {
    // Not `--locked`: the published lock file names a crate version that some
    // registries no longer serve.
    cargo_tool("wasm-bindgen-cli", WASM_BINDGEN, "wasm-bindgen", &[])
}

/// The folder of wasm-opt and terser, which make the page small. It is named after the lock file,
/// so that another version is another folder.
pub fn npm_tools() -> Result<PathBuf> {
    let lock = fs::read(paths::root().join("xtask/tools/package-lock.json"))
        .context("no lock file in xtask/tools")?;
    let name: String = Sha256::digest(&lock).iter().take(6).map(|byte| format!("{byte:02x}")).collect();
    let folder = paths::tools()?.join(format!("npm-{name}"));
    let bin = folder.join("node_modules/.bin");
    if reports(&bin.join("wasm-opt"), BINARYEN) && reports(&bin.join("terser"), TERSER) {
        return Ok(bin);
    }
    system::node()?;
    run::step(&format!("install wasm-opt {BINARYEN} (npm binaryen) and terser {TERSER}"), || {
        install(&folder, |part| {
            for file in ["package.json", "package-lock.json"] {
                fs::copy(paths::root().join("xtask/tools").join(file), part.join(file))?;
            }
            run::show(npm_ci().current_dir(part))
        })?;
        expect(&bin.join("wasm-opt"), BINARYEN)?;
        expect(&bin.join("terser"), TERSER)
    })?;
    Ok(bin)
}

/// `npm ci` without install scripts: no package used here needs one, and some
/// would download programs.
pub fn npm_ci() -> Command {
    let mut npm = Command::new("npm");
    npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    npm
}

/// The compiler's library for the browser.
pub fn wasm_target() -> Result<()> {
    let mut rustc = Command::new("rustc");
    rustc.args(["--print", "target-libdir", "--target", TARGET]).current_dir(paths::root());
    let folder = run::text(&mut rustc).context("rustc is missing: install Rust with rustup")?;
    if Path::new(folder.trim()).is_dir() {
        return Ok(());
    }
    rustup(&["target", "add", TARGET], &format!("install the Rust target {TARGET}"))
}

/// rustfmt or clippy, which minimal toolchains lack.
pub fn component(command: &str, component: &str) -> Result<()> {
    if run::text(run::cargo().args([command, "--version"])).is_ok() {
        return Ok(());
    }
    rustup(&["component", "add", component], &format!("install the Rust component {component}"))
}

fn rustup(args: &[&str], what: &str) -> Result<()> {
    run::step(what, || {
        run::show(Command::new("rustup").args(args).current_dir(paths::root())).with_context(|| {
            format!(
                "get it with `rustup {}`; a Rust that is not rustup's needs its own package",
                args.join(" ")
            )
        })
    })
}

/// Installs a crate's programs once and gives back their folder.
fn cargo_tool(package: &str, version: &str, program: &str, extra: &[&str]) -> Result<PathBuf> {
    let folder = paths::tools()?.join(format!("{package}-{version}"));
    let bin = folder.join("bin");
    if reports(&bin.join(program), version) {
        return Ok(bin);
    }
    run::step(&format!("install {package} {version} (some minutes, once)"), || {
        install(&folder, |part| {
            let mut cargo = run::cargo();
            cargo.args(["install", package, "--version", version]).args(extra).arg("--root").arg(part);
            // Tools run for seconds: compiling them quickly matters more than
            // what the last per cent of speed would save.
            cargo.env("CARGO_PROFILE_RELEASE_LTO", "off");
            cargo.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1");
            cargo.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
            // Hundreds of other people's crates do not belong in our build folder.
            cargo.env_remove("CARGO_TARGET_DIR");
            run::show(&mut cargo)
        })?;
        expect(&bin.join(program), version)
    })?;
    Ok(bin)
}

/// Runs `work` on an empty folder and moves the folder to its place afterwards.
fn install(folder: &Path, work: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    let part = PathBuf::from(format!("{}.part-{}", folder.display(), std::process::id()));
    fs::create_dir_all(&part).with_context(|| format!("cannot make {}", part.display()))?;
    let result = work(&part).and_then(|()| {
        if folder.exists() {
            fs::remove_dir_all(folder).with_context(|| format!("cannot replace {}", folder.display()))?;
        }
        fs::rename(&part, folder).with_context(|| format!("cannot make {}", folder.display()))
    });
    if result.is_err() {
        // What is left of it only costs disk space; the error above is the news.
        let _ = fs::remove_dir_all(&part);
    }
    result
}

/// Whether a program runs and names exactly this version.
fn reports(program: &Path, version: &str) -> bool {
    program.is_file()
        && run::text(Command::new(program).arg("--version"))
            .is_ok_and(|text| text.split_whitespace().any(|word| word == version))
}

fn expect(program: &Path, version: &str) -> Result<()> {
    if !reports(program, version) {
        bail!("{} was installed but does not report version {version}", program.display());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str) -> String {
        fs::read_to_string(paths::root().join(path)).unwrap()
    }

    /// The version of a package in a Cargo.lock.
    fn locked<'a>(lock: &'a str, package: &str) -> Vec<&'a str> {
        let name = format!("name = \"{package}\"");
        let blocks = lock.split("[[package]]").filter(|block| block.lines().any(|line| line == name));
        blocks.filter_map(|block| block.split("version = \"").nth(1)?.split('"').next()).collect()
    }

    #[test]
    fn the_wasm_bindgen_tool_and_crate_are_the_same_version() {
        assert_eq!(locked(&read("Cargo.lock"), "wasm-bindgen"), [WASM_BINDGEN]);
    }

    #[test]
    fn trunk_accepts_exactly_the_versions_installed_here() {
        let config = read("Trunk.toml");
        assert!(config.contains(&format!("trunk-version = \"={TRUNK}\"")), "{config}");
        assert!(config.contains(&format!("wasm_opt = \"version_{BINARYEN}\"")), "{config}");
    }

    #[test]
    fn the_npm_tools_are_the_versions_named_here() {
        let package: serde_json::Value = serde_json::from_str(&read("xtask/tools/package.json")).unwrap();
        assert_eq!(package["dependencies"]["binaryen"], format!("{BINARYEN}.0.0"));
        assert_eq!(package["dependencies"]["terser"], TERSER);
    }

    #[test]
    fn npm_packages_are_pinned_exactly_and_locked_without_addresses() {
        for folder in ["xtask/tools", "tests/e2e"] {
            let package: serde_json::Value =
                serde_json::from_str(&read(&format!("{folder}/package.json"))).unwrap();
            let lock: serde_json::Value =
                serde_json::from_str(&read(&format!("{folder}/package-lock.json"))).unwrap();
            for group in ["dependencies", "devDependencies"] {
                assert_eq!(lock["packages"][""][group], package[group], "{folder}: {group}");
                for (name, version) in package[group].as_object().into_iter().flatten() {
                    let version = version.as_str().unwrap();
                    let exact = version.split('.').all(|part| part.parse::<u32>().is_ok());
                    assert!(exact, "{folder}: {name} {version} is not one version");
                }
            }
            for (name, entry) in lock["packages"].as_object().unwrap() {
                assert!(entry.get("resolved").is_none(), "{folder}: {name} has an address");
                assert!(name.is_empty() || entry["integrity"].is_string(), "{folder}: {name} has no hash");
            }
        }
    }

    #[test]
    fn every_crate_from_the_registry_is_pinned_by_checksum() {
        let lock = read("Cargo.lock");
        let mut sources = std::collections::BTreeSet::new();
        for block in lock.split("[[package]]").skip(1) {
            let field = |name: &str| block.lines().find(|line| line.starts_with(name));
            let Some(source) = field("source = ") else { continue };
            assert!(source.starts_with("source = \"registry+"), "no git, no path: {block}");
            assert!(field("checksum = ").is_some(), "no checksum: {block}");
            sources.insert(source);
        }
        // One name for one registry, whatever mirror a machine uses.
        assert!(sources.len() <= 1, "{sources:?}");
    }

    #[test]
    fn an_install_that_fails_leaves_nothing_behind() {
        let base = std::env::temp_dir().join(format!("xtask-install-{}", std::process::id()));
        let folder = base.join("tool-1");
        assert!(install(&folder, |_| bail!("interrupted")).is_err());
        assert_eq!(fs::read_dir(&base).unwrap().count(), 0);
        install(&folder, |part| Ok(fs::write(part.join("program"), "1")?)).unwrap();
        install(&folder, |part| Ok(fs::write(part.join("program"), "2")?)).unwrap();
        assert_eq!(fs::read_to_string(folder.join("program")).unwrap(), "2");
        fs::remove_dir_all(&base).unwrap();
    }
}
