//! The words of the answers. One that is missing in a language does not compile.

mod de;
mod en;

use hookonce_core::finding::Severity;
use hookonce_core::lang::Lang;

/// The words of one language.
#[allow(missing_docs)]
pub struct Words {
    pub all_deliveries: &'static str,
    /// From the numbers of deliveries, of repeats, and of the most deliveries in a step.
    pub chart: fn(deliveries: u64, repeats: u64, most: u64) -> String,
    pub conflicts: &'static str,
    pub merged: &'static str,
    pub number_again: &'static str,
    pub number_first: &'static str,
    pub of_events: &'static str,
    pub over_order: &'static str,
    pub over_time: &'static str,
    pub repeats: &'static str,
    pub repeats_of_them: &'static str,
    pub rule: &'static str,
    pub rule_in_use: &'static str,
    pub rules: &'static str,
    pub split: &'static str,
    pub without_key: &'static str,

    pub better: &'static str,
    pub candidates: &'static str,
    pub changes: &'static str,
    pub deliveries: fn(number: usize) -> String,
    pub different: &'static str,
    pub error: &'static str,
    pub events: &'static str,
    pub first: &'static str,
    pub in_use: &'static str,
    pub info: &'static str,
    pub key: &'static str,
    pub more: fn(count: usize) -> String,
    pub no_change: &'static str,
    pub no_ids: &'static str,
    pub no_key: &'static str,
    pub no_rule: &'static str,
    pub other: &'static str,
    pub place: &'static str,
    pub rule_fits: &'static str,
    pub rule_wrong: &'static str,
    pub same: &'static str,
    pub use_rule: &'static str,
    pub warning: &'static str,
    pub what: &'static str,
}

/// The words in `lang`.
pub fn words(lang: Lang) -> &'static Words {
    match lang {
        Lang::De => &de::WORDS,
        Lang::En => &en::WORDS,
    }
}

impl Words {
    pub fn severity(&self, severity: Severity) -> &'static str {
        match severity {
            Severity::Error => self.error,
            Severity::Info => self.info,
            Severity::Warning => self.warning,
        }
    }

    pub fn deliveries(&self, number: usize) -> String {
        (self.deliveries)(number)
    }

    pub fn more(&self, count: usize) -> String {
        (self.more)(count)
    }
}
