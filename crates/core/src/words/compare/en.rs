//! English.

use crate::compare::{Answer, By, Change, ChangeKind, ClueReason, Compared, Part, Role, Spelling};

pub(super) fn change(change: &Change) -> String {
    let path = &change.path;
    let place = match change.part {
        Part::Body if path == "$" => "Body".to_owned(),
        Part::Body => path.clone(),
        Part::Header if path == "$" => "Headers".to_owned(),
        Part::Header => format!("Header {path}"),
        Part::Method => "Method".to_owned(),
        Part::Target => "Target".to_owned(),
    };
    let moved = change.moved_to.as_deref().map(|to| format!(", now at {to}")).unwrap_or_default();
    let what = match change.kind {
        ChangeKind::Added => "is new",
        ChangeKind::Bytes => "differs from here on",
        ChangeKind::ItemOrder => "has its items in another order",
        ChangeKind::Moved => "is in another place with the same value",
        ChangeKind::Order if change.part == Part::Header => "are in another order",
        ChangeKind::Order => "has its names in another order; no value changes",
        ChangeKind::Removed => "is gone",
        ChangeKind::Repeated => "occurs another number of times",
        ChangeKind::Spelling(spelling) => self::spelling(spelling),
        ChangeKind::Value => "has another value",
    };
    let count = if change.count > 1 { format!(" ({} places)", change.count) } else { String::new() };
    let volatile = if change.volatile { "; such a value changes with every attempt" } else { "" };
    format!("{place} {what}{moved}{count}{volatile}")
}

fn spelling(spelling: Spelling) -> &'static str {
    match spelling {
        Spelling::ByteOrderMark => "has a byte-order mark on one side only; no value changes",
        Spelling::Case => "is written in another case, which means the same",
        Spelling::DuplicateMember => "has names that repeat; the last one counts, and no value changes",
        Spelling::Escapes => "has the same text with other escapes",
        Spelling::LineEnds => "has other line ends; no value changes",
        Spelling::Number => "has the same number in other digits",
        Spelling::Other => "has other bytes that change no value",
        Spelling::TrailingNewline => "ends in another line end; no value changes",
        Spelling::WhiteSpace => "has other white space; no value changes",
    }
}

pub(super) fn compared(compared: Compared) -> Option<&'static str> {
    match compared {
        Compared::Bytes => Some("The bodies are not of the same format and were compared byte by byte."),
        Compared::Form | Compared::Json | Compared::Text => None,
        Compared::TooLarge => Some(
            "The bodies are too large to be compared value by value: only the first byte that differs is shown.",
        ),
    }
}

pub(super) fn answer(answer: Answer, by: By, rule: &str) -> String {
    let by = match by {
        By::Evidence => {
            " Judged by what is in them, since the generic rule does not know the sender.".to_owned()
        }
        By::Rule => format!(" Rule: {rule}."),
    };
    let what = match answer {
        Answer::Different => "Different events.",
        Answer::Partly => "Partly the same: some items are the same events, others are not.",
        Answer::Same => "The same event.",
        Answer::Several => "Some are the same event, others are not.",
        Answer::Unclear => "It cannot be told whether they are the same event.",
    };
    format!("{what}{by}")
}

pub(super) fn clue(reason: &ClueReason) -> String {
    match reason {
        ClueReason::IdReused(id) => {
            format!("{id} is the same, but so much else differs that it may be reused.")
        }
        ClueReason::IdsDisagree(same, other) => format!("{same} is the same, and {other} is not."),
        ClueReason::NewId(id) => {
            format!("Only {id} differs: a new id for each attempt, or two events of the same content.")
        }
        ClueReason::NothingTells => {
            "They say the same, and no id and no time of the event is there to tell two such events apart."
                .into()
        }
        ClueReason::OnlyTimes => {
            "Only times differ: made anew for each attempt, or another event at another time.".into()
        }
        ClueReason::OtherContent => "They do not say the same.".into(),
        ClueReason::OtherId(id) => format!("{id} is another one."),
        ClueReason::SameBytes => "The bodies are the same, with a time in them.".into(),
        ClueReason::SameContent => "They say the same, apart from what changes with every attempt.".into(),
        ClueReason::SameId(id) => format!("{id} is the same."),
    }
}

pub(super) fn role(role: Role) -> &'static str {
    match role {
        Role::Attempt => "of the attempt or the transport",
        Role::BodyHash => "hash of the body",
        Role::Event => "id of the event",
        Role::Id => "an id",
        Role::Message => "id of a message",
        Role::Object => "id of an object",
        Role::Subscription => "id of an account or a subscription",
        Role::Time => "a time",
        Role::Value => "another value",
    }
}
