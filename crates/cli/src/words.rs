//! The few sentences that only the command line says; all others are the core's.

use hookonce_core::compare::Certainty;
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
    /// What to do about arguments of a command that are not understood.
    pub usage_advice: fn(&str) -> String,
    /// Two files are both standard input.
    pub standard_input_twice: &'static str,
    /// There is nothing to compare with.
    pub too_few_deliveries: &'static str,
    /// From how many deliveries there can be.
    pub too_many_deliveries: fn(usize) -> String,
    /// From how many numbers there have to be.
    pub events_count: fn(usize) -> String,
    /// The title over the differences of two deliveries, by their numbers.
    pub differences: fn(usize, usize) -> String,
    /// There are none.
    pub no_difference: &'static str,
    /// How many changes are not listed.
    pub more: fn(usize) -> String,
    /// A line and a column.
    pub line_and_column: fn(usize, usize) -> String,
    /// The title over what speaks for an answer.
    pub clues: &'static str,
    /// Two deliveries, by their numbers.
    pub pair: fn(usize, usize) -> String,
    /// The title over the values that could be keys.
    pub candidates: &'static str,
    /// What a value says about two deliveries.
    pub same: &'static str,
    /// Likewise.
    pub different: &'static str,
    /// Likewise, where one of them does not have it.
    pub not_in_all: &'static str,
    /// In place of a key.
    pub no_key: &'static str,
    /// The titles of an audit's lists.
    pub audit_conflicts: &'static str,
    /// Likewise.
    pub audit_repeats: &'static str,
    /// Likewise.
    pub audit_rules: &'static str,
    /// The heads of the table of rules.
    pub audit_columns: [&'static str; 5],
    /// The rule in use, as a row of it.
    pub rule_in_use: &'static str,
    /// From the most repeats of a step.
    pub audit_chart: fn(u64) -> String,
    /// From two moments.
    pub audit_from_to: fn(&str, &str) -> String,
    /// From the number of deliveries.
    pub audit_order: fn(u64) -> String,
    /// What to do about an export that cannot be read.
    pub export_advice: &'static str,
    /// In place of a list of ids.
    pub no_ids: &'static str,
    /// Over two ways to group deliveries.
    pub as_plausible: &'static str,
    /// The rule in use, for what is said before it.
    pub rule_fits: &'static str,
    /// Likewise.
    pub rule_wrong: &'static str,
    /// In front of a better rule.
    pub proposal: &'static str,
    /// There is none.
    pub no_proposal: &'static str,
    /// How sure a proposal is.
    pub certainty: fn(Certainty) -> &'static str,
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
    usage_advice: |command| format!("hookonce {command} --help zeigt die Optionen."),
    standard_input_twice: "Nur eine der Dateien kann die Standardeingabe sein.",
    too_few_deliveries: "Zum Vergleichen braucht es mindestens zwei Zustellungen.",
    too_many_deliveries: |limit| {
        format!("Höchstens {limit} Zustellungen lassen sich vergleichen. --entry wählt aus einer Datei aus.")
    },
    events_count: |count| format!("--events braucht so viele Zahlen wie Zustellungen, hier {count}."),
    differences: |a, b| format!("Unterschiede zwischen {a} und {b}"),
    no_difference: "Keine, Byte für Byte.",
    more: |count| format!("… und {count} weitere"),
    line_and_column: |line, column| format!("Zeile {line}, Spalte {column}"),
    clues: "Was dafür oder dagegen spricht",
    pair: |a, b| format!("{a} und {b}"),
    candidates: "Mögliche Schlüssel, und was sie sagen",
    same: "dasselbe",
    different: "verschieden",
    not_in_all: "fehlt",
    no_key: "kein Schlüssel",
    audit_conflicts: "Konflikte, mit den Nummern der Zeilen oder Einträge",
    audit_repeats: "Wiederholungen, mit den Nummern der Zeilen oder Einträge",
    audit_rules: "Regeln, an einer Stichprobe",
    audit_columns: ["Regel", "Events", "zusammengelegt", "geteilt", "ohne Schlüssel"],
    rule_in_use: "die verwendete",
    audit_chart: |most| format!("Wiederholungen über die Zeit, höchstens {most} je Schritt"),
    audit_from_to: |from, to| format!("{from} bis {to}"),
    audit_order: |count| format!("in der Reihenfolge der Datei, 1 bis {count}"),
    export_advice: "hookonce audit --help beschreibt die Formen.",
    no_ids: "Weder die Header noch der Body haben etwas, das wie eine ID aussieht.",
    as_plausible: "Beides ist gleich plausibel:",
    rule_fits: "Die verwendete Regel passt.",
    rule_wrong: "Die verwendete Regel passt nicht.",
    proposal: "Vorschlag",
    no_proposal: "Keine Regel passt: Nichts in den Zustellungen unterscheidet genau so.",
    certainty: |certainty| match certainty {
        Certainty::Guess => "passt zu diesen Zustellungen, mehr ist nicht bekannt",
        Certainty::Likely => "auch Name und Wert sprechen dafür",
    },
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
    usage_advice: |command| format!("hookonce {command} --help shows the options."),
    standard_input_twice: "Only one of the files can be standard input.",
    too_few_deliveries: "To compare there have to be at least two deliveries.",
    too_many_deliveries: |limit| {
        format!("At most {limit} deliveries can be compared. --entry picks some of a file.")
    },
    events_count: |count| format!("--events needs as many numbers as there are deliveries, here {count}."),
    differences: |a, b| format!("Differences between {a} and {b}"),
    no_difference: "None, byte for byte.",
    more: |count| format!("… and {count} more"),
    line_and_column: |line, column| format!("line {line}, column {column}"),
    clues: "What speaks for it or against it",
    pair: |a, b| format!("{a} and {b}"),
    candidates: "Possible keys, and what they say",
    same: "same",
    different: "different",
    not_in_all: "missing",
    no_key: "no key",
    audit_conflicts: "Conflicts, by the numbers of their lines or entries",
    audit_repeats: "Repeats, by the numbers of their lines or entries",
    audit_rules: "Rules, on a sample",
    audit_columns: ["Rule", "events", "merged", "split", "without a key"],
    rule_in_use: "the one in use",
    audit_chart: |most| format!("Repeats over time, at most {most} in a step"),
    audit_from_to: |from, to| format!("{from} to {to}"),
    audit_order: |count| format!("in the order of the file, 1 to {count}"),
    export_advice: "hookonce audit --help describes the forms.",
    no_ids: "Neither the headers nor the body have anything that looks like an id.",
    as_plausible: "Both are as plausible:",
    rule_fits: "the rule in use fits.",
    rule_wrong: "the rule in use does not fit.",
    proposal: "Proposed rule",
    no_proposal: "No rule fits: nothing in the deliveries tells exactly these apart.",
    certainty: |certainty| match certainty {
        Certainty::Guess => "fits these deliveries; more is not known",
        Certainty::Likely => "name and value speak for it as well",
    },
};
