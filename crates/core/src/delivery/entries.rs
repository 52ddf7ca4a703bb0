//! The deliveries that an input holds, to pick one.

use std::ops::Range;

use super::Extract;
use crate::lang::Lang;
use crate::words;

/// One delivery of an input.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Entry {
    /// For example `POST`, if the input says.
    pub method: Option<String>,
    /// The request target or URL as written, if the input says.
    pub target: Option<String>,
    /// The size of its body; none when there is none to read.
    pub body_bytes: Option<usize>,
    /// Where it stands in the input.
    pub span: Range<usize>,
}

impl Entry {
    /// The entry that a reader made of `span`.
    pub(super) fn new(extract: &Extract, span: Range<usize>) -> Entry {
        let delivery = extract.delivery.as_ref();
        Entry {
            method: delivery.and_then(|delivery| delivery.method.clone()),
            target: delivery.and_then(|delivery| delivery.target.clone()),
            body_bytes: delivery.map(|delivery| delivery.body.len()).filter(|bytes| *bytes > 0),
            span,
        }
    }

    /// A short line, for example `POST /hook · 1.2 kB`.
    pub fn label(&self, lang: Lang) -> String {
        let mut label = String::new();
        for part in [self.method.as_deref(), self.target.as_deref().map(path)].into_iter().flatten() {
            let part: String = part.chars().filter(|char| !char.is_control()).take(LONGEST_PART).collect();
            label.push_str(&part);
            label.push(' ');
        }
        if !label.is_empty() {
            label.push_str("· ");
        }
        label + &words::size(self.body_bytes, lang)
    }
}

/// The entry to read when none was chosen: the first that has a body.
pub(super) fn preferred(entries: &[Entry]) -> usize {
    entries.iter().position(|entry| entry.body_bytes.is_some()).unwrap_or(0)
}

/// What comes behind the host of a URL.
fn path(target: &str) -> &str {
    let Some(scheme) = target.find("://") else { return target };
    let rest = &target[scheme + 3..];
    rest.find('/').map_or("/", |slash| &rest[slash..])
}

/// As much of a target as a list can show.
const LONGEST_PART: usize = 60;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_short() {
        #[track_caller]
        fn check(method: Option<&str>, target: Option<&str>, body_bytes: Option<usize>, expected: [&str; 2]) {
            let owned = |text: Option<&str>| text.map(str::to_owned);
            let entry = Entry { method: owned(method), target: owned(target), body_bytes, span: 0..0 };
            assert_eq!([entry.label(Lang::En), entry.label(Lang::De)], expected);
        }
        let post = Some("POST");
        check(post, Some("/hook"), Some(1234), ["POST /hook · 1.2 kB", "POST /hook · 1,2 kB"]);
        check(post, Some("https://x.example/hook?a=1"), Some(999), ["POST /hook?a=1 · 999 B"; 2]);
        check(post, Some("https://x.example"), None, ["POST / · no body", "POST / · kein Body"]);
        check(None, None, Some(2_500_000), ["2.5 MB", "2,5 MB"]);
        check(None, Some("/a\nb"), Some(1), ["/ab · 1 B"; 2]);
        check(
            None,
            Some("/ä".repeat(50).as_str()),
            Some(1),
            [format!("{} · 1 B", "/ä".repeat(30)).as_str(); 2],
        );
    }
}
