//! Deutsch.

use super::Words;
use crate::audit::{Audit, EntryForm, ExportForm, Fault};
use crate::lang::Lang;

pub(super) static WORDS: Words = Words {
    deliveries: "Zustellungen",
    events: "Events",
    repeats: "Wiederholungen",
    other_bytes: "Wiederholungen mit anderen Bytes",
    conflicts: "Konflikte: gleicher Schlüssel, anderer Inhalt",
    without_key: "Ohne Schlüssel",
    hashed: "Schlüssel aus dem Hash des Bodys",
    control: "Handshakes und Pings",
    unreadable: "Ohne Body oder nicht lesbar",
    longest: "Längste Zeit bis zur Wiederholung",
    senders: "Sender",
    first: |count, first| format!("{count}, zuerst Nummer {first}"),
    thousands: '.',
    form,
    fault,
    nothing: "Keine Zustellung ließ sich lesen. Prüfe, was in jeder Zeile und jedem Eintrag steht, und nenne die Form des Exports oder die Spalte mit den Bodys.",
    no_repeats: "Kein Event kam zweimal.",
    repeats_advice: |repeats| {
        format!("Ohne Claim wäre bei {repeats} der Zustellungen die Arbeit noch einmal getan worden.")
    },
    conflicts_advice: "Ein Konflikt ist entweder zwei Events mit demselben Schlüssel, von denen das zweite verloren ginge, oder ein Body, den der Sender zwischen Versuchen ändert. Vergleiche die Beispiele.",
    without_key_advice: "Zustellungen ohne Schlüssel lassen sich nicht auseinanderhalten: Schreibe eine Regel für sie.",
    hashed_advice: "Ein Hash des Bodys findet nur Wiederholungen mit denselben Bytes.",
    other_bytes_advice: |repeats| {
        format!("Ein Hash des Bodys hätte {repeats} der Wiederholungen für neue Events gehalten.")
    },
    longest_advice: |longest| {
        format!(
            "Bewahre Schlüssel länger auf als {longest}: So spät kam hier eine Wiederholung, und das muss nicht die späteste sein."
        )
    },
    better: |rule, better, in_use| {
        format!(
            "Die Regel {rule} wäre besser: Nach dem, was die Zustellungen sagen, liegt sie bei {better} der Stichprobe falsch, die verwendete bei {in_use}."
        )
    },
};

fn form(audit: &Audit) -> String {
    let form = match audit.form {
        None => "nichts",
        Some(ExportForm::Csv) => "Tabelle (CSV)",
        Some(ExportForm::Har) => "HTTP-Archiv (HAR)",
        Some(ExportForm::Json) => "JSON-Array",
        Some(ExportForm::Ndjson) => "JSON-Zeilen (NDJSON)",
    };
    let entries = match audit.entry_form {
        Some(EntryForm::Body) => "jeder Eintrag ist ein Body",
        Some(EntryForm::Input(kind)) if audit.form != Some(ExportForm::Har) => {
            return format!(
                "Gelesen als {form}; Form der Einträge: {}.",
                crate::words::input_kind(kind, Lang::De)
            );
        }
        Some(EntryForm::Input(_)) | None => return format!("Gelesen als {form}."),
        Some(EntryForm::Record) => "jeder Eintrag hat den Body in einem seiner Felder",
    };
    format!("Gelesen als {form}; {entries}.")
}

fn fault(fault: &Fault) -> String {
    match fault {
        Fault::BrokenOff { entries: 0 } => {
            "Ein Array von Einträgen ist nicht darin. Prüfe, ob die Datei vollständig ist, oder nenne ihre Form.".to_owned()
        }
        Fault::BrokenOff { entries } => {
            format!("Der Export bricht nach {entries} Einträgen ab. Was davor steht, ist gezählt; für den Rest exportiere ihn neu.")
        }
        Fault::NoBodyColumn { wanted, columns } => {
            let wanted = match wanted {
                Some(wanted) => format!("Die Tabelle hat keine Spalte {wanted}."),
                None => "Keine Spalte der Tabelle hat einen der üblichen Namen für Bodys.".to_owned(),
            };
            format!("{wanted} Nenne eine von diesen: {}.", columns.join(", "))
        }
        Fault::RowTooLarge { row } => {
            format!("Zeile {row} ist größer als 64 MiB. Wahrscheinlich hat ein Anführungszeichen darin kein Ende: Exportiere die Tabelle neu.")
        }
    }
}
