//! What is said about several deliveries side by side.

mod de;
mod en;

use crate::compare::{Answer, By, Change, ClueReason, Compared, Role};
use crate::lang::Lang;

/// What happened to a value, without the value.
pub(crate) fn change(change: &Change, lang: Lang) -> String {
    match lang {
        Lang::De => de::change(change),
        Lang::En => en::change(change),
    }
}

/// How bodies were compared, where that is worth a word.
pub(crate) fn compared(compared: Compared, lang: Lang) -> Option<&'static str> {
    match lang {
        Lang::De => de::compared(compared),
        Lang::En => en::compared(compared),
    }
}

/// The answer in a sentence; `rule` is that in use.
pub(crate) fn answer(answer: Answer, by: By, rule: &str, lang: Lang) -> String {
    match lang {
        Lang::De => de::answer(answer, by, rule),
        Lang::En => en::answer(answer, by, rule),
    }
}

/// Why two deliveries are taken for the same event or for different ones.
pub(crate) fn clue(reason: &ClueReason, lang: Lang) -> String {
    match lang {
        Lang::De => de::clue(reason),
        Lang::En => en::clue(reason),
    }
}

/// What a value is.
pub(crate) fn role(role: Role, lang: Lang) -> &'static str {
    match lang {
        Lang::De => de::role(role),
        Lang::En => en::role(role),
    }
}
