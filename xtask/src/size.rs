//! What the first view weighs, raw and compressed as a host would send it.

use std::fmt;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::paths;
use crate::section::Section;

/// What we aim for, in bytes after Brotli.
const TARGET: usize = 260_000;
/// What fails the build.
const LIMIT: usize = 320_000;

const SECTION: Section = Section {
    name: "size",
    written_by: "cargo xtask size --write",
    heading: "\n## Size of the first view\n\n",
};

/// `cargo xtask size`.
pub fn command(args: &[String]) -> Result<()> {
    if let Some(arg) = args.iter().find(|arg| !["--check", "--write"].contains(&arg.as_str())) {
        bail!("size takes no `{arg}`");
    }
    let sizes = first_view(&paths::dist())?;
    print!("{sizes}");
    if args.iter().any(|arg| arg == "--write") {
        SECTION.write(&paths::benchmarks(), &sizes.to_string())?;
        println!("written to docs/benchmarks.md");
    }
    if args.iter().any(|arg| arg == "--check") {
        check(&sizes)?;
    }
    Ok(())
}

/// The files of a page's first view, and those that it leaves for later.
#[derive(Debug)]
pub struct Sizes {
    view: Vec<Row>,
    later: Vec<String>,
}

#[derive(Debug)]
struct Row {
    name: String,
    raw: usize,
    brotli: usize,
}

/// Weighs the files that index.html names, and those that these name in turn.
///
/// That counts too much rather than too little: a file that a script only
/// mentions is counted as loaded.
pub fn first_view(dist: &Path) -> Result<Sizes> {
    let index = dist.join("index.html");
    if !index.is_file() {
        bail!("there is no {}: run `cargo xtask build` first", index.display());
    }
    let mut waiting: Vec<PathBuf> = files(dist)?.into_iter().filter(|file| *file != index).collect();
    let mut read = vec![index];
    let mut view = Vec::new();
    while let Some(file) = read.pop() {
        let bytes = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let text = std::str::from_utf8(&bytes).unwrap_or_default();
        let named = |other: &PathBuf| {
            other.file_name().and_then(|name| name.to_str()).is_some_and(|name| text.contains(name))
        };
        read.extend(waiting.extract_if(.., |other| named(other)));
        let name = stable_name(&relative(dist, &file));
        view.push(Row { name, raw: bytes.len(), brotli: brotli(&bytes)? });
    }
    view.sort_by(|a, b| b.brotli.cmp(&a.brotli).then_with(|| a.name.cmp(&b.name)));
    let later = waiting.iter().map(|file| relative(dist, file)).collect();
    Ok(Sizes { view, later })
}

/// Fails above the limit.
pub fn check(sizes: &Sizes) -> Result<()> {
    let total = sizes.total();
    if total > LIMIT {
        bail!("the first view is {} kB after Brotli, the limit is {}", kilobytes(total), kilobytes(LIMIT));
    }
    Ok(())
}

/// Every file below a folder, sorted.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

impl Sizes {
    /// All of the first view after Brotli.
    fn total(&self) -> usize {
        self.view.iter().map(|row| row.brotli).sum()
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "| first view | raw kB | Brotli kB |")?;
        writeln!(out, "| --- | ---: | ---: |")?;
        for Row { name, raw, brotli } in &self.view {
            writeln!(out, "| {name} | {} | {} |", kilobytes(*raw), kilobytes(*brotli))?;
        }
        let raw = self.view.iter().map(|row| row.raw).sum();
        writeln!(out, "| **sum** | {} | **{}** |", kilobytes(raw), kilobytes(self.total()))?;
        writeln!(out, "\nTarget {} kB, limit {} kB.", kilobytes(TARGET), kilobytes(LIMIT))?;
        if !self.later.is_empty() {
            writeln!(out, "Not loaded by the first view: {}.", self.later.join(", "))?;
        }
        Ok(())
    }
}

fn brotli(bytes: &[u8]) -> Result<usize> {
    // Quality 11 and the window that browsers accept: what a static host stores.
    let mut writer = brotli::CompressorWriter::new(Vec::new(), 64 * 1024, 11, 22);
    writer.write_all(bytes)?;
    Ok(writer.into_inner().len())
}

fn relative(dist: &Path, file: &Path) -> String {
    file.strip_prefix(dist).unwrap_or(file).to_string_lossy().replace('\\', "/")
}

/// A file name without the hash that changes with every build, so that the
/// committed table changes only with the sizes.
fn stable_name(name: &str) -> String {
    let Some((start, rest)) = name.rsplit_once('-') else { return name.to_owned() };
    let length = rest.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(rest.len());
    // Trunk prints 64 bits in hexadecimal, without leading zeros.
    if (12..=16).contains(&length) { format!("{start}{}", &rest[length..]) } else { name.to_owned() }
}

fn kilobytes(bytes: usize) -> String {
    format!("{:.1}", bytes as f64 / 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(brotli: usize) -> Sizes {
        let row = Row { name: "a.wasm".to_owned(), raw: 2 * brotli, brotli };
        Sizes { view: vec![row], later: Vec::new() }
    }

    #[test]
    fn the_limit_itself_passes_and_one_byte_more_fails() {
        check(&sizes(LIMIT)).unwrap();
        let error = check(&sizes(LIMIT + 1)).unwrap_err().to_string();
        assert!(error.contains("the limit is 320.0"), "{error}");
    }

    #[test]
    fn hashes_are_left_out_of_names_and_nothing_else_is() {
        assert_eq!(stable_name("hookonce-web-0a1b2c3d4e5f6071_bg.wasm"), "hookonce-web_bg.wasm");
        assert_eq!(stable_name("tokens-a1b2c3d4e5f6071.css"), "tokens.css");
        assert_eq!(stable_name("snippets/leptos-abc/a.js"), "snippets/leptos-abc/a.js");
        assert_eq!(stable_name("index.html"), "index.html");
    }

    #[test]
    fn the_first_view_is_what_the_page_names_directly_or_not() {
        let dist = std::env::temp_dir().join(format!("xtask-size-{}", std::process::id()));
        fs::create_dir_all(dist.join("snippets")).unwrap();
        fs::write(dist.join("index.html"), "<script src=\"./a.js\"></script>").unwrap();
        fs::write(dist.join("a.js"), "import './snippets/b.js'").unwrap();
        fs::write(dist.join("snippets/b.js"), "1").unwrap();
        fs::write(dist.join("screenshot.png"), [0, 255]).unwrap();
        let sizes = first_view(&dist).unwrap();
        let mut names: Vec<&str> = sizes.view.iter().map(|row| row.name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(names, ["a.js", "index.html", "snippets/b.js"]);
        assert_eq!(sizes.later, ["screenshot.png"]);
        fs::remove_dir_all(&dist).unwrap();
        let error = first_view(&dist).unwrap_err().to_string();
        assert!(error.contains("cargo xtask build"), "{error}");
    }
}
