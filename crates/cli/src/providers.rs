//! `hookonce providers`: the senders that are known, and all that is known of one.

use hookonce_core::lang::Lang;
use hookonce_core::providers::{self, Sheet, facts_json, sheets};

use crate::args::ProvidersArgs;
use crate::output::{Exit, Output};
use crate::report::{self, Diagnostic};
use crate::words::words;

/// Runs the command.
pub fn run(args: &ProvidersArgs) -> Output {
    let lang = args.common.lang;
    let written = match &args.id {
        None if args.json => Ok(facts_json().to_owned() + "\n"),
        None => Ok(list(lang)),
        Some(id) => one(id, args),
    };
    match written {
        Ok(stdout) => Output { exit: Exit::Done, stdout, stderr: String::new(), lang },
        Err(diagnostic) => Output {
            exit: Exit::Refused,
            stdout: String::new(),
            stderr: report::text(&[diagnostic], lang),
            lang,
        },
    }
}

/// A line for each: its id, its name and its rule.
fn list(lang: Lang) -> String {
    let widest = |text: fn(&providers::Provider) -> &str| {
        providers::all().iter().map(|provider| text(provider).chars().count()).max().unwrap_or_default()
    };
    let (ids, names) = (widest(|provider| provider.id), widest(|provider| provider.name));
    let line = |provider: &providers::Provider| {
        let rule = provider.rules.rule.as_ref().map(ToString::to_string);
        let rule = rule.unwrap_or_else(|| match provider.rules.variants.is_empty() {
            false => words(lang).rule_by_kind.into(),
            true => words(lang).rule_none.into(),
        });
        format!("{:ids$}  {:names$}  {rule}\n", provider.id, provider.name)
    };
    providers::all().iter().map(line).collect()
}

fn one(id: &str, args: &ProvidersArgs) -> Result<String, Diagnostic> {
    let lang = args.common.lang;
    let unknown = || {
        let kind = hookonce_core::finding::FindingKind::ProviderUnknown { id: id.to_owned() };
        Diagnostic::new(&hookonce_core::finding::Finding::new(kind), lang)
    };
    if args.json {
        let rows: Vec<serde_json::Value> = serde_json::from_str(facts_json()).unwrap_or_default();
        let row = rows.into_iter().find(|row| row["id"] == id).ok_or_else(unknown)?;
        return Ok(row.to_string() + "\n");
    }
    let sheet = sheets(lang).into_iter().find(|sheet| sheet.id == id).ok_or_else(unknown)?;
    Ok(text(&sheet))
}

/// The sheet for a terminal, without colours.
fn text(sheet: &Sheet) -> String {
    let mut out = format!("{} ({})\n", sheet.name, sheet.id);
    out.extend(sheet.docs.iter().map(|docs| format!("{docs}\n")));
    for section in &sheet.sections {
        out.push_str(&format!("\n{}\n", section.title));
        for (name, text) in &section.rows {
            let text = text.replace('`', "");
            match name.replace('`', "").as_str() {
                "" => out.push_str(&format!("  {text}\n")),
                name => out.push_str(&format!("  {name}: {text}\n")),
            }
        }
    }
    out
}
