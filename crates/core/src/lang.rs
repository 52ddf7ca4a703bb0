//! The languages of everything hookonce says.

use serde::{Deserialize, Serialize};

/// A language. Output that differs by language differs in comments and prose only.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// German.
    De,
    /// English.
    #[default]
    En,
}

impl Lang {
    /// Every language.
    pub const ALL: [Lang; 2] = [Lang::De, Lang::En];

    /// The ISO 639-1 code: `de` or `en`.
    pub fn code(self) -> &'static str {
        match self {
            Lang::De => "de",
            Lang::En => "en",
        }
    }
}
