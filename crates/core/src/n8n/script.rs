//! The published test: A, A again, B.

use super::check::check_path;
use crate::finding::Finding;
use crate::key::{KeyRules, Rule, RuleChoice, Source};
use crate::lang::Lang;
use crate::options::Options;
use crate::words;

/// A POSIX shell script that sends event A, A again with another signature, and B to n8n's production
/// URL on this machine; its comments say what to expect. The error says why the path cannot be used.
pub fn test_script(options: &Options, lang: Lang) -> Result<String, Vec<Finding>> {
    if let Some(finding) = check_path(&options.webhook_path) {
        return Err(vec![finding]);
    }
    let words = words::n8n::words(lang);
    let comment = |lines: &[&str]| lines.iter().map(|line| format!("# {line}\n")).collect::<String>();
    let choice = RuleChoice::new(&options.rule).unwrap_or(RuleChoice::Generic);
    let rules = choice.rules(None);
    let body = Body::of(rules);
    let before = match body {
        Body::Made => words.script_before,
        Body::Recorded { .. } => words.script_before_recorded,
    };
    let has_key = rules.rule.is_some() || !rules.variants.is_empty() || rules.body_hash;
    let after = match has_key {
        true if rules.has_batch() => words.script_after_batch,
        true => words.script_after,
        false => words.script_after_no_key,
    };
    let send = |event, signature| request(rules, &body, event, signature, &options.webhook_path);
    let requests = [send("A", 1), send("A", 2), send("B", 3)].concat();
    Ok(format!("#!/bin/sh\n{}{requests}{}", comment(before), comment(after)))
}

/// What the requests post.
enum Body {
    /// An event of the generic rule, or one whose key is made of headers.
    Made,
    /// What the user has recorded: only the sender knows how its deliveries look.
    Recorded { form: bool },
}

impl Body {
    fn of(rules: &KeyRules) -> Body {
        let is_simple = rules.variants.is_empty() && !rules.has_batch();
        let is_made = rules.rule.as_ref().is_some_and(|rule| {
            rule.parts == Rule::generic().parts
                || rule.parts.iter().all(|part| matches!(part.sources.first(), Some(Source::Header(_))))
        });
        let is_form = |source: &Source| matches!(source, Source::Form(_));
        match is_simple && is_made {
            true => Body::Made,
            false => Body::Recorded { form: sources(rules).any(is_form) },
        }
    }
}

/// Every place that the rule and its variants may take a part from first.
fn sources(rules: &KeyRules) -> impl Iterator<Item = &Source> {
    let variants = rules.variants.iter().filter_map(|variant| variant.rule.as_ref());
    let parts = rules.rule.iter().chain(variants).flat_map(|rule| &rule.parts);
    parts.filter_map(|part| part.sources.first())
}

fn request(rules: &KeyRules, body: &Body, event: &str, signature: u8, path: &str) -> String {
    let (kind, data) = match body {
        Body::Made => {
            ("json", format!("--data-raw '{{\"id\":\"evt_test_{event}\",\"type\":\"order.paid\"}}'"))
        }
        Body::Recorded { form } => {
            let kind = if *form { "x-www-form-urlencoded" } else { "json" };
            (kind, format!("--data-binary @{}.body", event.to_ascii_lowercase()))
        }
    };
    let mut names: Vec<&String> = Vec::new();
    for source in sources(rules) {
        if let Source::Header(name) = source
            && !names.contains(&name)
        {
            names.push(name);
        }
    }
    let header = |name: &&String| format!("-H '{}: evt_test_{event}' ", name.replace('\'', "'\\''"));
    let headers: String = names.iter().map(header).collect();
    // The signature is what a sender changes on a retry, while the body stays the same.
    format!(
        "curl -sS -w ' %{{http_code}}\\n' -H 'Content-Type: application/{kind}' {headers}-H 'X-Signature: made-up-{signature}' \
         {data} '{BASE_URL}{path}'\n"
    )
}

/// Where a default n8n on this machine takes production requests.
const BASE_URL: &str = "http://localhost:5678/webhook/";
