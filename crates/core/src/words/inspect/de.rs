//! Deutsch.

use crate::inspect::{Basis, IdShape, Inspected, Sureness, Verdict};
use crate::providers::TrapKind;

pub(super) fn reason(inspected: &Inspected) -> String {
    let basis = match &inspected.basis {
        Basis::EventAround => "Daneben stehen die Felder eines Events.".to_owned(),
        Basis::Facts(name, trap) => format!("{name}: {}.", self::trap(*trap)),
        Basis::FactsChange(name) => format!("{name} ändert das von Versuch zu Versuch."),
        Basis::FactsRule(name) => format!("Die Regel von {name} nimmt das."),
        Basis::Name => match inspected.verdict {
            Verdict::EventId => "So heißen Events und Zustellungen.",
            Verdict::Unknown => "Der Name sagt, dass es eine ID ist, aber nicht, wovon.",
            Verdict::ObjectId => {
                "So heißt ein Ding, etwa eine Bestellung oder ein Kunde, oder das Feld darum."
            }
            Verdict::SubscriptionId => "So heißt ein Konto, eine App oder eine Einrichtung.",
            Verdict::AttemptId => "So heißen Versuche und Sendezeiten.",
            Verdict::TransportId | Verdict::Signature => "Das sagt der Name.",
            Verdict::Time => "Es ist eine Zeitangabe.",
            Verdict::Value => "Es ist keine ID.",
        }
        .to_owned(),
        Basis::ObjectAround => {
            "Der Body ist das Ding selbst: Er hat dessen Felder und keine eines Events.".to_owned()
        }
        Basis::TransportHeader => {
            "Proxys und Server fügen diesen Header an, für jede Anfrage neu.".to_owned()
        }
    };
    match inspected.shape {
        None => basis,
        Some(shape) => format!("{basis} {}", self::shape(shape)),
    }
}

fn trap(trap: TrapKind) -> &'static str {
    match trap {
        TrapKind::Attempt => "bei jedem Versuch neu",
        TrapKind::NotUnique => "unter den Events nicht eindeutig",
        TrapKind::Object => "die ID eines Objekts, die mehrere Events gemeinsam haben",
        TrapKind::Subscription => "in allen Events gleich",
        TrapKind::Time => "eine Zeitangabe",
        TrapKind::TooWide => "gilt für mehrere Events",
        TrapKind::Transport => "gehört zum Transport",
    }
}

fn shape(shape: IdShape) -> String {
    let made = shape.date().map(|date| format!(", erzeugt am {date}")).unwrap_or_default();
    match shape {
        IdShape::ObjectId(_) => format!("Der Form nach eine ObjectId{made}."),
        IdShape::Ulid(_) => format!("Der Form nach eine ULID{made}."),
        IdShape::Uuid(4) => "Eine zufällige UUID: Sie sagt weder wann noch was.".to_owned(),
        IdShape::Uuid(version @ (3 | 5)) => {
            format!("Eine UUID der Version {version}: Derselbe Name ergibt dieselbe ID.")
        }
        IdShape::Uuid(version) => format!("Eine UUID der Version {version}."),
        IdShape::UuidOfTime(version, _) => format!("Eine UUID der Version {version}{made}."),
    }
}

pub(super) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::AttemptId => "ändert sich je Versuch",
        Verdict::EventId => "ID des Events",
        Verdict::ObjectId => "ID eines Objekts",
        Verdict::Signature => "eine Signatur",
        Verdict::SubscriptionId => "ID der Einrichtung",
        Verdict::Time => "eine Zeitangabe",
        Verdict::TransportId => "ID des Transports",
        Verdict::Unknown => "unbekannt",
        Verdict::Value => "keine ID",
    }
}

pub(super) fn sureness(sureness: Sureness) -> &'static str {
    match sureness {
        Sureness::Guess => "vermutet",
        Sureness::Likely => "wahrscheinlich",
        Sureness::Sure => "sicher",
    }
}
