//! What each statement can come to in a receiver, and what to answer the sender then.

use super::{Dialect, Guarantee, Sql, Statement};
use crate::lang::Lang;
use crate::words::receiver as words;

/// One outcome of a statement.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Outcome {
    /// The statement that was run.
    pub statement: Statement,
    /// How the outcome is recognised: the column `outcome`, rows or an error.
    pub sign: String,
    /// The answer to the sender; none while there is something to do before it.
    pub answer: Option<Answer>,
    /// What to do, and what the outcome means.
    pub action: &'static str,
}

/// An answer to the sender. There is no 4xx: senders take it for "stop retrying".
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Answer {
    /// 200: the event is done.
    Done,
    /// 500: the work has failed, and somebody should look.
    Failed,
    /// 503: the sender is to retry.
    Retry,
    /// 503 with `Retry-After`: the sender is to retry when the lease is over.
    RetryAfter,
}

impl Answer {
    /// The status, and the header that belongs to it.
    pub fn text(self) -> &'static str {
        match self {
            Answer::Done => "200",
            Answer::Failed => "500",
            Answer::Retry => "503",
            Answer::RetryAfter => "503 + Retry-After",
        }
    }

    /// The status alone.
    pub fn status(self) -> u16 {
        match self {
            Answer::Done => 200,
            Answer::Failed => 500,
            Answer::Retry | Answer::RetryAfter => 503,
        }
    }
}

/// How an outcome is recognised.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Sign {
    /// Any error that has no row of its own.
    AnyError,
    /// This error.
    Error(&'static str),
    /// The statement ran.
    NoError,
    /// No row.
    NoRow,
    /// One row.
    OneRow,
    /// The value of the column `outcome`.
    Value(&'static str),
}

/// What to do about an outcome.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum Action {
    ClaimAgain,
    Commit,
    CommitUnknown,
    Compare,
    Continue,
    Finished,
    Known,
    KnownRelease,
    LookAtBoth,
    LostAtExtend,
    LostAtFinish,
    LostAtRelease,
    NothingClaimed,
    NothingDone,
    Processed,
    Released,
    ReleasedMeanwhile,
    RolledBack,
    RollBack,
    SameBody,
    TakeoverPossible,
    Wait,
    WaitedTooLong,
    WorkInTransaction,
    WorkThenAnswer,
    WorkThenFinish,
}

type Row = (Statement, Sign, Option<Answer>, Action);

impl Sql {
    /// Everything that the statements of the receiver can come to, in the order of use.
    pub fn outcomes(&self, lang: Lang) -> Vec<Outcome> {
        let rows = match self.guarantee {
            Guarantee::ClaimFirst => self.claim_first_outcomes(),
            Guarantee::Lease => self.lease_outcomes(),
            Guarantee::SameTransaction => self.same_transaction_outcomes(),
        };
        let outcome = |(statement, sign, answer, action)| Outcome {
            statement,
            sign: words::sign(sign, lang),
            answer,
            action: words::action(action, lang),
        };
        rows.into_iter().map(outcome).collect()
    }

    fn claim_first_outcomes(&self) -> Vec<Row> {
        let (new, known) = self.plain_signs();
        let again = match self.dialect {
            Dialect::MariaDb => "1205, 1213",
            Dialect::PostgreSql => "40001, 40P01",
            Dialect::Sqlite => "SQLITE_BUSY",
        };
        let mut rows = vec![
            (Statement::Claim, new, Some(Answer::Done), Action::WorkThenAnswer),
            self.known(known, Action::Known),
            (Statement::Claim, Sign::Error(again), None, Action::ClaimAgain),
            (Statement::Claim, Sign::AnyError, Some(Answer::Retry), Action::NothingClaimed),
        ];
        rows.extend(self.compared());
        rows.push((Statement::Release, Sign::NoError, Some(Answer::Failed), Action::Released));
        rows
    }

    fn lease_outcomes(&self) -> Vec<Row> {
        let mut rows = vec![
            (Statement::Claim, Sign::Value("claimed"), None, Action::WorkThenFinish),
            (Statement::Claim, Sign::Value("in_progress"), Some(Answer::RetryAfter), Action::Wait),
            (Statement::Claim, Sign::Value("done"), Some(Answer::Done), Action::Known),
        ];
        if self.columns.fingerprint {
            rows.push((Statement::Claim, Sign::Value("mismatch"), Some(Answer::Failed), Action::LookAtBoth));
        }
        rows.extend([
            (Statement::Claim, Sign::AnyError, Some(Answer::Retry), Action::NothingClaimed),
            (Statement::Finish, Sign::Value("finished"), Some(Answer::Done), Action::Finished),
            (Statement::Finish, Sign::Value("lost"), Some(Answer::Retry), Action::LostAtFinish),
            (Statement::Finish, Sign::AnyError, Some(Answer::Retry), Action::TakeoverPossible),
            (Statement::Release, Sign::Value("released"), Some(Answer::Failed), Action::Released),
            (Statement::Release, Sign::Value("lost"), Some(Answer::Retry), Action::LostAtRelease),
            (Statement::Extend, Sign::Value("extended"), None, Action::Continue),
            (Statement::Extend, Sign::Value("lost"), Some(Answer::Retry), Action::LostAtExtend),
        ]);
        rows
    }

