//! What is said about a receiver's talk with the sender and the database.

mod de;
mod en;

use crate::lang::Lang;
use crate::sql::outcomes::{Action, Sign};
use crate::sql::sequence::{Message, Moment, Participant};

/// How an outcome is recognised.
pub(crate) fn sign(sign: Sign, lang: Lang) -> String {
    if let Sign::Value(value) = sign {
        return value.to_owned();
    }
    match lang {
        Lang::De => de::sign(sign),
        Lang::En => en::sign(sign),
    }
}

/// What to do about an outcome.
pub(crate) fn action(action: Action, lang: Lang) -> &'static str {
    match lang {
        Lang::De => de::action(action),
        Lang::En => en::action(action),
    }
}

/// A message in a few letters, to stand on an arrow, and as a sentence.
pub(crate) fn message(message: Message, lang: Lang) -> (&'static str, &'static str) {
    match lang {
        Lang::De => de::message(message),
        Lang::En => en::message(message),
    }
}

/// The title of a part of the sequence.
pub(crate) fn moment(moment: Moment, lang: Lang) -> &'static str {
    match lang {
        Lang::De => de::moment(moment),
        Lang::En => en::moment(moment),
    }
}

/// Who takes part.
pub(crate) fn participant(participant: Participant, lang: Lang) -> &'static str {
    match lang {
        Lang::De => de::participant(participant),
        Lang::En => en::participant(participant),
    }
}
