//! What the key inspector says.

mod de;
mod en;

use crate::inspect::{Inspected, Sureness, Verdict};
use crate::lang::Lang;

/// Why the verdict is what it is, and what the value's form says.
pub(crate) fn reason(inspected: &Inspected, lang: Lang) -> String {
    match lang {
        Lang::De => de::reason(inspected),
        Lang::En => en::reason(inspected),
    }
}

/// What a value is.
pub(crate) fn verdict(verdict: Verdict, lang: Lang) -> &'static str {
    match lang {
        Lang::De => de::verdict(verdict),
        Lang::En => en::verdict(verdict),
    }
}

/// How sure that is.
pub(crate) fn sureness(sureness: Sureness, lang: Lang) -> &'static str {
    match lang {
        Lang::De => de::sureness(sureness),
        Lang::En => en::sureness(sureness),
    }
}