    fn same_transaction_outcomes(&self) -> Vec<Row> {
        let (new, known) = self.plain_signs();
        let waited = match self.dialect {
            Dialect::MariaDb => "1205",
            Dialect::PostgreSql => "55P03",
            Dialect::Sqlite => "SQLITE_BUSY",
        };
        let mut rows = vec![
            (Statement::Claim, new, None, Action::WorkInTransaction),
            self.known(known, Action::KnownRelease),
            (Statement::Claim, Sign::Error(waited), Some(Answer::Retry), Action::WaitedTooLong),
            (Statement::Claim, Sign::AnyError, Some(Answer::Retry), Action::RollBack),
        ];
        if !self.steps(Statement::Process).is_empty() {
            let done = match self.columns.fingerprint {
                true => (Statement::Process, Sign::Value("done"), None, Action::Compare),
                false => (Statement::Process, Sign::Value("done"), Some(Answer::Done), Action::Known),
            };
            rows.extend([
                (Statement::Process, Sign::Value("claimed"), Some(Answer::Done), Action::Processed),
                done,
                (Statement::Process, Sign::AnyError, Some(Answer::Retry), Action::NothingDone),
            ]);
        }
        rows.extend(self.compared());
        rows.extend([
            (Statement::Finish, Sign::NoError, Some(Answer::Done), Action::Commit),
            (Statement::Finish, Sign::AnyError, Some(Answer::Retry), Action::CommitUnknown),
            (Statement::Release, Sign::NoError, Some(Answer::Failed), Action::RolledBack),
        ]);
        rows
    }

    /// How a claim without a column `outcome` tells a new key from a known one.
    fn plain_signs(&self) -> (Sign, Sign) {
        match self.dialect {
            Dialect::MariaDb => (Sign::NoError, Sign::Error("1062")),
            Dialect::PostgreSql | Dialect::Sqlite => (Sign::OneRow, Sign::NoRow),
        }
    }

    /// A known key: with the fingerprint it is not yet said that the body is known too.
    fn known(&self, sign: Sign, action: Action) -> Row {
        match self.columns.fingerprint {
            true => (Statement::Claim, sign, None, Action::Compare),
            false => (Statement::Claim, sign, Some(Answer::Done), action),
        }
    }

    fn compared(&self) -> Vec<Row> {
        if !self.columns.fingerprint {
            return Vec::new();
        }
        vec![
            (Statement::Compare, Sign::Value("done"), Some(Answer::Done), Action::SameBody),
            (Statement::Compare, Sign::Value("mismatch"), Some(Answer::Failed), Action::LookAtBoth),
            (Statement::Compare, Sign::NoRow, Some(Answer::Retry), Action::ReleasedMeanwhile),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use crate::sql::Columns;

    fn all() -> Vec<Sql> {
        let mut all = Vec::new();
        for guarantee in Guarantee::ALL {
            for dialect in Dialect::ALL {
                for fingerprint in [false, true] {
                    let columns = Columns { fingerprint, ..Columns::default() };
                    let options = Options { guarantee, dialect, columns, ..Options::default() };
                    all.push(Sql::new(&options).unwrap());
                }
            }
        }
        all
    }

    #[test]
    fn every_value_of_the_column_outcome_has_its_row_and_no_other_has_one() {
        for sql in all() {
            let receiver = [
                Statement::Claim,
                Statement::Process,
                Statement::Compare,
                Statement::Finish,
                Statement::Release,
                Statement::Extend,
            ];
            for statement in receiver {
                let text = sql.statement(statement);
                let outcomes = sql.outcomes(Lang::En);
                let rows: Vec<_> = outcomes.iter().filter(|outcome| outcome.statement == statement).collect();
                assert_eq!(rows.is_empty(), text.is_empty(), "{statement:?} {sql:?}");
                let values = [
                    "claimed",
                    "done",
                    "extended",
                    "finished",
                    "in_progress",
                    "lost",
                    "mismatch",
                    "released",
                ];
                for value in values {
                    let made = text.contains(&format!("THEN '{value}'"))
                        || text.contains(&format!("ELSE '{value}'"));
                    let listed = rows.iter().any(|row| row.sign == value);
                    assert_eq!(made, listed, "{value} of {statement:?}: {text}");
                }
            }
        }
    }

    #[test]
    fn nothing_that_is_not_done_is_answered_200_and_nothing_4xx() {
        for sql in all() {
            for outcome in sql.outcomes(Lang::En) {
                let Some(answer) = outcome.answer else { continue };
                assert!(matches!(answer.status(), 200 | 500 | 503), "{outcome:?}");
                assert!(answer.text().starts_with(&answer.status().to_string()));
                let is_error = outcome.sign.contains("error")
                    && outcome.sign != "no error"
                    && outcome.sign != "error 1062";
                if is_error || matches!(outcome.sign.as_str(), "in_progress" | "lost") {
                    assert_eq!(answer.status(), 503, "{outcome:?}");
                }
            }
        }
    }

    #[test]
    fn every_outcome_is_said_in_both_languages() {
        for sql in all() {
            for (german, english) in sql.outcomes(Lang::De).iter().zip(sql.outcomes(Lang::En)) {
                assert_ne!(german.action, english.action);
                assert!(german.action.ends_with('.') && english.action.ends_with('.'), "{english:?}");
            }
        }
    }
}
