//! Deutsch.

use super::{JobFile, MigrationPart};
use crate::sql::{Change, Dialect, MigrationTool};

pub(super) const ALEMBIC_PARENT: &str =
    "Die Revision vor dieser, wie `alembic heads` sie nennt; None nur bei der allerersten.";

pub(super) fn tool(tool: MigrationTool, change: Change, part: MigrationPart) -> &'static [&'static str] {
    match (tool, change, part) {
        (MigrationTool::Flyway, _, MigrationPart::Down) => {
            &["Undo-Dateien führen nur Flyway Teams und Enterprise aus; sonst von Hand ausführen."]
        }
        (MigrationTool::Prisma, Change::Create, MigrationPart::Up) => &[
            "Danach `prisma db pull`: Tabellen, die schema.prisma nicht kennt, löscht das nächste `migrate dev`.",
        ],
        (MigrationTool::Prisma, Change::Upgrade, MigrationPart::Up) => &[
            "Danach `prisma db pull`. Auch die Tabelle muss aus einer früheren Migration stammen: `migrate dev` spielt alle",
            "in seiner Shadow Database nach.",
        ],
        (MigrationTool::Prisma, _, MigrationPart::Down) => &[
            "Prisma führt sie nicht selbst aus. Nach einer gescheiterten Migration: `prisma db execute --file` mit dieser Datei, dann",
            "`prisma migrate resolve --rolled-back` mit dem Namen des Ordners. Nach einer gelungenen: neue Migration mit diesen Anweisungen.",
        ],
        (MigrationTool::Flyway, _, MigrationPart::Up)
        | (MigrationTool::Alembic | MigrationTool::Plain | MigrationTool::Sqlx, _, _) => &[],
    }
}

pub(super) fn transaction(tool: MigrationTool, dialect: Dialect) -> &'static [&'static str] {
    match (dialect, tool) {
        (Dialect::PostgreSql, MigrationTool::Plain) => {
            &["In einer Transaktion: psql --single-transaction --set ON_ERROR_STOP=1 --file"]
        }
        (Dialect::PostgreSql, _) => {
            &["PostgreSQL macht alles oder nichts: Das Werkzeug führt sie in einer Transaktion aus."]
        }
        (Dialect::MariaDb, _) => &[
            "MariaDB und MySQL schließen jede Anweisung für sich ab. Bricht es mittendrin ab: Gibt es hookonce_old, diese Tabelle löschen,",
            "dann ist es fertig; sonst hookonce_upgrade löschen und neu beginnen.",
        ],
        (Dialect::Sqlite, MigrationTool::Flyway | MigrationTool::Sqlx) => {
            &["SQLite macht alles oder nichts: Das Werkzeug führt sie in einer Transaktion aus."]
        }
        (Dialect::Sqlite, MigrationTool::Plain) => {
            &["In einer Transaktion: sqlite3 -bail DATEI 'BEGIN IMMEDIATE' '.read DIESE' COMMIT"]
        }
        (Dialect::Sqlite, MigrationTool::Alembic | MigrationTool::Prisma) => &[
            "Nicht auf eine Transaktion verlassen. Bricht es mittendrin ab: Fehlt die alte Tabelle, hookonce_upgrade so nennen wie sie;",
            "sonst hookonce_upgrade löschen und neu beginnen.",
        ],
    }
}

pub(super) fn job(file: JobFile) -> &'static [&'static str] {
    match file {
        JobFile::Crontab => &[
            "Eine Zeile für `crontab -e`; das Skript liegt in /usr/local/bin, seine Einstellungen in /etc/hookonce.",
            "Jede Nacht um 03:17 Uhr. cron verschickt, was ausgegeben wird: nur Fehler und hängende Claims.",
        ],
        JobFile::Environment(Dialect::MariaDb) => &[
            "Einstellungen des Aufräumens, für /etc/hookonce. Bei MySQL ist HOOKONCE_CLIENT mysql.",
            "Die Client-Datei hat [client] mit host, user und password; nur das Konto des Jobs darf sie lesen.",
        ],
        JobFile::Environment(Dialect::PostgreSql) => &[
            "Einstellungen des Aufräumens, für /etc/hookonce, wie psql sie liest.",
            "PGPASSFILE hat das Passwort; nur das Konto des Jobs darf sie lesen (chmod 600).",
        ],
        JobFile::Environment(Dialect::Sqlite) => &["Einstellungen des Aufräumens, für /etc/hookonce."],
        JobFile::MariaDbEvent => &[
            "Räumt im Server auf, jede Nacht um 03:17 Uhr in der Zeitzone der Sitzung, bis nichts mehr zu löschen ist.",
            "Braucht das Recht EVENT und event_scheduler = ON in der Konfiguration des Servers. DELIMITER gilt dem Client:",
            "Andere Programme senden nur die Anweisung zwischen den Trennzeichen.",
        ],
        JobFile::PgCron => &[
            "Räumt im Server auf, jede Nacht um 03:17 Uhr (GMT, wenn cron.timezone nichts anderes sagt). In der Datenbank mit der",
            "Erweiterung pg_cron; für Tabellen in einer anderen cron.schedule_in_database nehmen. Derselbe Name ersetzt den Job.",
        ],
        JobFile::Removal => &["Beendet den Job."],
        JobFile::Script => &[
            "Löscht alte Schlüssel, bis keiner mehr da ist. Exit-Code 4: Alle sind gelöscht, aber Claims hängen, siehe Überwachung.",
            "Jeder andere außer 0: Die Datenbank war nicht erreichbar oder hat abgelehnt; die nächste Nacht versucht es wieder.",
        ],
        JobFile::Service => &[
            "Für /etc/systemd/system; das Skript liegt in /usr/local/bin, seine Einstellungen in /etc/hookonce. User ist ein Konto,",
            "das die Einstellungen lesen darf; bei SQLite das des Empfängers. Einen Fehlschlag nennt `systemctl --failed`.",
        ],
        JobFile::Timer => &[
            "Für /etc/systemd/system; danach `systemctl daemon-reload` und `systemctl enable --now` mit dem Namen dieser Datei.",
            "Jede Nacht um 03:17 Uhr; eine versäumte Nacht wird nachgeholt.",
        ],
    }
}
