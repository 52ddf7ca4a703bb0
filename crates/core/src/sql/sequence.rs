//! First delivery, crash and retry under each guarantee, message by message.

use super::Guarantee;
use crate::lang::Lang;
use crate::words::receiver as words;

/// What happens when the receiver dies during the first delivery, in the order of time.
pub fn sequence(guarantee: Guarantee) -> Vec<Part> {
    use Message::*;
    let parts: &[(Moment, &[Message])] = match guarantee {
        Guarantee::ClaimFirst => &[
            (Moment::First, &[Delivery, Claim, New, Crash]),
            (Moment::Retry, &[Retry, Claim, Known, AnswerDuplicate, EventLost]),
        ],
        Guarantee::Lease => &[
            (Moment::First, &[Delivery, Claim, Claimed, Crash]),
            (Moment::Retry, &[Retry, Claim, InProgress, AnswerInProgress]),
            (Moment::AfterLease, &[Retry, Claim, TakenOver, Work, Finish, Finished, AnswerDone]),
            (Moment::Late, &[LateFinish, Lost, AnswerRetry]),
        ],
        Guarantee::SameTransaction => &[
            (Moment::First, &[Delivery, Begin, New, WorkInTransaction, Crash, RolledBack]),
            (Moment::Retry, &[Retry, Begin, New, WorkInTransaction, Commit, Committed, AnswerDone]),
            (Moment::Meanwhile, &[Retry, Begin, Wait, KnownOrError, AnswerWaited]),
        ],
    };
    parts.iter().map(|(moment, messages)| Part { moment: *moment, messages }).collect()
}

/// What happens at one time.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Part {
    /// When.
    pub moment: Moment,
    /// The messages, in order.
    pub messages: &'static [Message],
}

/// When a part happens.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Moment {
    /// A retry after the lease is over.
    AfterLease,
    /// The first delivery.
    First,
    /// The first delivery goes on after another one has taken over.
    Late,
    /// A retry while the first delivery's transaction is open.
    Meanwhile,
    /// A retry.
    Retry,
}

impl Moment {
    /// Its title.
    pub fn title(self, lang: Lang) -> &'static str {
        words::moment(self, lang)
    }
}

/// Who takes part, from left to right.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Participant {
    /// Sends events, and retries without an answer of 2xx.
    Sender,
    /// Does the work.
    Receiver,
    /// Keeps the keys.
    Database,
}

impl Participant {
    /// All of them, from left to right.
    pub const ALL: [Participant; 3] = [Participant::Sender, Participant::Receiver, Participant::Database];

    /// The name.
    pub fn name(self, lang: Lang) -> &'static str {
        words::participant(self, lang)
    }
}

/// A message from one to another, or something that one does alone.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
#[allow(missing_docs, reason = "the words are in `words::receiver`, a sentence for each")]
pub enum Message {
    AnswerDone,
    AnswerDuplicate,
    AnswerInProgress,
    AnswerRetry,
    AnswerWaited,
    Begin,
    Claim,
    Claimed,
    Commit,
    Committed,
    Crash,
    Delivery,
    EventLost,
    Finish,
    Finished,
    InProgress,
    Known,
    KnownOrError,
    LateFinish,
    Lost,
    New,
    Retry,
    RolledBack,
    TakenOver,
    Wait,
    Work,
    WorkInTransaction,
}

impl Message {
    /// From whom to whom; the same one for what it does alone.
    pub fn ends(self) -> (Participant, Participant) {
        use Message::*;
        use Participant::{Database, Receiver, Sender};
        match self {
            AnswerDone | AnswerDuplicate | AnswerInProgress | AnswerRetry | AnswerWaited => {
                (Receiver, Sender)
            }
            Begin | Claim | Commit | Finish | LateFinish | WorkInTransaction => (Receiver, Database),
            Claimed | Committed | Finished | InProgress | Known | KnownOrError | Lost | New | TakenOver => {
                (Database, Receiver)
            }
            Crash | Work => (Receiver, Receiver),
            Delivery | Retry => (Sender, Receiver),
            EventLost => (Sender, Sender),
            RolledBack | Wait => (Database, Database),
        }
    }

    /// Whether the event is safe now, or in danger.
    pub fn tone(self) -> Tone {
        use Message::*;
        match self {
            AnswerDone => Tone::Good,
            AnswerDuplicate | Crash | EventLost => Tone::Bad,
            _ => Tone::Plain,
        }
    }

    /// A few letters, to stand on an arrow.
    pub fn label(self, lang: Lang) -> &'static str {
        words::message(self, lang).0
    }

    /// The same as a sentence.
    pub fn sentence(self, lang: Lang) -> &'static str {
        words::message(self, lang).1
    }
}

/// What a message means for the event.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Tone {
    /// The event is in danger, or lost.
    Bad,
    /// The event is done.
    Good,
    /// Neither.
    Plain,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::sql::{Sql, Statement};

    fn messages(guarantee: Guarantee) -> Vec<Message> {
        sequence(guarantee).into_iter().flat_map(|part| part.messages.to_vec()).collect()
    }

    #[test]
    fn every_sequence_starts_with_a_delivery_that_crashes_and_only_one_guarantee_loses_the_event() {
        for guarantee in Guarantee::ALL {
            let parts = sequence(guarantee);
            assert_eq!(parts[0].messages[0], Message::Delivery);
            assert!(parts[0].messages.contains(&Message::Crash));
            let all = messages(guarantee);
            let is_lost = guarantee == Guarantee::ClaimFirst;
            assert_eq!(all.contains(&Message::EventLost), is_lost);
            assert_eq!(all.contains(&Message::AnswerDone), !is_lost);
        }
    }

    #[test]
    fn every_retry_is_answered_and_each_message_starts_where_the_last_one_ended() {
        for guarantee in Guarantee::ALL {
            for part in sequence(guarantee) {
                if part.moment != Moment::First {
                    let answers = part
                        .messages
                        .iter()
                        .filter(|message| message.ends() == (Participant::Receiver, Participant::Sender));
                    assert_eq!(answers.count(), 1, "{part:?}");
                }
                for pair in part.messages.windows(2) {
                    let (ended, starts) = (pair[0].ends().1, pair[1].ends().0);
                    // The work in a transaction is answered by nothing that is worth an arrow.
                    let is_quiet = pair[0] == Message::WorkInTransaction || pair[1] == Message::RolledBack;
                    assert!(ended == starts || is_quiet, "{pair:?} under {guarantee:?}");
                }
            }
        }
    }

    #[test]
    fn what_the_database_says_under_lease_is_what_the_statements_say() {
        let options = Options { guarantee: Guarantee::Lease, ..Options::default() };
        let sql = Sql::new(&options).unwrap();
        let text = [Statement::Claim, Statement::Finish].map(|statement| sql.statement(statement)).concat();
        for lang in Lang::ALL {
            let said = messages(Guarantee::Lease)
                .into_iter()
                .filter(|message| message.ends().0 == Participant::Database);
            for message in said {
                let outcome = message.label(lang).split(',').next().unwrap_or_default();
                assert!(text.contains(&format!("'{outcome}'")), "{outcome}");
            }
        }
    }

    #[test]
    fn labels_fit_on_an_arrow_and_sentences_end() {
        for lang in Lang::ALL {
            for message in Guarantee::ALL.into_iter().flat_map(messages) {
                assert!(message.label(lang).chars().count() <= 20, "{}", message.label(lang));
                assert!(message.sentence(lang).ends_with('.'), "{}", message.sentence(lang));
                assert_ne!(message.sentence(Lang::De), message.sentence(Lang::En));
            }
        }
    }
}
