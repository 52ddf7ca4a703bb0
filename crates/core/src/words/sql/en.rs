//! English.

use crate::sql::{Dialect, File, Guarantee, Parameter, Sql, Statement};
use crate::words::BlockWords;

pub(in crate::words) fn parameter(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::EventType => "event type or NULL",
        Parameter::Fingerprint => "SHA-256 of the body in hex",
        Parameter::Key => "key",
        Parameter::Scope => "scope",
        Parameter::Token => "claim token",
    }
}

pub(in crate::words) fn block(statement: Statement, sql: &Sql) -> BlockWords {
    use Guarantee::{ClaimFirst, Lease, SameTransaction};
    let dialect = sql.dialect();
    let (title, place, comment): (_, _, &[&str]) = match (statement, sql.guarantee()) {
        (Statement::BusinessLog, _) => (
            "Business table (example)",
            "in a migration, once",
            &[
                "The example's work writes one row here for each event.",
                "Replace it by the tables of your own work.",
            ],
        ),
        (Statement::Claim, guarantee) => {
            ("Claim", "in the receiver, for each delivery, after the signature check", claim(guarantee, sql))
        }
        (Statement::Cleanup, guarantee) => {
            ("Clean-up", "nightly, outside the receiver", cleanup(guarantee, dialect))
        }
        (Statement::Compare, _) => (
            "Compare",
            "in the receiver, when the claim says that the key is known",
            &[
                "outcome done: the same body, answer 200. mismatch: another body under a known key, so the key does not",
                "tell these events apart: do not drop it, answer 500 and look at both. No row: released meanwhile, answer 503.",
            ],
        ),
        (Statement::Downgrade, _) => (
            "Downgrade",
            "in a migration, back to claim-first",
            &[
                "While no receiver runs, and in one transaction where the database can. Forgets claims that are not done,",
                "so that their retries do the work.",
            ],
        ),
        (Statement::Extend, _) => (
            "Extend",
            "in the receiver, during work that takes longer than half of the lease",
            &[
                "outcome extended: the lease begins anew. lost: another delivery has taken over; stop, and answer 503.",
            ],
        ),
        (Statement::Finish, SameTransaction) => (
            "Finish",
            "in the receiver, when the work is done",
            &[
                "Ends the transaction: key and work become visible together. Only then answer 200.",
                "Only if all of the work went well, else release: COMMIT does not tell that a statement before it failed.",
                "Any error, also a lost connection: answer 503. The retry finds out whether it was committed.",
            ],
        ),
        (Statement::Finish, _) => (
            "Finish",
            "in the receiver, when the work is done",
            &[
                "outcome finished: answer 200; asking again with the same token says so again.",
                "lost: the lease was over and another delivery has taken over: answer 503. The work may be done twice.",
            ],
        ),
        (Statement::Process, _) => (
            "Claim and work in one",
            "in the receiver, for each delivery, where the work is SQL",
            &[
                "Put your own INSERT or UPDATE in the place of the one into business_log.",
                "outcome claimed: the work is done, answer 200. done: it was done before, answer 200.",
                "Any error, also after a wait for another delivery (SQLSTATE 55P03): nothing is done, answer 503.",
            ],
        ),
        (Statement::Release, ClaimFirst) => {
            ("Release", "in the receiver, when the work has failed", release(dialect))
        }
        (Statement::Release, Lease) => (
            "Release",
            "in the receiver, when the work has failed",
            &[
                "outcome released: the next retry may take over at once; answer 500. lost: another delivery has",
                "taken over already; answer 503. Without a release the retry takes over when the lease is over.",
            ],
        ),
        (Statement::Release, SameTransaction) => (
            "Release",
            "in the receiver, when the work has failed, or when the key is known",
            &[
                "After failed work: neither key nor work are there; answer 500. If the receiver dies, the database does it.",
                "It is also the way out when the claim found the key known (answer 200), or gave an error (answer 503).",
            ],
        ),
        (Statement::Table, ClaimFirst | SameTransaction) if sql.columns().is_empty() => (
            "Table",
            "in a migration, once",
            &[
                "One row for each event. The primary key lets only one delivery of an event claim it.",
                "Does nothing if the table is there already. It stores no payload.",
            ],
        ),
        (Statement::Table, Lease) => (
            "Table",
            "in a migration, once",
            &[
                "One row for each event, with the claim's state. It stores no payload.",
                "The SELECT fails if a table of claim-first has this name: upgrade that one first.",
            ],
        ),
        (Statement::Table, _) => (
            "Table",
            "in a migration, once",
            &[
                "One row for each event. The primary key lets only one delivery of an event claim it.",
                "The SELECT fails if a table with other columns has this name. It stores no payload.",
            ],
        ),
        (Statement::Upgrade, _) => (
            "Upgrade",
            "in a migration, from claim-first",
            &[
                "While no receiver runs, and in one transaction where the database can. Every key in the table counts as done,",
                "and is kept for one more retention. Receivers with the claim of claim-first then fail: answer 503 until they are replaced.",
            ],
        ),
        (Statement::Watch, _) => (
            "Watch",
            "in your monitoring, every few minutes",
            &[
                "Events whose work was begun or has failed, and that no retry has taken over. A row that is still here after",
                "the sender's last retry is an event that is not done: resend it by hand.",
            ],
        ),
    };
    BlockWords { title, place, comment }
}

