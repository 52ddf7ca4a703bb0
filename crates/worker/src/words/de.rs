//! Deutsch.

use super::Words;

pub(super) static WORDS: Words = Words {
    all_deliveries: "Zustellungen",
    chart: |deliveries, repeats, most| {
        format!(
            "Balken: {repeats} Wiederholungen von {deliveries} Zustellungen; der höchste hat {most} Zustellungen."
        )
    },
    conflicts: "Konflikte",
    merged: "Zusammengelegt",
    number_again: "und Nummer",
    number_first: "Nummer",
    of_events: "Events",
    over_order: "In der Reihenfolge der Datei:",
    over_time: "Über die Zeit:",
    repeats: "Wiederholungen",
    repeats_of_them: "davon Wiederholungen",
    rule: "Regel",
    rule_in_use: "die verwendete",
    rules: "Regeln, an einer Stichprobe",
    split: "Geteilt",
    without_key: "Ohne Schlüssel",

    in_use: "verwendet",
    key: "Schlüssel",
    no_ids: "Weder die Header noch der Body haben etwas, das wie eine ID aussieht.",
    no_key: "kein Schlüssel",
    better: "Eine bessere Regel:",
    candidates: "Was jeder Wert sagen würde",
    changes: "Was sich unterscheidet",
    deliveries: |number| format!("Zustellung 1 und {number}"),
    different: "verschiedene Events",
    error: "Fehler",
    events: "Event danach, je Zustellung",
    first: "Erste",
    info: "Info",
    more: |count| format!("{count} weitere sind nicht aufgeführt."),
    no_change: "kein Unterschied, auch nicht in einem Byte.",
    no_rule: "Keine Regel passt: Nichts in den Zustellungen unterscheidet genau diese.",
    other: "Andere",
    place: "Ort",
    rule_fits: "die verwendete Regel passt.",
    rule_wrong: "die verwendete Regel passt nicht.",
    same: "dasselbe Event",
    use_rule: "Diese Regel verwenden",
    warning: "Warnung",
    what: "Was",
};
