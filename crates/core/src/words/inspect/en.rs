//! English.

use crate::inspect::{Basis, IdShape, Inspected, Sureness, Verdict};
use crate::providers::TrapKind;

pub(super) fn reason(inspected: &Inspected) -> String {
    let basis = match &inspected.basis {
        Basis::EventAround => "It stands beside the members of an event.".to_owned(),
        Basis::Facts(name, trap) => format!("{name}: {}.", self::trap(*trap)),
        Basis::FactsChange(name) => format!("{name} changes it from attempt to attempt."),
        Basis::FactsRule(name) => format!("The rule of {name} has it."),
        Basis::Name => match inspected.verdict {
            Verdict::EventId => "Its name is one of events and deliveries.",
            Verdict::Unknown => "Its name says that it is an id, not whose.",
            Verdict::ObjectId => {
                "Its name or the member around it is that of a thing, such as an order or a customer."
            }
            Verdict::SubscriptionId => "Its name is that of an account, an app or a set-up.",
            Verdict::AttemptId => "Its name is one of attempts and times of sending.",
            Verdict::TransportId | Verdict::Signature => "Its name says so.",
            Verdict::Time => "It is a time.",
            Verdict::Value => "It is no id.",
        }
        .to_owned(),
        Basis::ObjectAround => {
            "The body is the thing itself: it has its members, and none of an event.".to_owned()
        }
        Basis::TransportHeader => "Proxies and servers add this header, anew for each request.".to_owned(),
    };
    match inspected.shape {
        None => basis,
        Some(shape) => format!("{basis} {}", self::shape(shape)),
    }
}

fn trap(trap: TrapKind) -> &'static str {
    match trap {
        TrapKind::Attempt => "new with each attempt",
        TrapKind::NotUnique => "not unique among events",
        TrapKind::Object => "the id of an object, which several events share",
        TrapKind::Subscription => "the same in all events",
        TrapKind::Time => "a time",
        TrapKind::TooWide => "shared by several events",
        TrapKind::Transport => "of the transport",
    }
}

fn shape(shape: IdShape) -> String {
    let made = shape.date().map(|date| format!(", made on {date}")).unwrap_or_default();
    match shape {
        IdShape::ObjectId(_) => format!("Its form is that of an ObjectId{made}."),
        IdShape::Ulid(_) => format!("Its form is that of a ULID{made}."),
        IdShape::Uuid(4) => "A random UUID: it says nothing of when or what.".to_owned(),
        IdShape::Uuid(version @ (3 | 5)) => {
            format!("A UUID of version {version}: the same name gives the same id.")
        }
        IdShape::Uuid(version) => format!("A UUID of version {version}."),
        IdShape::UuidOfTime(version, _) => format!("A UUID of version {version}{made}."),
    }
}

pub(super) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::AttemptId => "changes with the attempt",
        Verdict::EventId => "the event's id",
        Verdict::ObjectId => "an object's id",
        Verdict::Signature => "a signature",
        Verdict::SubscriptionId => "the set-up's id",
        Verdict::Time => "a time",
        Verdict::TransportId => "an id of the transport",
        Verdict::Unknown => "unknown",
        Verdict::Value => "no id",
    }
}

pub(super) fn sureness(sureness: Sureness) -> &'static str {
    match sureness {
        Sureness::Guess => "a guess",
        Sureness::Likely => "likely",
        Sureness::Sure => "sure",
    }
}
