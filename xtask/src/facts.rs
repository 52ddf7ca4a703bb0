//! The senders' sheets for the page: a script of its own, which the page loads after its first view.
//!
//! Their words weigh as much as a tenth of the page, and few visitors read them at once. They come as
//! HTML, so that the page needs no code to lay them out.

use hookonce_core::lang::Lang;
use hookonce_core::providers::{Section, Sheet, sheets};
use serde_json::{Map, Value};

/// The file beside the page.
pub const FILE: &str = "facts.js";

/// A script that sets `hookonceFacts`: the sheets' HTML by language and id.
pub fn script() -> String {
    let languages = Lang::ALL.map(|lang| {
        let sheets = sheets(lang).into_iter().map(|sheet| (sheet.id.clone(), Value::from(html(&sheet))));
        (lang.code().to_owned(), Value::Object(sheets.collect()))
    });
    let facts = Value::Object(Map::from_iter(languages));
    format!("globalThis.hookonceFacts={facts}\n")
}

fn html(sheet: &Sheet) -> String {
    let docs = sheet.docs.as_ref().map(|docs| format!("<p><code>{}</code></p>", escaped(docs)));
    let sections: String = sheet.sections.iter().map(section).collect();
    docs.unwrap_or_default() + &sections
}

fn section(section: &Section) -> String {
    let (named, unnamed): (Vec<_>, Vec<_>) = section.rows.iter().partition(|(name, _)| !name.is_empty());
    let unnamed: String = unnamed.iter().map(|(_, text)| format!("<p>{}</p>", coded(text))).collect();
    let row = |(name, text): &&(String, String)| format!("<dt>{}</dt><dd>{}</dd>", coded(name), coded(text));
    let rows: String = named.iter().map(row).collect();
    let list = if rows.is_empty() { rows } else { format!("<dl>{rows}</dl>") };
    format!("<h4>{}</h4>{unnamed}{list}", escaped(section.title))
}

/// What stands between back quotes is code.
fn coded(text: &str) -> String {
    let pieces = text.split('`').enumerate().map(|(place, piece)| match place % 2 {
        1 => format!("<code>{}</code>", escaped(piece)),
        _ => escaped(piece),
    });
    pieces.collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sender_has_a_sheet_in_each_language() {
        let script = script();
        let json = script.strip_prefix("globalThis.hookonceFacts=").unwrap();
        let facts: Value = serde_json::from_str(json).unwrap();
        for lang in Lang::ALL {
            assert_eq!(facts[lang.code()].as_object().unwrap().len(), hookonce_core::providers::all().len());
        }
        let stripe = facts["en"]["stripe"].as_str().unwrap();
        assert!(stripe.contains("<dt>Key</dt><dd><code>$.id</code>"), "{stripe}");
        // Nothing of a fact becomes a tag.
        assert_eq!(coded("`<hex64>` & <b>"), "<code>&lt;hex64></code> &amp; &lt;b>");
    }
}
