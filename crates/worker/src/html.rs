//! Pieces of HTML that several answers share; the page's style sheets know their classes.

use hookonce_core::finding::Finding;
use hookonce_core::lang::Lang;

use crate::words::words;

/// A text as it stands in HTML, outside of tags or in an attribute between double quotes.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// A text as code.
pub fn code(text: &str) -> String {
    format!("<code>{}</code>", escaped(text))
}

/// A table with a heading for each column; cells are HTML.
pub fn table(caption: &str, heads: &[&str], rows: &[Vec<String>]) -> String {
    let caption =
        if caption.is_empty() { String::new() } else { format!("<caption>{}</caption>", escaped(caption)) };
    // A column of buttons has no heading, and an empty one would be read out as nothing.
    let head = |head: &&str| match *head {
        "" => "<td></td>".to_owned(),
        head => format!("<th>{}</th>", escaped(head)),
    };
    let heads: String = heads.iter().map(head).collect();
    let row = |cells: &Vec<String>| {
        let cells: String = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
        format!("<tr>{cells}</tr>")
    };
    let rows: String = rows.iter().map(row).collect();
    format!("<table>{caption}<thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>")
}

/// What may be wider than its place; the keyboard can scroll it.
pub fn scrolled(label: &str, content: &str) -> String {
    format!("<div class=scroll tabindex=0 role=region aria-label=\"{}\">{content}</div>", escaped(label))
}

/// A paragraph; `text` is HTML.
pub fn paragraph(text: &str) -> String {
    format!("<p class=why>{text}</p>")
}

/// Findings as the key card has them.
pub fn findings(findings: &[Finding], lang: Lang) -> String {
    let item = |finding: &Finding| {
        let severity = words(lang).severity(finding.severity());
        format!(
            "<li class=\"finding {}\"><span class=tag title=\"{severity}\"><span class=hidden>{severity}: </span>{}</span>\
             <span>{}<small>{}</small></span></li>",
            finding.severity().code(),
            finding.code(),
            escaped(&finding.message(lang)),
            escaped(&finding.advice(lang))
        )
    };
    let items: String = findings.iter().map(item).collect();
    if items.is_empty() { items } else { format!("<ul class=findings>{items}</ul>") }
}

/// A button that makes a rule the one in use.
pub fn use_rule(rule: &str, lang: Lang) -> String {
    format!(
        "<button type=button class=button data-rule=\"{}\">{}</button>",
        escaped(rule),
        words(lang).use_rule
    )
}
