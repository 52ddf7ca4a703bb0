//! Rules and conditions as people write them.
//!
//! ```text
//! header X-GitHub-Delivery                      a header
//! $.source + $.id                               two places in a JSON body
//! header webhook-id | header svix-id            the first one that is there
//! $.data.envelopeId + $.data.recipientId?       the last part may be missing
//! form MessageSid + sha256                      a form field, and the body's SHA-256
//! each $.events[*]: @.tenantId + @^^.id         a key for each item; ^ is one level up
//! header X-Id else $.event.id                   the rule to use when the first one fails
//! ```
//!
//! A condition is a place (`header X` is there, `!$.id` is not) or a place and a pattern: `$.type: zen:*`, and `!`
//! before the pattern for unlike.

use std::fmt::{self, Write};

use super::condition::{Condition, Test};
use super::rule::{Part, Rule, Segment, Source};

/// Why a text is not a rule.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct RuleFault {
    /// How many bytes of the text were understood.
    pub at: usize,
    /// What is missing there.
    pub expected: Expected,
}

/// What a rule's text needs at a place.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Expected {
    /// The end, or ` + `, ` | `, `?` or ` else `.
    EndOrNext,
    /// In a batch, a place that starts with `@`, or else none.
    Item,
    /// The name of a header, a field or a member.
    Name,
    /// `$…`, `@…`, `header …`, `form …`, `query …` or `sha256`.
    Place,
    /// `.name`, `[0]`, `[*]` or `["name"]`.
    Step,
}

/// Reads a rule.
pub fn rule(text: &str) -> Result<Rule, RuleFault> {
    let mut cursor = Cursor { text, at: 0 };
    let batch = match cursor.take("each ") {
        true => {
            let path = match cursor.source()? {
                Source::Json(path) if path.contains(&Segment::Each) => path,
                _ => return cursor.fault(Expected::Step),
            };
            if !cursor.take(": ") {
                return cursor.fault(Expected::Item);
            }
            Some(path)
        }
        false => None,
    };
    let mut rules = vec![cursor.parts(batch.is_some())?];
    while cursor.take(" else ") {
        rules.push(cursor.parts(batch.is_some())?);
    }
    if cursor.at < text.len() {
        return cursor.fault(Expected::EndOrNext);
    }
    let mut fallback = None;
    for parts in rules.into_iter().rev() {
        fallback = Some(Box::new(Rule { parts, batch: None, fallback }));
    }
    // There is always a first one.
    let first = fallback.map(|first| *first).unwrap_or_else(Rule::generic);
    Ok(Rule { batch, ..first })
}

/// Reads one place, for example `header X-Id` or `$.data.id`.
pub fn source(text: &str) -> Result<Source, RuleFault> {
    let mut cursor = Cursor { text, at: 0 };
    let source = cursor.source()?;
    if cursor.at < text.len() { cursor.fault(Expected::EndOrNext) } else { Ok(source) }
}

