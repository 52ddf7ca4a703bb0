//! The published test: A, A again, B.

use super::check::check_path;
use crate::finding::Finding;
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
    // The signature is what a sender changes on a retry, while the body stays the same.
    let send = |event: &str, signature: u8| {
        format!(
            "curl -sS -w ' %{{http_code}}\\n' -H 'Content-Type: application/json' -H 'X-Signature: made-up-{signature}' \
             --data-raw '{{\"id\":\"evt_test_{event}\",\"type\":\"order.paid\"}}' '{BASE_URL}{}'\n",
            options.webhook_path
        )
    };
    let requests = [send("A", 1), send("A", 2), send("B", 3)].concat();
    Ok(format!("#!/bin/sh\n{}{requests}{}", comment(words.script_before), comment(words.script_after)))
}

/// Where a default n8n on this machine takes production requests.
const BASE_URL: &str = "http://localhost:5678/webhook/";