fn claim(guarantee: Guarantee, sql: &Sql) -> &'static [&'static str] {
    use Guarantee::{ClaimFirst, Lease, SameTransaction};
    match (guarantee, sql.dialect()) {
        (ClaimFirst, Dialect::PostgreSql) => &[
            "$1 is the key. One row: the event is new, do the work. No row: seen before, answer 200.",
            "Run it in a transaction of its own, before the work (autocommit will do).",
            "SQLSTATE 40001 (REPEATABLE READ and above) or 40P01: nothing is claimed, run it again.",
            "Any other error: answer 503, so that the sender retries.",
        ],
        (ClaimFirst, Dialect::MariaDb) => &[
            "No error: the event is new, do the work. Error 1062 (duplicate entry): seen before, answer 200.",
            "Run it in a transaction of its own, before the work (autocommit will do), on a connection in utf8mb4.",
            "Error 1205 or 1213: nothing is claimed, run it again. Any other error: answer 503, so that the sender retries.",
        ],
        (ClaimFirst, Dialect::Sqlite) => &[
            "One row: the event is new, do the work. No row: seen before, answer 200.",
            "Run it in a transaction of its own, before the work (autocommit will do).",
            "SQLITE_BUSY: nothing is claimed, run it again. Any other error: answer 503, so that the sender retries.",
        ],
        (Lease, Dialect::PostgreSql) => &[
            "One row. outcome claimed: do the work, then finish with the claim_token. done: answer 200.",
            "in_progress: answer 503 with Retry-After: retry_after_seconds, never 4xx, which senders take for \"stop\".",
            "mismatch, with the fingerprint only: a known key with another body; answer 500 and look at both.",
            "Run it in a transaction of its own (autocommit will do). It waits for another claim of the key for less than the lease.",
            "SQLSTATE 55P03 (waited too long), 40001 or 40P01: nothing is claimed. Any error: answer 503.",
        ],
        (Lease, Dialect::MariaDb) => &[
            "The claim token is a new UUID, made by the receiver for each delivery. The SELECT gives one row.",
            "outcome claimed: do the work, then finish with the token. done: answer 200.",
            "in_progress: answer 503 with Retry-After: retry_after_seconds, never 4xx, which senders take for \"stop\".",
            "mismatch, with the fingerprint only: a known key with another body; answer 500 and look at both.",
            "It waits for another claim of the key for less than the lease. The connection is in utf8mb4.",
            "Error 1205 (waited too long) or 1213, or any other: roll back, nothing is claimed, answer 503.",
        ],
        (Lease, Dialect::Sqlite) => &[
            "The claim token is a new UUID, made by the receiver for each delivery. The INSERT gives one row.",
            "outcome claimed: do the work, then finish with the token. done: answer 200.",
            "in_progress: answer 503 with Retry-After: retry_after_seconds, never 4xx, which senders take for \"stop\".",
            "mismatch, with the fingerprint only: a known key with another body; answer 500 and look at both.",
            "Run it in a transaction of its own (autocommit will do). SQLITE_BUSY or any other error: nothing is claimed, answer 503.",
        ],
        (SameTransaction, Dialect::PostgreSql) => &[
            "Opens the transaction. One row: the event is new, do the work in this transaction, then finish.",
            "No row: seen before; release, and answer 200. A second delivery waits here until the first one has ended,",
            "some seconds at most: then SQLSTATE 55P03. That, 40P01 or any other error: release, and answer 503.",
        ],
        (SameTransaction, Dialect::MariaDb) => &[
            "Opens the transaction, on a connection in utf8mb4. No error: the event is new, do the work in this transaction, then finish.",
            "Error 1062 (duplicate entry): seen before; release, and answer 200. A second delivery waits here until the first one",
            "has ended, some seconds at most: then error 1205. That, 1213 or any other error: release, and answer 503.",
        ],
        (SameTransaction, Dialect::Sqlite) => &[
            "Opens the transaction. One row: the event is new, do the work in this transaction, then finish.",
            "No row: seen before; release, and answer 200. Every other writer waits until this transaction has ended,",
            "some seconds at most: then SQLITE_BUSY. That or any other error: release, and answer 503.",
        ],
    }
}