/// Reads a condition.
pub(crate) fn condition(text: &str) -> Result<Condition, RuleFault> {
    let mut cursor = Cursor { text, at: 0 };
    let absent = cursor.take("!");
    let source = cursor.source()?;
    let test = match cursor.rest() {
        "" if absent => Test::Absent,
        "" => Test::Present,
        rest if !absent => match rest.strip_prefix(": ") {
            Some(pattern) => match pattern.strip_prefix('!') {
                Some(unlike) => Test::Unlike(unlike.to_owned()),
                None => Test::Like(pattern.to_owned()),
            },
            None => return cursor.fault(Expected::EndOrNext),
        },
        _ => return cursor.fault(Expected::EndOrNext),
    };
    Ok(Condition { source, test })
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn take(&mut self, word: &str) -> bool {
        let taken = self.rest().starts_with(word);
        self.at += if taken { word.len() } else { 0 };
        taken
    }

    fn fault<T>(&self, expected: Expected) -> Result<T, RuleFault> {
        Err(RuleFault { at: self.at, expected })
    }

    /// Takes what `is_part` allows, at least one character of it.
    fn word(&mut self, is_part: impl Fn(char) -> bool) -> Result<&'a str, RuleFault> {
        let rest = self.rest();
        let length = rest.find(|char| !is_part(char)).unwrap_or(rest.len());
        if length == 0 {
            return self.fault(Expected::Name);
        }
        self.at += length;
        Ok(&rest[..length])
    }

    fn parts(&mut self, in_batch: bool) -> Result<Vec<Part>, RuleFault> {
        let mut parts = Vec::new();
        loop {
            let mut sources = Vec::new();
            loop {
                let start = self.at;
                let source = self.source()?;
                if matches!(source, Source::Item { .. }) && !in_batch {
                    self.at = start;
                    return self.fault(Expected::Item);
                }
                sources.push(source);
                if !self.take(" | ") {
                    break;
                }
            }
            let required = !self.take("?");
            parts.push(Part { sources, required });
            if !self.take(" + ") {
                return Ok(parts);
            }
        }
    }

    fn source(&mut self) -> Result<Source, RuleFault> {
        if self.take("sha256") {
            Ok(Source::BodySha256)
        } else if self.take("header ") {
            let is_token = |char: char| char.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(char);
            Ok(Source::Header(self.word(is_token)?.to_owned()))
        } else if self.take("form ") {
            Ok(Source::Form(self.field()?))
        } else if self.take("query ") {
            Ok(Source::Query(self.field()?))
        } else if self.take("$") {
            Ok(Source::Json(self.path()?))
        } else if self.take("@") {
            let up = self.rest().bytes().take_while(|byte| *byte == b'^').count();
            self.at += up;
            Ok(Source::Item { up, path: self.path()? })
        } else {
            self.fault(Expected::Place)
        }
    }

    fn field(&mut self) -> Result<String, RuleFault> {
        if self.rest().starts_with(['"', '\'']) {
            return self.quoted();
        }
        self.word(|char| !char.is_whitespace() && !"?:\"'".contains(char)).map(str::to_owned)
    }

    fn path(&mut self) -> Result<Vec<Segment>, RuleFault> {
        let mut path = Vec::new();
        loop {
            if self.take(".") {
                path.push(Segment::Member(self.word(is_plain)?.to_owned()));
            } else if self.take("[*]") {
                path.push(Segment::Each);
            } else if self.take("[") {
                path.push(match self.rest().starts_with(['"', '\'']) {
                    true => Segment::Member(self.quoted()?),
                    false => {
                        let start = self.at;
                        let digits = self.word(|char| char.is_ascii_digit());
                        match digits.ok().and_then(|digits| digits.parse().ok()) {
                            Some(index) => Segment::Index(index),
                            None => {
                                self.at = start;
                                return self.fault(Expected::Step);
                            }
                        }
                    }
                });
                if !self.take("]") {
                    return self.fault(Expected::Step);
                }
            } else {
                return Ok(path);
            }
        }
    }

    /// A name in quotes; a backslash before a quote or a backslash makes it stand for itself.
    fn quoted(&mut self) -> Result<String, RuleFault> {
        let mut out = String::new();
        let mut chars = self.rest().char_indices();
        let quote = chars.next().map(|(_, quote)| quote);
        let mut escaped = false;
        for (at, char) in chars {
            match char {
                '\\' if !escaped => escaped = true,
                _ if Some(char) == quote && !escaped => {
                    self.at += at + char.len_utf8();
                    return Ok(out);
                }
                _ => {
                    escaped = false;
                    out.push(char);
                }
            }
        }
        self.fault(Expected::Name)
    }
}

/// What a member's name may have to stand without quotes.
fn is_plain(char: char) -> bool {
    char.is_alphanumeric() || matches!(char, '_' | '-' | '$')
}

