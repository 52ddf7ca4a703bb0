//! Deutsch.

use crate::sql::{Dialect, File, Guarantee, Parameter, Sql, Statement};
use crate::words::BlockWords;

pub(in crate::words) fn parameter(parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::EventType => "Event-Typ oder NULL",
        Parameter::Fingerprint => "SHA-256 des Bodys in Hex",
        Parameter::Key => "Schlüssel",
        Parameter::Scope => "Scope",
        Parameter::Token => "Claim-Token",
    }
}

pub(in crate::words) fn block(statement: Statement, sql: &Sql) -> BlockWords {
    use Guarantee::{ClaimFirst, Lease, SameTransaction};
    let dialect = sql.dialect();
    let (title, place, comment): (_, _, &[&str]) = match (statement, sql.guarantee()) {
        (Statement::BusinessLog, _) => (
            "Tabelle für die Arbeit (Beispiel)",
            "in einer Migration, einmalig",
            &[
                "Die Arbeit des Beispiels schreibt hier je Event eine Zeile.",
                "Durch die Tabellen der eigenen Arbeit ersetzen.",
            ],
        ),
        (Statement::Claim, guarantee) => {
            ("Claim", "im Empfänger, bei jeder Zustellung, nach der Signaturprüfung", claim(guarantee, sql))
        }
        (Statement::Cleanup, guarantee) => {
            ("Aufräumen", "nachts, außerhalb des Empfängers", cleanup(guarantee, dialect))
        }
        (Statement::Compare, _) => (
            "Vergleich",
            "im Empfänger, wenn der Claim den Schlüssel schon kennt",
            &[
                "outcome done: derselbe Body, 200 antworten. mismatch: anderer Body unter bekanntem Schlüssel; der Schlüssel unterscheidet",
                "diese Events also nicht: nicht verwerfen, 500 antworten und beide ansehen. Keine Zeile: inzwischen freigegeben, 503 antworten.",
            ],
        ),
        (Statement::Downgrade, _) => (
            "Downgrade",
            "in einer Migration, zurück zu claim-first",
            &[
                "Solange kein Empfänger läuft, und in einer Transaktion, wo die Datenbank das kann. Vergisst Claims,",
                "die nicht erledigt sind, damit ihre Retrys die Arbeit tun.",
            ],
        ),
        (Statement::Extend, _) => (
            "Verlängern",
            "im Empfänger, während Arbeit, die länger als die halbe Lease dauert",
            &[
                "outcome extended: Die Lease beginnt von vorn. lost: Eine andere Zustellung hat übernommen; abbrechen und 503 antworten.",
            ],
        ),
        (Statement::Finish, SameTransaction) => (
            "Abschließen",
            "im Empfänger, wenn die Arbeit getan ist",
            &[
                "Beendet die Transaktion: Schlüssel und Arbeit werden zusammen sichtbar. Erst dann 200 antworten.",
                "Nur wenn die ganze Arbeit gelang, sonst Release: COMMIT meldet nicht, dass eine Anweisung davor gescheitert ist.",
                "Bei jedem Fehler, auch bei abgerissener Verbindung, 503 antworten. Der Retry klärt, ob der COMMIT gelang.",
            ],
        ),
        (Statement::Finish, _) => (
            "Abschließen",
            "im Empfänger, wenn die Arbeit getan ist",
            &[
                "outcome finished: 200 antworten; mit demselben Token noch einmal gefragt, ist die Antwort dieselbe.",
                "lost: Die Lease war abgelaufen, und eine andere Zustellung hat übernommen: 503 antworten. Die Arbeit kann doppelt getan sein.",
            ],
        ),
        (Statement::Process, _) => (
            "Claim und Arbeit in einem",
            "im Empfänger, bei jeder Zustellung, wenn die Arbeit SQL ist",
            &[
                "An die Stelle des INSERT in business_log tritt das eigene INSERT oder UPDATE.",
                "outcome claimed: Die Arbeit ist getan, 200 antworten. done: Sie war schon getan, 200 antworten.",
                "Bei jedem Fehler, auch nach dem Warten auf eine andere Zustellung (SQLSTATE 55P03): Nichts ist geschehen, 503 antworten.",
            ],
        ),
        (Statement::Release, ClaimFirst) => {
            ("Release", "im Empfänger, wenn die Arbeit gescheitert ist", release(dialect))
        }
        (Statement::Release, Lease) => (
            "Release",
            "im Empfänger, wenn die Arbeit gescheitert ist",
            &[
                "outcome released: Der nächste Retry darf sofort übernehmen; 500 antworten. lost: Eine andere Zustellung hat",
                "schon übernommen; 503 antworten. Ohne Release übernimmt der Retry, sobald die Lease abgelaufen ist.",
            ],
        ),
        (Statement::Release, SameTransaction) => (
            "Release",
            "im Empfänger, wenn die Arbeit gescheitert oder der Schlüssel bekannt ist",
            &[
                "Nach gescheiterter Arbeit: Weder Schlüssel noch Arbeit sind da; 500 antworten. Stirbt der Empfänger, tut es die Datenbank.",
                "Auch der Ausweg, wenn der Claim den Schlüssel schon kannte (200 antworten) oder einen Fehler gab (503 antworten).",
            ],
        ),
        (Statement::Table, ClaimFirst | SameTransaction) if sql.columns().is_empty() => (
            "Tabelle",
            "in einer Migration, einmalig",
            &[
                "Eine Zeile je Event. Dank Primärschlüssel kann nur eine Zustellung das Event beanspruchen.",
                "Gibt es die Tabelle schon, geschieht nichts. Sie speichert keine Nutzdaten.",
            ],
        ),
        (Statement::Table, Lease) => (
            "Tabelle",
            "in einer Migration, einmalig",
            &[
                "Eine Zeile je Event, mit dem Stand des Claims. Sie speichert keine Nutzdaten.",
                "Das SELECT scheitert, wenn schon eine Tabelle von claim-first so heißt: diese zuerst mit dem Upgrade umstellen.",
            ],
        ),
        (Statement::Table, _) => (
            "Tabelle",
            "in einer Migration, einmalig",
            &[
                "Eine Zeile je Event. Dank Primärschlüssel kann nur eine Zustellung das Event beanspruchen.",
                "Das SELECT scheitert, wenn eine Tabelle mit anderen Spalten so heißt. Sie speichert keine Nutzdaten.",
            ],
        ),
        (Statement::Upgrade, _) => (
            "Upgrade",
            "in einer Migration, von claim-first",
            &[
                "Solange kein Empfänger läuft, und in einer Transaktion, wo die Datenbank das kann. Jeder Schlüssel der Tabelle gilt als erledigt",
                "und bleibt eine weitere Aufbewahrungsfrist. Der Claim von claim-first scheitert danach: 503 antworten, bis die Empfänger ersetzt sind.",
            ],
        ),
        (Statement::Watch, _) => (
            "Überwachung",
            "im Monitoring, alle paar Minuten",
            &[
                "Events, deren Arbeit begonnen hat oder gescheitert ist und die kein Retry übernommen hat. Eine Zeile, die nach dem letzten",
                "Retry des Senders noch da ist, ist ein nicht erledigtes Event: von Hand erneut senden.",
            ],
        ),
    };
    BlockWords { title, place, comment }
}

