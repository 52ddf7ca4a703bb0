//! Which rule is to be used.

use std::sync::LazyLock;

use super::rule::KeyRules;
use super::text::{self, RuleFault};
use crate::finding::{Finding, FindingKind};
use crate::providers::{self, Provider};

/// Which rule is to be used.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum RuleChoice {
    /// That of a provider recognised with certainty, else the generic one.
    Auto,
    /// One that the user wrote.
    Custom(KeyRules),
    /// The generic one.
    Generic,
    /// A provider's.
    Provider(&'static Provider),
}

impl RuleChoice {
    /// Reads `auto` (or nothing), `generic`, a provider's id, or a rule such as `$.source + $.id`.
    pub fn new(text: &str) -> Result<RuleChoice, Finding> {
        let text = text.trim();
        match text {
            "" | "auto" => return Ok(RuleChoice::Auto),
            "generic" => return Ok(RuleChoice::Generic),
            _ => {}
        }
        if let Some(provider) = providers::by_id(text) {
            return Ok(RuleChoice::Provider(provider));
        }
        let is_word =
            text.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-')) && text != "sha256";
        match text::rule(text) {
            Ok(rule) => Ok(RuleChoice::Custom(rule.into())),
            Err(_) if is_word => Err(Finding::new(FindingKind::ProviderUnknown { id: text.to_owned() })),
            Err(RuleFault { at, expected }) => {
                let understood = text[..at].to_owned();
                Err(Finding::new(FindingKind::RuleInvalid { understood, expected }))
            }
        }
    }

    /// Whose rules they are, for a delivery whose certain provider is this one.
    pub fn provider(&self, recognised: Option<&'static Provider>) -> Option<&'static Provider> {
        match self {
            RuleChoice::Auto => recognised,
            RuleChoice::Custom(_) | RuleChoice::Generic => None,
            RuleChoice::Provider(provider) => Some(provider),
        }
    }

    /// The rules, for a delivery whose certain provider is this one.
    pub fn rules(&self, recognised: Option<&'static Provider>) -> &KeyRules {
        static GENERIC: LazyLock<KeyRules> = LazyLock::new(KeyRules::generic);
        match (self, recognised) {
            (RuleChoice::Custom(rules), _) => rules,
            (RuleChoice::Provider(provider), _) => &provider.rules,
            (RuleChoice::Auto, Some(provider)) => &provider.rules,
            (RuleChoice::Auto | RuleChoice::Generic, _) => &GENERIC,
        }
    }
}

impl From<super::rule::Rule> for RuleChoice {
    fn from(rule: super::rule::Rule) -> RuleChoice {
        RuleChoice::Custom(rule.into())
    }
}
