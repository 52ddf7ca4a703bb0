//! `same-transaction`.

use super::{CLEANUP, CREDENTIAL, PUBLISH, SIGNATURE, TEST};
use crate::words::n8n::{CleanupWords, GuaranteeWords};

pub(super) const WORDS: GuaranteeWords = GuaranteeWords {
    setup_steps: &[
        "Beide Tabellen in PostgreSQL anlegen.",
        CREDENTIAL,
        "Importieren: Import from File, oder auf dem Canvas eines neuen Workflows einfügen. Prüfen, ob die Zugangsdaten in Claim and Work ausgewählt sind.",
        PUBLISH,
        TEST,
        SIGNATURE,
        "In der Anweisung von Claim and Work das eigene INSERT oder UPDATE an die Stelle dessen setzen, das in business_log schreibt. Es muss aus claim lesen, damit nur ein neuer Schlüssel ihm eine Zeile gibt, und mindestens eine Zeile zurückgeben.",
        CLEANUP,
    ],
    description: "## Webhooks genau einmal verarbeiten mit einer PostgreSQL-Anweisung

### Für wen
Für alle, deren Sender Webhooks wiederholt und deren Arbeit SQL in einer Datenbank ist: Eine Bestellung wird gespeichert, ein Saldo geändert, ein Auftrag eingereiht.

### So funktioniert es
1. **Webhook** behält die Bytes des Bodys.
2. **Build Key** bildet daraus den Schlüssel des Events: `evt:` und die ID, oder `sha256:` und den Hash des Bodys.
3. **Claim and Work** fügt den Schlüssel ein und tut die Arbeit in einer Anweisung: Entweder ist beides da oder keines.
4. Ein neues Event erhält 200. Eine Wiederholung erhält 200 `duplicate`.
5. Scheitert die Anweisung, nimmt die Datenbank Schlüssel und Arbeit von selbst zurück. Die Antwort ist 503, und der Retry erledigt die Arbeit. n8n darf jederzeit sterben: Der Retry findet beides vor oder keines.
6. Ohne Schlüssel lautet die Antwort 400.

### Einrichten
",
    description_end: "### Voraussetzungen
- n8n ab 2.38. Davor antwortete n8n mit 200, wenn ein Lauf vor seiner Antwort scheiterte, und das Event war verloren.
- PostgreSQL ab 15.

### Grenzen
- Nur Arbeit in dieser Datenbank ist geschützt. Eine Mail oder ein Aufruf eines anderen Dienstes lässt sich nicht zurücknehmen: Dafür die Garantie lease verwenden, oder eine Zeile schreiben, die ein anderer Workflow abarbeitet.
- Eine Wiederholung, die während der Arbeit der ersten Zustellung eintrifft, wartet bis zu 5 Sekunden auf sie und erhält dann 503.
- Lange Arbeit hält eine Verbindung und ihre Sperren fest: kurz halten.

### Anpassen
- Zwischen den Schritten dürfen Nodes stehen: Der Schlüssel wird über den Namen **Build Key** gelesen.
- Pfad, Tabelle und Scope sind Optionen von hookonce; dafür den Workflow neu erzeugen.
",
    claim_comment: "Immer genau eine Zeile: outcome ist claimed bei einem neuen Schlüssel, dessen Arbeit dann getan ist, und done bei einem bekannten.",
    claim: "## 4. Beanspruchen und arbeiten in einem
Es kommt genau eine Zeile zurück. `outcome` ist `claimed`: Die Arbeit ist getan. `done`: Sie war es schon. Alles andere ist ein Fehler, nichts wurde getan, und die Antwort ist 503.

Es bleibt bei einer Anweisung: Sie geschieht ganz oder gar nicht.

*Always Output Data* bleibt aus: Nach einem Fehler liefen sonst beide Ausgänge.

Die Query-Parameter bleiben ein Array: Einen Text teilt n8n an Kommas, und aus zwei IDs wird eine.",
    work: "## 5. Die eigene Arbeit einsetzen
In **Claim and Work** steht `INSERT INTO business_log … SELECT … FROM claim RETURNING id`. An diese Stelle das eigene INSERT, UPDATE oder DELETE setzen.

- `claim` hat bei einem neuen Event eine Zeile mit dem Schlüssel, bei einer Wiederholung keine. Die Arbeit muss daraus lesen: `SELECT … FROM claim`, `UPDATE … FROM claim`.
- Sie muss eine Zeile zurückgeben (`RETURNING`); ohne eine sagt die Antwort `duplicate`.
- Mehrere Änderungen: je ein Teil von `WITH`, oder eine Funktion der Datenbank, aufgerufen als `SELECT my_work(key) FROM claim`.
- Weitere Werte des Events: als `$3`, `$4` und so weiter an die Query-Parameter anhängen.",
    cleanup: CleanupWords {
        comment: "Eine Zeile mit der Zahl der gelöschten Schlüssel, höchstens 10.000 auf einmal. Länger aufbewahren, als der Sender erneut senden kann.",
        description: "## Alte Webhook-Schlüssel aus PostgreSQL löschen

### Für wen
Für alle, bei denen der Workflow „Receive webhooks once“ läuft: Ohne Aufräumen wächst seine Tabelle nur.

### So funktioniert es
Jede Nacht werden die Schlüssel gelöscht, die älter als die Aufbewahrungsfrist sind, in Portionen. Kein Claim wartet darauf.

### Einrichten
1. Die Zugangsdaten für PostgreSQL in **Delete Old Keys** auswählen.
2. Die Zeitzone in den Einstellungen des Workflows prüfen.
3. Einmal von Hand ausführen, dann veröffentlichen (Publish).

### Voraussetzungen
Die Tabellen von „Receive webhooks once“.

### Anpassen
Die Frist steht in der Query. Schlüssel länger aufbewahren, als der Sender erneut senden kann: Ein späterer Resend gilt als neues Event.",
        statement: "## 2. Löschen
Gibt eine Zeile zurück: `deleted` ist die Zahl der Schlüssel, höchstens 10.000.

**Any Deleted?** führt zurück, bis eine Portion leer ist. Zweimal ausführen schadet nicht, auch nicht gleichzeitig. Nach einem Fehler holt die nächste Nacht es nach.",
        stuck: "",
    },
};
