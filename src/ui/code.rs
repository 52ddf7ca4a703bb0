//! Code to read and copy, with its words told apart.

use crate::ui::markup::escaped;
use leptos::prelude::*;

/// The languages that are coloured.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Syntax {
    /// Shell: comments only.
    Shell,
    /// SQL.
    Sql,
    /// Left as it is.
    Text,
}

/// A block of code. It can be focused, so that the keyboard can scroll it.
#[component]
pub fn Code(
    /// The code.
    #[prop(into)]
    text: Signal<String>,
    /// Its language.
    syntax: Syntax,
    /// What it is, for people who cannot see the title above it.
    #[prop(into)]
    label: Signal<String>,
) -> impl IntoView {
    let coloured = move || {
        let piece = |(class, piece): &(Option<&'static str>, String)| match class {
            Some(class) => format!("<span class={class}>{}</span>", escaped(piece)),
            None => escaped(piece),
        };
        split(&text.get(), syntax).iter().map(piece).collect::<String>()
    };
    view! {
        <pre class="code" tabindex="0" role="region" aria-label=label>
            <code prop:innerHTML=Signal::derive(coloured)></code>
        </pre>
    }
}

/// The text in pieces, each with the class of its colour. Together they are the text.
fn split(text: &str, syntax: Syntax) -> Vec<(Option<&'static str>, String)> {
    let mut pieces: Vec<(Option<&'static str>, String)> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (class, length) = first_piece(rest, syntax);
        let (piece, tail) = rest.split_at(length);
        match pieces.last_mut() {
            Some((last, text)) if *last == class => text.push_str(piece),
            _ => pieces.push((class, piece.to_owned())),
        }
        rest = tail;
    }
    pieces
}

fn first_piece(text: &str, syntax: Syntax) -> (Option<&'static str>, usize) {
    let line = text.find('\n').unwrap_or(text.len());
    let quoted = |quote: char| text[1..].find(quote).map_or(text.len(), |end| end + 2);
    let first = text.chars().next().unwrap_or_default();
    match (syntax, first) {
        (Syntax::Text, _) => (None, text.len()),
        (Syntax::Shell, '#') => (Some("comment"), line),
        (Syntax::Shell, _) => (None, line.max(first.len_utf8())),
        (Syntax::Sql, '-') if text.starts_with("--") => (Some("comment"), line),
        (Syntax::Sql, '\'') => (Some("string"), quoted('\'')),
        (Syntax::Sql, '"') => (None, quoted('"')),
        (Syntax::Sql, _) if first.is_ascii_alphabetic() || first == '_' => {
            let word =
                text.find(|char: char| !char.is_ascii_alphanumeric() && char != '_').unwrap_or(text.len());
            // Our SQL writes key words, and nothing else, in capitals.
            let key_word = text[..word].chars().all(|char| char.is_ascii_uppercase());
            (key_word.then_some("keyword"), word)
        }
        (Syntax::Sql, _) => (None, first.len_utf8()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_the_text_and_know_their_kind() {
        #[track_caller]
        fn check(text: &str, syntax: Syntax, expected: &[(Option<&str>, &str)]) {
            let pieces = split(text, syntax);
            let seen: Vec<_> = pieces.iter().map(|(class, piece)| (*class, piece.as_str())).collect();
            assert_eq!(seen, expected);
        }
        check(
            "-- note\nDELETE FROM \"My'T\" -- x",
            Syntax::Sql,
            &[
                (Some("comment"), "-- note"),
                (None, "\n"),
                (Some("keyword"), "DELETE"),
                (None, " "),
                (Some("keyword"), "FROM"),
                (None, " \"My'T\" "),
                (Some("comment"), "-- x"),
            ],
        );
        check("interval '3 days'", Syntax::Sql, &[(None, "interval "), (Some("string"), "'3 days'")]);
        check("# a\ncurl", Syntax::Shell, &[(Some("comment"), "# a"), (None, "\ncurl")]);
        check("'open", Syntax::Sql, &[(Some("string"), "'open")]);
    }
}
