//! A sender's sheet.

use hookonce_core::lang::Lang;
use hookonce_core::providers::{Section, sheets};

use crate::html::escaped;

/// The sheet of this sender; empty for an unknown one.
pub fn html(id: &str, lang: Lang) -> String {
    let Some(sheet) = sheets(lang).into_iter().find(|sheet| sheet.id == id) else {
        return String::new();
    };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sender_has_a_sheet_in_each_language() {
        for lang in Lang::ALL {
            for provider in hookonce_core::providers::all() {
                assert!(html(provider.id, lang).contains("<dl><dt>"), "{}", provider.id);
            }
        }
        let stripe = html("stripe", Lang::En);
        assert!(stripe.contains("<dt>Key</dt><dd><code>$.id</code>"), "{stripe}");
        assert_eq!(html("nobody", Lang::En), "");
        // Nothing of a fact becomes a tag.
        assert_eq!(coded("`<hex64>` & <b>"), "<code>&lt;hex64></code> &amp; &lt;b>");
    }
}
