//! What layers need, installed once and before the first layer starts.

use std::collections::BTreeMap;
use std::fs;

use anyhow::Result;

use crate::system::{self, Program};
use crate::{paths, run, tools};

/// Something that a layer needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    Clippy,
    Node,
    /// The packages of tests/e2e, which drive a browser.
    NpmPackages,
    /// Trunk and what it calls.
    PageTools,
    Program(Program),
    Rustfmt,
    WasmBindgen,
    WasmTarget,
}

/// Which needs are met, and why the others are not.
pub struct Ready(BTreeMap<Need, Result<(), String>>);

impl Ready {
    /// Installs what is missing. A failure is kept for the layers that need it.
    pub fn make(needs: impl Iterator<Item = Need>) -> Self {
        let mut ready: BTreeMap<Need, Result<(), String>> = needs.map(|need| (need, Ok(()))).collect();
        let programs: Vec<Program> = ready
            .keys()
            .filter_map(|need| if let Need::Program(program) = need { Some(*program) } else { None })
            .collect();
        // All of them together: apt's lists are fetched once.
        system::install(&programs);
        for (need, result) in &mut ready {
            if let Err(error) = need.meet() {
                println!("    {error:#}");
                *result = Err(format!("{error:#}"));
            }
        }
        Self(ready)
    }

    /// The first of `needs` that is not met.
    pub fn problem(&self, needs: &[Need]) -> Option<String> {
        needs.iter().find_map(|need| self.0.get(need)?.as_ref().err().cloned())
    }
}

impl Need {
    fn meet(self) -> Result<()> {
        match self {
            Self::Clippy => tools::component("clippy", "clippy"),
            Self::Node => system::node(),
            Self::NpmPackages => npm_packages(),
            Self::PageTools => tools::for_page().map(drop),
            Self::Program(program) => program.require().map(drop),
            Self::Rustfmt => tools::component("fmt", "rustfmt"),
            Self::WasmBindgen => tools::wasm_bindgen().map(drop),
            Self::WasmTarget => tools::wasm_target(),
        }
    }
}

/// Installs the browser tests' packages from their lock file, if it changed
/// since the last time.
pub fn npm_packages() -> Result<()> {
    system::node()?;
    let folder = paths::e2e();
    let lock = fs::read(folder.join("package-lock.json"))?;
    let installed = folder.join("node_modules/.installed-lock.json");
    if fs::read(&installed).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    run::step("install the browser tests' packages (npm ci in tests/e2e)", || {
        run::show(tools::npm_ci().current_dir(&folder))?;
        Ok(fs::write(&installed, &lock)?)
    })
}