fn release(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::PostgreSql => &[
            "$1 is the key. Gives it back, so that the next retry does the work; then answer 500.",
            "Only after a failure, and only by the delivery that claimed it. SQLSTATE 40001: run it again.",
            "If the receiver dies before this, the key stays and the retry counts as a duplicate.",
        ],
        Dialect::MariaDb | Dialect::Sqlite => &[
            "Gives the key back, so that the next retry does the work; then answer 500.",
            "Only after a failure, and only by the delivery that claimed it.",
            "If the receiver dies before this, the key stays and the retry counts as a duplicate.",
        ],
    }
}

fn cleanup(guarantee: Guarantee, dialect: Dialect) -> &'static [&'static str] {
    use Guarantee::{ClaimFirst, Lease, SameTransaction};
    match (guarantee, dialect) {
        (ClaimFirst, Dialect::PostgreSql) => &[
            "Deletes keys older than the retention. Keep keys longer than the sender can resend:",
            "a resend after that counts as a new event. SQLSTATE 40001 or 40P01: run it again.",
        ],
        (ClaimFirst | SameTransaction, Dialect::Sqlite) => &[
            "Deletes at most 10,000 keys older than the retention, so that no claim waits for long. Run it again until deleted is 0.",
            "Keep keys longer than the sender can resend: a resend after that counts as a new event.",
            "Pause between two runs: SQLite lets other writers in only then, and has no queue for them.",
        ],
        (Lease, Dialect::Sqlite) => &[
            "Deletes at most 10,000 keys that have been done for longer than the retention, so that no claim waits for long.",
            "Run it again until deleted is 0. stuck: claims older than that which nobody has finished; they stay, see the watch.",
            "Keep keys longer than the sender can resend: a resend after that counts as a new event.",
            "Pause between two runs: SQLite lets other writers in only then, and has no queue for them.",
        ],
        (ClaimFirst | SameTransaction, _) => &[
            "Deletes at most 10,000 keys older than the retention, so that no claim waits for long. Run it again until deleted is 0.",
            "Keep keys longer than the sender can resend: a resend after that counts as a new event.",
        ],
        (Lease, _) => &[
            "Deletes at most 10,000 keys that have been done for longer than the retention, so that no claim waits for long.",
            "Run it again until deleted is 0. stuck: claims older than that which nobody has finished; they stay, see the watch.",
            "Keep keys longer than the sender can resend: a resend after that counts as a new event.",
        ],
    }
}

pub(in crate::words) fn file(file: File) -> BlockWords {
    match file {
        File::All => BlockWords { title: "All statements", place: "to read and to copy from", comment: &[] },
        File::Down => BlockWords {
            title: "Migration, down",
            place: "undoes the migration",
            comment: &["Forgets every key: each retry and resend that comes later does its work again."],
        },
        File::Up => BlockWords {
            title: "Migration, up",
            place: "in a migration, once",
            comment: &["The table of the keys and the example's business table. Safe to run again."],
        },
    }
}
