//! The words of the senders' sheets.

mod de;
mod en;

use crate::lang::Lang;

/// The words of one language.
#[allow(missing_docs)]
pub(crate) struct SheetWords {
    pub algorithm: &'static str,
    pub at_least: &'static str,
    pub attempts: &'static str,
    pub automatic: &'static str,
    pub certain: &'static str,
    pub changes: &'static str,
    pub checked: &'static str,
    pub control: &'static str,
    pub covers_body: &'static str,
    pub format: &'static str,
    pub hash_safe: &'static str,
    pub headers: &'static str,
    pub inferred: &'static str,
    pub items_up_to: &'static str,
    pub keep: &'static str,
    pub key: &'static str,
    pub likely: &'static str,
    pub literal_id: &'static str,
    pub no: &'static str,
    pub no_key_possible: &'static str,
    pub none: &'static str,
    pub none_known: &'static str,
    pub note: &'static str,
    pub on_resend: &'static str,
    pub on_retry: &'static str,
    pub or: &'static str,
    pub recognition: &'static str,
    pub recommended: &'static str,
    pub resend_keeps_it: &'static str,
    pub resend_window: &'static str,
    pub retries: &'static str,
    pub retry_keeps_it: &'static str,
    pub rule: &'static str,
    pub rule_of: &'static str,
    pub schedule: &'static str,
    pub scope: &'static str,
    pub signature: &'static str,
    pub signed: &'static str,
    pub signed_text: &'static str,
    pub sources: &'static str,
    pub stops_at: &'static str,
    pub success: &'static str,
    pub timeout: &'static str,
    pub tolerance: &'static str,
    pub traps: &'static str,
    pub unknown: &'static str,
    pub unverified: &'static str,
    pub weak: &'static str,
    pub when: &'static str,
    pub window: &'static str,
    pub yes: &'static str,
    /// Codes of the facts and what they mean.
    pub codes: &'static [(&'static str, &'static str)],
    /// Days, hours, minutes, seconds; each for one and for several.
    pub units: [(&'static str, &'static str); 4],
}

/// The words in `lang`.
pub(crate) fn words(lang: Lang) -> &'static SheetWords {
    match lang {
        Lang::De => &de::WORDS,
        Lang::En => &en::WORDS,
    }
}

impl SheetWords {
    pub fn yes_no(&self, fact: Option<bool>) -> &'static str {
        match fact {
            Some(true) => self.yes,
            Some(false) => self.no,
            None => self.unknown,
        }
    }

    pub fn id_is(&self, code: &str) -> &'static str {
        self.code("id", code)
    }

    pub fn trap(&self, code: &str) -> &'static str {
        self.code("trap", code)
    }

    pub fn risk(&self, code: &str) -> &'static str {
        self.code("risk", code)
    }

    pub fn format_is(&self, code: &str) -> &'static str {
        self.code("format", code)
    }

    pub fn source(&self, code: &str) -> &'static str {
        self.code("source", code)
    }

    pub fn confidence(&self, code: &str) -> &'static str {
        self.code("confidence", code)
    }

    pub fn days(&self, days: u32) -> String {
        self.count(days, 0)
    }

    /// A time in the largest unit of which it is a whole number.
    pub fn duration(&self, seconds: u32) -> String {
        match seconds {
            1.. if seconds.is_multiple_of(86_400) => self.count(seconds / 86_400, 0),
            1.. if seconds.is_multiple_of(3_600) => self.count(seconds / 3_600, 1),
            1.. if seconds.is_multiple_of(60) => self.count(seconds / 60, 2),
            _ => self.count(seconds, 3),
        }
    }

    fn count(&self, count: u32, unit: usize) -> String {
        let (one, several) = self.units[unit];
        format!("{count} {}", if count == 1 { one } else { several })
    }

    /// What a field of the facts is about; behind it in brackets may be which one, as code.
    pub fn field(&self, field: &str) -> String {
        match field.split_once('[') {
            Some((field, which)) => {
                format!("{} `{}`", self.code("field", field), which.trim_end_matches(']'))
            }
            None => self.code("field", field).to_owned(),
        }
    }

    fn code(&self, kind: &str, code: &str) -> &'static str {
        let named =
            |name: &str| name.strip_prefix(kind).and_then(|rest| rest.strip_prefix(' ')) == Some(code);
        self.codes.iter().find(|(name, _)| named(name)).map_or(self.unknown, |(_, text)| text)
    }
}
