//! Building the release page: Trunk, then what Trunk cannot do.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::{html, paths, run, size, tools};

/// `cargo xtask build`.
pub fn command(args: &[String]) -> Result<()> {
    if let Some(arg) = args.first() {
        bail!("build takes no `{arg}`");
    }
    build()?;
    print!("\n{}", size::first_view(&paths::dist())?);
    Ok(())
}

/// Installs what is missing and builds `dist/`, with everything shown.
pub fn build() -> Result<()> {
    let path = tools::for_page()?;
    run::step("build the release page into dist/", || {
        bundle(&path, run::show)?;
        finish(&paths::dist())
    })
}

/// Has the commands run that fill `dist/`, given the tools' folders; [`finish`] belongs after it.
pub fn bundle(path: &[PathBuf], mut run: impl FnMut(&mut Command) -> Result<()>) -> Result<()> {
    for mut command in commands(path)? {
        run(&mut command)?;
    }
    worker(path, &mut run)?;
    minify(path)?.iter_mut().try_for_each(run)
}

/// Panic messages name source files: without this, in the folders of whoever built the page. SHA-256 in loops weighs
/// 1.2 kB less than written out; bodies of some size go to the browser's own. They stand in for the flags of
/// .cargo/config.toml, so that their one is repeated here.
fn rustflags() -> String {
    let registry = paths::cargo_home().join("registry").join("src");
    let remap = format!("--remap-path-prefix={}=crates", registry.display());
    ["--cfg", "erase_components", "--cfg", "sha2_backend_soft=\"compact\"", &remap].join("\u{1f}")
}

fn commands(path: &[PathBuf]) -> Result<[Command; 2]> {
    // Trunk runs offline, so that it never fetches tools of its own choice;
    // the crates have to be there before.
    let mut fetch = run::cargo();
    fetch.args(["fetch", "--locked"]);

    let mut trunk = Command::new("trunk");
    trunk.args(["build", "--offline"]).current_dir(paths::root());
    paths::prepend_path(&mut trunk, path)?;
    // Trunk reads its options from such variables too, and it does not
    // understand the value that others give NO_COLOR: Trunk.toml decides.
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("TRUNK_") || name == "NO_COLOR" {
            trunk.env_remove(name);
        }
    }
    trunk.env("CARGO_ENCODED_RUSTFLAGS", rustflags());
    // A failed build is explained by the compiler, not by where Trunk noticed.
    trunk.env("RUST_LIB_BACKTRACE", "0");
    Ok([fetch, trunk])
}

/// Builds the worker beside the page: `worker.js`, with wasm-bindgen's glue in front of our own script, and `worker.wasm`.
fn worker(path: &[PathBuf], run: &mut impl FnMut(&mut Command) -> Result<()>) -> Result<()> {
    let mut cargo = run::cargo();
    cargo.args([
        "build",
        "--locked",
        "--profile",
        "web",
        "--target",
        "wasm32-unknown-unknown",
        "-p",
        "hookonce-worker",
    ]);
    // The same as the page's, so that what both use is compiled once.
    cargo.env("CARGO_ENCODED_RUSTFLAGS", rustflags());
    run(&mut cargo)?;

    let out = paths::root().join("target/worker");
    let built = paths::root().join("target/wasm32-unknown-unknown/web/hookonce_worker.wasm");
    let mut bindgen = Command::new("wasm-bindgen");
    bindgen
        .args(["--target", "no-modules", "--no-typescript", "--out-name", "worker", "--out-dir"])
        .arg(&out)
        .arg(built);
    paths::prepend_path(&mut bindgen, path)?;
    run(&mut bindgen)?;

    let mut optimiser = Command::new("wasm-opt");
    optimiser
        .arg("-O2")
        .args(OPTIMISED)
        .arg(out.join("worker_bg.wasm"))
        .arg("-o")
        .arg(paths::dist().join("worker.wasm"));
    paths::prepend_path(&mut optimiser, path)?;
    run(&mut optimiser)?;

    let glue =
        fs::read_to_string(out.join("worker.js")).context("wasm-bindgen left no glue for the worker")?;
    let script = fs::read_to_string(paths::root().join("crates/worker/worker.js"))?;
    fs::write(paths::dist().join("worker.js"), glue + &script).context("cannot write the worker's script")
}

