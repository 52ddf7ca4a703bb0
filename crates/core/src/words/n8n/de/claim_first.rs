//! `claim-first`.

use super::{CLEANUP, CREDENTIAL, PUBLISH, SIGNATURE, TEST};
use crate::words::n8n::{CleanupWords, GuaranteeWords};

pub(super) const WORDS: GuaranteeWords = GuaranteeWords {
    setup_steps: &[
        "Beide Tabellen in PostgreSQL anlegen.",
        CREDENTIAL,
        "Importieren: Import from File, oder auf dem Canvas eines neuen Workflows einfügen. Prüfen, ob die Zugangsdaten in Claim, Business Step und Release Key ausgewählt sind.",
        PUBLISH,
        TEST,
        SIGNATURE,
        "Business Step durch die echte Arbeit ersetzen. Beim neuen Node On Error auf Continue (using error output) stellen und diesen Ausgang mit Release Key verbinden: Mit der Vorgabe Stop Workflow bleibt der Schlüssel stehen, und der Retry gilt als Duplikat.",
        CLEANUP,
    ],
    description: "## Webhooks einmal verarbeiten mit PostgreSQL

### Für wen
Für alle, deren Sender Webhooks wiederholt, sodass ein Event doppelt ankommen kann: Zahlungen, Bestellungen, Formulare.

### So funktioniert es
1. **Webhook** behält die Bytes des Bodys.
2. **Build Key** bildet daraus den Schlüssel des Events: `evt:` und die ID, oder `sha256:` und den Hash des Bodys.
3. **Claim** fügt den Schlüssel ein. Dank Primärschlüssel gewinnt nur eine Zustellung.
4. Der Gewinner führt **Business Step (insert business_log)** aus und erhält 200. Eine Wiederholung erhält 200 `duplicate`.
5. Scheitert der Business Step, gibt **Release Key** den Schlüssel frei. Die Antwort ist 500, und der Retry erledigt die Arbeit.
6. Ist unklar, ob der Schlüssel beansprucht ist, lautet die Antwort 503: erneut versuchen. Ohne Schlüssel lautet sie 400.

### Einrichten
",
    description_end: "### Voraussetzungen
- n8n ab 2.38. Davor antwortete n8n mit 200, wenn ein Lauf vor seiner Antwort scheiterte, und das Event war verloren.
- PostgreSQL ab 9.5.

### Grenzen
- Stirbt n8n zwischen Claim und Ende der Arbeit, bleibt der Schlüssel stehen. Der Retry erhält `duplicate`, und das Event ist verloren.
- Eine Wiederholung, die während der Arbeit der ersten Zustellung eintrifft, erhält 200. Scheitert die erste danach und wartet ihr Sender nicht mehr, versucht es niemand erneut.
- Scheitert die Arbeit, nachdem sie schon gewirkt hat, erledigt der Retry sie noch einmal. Den Schlüssel als Idempotency-Key weitergeben.

Arbeit in derselben Datenbank kommt ohne diese Grenzen aus: Claim und Arbeit in einer Transaktion.

### Anpassen
- Zwischen den Schritten dürfen Nodes stehen: Der Schlüssel wird über den Namen **Build Key** gelesen.
- Pfad, Tabelle und Scope sind Optionen von hookonce; dafür den Workflow neu erzeugen.
",
    claim_comment: "Immer genau eine Zeile: claimed ist 1 bei einem neuen Schlüssel und 0 bei einem bekannten.",
    claim: "## 4. Schlüssel beanspruchen
Es kommt genau eine Zeile zurück: `claimed` ist 1 bei einem neuen Event und 0 bei einer Wiederholung. Alles andere ist ein Fehler und erhält 503.

*Retry On Fail* bleibt aus: Ging nur die Antwort verloren, hielte der zweite Versuch den eigenen Claim für eine Wiederholung.

*Always Output Data* bleibt aus: Nach einem Fehler liefen sonst beide Ausgänge.

Der Query-Parameter bleibt ein Array: Einen Text teilt n8n an Kommas, und aus zwei IDs wird eine.",
    work: "## 5. Die Arbeit einmal tun
An die Stelle von **Business Step (insert business_log)** die echte Arbeit setzen. *On Error* auf *Continue (using error output)* stellen und diesen Ausgang mit **Release Key** verbinden: Mit der Vorgabe *Stop Workflow* bleibt der Schlüssel stehen, und der Retry gilt als Duplikat. *Always Output Data* bleibt aus, und das Feld `claimed` nicht durchreichen: **Business Step Ran?** hält es für einen gescheiterten Schritt.
Mehrere Nodes in einen eigenen Workflow legen und ihn hier aufrufen; dann kommt jeder Fehler darin hier heraus.
**Still Unanswered?** läuft zuletzt und antwortet für einen Schritt, der ohne Item gut ausging; der Node bleibt unterhalb der anderen.",
    cleanup: CleanupWords {
        comment: "Eine Zeile mit der Zahl der gelöschten Schlüssel. Länger aufbewahren, als der Sender erneut senden kann.",
        description: "## Alte Webhook-Schlüssel aus PostgreSQL löschen

### Für wen
Für alle, bei denen der Workflow „Receive webhooks once“ läuft: Ohne Aufräumen wächst seine Tabelle nur.

### So funktioniert es
Jede Nacht löscht eine Anweisung die Schlüssel, die älter als die Aufbewahrungsfrist sind.

### Einrichten
1. Die Zugangsdaten für PostgreSQL in **Delete Old Keys** auswählen.
2. Die Zeitzone in den Einstellungen des Workflows prüfen.
3. Einmal von Hand ausführen, dann veröffentlichen (Publish).

### Voraussetzungen
Die Tabellen von „Receive webhooks once“.

### Anpassen
Die Frist steht in der Query. Schlüssel länger aufbewahren, als der Sender erneut senden kann: Ein späterer Resend gilt als neues Event.",
        statement: "## 2. Löschen
Gibt eine Zeile zurück: `deleted` ist die Zahl der Schlüssel. Zweimal ausführen schadet nicht. Nach einem Fehler holt die nächste Nacht es nach.",
        stuck: "",
    },
};
