//! The languages of everything hookonce says.

/// A language. Output that differs by language differs in comments and prose only.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
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
