//! The few sentences that only the command line says; all others are the core's.

use hookonce_core::lang::Lang;

/// The words of one language.
pub struct Words {
    /// The severities, in front of a message.
    pub error: &'static str,
    /// Likewise.
    pub info: &'static str,
    /// Likewise.
    pub warning: &'static str,
    /// The texts in which a position counts.
    pub body: &'static str,
    /// Likewise.
    pub headers: &'static str,
    /// Likewise.
    pub input: &'static str,
    /// Standard input, as the subject of a sentence.
    pub standard_input: &'static str,
    /// A file by its name, as the subject of a sentence.
    pub file: fn(&str) -> String,
    /// From a subject and the system's reason.
    pub unreadable: fn(&str, &str) -> String,
    /// What to do then.
    pub unreadable_advice: &'static str,
    /// From the system's reason.
    pub unwritable: fn(&str) -> String,
    /// What follows.
    pub unwritable_advice: &'static str,
    /// From the path of a file or folder and the system's reason.
    pub unwritten: fn(&str, &str) -> String,
    /// What follows.
    pub unwritten_advice: &'static str,
    /// From the path of a file that is there already.
    pub exists: fn(&str) -> String,
    /// What follows.
    pub exists_advice: &'static str,
    /// What to do about a `--header` that is none.
    pub header_advice: &'static str,
    /// In place of a sender's rule, where it depends on the message.
    pub rule_by_kind: &'static str,
    /// In place of a sender's rule, where no key is possible.
    pub rule_none: &'static str,
    /// What to do about arguments that are not understood.
    pub usage_advice: &'static str,
}

/// The words in `lang`.
pub fn words(lang: Lang) -> &'static Words {
    match lang {
        Lang::De => &DE,
        Lang::En => &EN,
    }
}

static DE: Words = Words {
    error: "Fehler",
    info: "Hinweis",
    warning: "Warnung",
    body: "Body",
    headers: "Header",
    input: "Eingabe",
    standard_input: "Die Standardeingabe",
    file: |name| format!("Die Datei „{name}“"),
    unreadable: |subject, reason| format!("{subject} lässt sich nicht lesen: {reason}."),
    unreadable_advice: "Pfad und Rechte prüfen. Ein einzelnes - liest die Standardeingabe.",
    unwritable: |reason| format!("Die Ausgabe lässt sich nicht schreiben: {reason}."),
    unwritable_advice: "Was schon geschrieben ist, ist unvollständig.",
    unwritten: |path, reason| format!("„{path}“ lässt sich nicht schreiben: {reason}."),
    unwritten_advice: "Keine Datei ist geschrieben. Pfad und Rechte prüfen.",
    exists: |path| format!("„{path}“ gibt es schon."),
    exists_advice: "Keine Datei ist geschrieben. Die alte umbenennen oder einen anderen Ordner nehmen.",
    header_advice: "In der Form --header 'Name: Wert' schreiben.",
    rule_by_kind: "je nach Art der Nachricht",
    rule_none: "kein Schlüssel möglich",
    usage_advice: "hookonce key --help zeigt die Optionen.",
};

static EN: Words = Words {
    error: "error",
    info: "info",
    warning: "warning",
    body: "body",
    headers: "headers",
    input: "input",
    standard_input: "Standard input",
    file: |name| format!("The file “{name}”"),
    unreadable: |subject, reason| format!("{subject} cannot be read: {reason}."),
    unreadable_advice: "Check the path and its permissions. A single - reads standard input.",
    unwritable: |reason| format!("The output cannot be written: {reason}."),
    unwritable_advice: "What has been written is incomplete.",
    unwritten: |path, reason| format!("“{path}” cannot be written: {reason}."),
    unwritten_advice: "No file has been written. Check the path and its permissions.",
    exists: |path| format!("“{path}” is there already."),
    exists_advice: "No file has been written. Rename the old one, or take another folder.",
    header_advice: "Write it as --header 'Name: value'.",
    rule_by_kind: "by the kind of message",
    rule_none: "no key possible",
    usage_advice: "hookonce key --help shows the options.",
};
