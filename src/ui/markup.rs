//! Pictures and tables that only show, written as text.
//!
//! Leptos compiles a type of its own for each shape of element; a text needs none.

/// A text as it stands in HTML or SVG, outside of tags or in an attribute between double quotes.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// A list: `ul` or `ol`, with a class.
pub fn list<T: AsRef<str>>(tag: &str, class: &str, items: &[T]) -> String {
    let items: String = items.iter().map(|item| format!("<li>{}</li>", escaped(item.as_ref()))).collect();
    format!("<{tag} class=\"{class}\">{items}</{tag}>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_becomes_a_tag_an_entity_or_the_end_of_an_attribute() {
        assert_eq!(escaped("a <b> \"c\" &lt; 'd'"), "a &lt;b> &quot;c&quot; &amp;lt; 'd'");
    }
}
