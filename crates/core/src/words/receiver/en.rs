//! English.

use crate::sql::outcomes::{Action, Sign};
use crate::sql::sequence::{Message, Moment, Participant};

pub(super) fn sign(sign: Sign) -> String {
    match sign {
        Sign::AnyError => "any other error".into(),
        Sign::Error(code) => format!("error {code}"),
        Sign::NoError => "no error".into(),
        Sign::NoRow => "no row".into(),
        Sign::OneRow => "one row".into(),
        Sign::Value(value) => value.into(),
    }
}

pub(super) fn action(action: Action) -> &'static str {
    match action {
        Action::ClaimAgain => "Nothing is claimed: claim again at once.",
        Action::Commit => "Key and work are there, together.",
        Action::CommitUnknown => "Whether it was committed is not known: the retry finds out.",
        Action::Compare => "Seen before: compare the bodies.",
        Action::Continue => "The lease begins anew: go on working.",
        Action::Finished => "The event is done.",
        Action::Known => "Done before: nothing to do.",
        Action::KnownRelease => "Done before: release, then answer.",
        Action::LookAtBoth => "Another body under a known key: do not drop it, look at both.",
        Action::LostAtExtend => "Another delivery has taken over: stop working.",
        Action::LostAtFinish => "Another delivery has taken over: the work may be done twice.",
        Action::LostAtRelease => "Another delivery has taken over already.",
        Action::NothingClaimed => "Nothing is claimed: a retry claims.",
        Action::NothingDone => "Nothing is done, also after waiting for another delivery.",
        Action::Processed => "Claimed and worked, together.",
        Action::Released => "The work has failed: the next retry does it.",
        Action::ReleasedMeanwhile => "The key was released meanwhile: a retry claims it.",
        Action::RollBack => "Release; nothing is there.",
        Action::RolledBack => "The work has failed: neither key nor work are there.",
        Action::SameBody => "The same body, done before: nothing to do.",
        Action::TakeoverPossible => {
            "Finish again with the same token; else a retry takes over and works again."
        }
        Action::Wait => "Another delivery is working: Retry-After is retry_after_seconds.",
        Action::WaitedTooLong => "Another delivery's transaction is open for too long: release.",
        Action::WorkInTransaction => "Work in this transaction, then finish; if the work fails, release.",
        Action::WorkThenAnswer => "Do the work, then answer; if it fails, release.",
        Action::WorkThenFinish => "Do the work, then finish; if it fails, release.",
    }
}

pub(super) fn message(message: Message) -> (&'static str, &'static str) {
    match message {
        Message::AnswerDone => ("200", "The receiver answers 200: the event is done."),
        Message::AnswerDuplicate => {
            ("200, duplicate", "The receiver answers 200, as if the event were done.")
        }
        Message::AnswerInProgress => {
            ("503, Retry-After", "The receiver answers 503 with Retry-After: the sender will retry.")
        }
        Message::AnswerRetry => {
            ("503", "The receiver answers 503; an answer that comes too late does no harm.")
        }
        Message::AnswerWaited => {
            ("200, or 503", "The receiver answers 200 if the key is known, and 503 if it waited too long.")
        }
        Message::Begin => ("BEGIN, claim", "The receiver opens a transaction and claims the key in it."),
        Message::Claim => ("claim", "The receiver claims the key."),
        Message::Claimed => {
            ("claimed, token", "The database says claimed, with a token and the end of the lease.")
        }
        Message::Commit => ("COMMIT", "The receiver commits: key and work become visible together."),
        Message::Committed => ("committed", "The database has committed."),
        Message::Crash => ("✗ crash", "The receiver dies during the work."),
        Message::Delivery => ("delivery", "The sender sends the event."),
        Message::EventLost => ("lost", "The sender does not retry again: the event is lost."),
        Message::Finish => ("finish, token", "The receiver finishes with its token."),
        Message::Finished => ("finished", "The database says finished."),
        Message::InProgress => {
            ("in_progress", "The database says in_progress, and for how long the lease still holds.")
        }
        Message::Known => ("known", "The database knows the key: claimed by the first delivery."),
        Message::KnownOrError => (
            "known, or error",
            "The database says known when the first one has committed, or an error after some seconds.",
        ),
        Message::LateFinish => {
            ("finish, old token", "The first delivery wakes up and finishes with its old token.")
        }
        Message::Lost => ("lost", "The database says lost: the newer claim stays untouched."),
        Message::New => ("new", "The database says that the key is new."),
        Message::Retry => ("retry", "The sender retries, for want of an answer."),
        Message::RolledBack => {
            ("rollback", "The database rolls the transaction back by itself: neither key nor work are there.")
        }
        Message::TakenOver => {
            ("claimed, new", "The lease is over: the database says claimed, with a new token.")
        }
        Message::Wait => ("waits", "The database waits, since the first transaction is still open."),
        Message::Work => ("work", "The receiver does the work."),
        Message::WorkInTransaction => ("work", "The receiver does the work in the same transaction."),
    }
}

pub(super) fn moment(moment: Moment) -> &'static str {
    match moment {
        Moment::AfterLease => "Retry, after the lease",
        Moment::First => "First delivery",
        Moment::Late => "If the first was only slow",
        Moment::Meanwhile => "Retry while the first still runs",
        Moment::Retry => "Retry",
    }
}

pub(super) fn participant(participant: Participant) -> &'static str {
    match participant {
        Participant::Database => "Database",
        Participant::Receiver => "Receiver",
        Participant::Sender => "Sender",
    }
}
