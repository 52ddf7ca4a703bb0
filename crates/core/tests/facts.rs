//! `docs/facts.md` is made from the files of facts. `UPDATE_SNAPSHOTS=1 cargo nextest run -p hookonce-core --test facts` writes it.
// Clippy lets tests unwrap, but not the functions that they share.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::{env, fs};

use hookonce_core::lang::Lang;
use hookonce_core::providers::{Sheet, all, facts_json, sheets};
use serde_json::Value;

#[test]
fn the_document_is_what_the_files_say() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/facts.md");
    let made = document();
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, &made).unwrap();
    }
    let there = fs::read_to_string(&path).unwrap_or_default();
    assert!(there == made, "docs/facts.md is older than the files of facts; see the head of this test");
}

#[test]
fn every_row_has_its_sources_a_date_and_both_languages() {
    let rows: Vec<Value> = serde_json::from_str(facts_json()).unwrap();
    assert_eq!(rows.len(), all().len());
    for row in &rows {
        let id = row["id"].as_str().unwrap();
        assert!(!row["sources"].as_array().unwrap().is_empty(), "{id} has no source");
        let checked = row["checked"].as_str().unwrap();
        assert!(checked.len() == 7 && checked.as_bytes()[4] == b'-', "{id}: {checked}");
        prose(row, id);
    }
    for lang in Lang::ALL {
        for sheet in sheets(lang) {
            for section in &sheet.sections {
                // Names of the files' own fields are for their authors.
                let is_field = |text: &str| {
                    ["key.", "retry.", "signature.", "detect."]
                        .iter()
                        .any(|start| text.trim_start_matches('`').starts_with(start))
                };
                assert!(
                    !section.rows.iter().any(|(name, text)| is_field(name) || is_field(text)),
                    "{}: {}",
                    sheet.id,
                    section.title
                );
                assert!(!section.rows.is_empty(), "{}: {}", sheet.id, section.title);
                assert!(
                    section.rows.iter().all(|(_, text)| !text.trim().is_empty()),
                    "{}: {}",
                    sheet.id,
                    section.title
                );
            }
        }
    }
}

/// Wherever a text is there in one language, it is there in the other, and is not the same.
#[track_caller]
fn prose(value: &Value, place: &str) {
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| prose(item, &format!("{place}[{at}]")))
        }
        Value::Object(members) => {
            if members.contains_key("en") || members.contains_key("de") {
                let text = |lang: &str| members[lang].as_str().unwrap().trim().to_owned();
                assert!(members.len() == 2 && !text("en").is_empty() && !text("de").is_empty(), "{place}");
                // Codes and numbers are the same in every language, sentences are not.
                let is_word =
                    |word: &str| word.len() > 3 && word.bytes().all(|byte| byte.is_ascii_lowercase());
                let is_sentence = text("en").split(' ').filter(|word| is_word(word)).count() > 1;
                assert!(!is_sentence || text("en") != text("de"), "{place} is not translated");
            }
            members.iter().for_each(|(name, member)| prose(member, &format!("{place}.{name}")));
        }
        _ => {}
    }
}

fn document() -> String {
    let mut out = String::from(
        "# Senders\n\nWhat is known of each sender of webhooks, made from the files in `crates/core/src/providers/facts/`; do not edit it here. \
         No live service was called; pages may have changed since the date at each. A rule's text is explained in `crates/core/src/key/text.rs`.\n\n",
    );
    let sheets = sheets(Lang::En);
    for Sheet { id, name, .. } in &sheets {
        out.push_str(&format!("- [{name}](#{id})\n"));
    }
    for sheet in &sheets {
        out.push_str(&format!("\n<a id=\"{}\"></a>\n\n## {}\n\n`{}`", sheet.id, sheet.name, sheet.id));
        out.push_str(&sheet.docs.as_ref().map(|docs| format!(", <{docs}>")).unwrap_or_default());
        out.push('\n');
        for section in &sheet.sections {
            out.push_str(&format!("\n### {}\n\n", section.title));
            for (name, text) in &section.rows {
                match name.as_str() {
                    "" => out.push_str(&format!("- {text}\n")),
                    name => out.push_str(&format!("- {name}: {text}\n")),
                }
            }
        }
    }
    out
}
