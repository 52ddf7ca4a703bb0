//! Every sentence the core says, one file a language. A sentence that is missing in
//! one language does not compile.

pub(crate) mod audit;
pub(crate) mod compare;
mod de;
mod en;
pub(crate) mod files;
pub(crate) mod inspect;
pub(crate) mod n8n;
pub(crate) mod receiver;
pub(crate) mod sheet;
mod sql;

use crate::bytes::InvisibleKind;
use crate::delivery::InputKind;
use crate::finding::{FindingKind, UnusableId};
use crate::key::{Reason, Step};
use crate::lang::Lang;
use crate::sql::{File, Sql, Statement, Step as SqlStep};

/// The words of a finding.
pub(crate) struct FindingWords {
    /// One sentence: what was found.
    pub message: String,
    /// What follows and what to do.
    pub advice: String,
}

/// The words of a finding in `lang`.
pub(crate) fn finding(kind: &FindingKind, lang: Lang) -> FindingWords {
    match lang {
        Lang::De => de::finding(kind),
        Lang::En => en::finding(kind),
    }
}

/// Why an id cannot be used, as the rest of a sentence, in `lang`.
pub(crate) fn unusable(reason: UnusableId, lang: Lang) -> &'static str {
    match lang {
        Lang::De => de::unusable(reason),
        Lang::En => en::unusable(reason),
    }
}

/// What people call a form of input, in `lang`.
pub(crate) fn input_kind(kind: InputKind, lang: Lang) -> &'static str {
    match lang {
        Lang::De => de::input_kind(kind),
        Lang::En => en::input_kind(kind),
    }
}

/// What people call something invisible, in `lang`.
pub(crate) fn invisible(kind: InvisibleKind, lang: Lang) -> &'static str {
    match lang {
        Lang::De => de::invisible(kind),
        Lang::En => en::invisible(kind),
    }
}

/// A body's size in short, for example `1.2 kB`; none stands for no body.
pub(crate) fn size(bytes: Option<usize>, lang: Lang) -> String {
    let (point, no_body) = match lang {
        Lang::De => (',', "kein Body"),
        Lang::En => ('.', "no body"),
    };
    let Some(bytes) = bytes else { return no_body.to_owned() };
    let (unit, name) = match bytes {
        0..1_000 => return format!("{bytes} B"),
        1_000..1_000_000 => (1_000, "kB"),
        _ => (1_000_000, "MB"),
    };
    let tenths = bytes * 10 / unit;
    format!("{}{point}{} {name}", tenths / 10, tenths % 10)
}

/// The words around a piece of SQL.
pub(crate) struct BlockWords {
    /// Its title.
    pub title: &'static str,
    /// Where it goes.
    pub place: &'static str,
    /// What it does, and what to watch for: comment lines.
    pub comment: &'static [&'static str],
}

/// The words around a statement in `lang`.
pub(crate) fn block(statement: Statement, sql: &Sql, lang: Lang) -> BlockWords {
    match lang {
        Lang::De => sql::de::block(statement, sql),
        Lang::En => sql::en::block(statement, sql),
    }
}

/// Comment lines that say which values the placeholders stand for. The published statements say it themselves.
pub(crate) fn parameters(sql: &Sql, steps: &[SqlStep], lang: Lang) -> Vec<String> {
    sql::parameters(sql, steps, lang)
}

/// The words around a file in `lang`.
pub(crate) fn file(file: File, lang: Lang) -> BlockWords {
    match lang {
        Lang::De => sql::de::file(file),
        Lang::En => sql::en::file(file),
    }
}

/// Where a key comes from, in `lang`.
pub(crate) fn reason(reason: &Reason, lang: Lang) -> String {
    match lang {
        Lang::De => de::reason(reason),
        Lang::En => en::reason(reason),
    }
}

/// A step on the way to a key, in `lang`.
pub(crate) fn step(step: &Step, lang: Lang) -> String {
    match lang {
        Lang::De => de::step(step),
        Lang::En => en::step(step),
    }
}

fn say(message: impl Into<String>, advice: impl Into<String>) -> FindingWords {
    FindingWords { message: message.into(), advice: advice.into() }
}