/// As index.html has them for the page; a test compares.
const OPTIMISED: [&str; 5] = [
    "--one-caller-inline-max-function-size",
    "20",
    "--reorder-functions-by-name",
    "--strip-producers",
    "--strip-target-features",
];

fn minify(path: &[PathBuf]) -> Result<Vec<Command>> {
    let files = size::files(&paths::dist())?;
    let scripts = files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "js"));
    scripts
        .map(|script| {
            // The worker's is a script: its names at the top are how its two parts know each other.
            let is_module = script.file_name().is_none_or(|name| name != "worker.js");
            let mut terser = Command::new("terser");
            terser
                .arg(script)
                .args(if is_module { &["--module"][..] } else { &[] })
                .args(["--compress", "passes=3", "--mangle", "--output"])
                .arg(script);
            paths::prepend_path(&mut terser, path)?;
            Ok(terser)
        })
        .collect()
}

/// Seals the page that Trunk wrote and refuses one that would not work in any
/// folder of any host.
pub fn finish(dist: &Path) -> Result<()> {
    let index = dist.join("index.html");
    let page = fs::read_to_string(&index).with_context(|| format!("Trunk left no {}", index.display()))?;
    match html::seal(&page).and_then(|sealed| Ok(fs::write(&index, sealed)?)) {
        Ok(()) => {}
        Err(error) => {
            // Without its hash the page would show nothing at all.
            let _ = fs::remove_file(&index);
            return Err(error);
        }
    }
    for file in size::files(dist)? {
        let name = file.strip_prefix(dist).unwrap_or(&file).display().to_string();
        let text = ["html", "css", "json", "webmanifest", "svg"]
            .iter()
            .any(|extension| file.extension().is_some_and(|found| found == *extension));
        if !text {
            continue;
        }
        let content = fs::read_to_string(&file).with_context(|| format!("cannot read {name}"))?;
        let urls = html::absolute_urls(&content);
        if !urls.is_empty() {
            bail!("dist/{name} has addresses outside its folder: {}", urls.join(" "));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worker_is_optimised_as_the_page_is() {
        let index = fs::read_to_string(paths::root().join("index.html")).unwrap();
        assert!(index.contains(&OPTIMISED.join(" ")));
        assert!(index.contains("data-wasm-opt=\"2\""));
    }

    #[test]
    fn finish_seals_the_page_and_refuses_absolute_addresses() {
        let dist = std::env::temp_dir().join(format!("xtask-page-{}", std::process::id()));
        fs::create_dir_all(&dist).unwrap();
        let page = format!("<meta content=\"script-src {}\"><script>1</script>", html::PLACEHOLDER);
        fs::write(dist.join("index.html"), &page).unwrap();
        fs::write(dist.join("a.css"), "a { color: red }").unwrap();
        finish(&dist).unwrap();
        let sealed = fs::read_to_string(dist.join("index.html")).unwrap();
        assert!(sealed.contains("script-src 'sha256-") && !sealed.contains(html::PLACEHOLDER), "{sealed}");

        fs::write(dist.join("index.html"), &page).unwrap();
        fs::write(dist.join("a.css"), "a { background: url(/a.png) }").unwrap();
        let error = finish(&dist).unwrap_err().to_string();
        assert!(error.contains("dist/a.css") && error.contains("/a.png"), "{error}");

        fs::write(dist.join("index.html"), "<p>no loader</p>").unwrap();
        finish(&dist).unwrap_err();
        assert!(!dist.join("index.html").exists(), "a page that cannot start is not left behind");
        fs::remove_dir_all(&dist).unwrap();
    }
}
