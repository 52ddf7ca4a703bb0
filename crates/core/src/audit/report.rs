//! What an audit says, in words and numbers.

use super::{Audit, RuleScore};
use crate::lang::Lang;
use crate::words;

impl Audit {
    /// Its numbers, each with its name, in the order in which they matter; zeros that say nothing are left out.
    pub fn figures(&self, lang: Lang) -> Vec<(&'static str, String)> {
        words::audit::figures(self, lang)
    }

    /// What follows from it, a sentence or two each.
    pub fn advice(&self, lang: Lang) -> Vec<String> {
        words::audit::advice(self, lang)
    }

    /// What the export is, in a sentence.
    pub fn form_text(&self, lang: Lang) -> String {
        words::audit::form(self, lang)
    }

    /// The rule in use.
    pub fn in_use(&self) -> Option<&RuleScore> {
        self.rules.first()
    }

    /// A rule that gets fewer deliveries wrong than the one in use, if there is one. It is never the body's hash: that
    /// one merges nothing, and misses every repeat whose bytes differ.
    pub fn better(&self) -> Option<&RuleScore> {
        let (in_use, others) = self.rules.split_first()?;
        let is_hash = |rule: &RuleScore| rule.role == Some(crate::compare::Role::BodyHash);
        // They are in the order of how well they do, and of what their names say.
        others.iter().find(|rule| !is_hash(rule) && rule.without_key == 0 && rule.wrong() < in_use.wrong())
    }

    /// Whether every delivery has a key and none of them contradicts another. In an archive there are other requests too.
    pub fn is_clean(&self) -> bool {
        let is_read = self.unreadable.0 == 0 || self.form == Some(super::ExportForm::Har);
        self.conflicts == 0 && self.without_key == 0 && is_read && self.fault.is_none()
    }
}