fn claim(guarantee: Guarantee, sql: &Sql) -> &'static [&'static str] {
    use Guarantee::{ClaimFirst, Lease, SameTransaction};
    match (guarantee, sql.dialect()) {
        (ClaimFirst, Dialect::PostgreSql) => &[
            "$1 ist der Schlüssel. Eine Zeile: neues Event, Arbeit tun. Keine Zeile: schon bekannt, 200 antworten.",
            "In einer eigenen Transaktion ausführen, vor der Arbeit (Autocommit genügt).",
            "SQLSTATE 40001 (ab REPEATABLE READ) oder 40P01: Nichts ist beansprucht, noch einmal ausführen.",
            "Bei jedem anderen Fehler 503 antworten, damit der Sender es erneut versucht.",
        ],
        (ClaimFirst, Dialect::MariaDb) => &[
            "Kein Fehler: neues Event, Arbeit tun. Fehler 1062 (duplicate entry): schon bekannt, 200 antworten.",
            "In einer eigenen Transaktion ausführen, vor der Arbeit (Autocommit genügt), auf einer Verbindung mit utf8mb4.",
            "Fehler 1205 oder 1213: Nichts ist beansprucht, noch einmal ausführen. Bei jedem anderen Fehler 503 antworten, damit der Sender es erneut versucht.",
        ],
        (ClaimFirst, Dialect::Sqlite) => &[
            "Eine Zeile: neues Event, Arbeit tun. Keine Zeile: schon bekannt, 200 antworten.",
            "In einer eigenen Transaktion ausführen, vor der Arbeit (Autocommit genügt).",
            "SQLITE_BUSY: Nichts ist beansprucht, noch einmal ausführen. Bei jedem anderen Fehler 503 antworten, damit der Sender es erneut versucht.",
        ],
        (Lease, Dialect::PostgreSql) => &[
            "Eine Zeile. outcome claimed: Arbeit tun, dann mit dem claim_token abschließen. done: 200 antworten.",
            "in_progress: 503 antworten mit Retry-After: retry_after_seconds, nie 4xx, was Sender als „aufhören“ verstehen.",
            "mismatch, nur mit Fingerabdruck: bekannter Schlüssel mit anderem Body; 500 antworten und beide ansehen.",
            "In einer eigenen Transaktion ausführen (Autocommit genügt). Auf einen anderen Claim des Schlüssels wird kürzer gewartet, als die Lease dauert.",
            "SQLSTATE 55P03 (zu lange gewartet), 40001 oder 40P01: Nichts ist beansprucht. Bei jedem Fehler 503 antworten.",
        ],
        (Lease, Dialect::MariaDb) => &[
            "Das Claim-Token ist eine neue UUID, die der Empfänger für jede Zustellung erzeugt. Das SELECT gibt eine Zeile.",
            "outcome claimed: Arbeit tun, dann mit dem Token abschließen. done: 200 antworten.",
            "in_progress: 503 antworten mit Retry-After: retry_after_seconds, nie 4xx, was Sender als „aufhören“ verstehen.",
            "mismatch, nur mit Fingerabdruck: bekannter Schlüssel mit anderem Body; 500 antworten und beide ansehen.",
            "Auf einen anderen Claim des Schlüssels wird kürzer gewartet, als die Lease dauert. Die Verbindung nutzt utf8mb4.",
            "Fehler 1205 (zu lange gewartet), 1213 oder jeder andere: ROLLBACK, nichts ist beansprucht, 503 antworten.",
        ],
        (Lease, Dialect::Sqlite) => &[
            "Das Claim-Token ist eine neue UUID, die der Empfänger für jede Zustellung erzeugt. Das INSERT gibt eine Zeile.",
            "outcome claimed: Arbeit tun, dann mit dem Token abschließen. done: 200 antworten.",
            "in_progress: 503 antworten mit Retry-After: retry_after_seconds, nie 4xx, was Sender als „aufhören“ verstehen.",
            "mismatch, nur mit Fingerabdruck: bekannter Schlüssel mit anderem Body; 500 antworten und beide ansehen.",
            "In einer eigenen Transaktion ausführen (Autocommit genügt). SQLITE_BUSY oder ein anderer Fehler: Nichts ist beansprucht, 503 antworten.",
        ],
        (SameTransaction, Dialect::PostgreSql) => &[
            "Öffnet die Transaktion. Eine Zeile: neues Event, die Arbeit in dieser Transaktion tun, dann abschließen.",
            "Keine Zeile: schon bekannt; Release, und 200 antworten. Eine zweite Zustellung wartet hier, bis die erste beendet ist,",
            "höchstens einige Sekunden: dann SQLSTATE 55P03. Dabei, bei 40P01 und jedem anderen Fehler: Release, und 503 antworten.",
        ],
        (SameTransaction, Dialect::MariaDb) => &[
            "Öffnet die Transaktion, auf einer Verbindung mit utf8mb4. Kein Fehler: neues Event, die Arbeit in dieser Transaktion tun, dann abschließen.",
            "Fehler 1062 (duplicate entry): schon bekannt; Release, und 200 antworten. Eine zweite Zustellung wartet hier, bis die erste",
            "beendet ist, höchstens einige Sekunden: dann Fehler 1205. Dabei, bei 1213 und jedem anderen Fehler: Release, und 503 antworten.",
        ],
        (SameTransaction, Dialect::Sqlite) => &[
            "Öffnet die Transaktion. Eine Zeile: neues Event, die Arbeit in dieser Transaktion tun, dann abschließen.",
            "Keine Zeile: schon bekannt; Release, und 200 antworten. Jeder andere Schreiber wartet, bis diese Transaktion beendet ist,",
            "höchstens einige Sekunden: dann SQLITE_BUSY. Dabei und bei jedem anderen Fehler: Release, und 503 antworten.",
        ],
    }
}

