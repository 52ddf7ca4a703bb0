//! German.

use crate::compare::{Answer, By, Change, ChangeKind, ClueReason, Compared, Part, Role, Spelling};

pub(super) fn change(change: &Change) -> String {
    let path = &change.path;
    let place = match change.part {
        Part::Body if path == "$" => "Body".to_owned(),
        Part::Body => path.clone(),
        Part::Header if path == "$" => "Alle Header".to_owned(),
        Part::Header => format!("Header {path}"),
        Part::Method => "Methode".to_owned(),
        Part::Target => "Ziel".to_owned(),
    };
    let moved = change.moved_to.as_deref().map(|to| format!(", jetzt {to}")).unwrap_or_default();
    let what = match change.kind {
        ChangeKind::Added => "neu",
        ChangeKind::Bytes => "ab hier verschieden",
        ChangeKind::ItemOrder => "Elemente in anderer Reihenfolge",
        ChangeKind::Moved => "gleicher Wert an anderer Stelle",
        ChangeKind::Order => "andere Reihenfolge, kein Wert ändert sich",
        ChangeKind::Removed => "fehlt",
        ChangeKind::Repeated => "andere Anzahl",
        ChangeKind::Spelling(spelling) => self::spelling(spelling),
        ChangeKind::Value => "anderer Wert",
    };
    let count = if change.count > 1 { format!(" ({} Stellen)", change.count) } else { String::new() };
    let volatile = if change.volatile { "; solche Werte ändern sich bei jedem Versuch" } else { "" };
    format!("{place}: {what}{moved}{count}{volatile}")
}

fn spelling(spelling: Spelling) -> &'static str {
    match spelling {
        Spelling::ByteOrderMark => "Byte-Order-Mark nur auf einer Seite, kein Wert ändert sich",
        Spelling::Case => "andere Groß- und Kleinschreibung, die nichts bedeutet",
        Spelling::DuplicateMember => "mehrfache Namen, von denen der letzte zählt; kein Wert ändert sich",
        Spelling::Escapes => "gleicher Text mit anderen Escapes",
        Spelling::LineEnds => "andere Zeilenenden, kein Wert ändert sich",
        Spelling::Number => "gleiche Zahl in anderen Ziffern",
        Spelling::Other => "andere Bytes, kein Wert ändert sich",
        Spelling::TrailingNewline => "anderer Zeilenumbruch am Ende, kein Wert ändert sich",
        Spelling::WhiteSpace => "anderer Leerraum, kein Wert ändert sich",
    }
}

pub(super) fn compared(compared: Compared) -> Option<&'static str> {
    match compared {
        Compared::Bytes => Some("Die Bodys haben nicht dasselbe Format und sind Byte für Byte verglichen."),
        Compared::Form | Compared::Json | Compared::Text => None,
        Compared::TooLarge => Some(
            "Die Bodys sind zu groß für einen Vergleich Wert für Wert: Gezeigt ist nur das erste verschiedene Byte.",
        ),
    }
}

pub(super) fn answer(answer: Answer, by: By, rule: &str) -> String {
    let by = match by {
        By::Evidence => {
            " Beurteilt nach dem Inhalt, denn die allgemeine Regel kennt den Sender nicht.".to_owned()
        }
        By::Rule => format!(" Regel: {rule}."),
    };
    let what = match answer {
        Answer::Different => "Verschiedene Events.",
        Answer::Partly => "Teils gleich: Manche Elemente sind dieselben Events, andere nicht.",
        Answer::Same => "Dasselbe Event.",
        Answer::Several => "Manche sind dasselbe Event, andere nicht.",
        Answer::Unclear => "Ob es dasselbe Event ist, lässt sich nicht sagen.",
    };
    format!("{what}{by}")
}

pub(super) fn clue(reason: &ClueReason) -> String {
    match reason {
        ClueReason::IdReused(id) => {
            format!("{id} ist gleich, sonst aber so viel verschieden, dass die ID wiederverwendet sein kann.")
        }
        ClueReason::IdsDisagree(same, other) => format!("{same} ist gleich, {other} nicht."),
        ClueReason::NewId(id) => {
            format!("Nur {id} ist anders: eine neue ID je Versuch oder zwei Events gleichen Inhalts.")
        }
        ClueReason::NothingTells => {
            "Der Inhalt ist gleich, und weder eine ID noch eine Zeit des Events unterscheidet zwei solche Events.".into()
        }
        ClueReason::OnlyTimes => {
            "Nur Zeiten sind anders: für jeden Versuch neu erzeugt oder ein anderes Event zu anderer Zeit.".into()
        }
        ClueReason::OtherContent => "Der Inhalt ist verschieden.".into(),
        ClueReason::OtherId(id) => format!("{id} ist anders."),
        ClueReason::SameBytes => "Die Bodys sind gleich und enthalten eine Zeit.".into(),
        ClueReason::SameContent => {
            "Der Inhalt ist gleich, bis auf das, was sich bei jedem Versuch ändert.".into()
        }
        ClueReason::SameId(id) => format!("{id} ist gleich."),
    }
}

pub(super) fn role(role: Role) -> &'static str {
    match role {
        Role::Attempt => "vom Versuch oder Transport",
        Role::BodyHash => "Hash des Bodys",
        Role::Event => "ID des Events",
        Role::Id => "eine ID",
        Role::Message => "ID einer Nachricht",
        Role::Object => "ID eines Objekts",
        Role::Subscription => "ID eines Kontos oder Abonnements",
        Role::Time => "eine Zeit",
        Role::Value => "ein anderer Wert",
    }
}