impl fmt::Display for Rule {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(batch) = &self.batch {
            out.write_str("each $")?;
            write_path(batch, out)?;
            out.write_str(": ")?;
        }
        for (place, rule) in self.chain().enumerate() {
            if place > 0 {
                out.write_str(" else ")?;
            }
            for (place, part) in rule.parts.iter().enumerate() {
                if place > 0 {
                    out.write_str(" + ")?;
                }
                for (place, source) in part.sources.iter().enumerate() {
                    if place > 0 {
                        out.write_str(" | ")?;
                    }
                    source.fmt(out)?;
                }
                if !part.required {
                    out.write_char('?')?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Source {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::BodySha256 => out.write_str("sha256"),
            Source::Form(name) => write_field("form ", name, out),
            Source::Header(name) => write!(out, "header {name}"),
            Source::Item { up, path } => {
                out.write_char('@')?;
                for _ in 0..*up {
                    out.write_char('^')?;
                }
                write_path(path, out)
            }
            Source::Json(path) => {
                out.write_char('$')?;
                write_path(path, out)
            }
            Source::Query(name) => write_field("query ", name, out),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let source = &self.source;
        match &self.test {
            Test::Absent => write!(out, "!{source}"),
            Test::Like(pattern) => write!(out, "{source}: {pattern}"),
            Test::Present => source.fmt(out),
            Test::Unlike(pattern) => write!(out, "{source}: !{pattern}"),
        }
    }
}

fn write_field(kind: &str, name: &str, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    out.write_str(kind)?;
    if !name.is_empty() && name.chars().all(is_plain) { out.write_str(name) } else { write_quoted(name, out) }
}

fn write_path(path: &[Segment], out: &mut fmt::Formatter<'_>) -> fmt::Result {
    for segment in path {
        match segment {
            Segment::Each => out.write_str("[*]")?,
            Segment::Index(index) => write!(out, "[{index}]")?,
            Segment::Member(name) if !name.is_empty() && name.chars().all(is_plain) => {
                write!(out, ".{name}")?
            }
            Segment::Member(name) => {
                out.write_char('[')?;
                write_quoted(name, out)?;
                out.write_char(']')?;
            }
        }
    }
    Ok(())
}

fn write_quoted(name: &str, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    out.write_char('"')?;
    for char in name.chars() {
        if matches!(char, '"' | '\\') {
            out.write_char('\\')?;
        }
        out.write_char(char)?;
    }
    out.write_char('"')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn rules_are_read_and_written_alike() {
        for text in [
            "$.id",
            "header X-GitHub-Delivery",
            "$.source + $.id",
            "header webhook-id | header svix-id",
            "$.data.envelopeId + $.data.recipientId? + sha256",
            "form MessageSid | form CallSid",
            "query id",
            "each $.events[*]: @.tenantId + @^^.id",
            "each $[*]: @.sg_event_id else @.event + @.timestamp?",
            "header X-Id else $.event.id else sha256",
            r#"$["event-data x"].id + $.a[0]["b\"\\"]"#,
            r#"form "a b?""#,
            "$",
        ] {
            assert_eq!(rule(text).unwrap().to_string(), text);
        }
        assert_eq!(rule("$['event-data'].id").unwrap().to_string(), "$.event-data.id");
        for text in
            ["$.type: zen:event-type:*", "!$.id", "header X-GitHub-Event: ping", "$.a[*].b", "$.type: !zen:*"]
        {
            assert_eq!(condition(text).unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_is_no_rule_is_refused_at_its_place() {
        #[track_caller]
        fn check(text: &str, at: usize, expected: Expected) {
            assert_eq!(rule(text), Err(RuleFault { at, expected }), "{text}");
        }
        check("", 0, Expected::Place);
        check("id", 0, Expected::Place);
        check("header ", 7, Expected::Name);
        check("$.", 2, Expected::Name);
        check("$.a[", 4, Expected::Step);
        check("$.a[1", 5, Expected::Step);
        check("$.a[99999999999999999999]", 4, Expected::Step);
        check("$.a[\"b", 4, Expected::Name);
        check("$.a +", 3, Expected::EndOrNext);
        check("$.a + ", 6, Expected::Place);
        check("$.a b", 3, Expected::EndOrNext);
        check("@.id", 0, Expected::Item);
        check("each $.events: @.id", 13, Expected::Step);
        check("each $.events[*] @.id", 16, Expected::Item);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "(\\$|@|\\.|\\[|\\]|\\*|\"|'|a|ä| |\\+|\\||\\?|header |form |each |: |else |sha256|\\\\|[0-9]){0,16}") {
            if let Ok(rule) = rule(&text) {
                prop_assert_eq!(super::rule(&rule.to_string()), Ok(rule));
            }
            let _ = condition(&text);
        }
    }
}
