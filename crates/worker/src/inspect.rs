//! The key inspector: every possible id, what it is, why, and the key that it would give.

use hookonce_core::delivery::Delivery;
use hookonce_core::inspect::{Inspected, inspect};
use hookonce_core::key::{RuleChoice, Scope};
use hookonce_core::lang::Lang;

use crate::html::{code, escaped, paragraph, table, use_rule};
use crate::words::words;

/// A table with a row for each id; empty where the rule or the scope is none.
pub fn html(delivery: &Delivery, rule: &str, scope: &str, lang: Lang) -> String {
    let (Ok(choice), Ok(scope)) = (RuleChoice::new(rule), Scope::new(scope)) else {
        return String::new();
    };
    let words = words(lang);
    let found = inspect(delivery, &choice, scope.as_ref());
    if found.is_empty() {
        return paragraph(words.no_ids);
    }
    let row = |id: &Inspected| {
        let rule = id.rule.to_string();
        let key = match &id.key {
            Ok(key) => code(key),
            Err(None) => words.no_key.to_owned(),
            Err(Some(reason)) => format!("{}: {}", words.no_key, reason.text(lang)),
        };
        let said = format!(
            "<b class=\"verdict {}\">{}</b> ({})<small>{}</small>",
            id.verdict.code(),
            id.verdict.text(lang),
            id.sureness.text(lang),
            escaped(&id.reason(lang))
        );
        let button = if id.in_use { format!("<b>{}</b>", words.in_use) } else { use_rule(&rule, lang) };
        vec![code(&rule), said, key, button]
    };
    let rows: Vec<_> = found.iter().map(row).collect();
    table("", &[words.place, words.what, words.key, ""], &rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inspected(body: &str, rule: &str) -> String {
        let body = body.as_bytes().into();
        html(&Delivery { method: None, target: None, headers: Vec::new(), body }, rule, "", Lang::En)
    }

    #[test]
    fn the_one_in_use_has_no_button_and_the_others_have() {
        let html = inspected(r#"{"id":"evt_1","type":"paid","data":{"order":{"id":"ord_1"}}}"#, "generic");
        assert!(html.contains("evt:evt_1") && !html.contains("data-rule=\"$.id\""), "{html}");
        assert!(html.contains("data-rule=\"$.data.order.id\""), "{html}");
        assert!(html.contains("verdict object-id"), "{html}");
    }

    #[test]
    fn a_pasted_text_stays_a_text() {
        let html = inspected(r#"{"<b>_id":"<img src=x>12345"}"#, "auto");
        assert!(!html.contains("<img") && !html.contains("<b>_"), "{html}");
    }

    #[test]
    fn nothing_to_look_at_is_said() {
        assert!(inspected("[]", "auto").contains("looks like an id"));
        assert_eq!(inspected("{}", "$."), "");
    }
}
