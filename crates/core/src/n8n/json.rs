//! JSON to write: one type and one function, where a serialiser for each node's shape weighs some kB on the page.

use std::fmt::Write;

/// A JSON value.
#[derive(Debug)]
pub(super) enum Json {
    /// `true` or `false`.
    Bool(bool),
    /// An array.
    List(Vec<Json>),
    /// A number, as it is written.
    Number(String),
    /// An object; its members keep their order.
    Object(Vec<(&'static str, Json)>),
    /// `null`.
    Null,
    /// A string.
    Text(String),
}

impl From<&str> for Json {
    fn from(text: &str) -> Json {
        Json::Text(text.to_owned())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Json {
        Json::Text(text)
    }
}

impl From<i32> for Json {
    fn from(number: i32) -> Json {
        Json::Number(number.to_string())
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Json {
        Json::Bool(value)
    }
}

impl Json {
    /// Indented by two spaces a level, as n8n exports it; without a line end.
    pub fn pretty(&self) -> String {
        let mut text = String::new();
        self.write(&mut text, 0);
        text
    }

    fn write(&self, text: &mut String, level: usize) {
        match self {
            Json::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
            Json::List(items) => write_items(text, level, ['[', ']'], items, |text, item| {
                item.write(text, level + 1);
            }),
            Json::Number(number) => text.push_str(number),
            Json::Object(members) => write_items(text, level, ['{', '}'], members, |text, (name, value)| {
                write_string(text, name);
                text.push_str(": ");
                value.write(text, level + 1);
            }),
            Json::Null => text.push_str("null"),
            Json::Text(value) => write_string(text, value),
        }
    }
}

/// The text as one JSON string, quotes included.
pub(super) fn string(value: &str) -> String {
    let mut text = String::new();
    write_string(&mut text, value);
    text
}

fn write_items<T>(
    text: &mut String,
    level: usize,
    [open, close]: [char; 2],
    items: &[T],
    write: impl Fn(&mut String, &T),
) {
    text.push(open);
    for (at, item) in items.iter().enumerate() {
        text.push_str(if at == 0 { "\n" } else { ",\n" });
        text.push_str(&"  ".repeat(level + 1));
        write(text, item);
    }
    if !items.is_empty() {
        text.push('\n');
        text.push_str(&"  ".repeat(level));
    }
    text.push(close);
}

/// RFC 8259, 7: only quotes, backslashes and control characters need an escape.
fn write_string(text: &mut String, value: &str) {
    text.push('"');
    for char in value.chars() {
        match char {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\0'..='\x1F' => _ = write!(text, "\\u{:04x}", u32::from(char)),
            _ => text.push(char),
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_comes_back() {
        let every: String = (0..0x800).filter_map(char::from_u32).chain(['\u{2028}', '📦']).collect();
        for value in ["", "a\"b\\c/d", &every] {
            assert_eq!(serde_json::from_str::<String>(&string(value)).unwrap(), value);
        }
    }

    #[test]
    fn a_value_is_written_as_n8n_exports_it() {
        let value = Json::Object(vec![
            ("empty", Json::Object(Vec::new())),
            ("list", Json::List(vec![Json::from(-1), Json::from(true), Json::Null, Json::List(Vec::new())])),
            ("text", Json::from("a\nb")),
        ]);
        let same: serde_json::Value = serde_json::from_str(&value.pretty()).unwrap();
        assert_eq!(value.pretty(), serde_json::to_string_pretty(&same).unwrap());
    }
}
