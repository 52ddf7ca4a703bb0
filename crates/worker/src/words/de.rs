//! Deutsch.

use super::Words;

pub(super) static WORDS: Words = Words {
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
