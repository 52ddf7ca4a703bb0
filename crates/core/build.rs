//! Puts the providers' files of facts together, so that a new one is one file and nothing else.
//!
//! Two texts come out: what keys and recognition need, which every page carries, and all facts with their
//! words, which only those carry that show them.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = Path::new("src/providers/facts");
    println!("cargo::rerun-if-changed={}", folder.display());
    println!("cargo::rerun-if-changed=build.rs");
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<_, std::io::Error>>()?;
    files.sort();
    let mut rules = Vec::new();
    let mut facts = Vec::new();
    for file in files {
        let id = file.file_stem().and_then(|stem| stem.to_str()).ok_or("a file without a name")?.to_owned();
        let mut row: Value = serde_json::from_str(&fs::read_to_string(&file)?)
            .map_err(|error| format!("{}: {error}", file.display()))?;
        row["id"] = json!(id);
        rules.push(rule(&row));
        facts.push(row);
    }
    let out = PathBuf::from(env::var("OUT_DIR")?);
    fs::write(out.join("rules.json"), serde_json::to_string(&rules)?)?;
    fs::write(out.join("facts.json"), serde_json::to_string(&facts)?)?;
    Ok(())
}

/// What keys and recognition need of a row.
fn rule(row: &Value) -> Value {
    let without = |list: &Value, names: &[&str]| {
        let mut list = list.clone();
        for object in list.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
            for name in names {
                object.remove(*name);
            }
        }
        list
    };
    let key = &row["key"];
    json!({
        "id": row["id"],
        "name": row["name"],
        "certain": row["recognise"]["certain"],
        "likely": row["recognise"]["likely"],
        "weak": row["recognise"]["weak"],
        "after": row["recognise"]["after"],
        "control": without(&row["control"], &["does"]),
        "variants": without(&key["variants"], &["name"]),
        "rule": key["rule"],
        "body_hash": key["body_hash"],
        "scope": key["scope"],
        "signed": key["signed"],
        "id_is": row["top_level_id"]["is"],
        "traps": without(&row["traps"], &["why", "confidence"]),
        "changes": row["changes"].as_array().into_iter().flatten().map(|change| change["at"].clone()).collect::<Vec<_>>(),
        "hash_risk": row["body_hash"]["risk"],
        "keep": row["retry"]["min_retention_days"],
    })
}
