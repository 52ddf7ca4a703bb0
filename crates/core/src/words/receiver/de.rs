//! Deutsch.

use crate::sql::outcomes::{Action, Sign};
use crate::sql::sequence::{Message, Moment, Participant};

pub(super) fn sign(sign: Sign) -> String {
    match sign {
        Sign::AnyError => "jeder andere Fehler".into(),
        Sign::Error(code) => format!("Fehler {code}"),
        Sign::NoError => "kein Fehler".into(),
        Sign::NoRow => "keine Zeile".into(),
        Sign::OneRow => "eine Zeile".into(),
        Sign::Value(value) => value.into(),
    }
}

pub(super) fn action(action: Action) -> &'static str {
    match action {
        Action::ClaimAgain => "Nichts ist beansprucht: den Claim sofort wiederholen.",
        Action::Commit => "Schlüssel und Arbeit sind da, beides zusammen.",
        Action::CommitUnknown => "Ob der COMMIT gelang, ist offen: Der Retry klärt es.",
        Action::Compare => "Schon bekannt: die Bodys vergleichen.",
        Action::Continue => "Die Lease beginnt von vorn: weiterarbeiten.",
        Action::Finished => "Das Event ist erledigt.",
        Action::Known => "Schon erledigt: nichts zu tun.",
        Action::KnownRelease => "Schon erledigt: Release, dann antworten.",
        Action::LookAtBoth => "Anderer Body unter bekanntem Schlüssel: nicht verwerfen, beide ansehen.",
        Action::LostAtExtend => "Eine andere Zustellung hat übernommen: die Arbeit abbrechen.",
        Action::LostAtFinish => "Eine andere Zustellung hat übernommen: Die Arbeit kann doppelt getan sein.",
        Action::LostAtRelease => "Eine andere Zustellung hat schon übernommen.",
        Action::NothingClaimed => "Nichts ist beansprucht: Das holt ein Retry nach.",
        Action::NothingDone => "Nichts ist geschehen, auch nicht nach dem Warten auf eine andere Zustellung.",
        Action::Processed => "Beansprucht und erledigt, beides zusammen.",
        Action::Released => "Die Arbeit ist gescheitert: Der nächste Retry tut sie.",
        Action::ReleasedMeanwhile => "Der Schlüssel wurde inzwischen freigegeben: Ein Retry beansprucht ihn.",
        Action::RollBack => "Release; nichts bleibt zurück.",
        Action::RolledBack => "Die Arbeit ist gescheitert: Weder Schlüssel noch Arbeit sind da.",
        Action::SameBody => "Derselbe Body, schon erledigt: nichts zu tun.",
        Action::TakeoverPossible => {
            "Mit demselben Token noch einmal abschließen; sonst übernimmt ein Retry und arbeitet noch einmal."
        }
        Action::Wait => "Eine andere Zustellung arbeitet gerade: Retry-After ist retry_after_seconds.",
        Action::WaitedTooLong => "Die Transaktion einer anderen Zustellung ist zu lange offen: Release.",
        Action::WorkInTransaction => {
            "In dieser Transaktion arbeiten, dann abschließen; scheitert die Arbeit: Release."
        }
        Action::WorkThenAnswer => "Die Arbeit tun, dann antworten; scheitert sie: Release.",
        Action::WorkThenFinish => "Die Arbeit tun, dann abschließen; scheitert sie: Release.",
    }
}

pub(super) fn message(message: Message) -> (&'static str, &'static str) {
    match message {
        Message::AnswerDone => ("200", "Der Empfänger antwortet 200: Das Event ist erledigt."),
        Message::AnswerDuplicate => {
            ("200, Duplikat", "Der Empfänger antwortet 200, als wäre das Event erledigt.")
        }
        Message::AnswerInProgress => (
            "503, Retry-After",
            "Der Empfänger antwortet 503 mit Retry-After: Der Sender versucht es wieder.",
        ),
        Message::AnswerRetry => {
            ("503", "Der Empfänger antwortet 503; kommt die Antwort zu spät, schadet das nicht.")
        }
        Message::AnswerWaited => (
            "200 oder 503",
            "Der Empfänger antwortet 200, wenn der Schlüssel bekannt ist, und 503, wenn er zu lange gewartet hat.",
        ),
        Message::Begin => {
            ("BEGIN, Claim", "Der Empfänger öffnet eine Transaktion und beansprucht darin den Schlüssel.")
        }
        Message::Claim => ("Claim", "Der Empfänger beansprucht den Schlüssel."),
        Message::Claimed => {
            ("claimed, Token", "Die Datenbank meldet claimed, mit einem Token und dem Ende der Lease.")
        }
        Message::Commit => {
            ("COMMIT", "Der Empfänger schließt ab: Schlüssel und Arbeit werden zusammen sichtbar.")
        }
        Message::Committed => ("ausgeführt", "Die Datenbank hat den COMMIT ausgeführt."),
        Message::Crash => ("✗ Absturz", "Der Empfänger stirbt während der Arbeit."),
        Message::Delivery => ("Zustellung", "Der Sender schickt das Event."),
        Message::EventLost => {
            ("verloren", "Der Sender versucht es nicht noch einmal: Das Event ist verloren.")
        }
        Message::Finish => ("Abschluss, Token", "Der Empfänger schließt mit seinem Token ab."),
        Message::Finished => ("finished", "Die Datenbank meldet finished."),
        Message::InProgress => {
            ("in_progress", "Die Datenbank meldet in_progress, und wie lange die Lease noch gilt.")
        }
        Message::Known => {
            ("bekannt", "Die Datenbank kennt den Schlüssel: Die erste Zustellung hat ihn beansprucht.")
        }
        Message::KnownOrError => (
            "bekannt oder Fehler",
            "Die Datenbank meldet bekannt, sobald die erste fertig ist, oder nach einigen Sekunden einen Fehler.",
        ),
        Message::LateFinish => {
            ("altes Token", "Die erste Zustellung läuft weiter und schließt mit ihrem alten Token ab.")
        }
        Message::Lost => ("lost", "Die Datenbank meldet lost: Der neuere Claim bleibt unberührt."),
        Message::New => ("neu", "Die Datenbank meldet: Der Schlüssel ist neu."),
        Message::Retry => ("Retry", "Der Sender bekam keine Antwort und versucht es noch einmal."),
        Message::RolledBack => (
            "Rollback",
            "Die Datenbank rollt die Transaktion von selbst zurück: Weder Schlüssel noch Arbeit sind da.",
        ),
        Message::TakenOver => {
            ("claimed, neu", "Die Lease ist abgelaufen: Die Datenbank meldet claimed, mit einem neuen Token.")
        }
        Message::Wait => ("wartet", "Die Datenbank wartet, denn die erste Transaktion ist noch offen."),
        Message::Work => ("Arbeit", "Der Empfänger tut die Arbeit."),
        Message::WorkInTransaction => ("Arbeit", "Der Empfänger tut die Arbeit in derselben Transaktion."),
    }
}

pub(super) fn moment(moment: Moment) -> &'static str {
    match moment {
        Moment::AfterLease => "Retry nach Ablauf der Lease",
        Moment::First => "Erste Zustellung",
        Moment::Late => "War die erste nur langsam",
        Moment::Meanwhile => "Retry, während die erste noch läuft",
        Moment::Retry => "Retry",
    }
}

pub(super) fn participant(participant: Participant) -> &'static str {
    match participant {
        Participant::Database => "Datenbank",
        Participant::Receiver => "Empfänger",
        Participant::Sender => "Sender",
    }
}