fn release(dialect: Dialect) -> &'static [&'static str] {
    match dialect {
        Dialect::PostgreSql => &[
            "$1 ist der Schlüssel. Gibt ihn frei, damit der nächste Retry die Arbeit tut; danach 500 antworten.",
            "Nur nach einem Fehler und nur durch die Zustellung, die ihn beansprucht hat. SQLSTATE 40001: noch einmal ausführen.",
            "Stirbt der Empfänger vorher, bleibt der Schlüssel stehen, und der Retry gilt als Duplikat.",
        ],
        Dialect::MariaDb | Dialect::Sqlite => &[
            "Gibt den Schlüssel frei, damit der nächste Retry die Arbeit tut; danach 500 antworten.",
            "Nur nach einem Fehler und nur durch die Zustellung, die ihn beansprucht hat.",
            "Stirbt der Empfänger vorher, bleibt der Schlüssel stehen, und der Retry gilt als Duplikat.",
        ],
    }
}

fn cleanup(guarantee: Guarantee, dialect: Dialect) -> &'static [&'static str] {
    use Guarantee::{ClaimFirst, Lease, SameTransaction};
    match (guarantee, dialect) {
        (ClaimFirst, Dialect::PostgreSql) => &[
            "Löscht Schlüssel nach der Aufbewahrungsfrist. Sie muss länger sein, als der Sender erneut",
            "senden kann: Ein späterer Resend gilt als neues Event. SQLSTATE 40001 oder 40P01: noch einmal ausführen.",
        ],
        (ClaimFirst | SameTransaction, Dialect::Sqlite) => &[
            "Löscht höchstens 10.000 Schlüssel nach der Aufbewahrungsfrist, damit kein Claim lange wartet. Wiederholen, bis deleted 0 ist.",
            "Die Frist muss länger sein, als der Sender erneut senden kann: Ein späterer Resend gilt als neues Event.",
            "Zwischen zwei Durchgängen kurz warten: Nur dann kommen andere Schreiber zum Zug, SQLite kennt keine Warteschlange.",
        ],
        (Lease, Dialect::Sqlite) => &[
            "Löscht höchstens 10.000 Schlüssel, die länger als die Aufbewahrungsfrist erledigt sind, damit kein Claim lange wartet.",
            "Wiederholen, bis deleted 0 ist. stuck: ältere Claims, die niemand abgeschlossen hat; sie bleiben, siehe Überwachung.",
            "Die Frist muss länger sein, als der Sender erneut senden kann: Ein späterer Resend gilt als neues Event.",
            "Zwischen zwei Durchgängen kurz warten: Nur dann kommen andere Schreiber zum Zug, SQLite kennt keine Warteschlange.",
        ],
        (ClaimFirst | SameTransaction, _) => &[
            "Löscht höchstens 10.000 Schlüssel nach der Aufbewahrungsfrist, damit kein Claim lange wartet. Wiederholen, bis deleted 0 ist.",
            "Die Frist muss länger sein, als der Sender erneut senden kann: Ein späterer Resend gilt als neues Event.",
        ],
        (Lease, _) => &[
            "Löscht höchstens 10.000 Schlüssel, die länger als die Aufbewahrungsfrist erledigt sind, damit kein Claim lange wartet.",
            "Wiederholen, bis deleted 0 ist. stuck: ältere Claims, die niemand abgeschlossen hat; sie bleiben, siehe Überwachung.",
            "Die Frist muss länger sein, als der Sender erneut senden kann: Ein späterer Resend gilt als neues Event.",
        ],
    }
}

pub(in crate::words) fn file(file: File) -> BlockWords {
    match file {
        File::All => BlockWords { title: "Alle Anweisungen", place: "zum Lesen und Kopieren", comment: &[] },
        File::Down => BlockWords {
            title: "Migration zurück (down)",
            place: "macht die Migration rückgängig",
            comment: &[
                "Vergisst alle Schlüssel: Jeder spätere Retry oder Resend erledigt seine Arbeit noch einmal.",
            ],
        },
        File::Up => BlockWords {
            title: "Migration (up)",
            place: "in einer Migration, einmalig",
            comment: &[
                "Die Tabelle der Schlüssel und die Beispieltabelle für die Arbeit. Mehrfach ausführbar.",
            ],
        },
    }
}
