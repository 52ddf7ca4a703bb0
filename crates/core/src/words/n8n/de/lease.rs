//! `lease`.

use super::{CLEANUP, CREDENTIAL, PUBLISH, SIGNATURE, TEST};
use crate::words::n8n::{CleanupWords, GuaranteeWords};

pub(super) const WORDS: GuaranteeWords = GuaranteeWords {
    setup_steps: &[
        "Beide Tabellen in PostgreSQL anlegen. Gibt es die Tabelle der Schlüssel schon von claim-first, zuerst das Upgrade ausführen.",
        CREDENTIAL,
        "Importieren: Import from File, oder auf dem Canvas eines neuen Workflows einfügen. Prüfen, ob die Zugangsdaten in Claim, Business Step, Finish und Release Key ausgewählt sind.",
        PUBLISH,
        TEST,
        SIGNATURE,
        "Business Step durch die echte Arbeit ersetzen. Sie muss deutlich vor dem Ende der Lease fertig sein: dem neuen Node ein Timeout geben. On Error auf Continue (using error output) stellen und diesen Ausgang mit Release Key verbinden: Mit der Vorgabe Stop Workflow muss ein Retry das Ende der Lease abwarten.",
        CLEANUP,
        "In den Einstellungen des Workflows zum Aufräumen einen Error Workflow wählen: Er schlägt fehl, wenn Events nie fertig wurden.",
    ],
    description: "## Webhooks verarbeiten, ohne einen zu verlieren, mit PostgreSQL

### Für wen
Für alle, deren Sender Webhooks wiederholt und bei denen keiner verloren gehen darf, wenn n8n stirbt: Zahlungen, Bestellungen, Formulare.

### So funktioniert es
1. **Webhook** behält die Bytes des Bodys.
2. **Build Key** bildet daraus den Schlüssel des Events: `evt:` und die ID, oder `sha256:` und den Hash des Bodys.
3. **Claim** beansprucht den Schlüssel für die Zeit einer Lease und erhält ein Token. Nur eine Zustellung hat es.
4. Der Gewinner führt **Business Step (insert business_log)** aus, **Finish** hält fest, dass die Arbeit getan ist, und die Antwort ist 200.
5. Eine Wiederholung erhält 200 `duplicate`, wenn die Arbeit getan ist. Vorher erhält sie 503 mit `Retry-After`: nach dem Ende der Lease erneut versuchen.
6. Scheitert der Business Step, gibt **Release Key** den Schlüssel frei. Die Antwort ist 500, und der nächste Retry erledigt die Arbeit sofort.
7. Stirbt n8n, läuft die Lease ab, und ein Retry übernimmt.
8. Ist unklar, was die Datenbank getan hat, lautet die Antwort 503: erneut versuchen. Ohne Schlüssel lautet sie 400.

### Einrichten
",
    description_end: "### Voraussetzungen
- n8n ab 2.38. Davor antwortete n8n mit 200, wenn ein Lauf vor seiner Antwort scheiterte, und der Sender versuchte es nicht erneut.
- PostgreSQL ab 15.
- Ein Sender, der es nach einer 503 erneut versucht, und zwar länger, als die Lease dauert.

### Grenzen
- Die Arbeit wird mindestens einmal getan. Wurde sie getan, ohne dass es sich festhalten ließ (n8n starb gerade dann, die Datenbank fiel aus, die Lease war abgelaufen), tut ein Retry sie noch einmal. Den Schlüssel als Idempotency-Key weitergeben.
- Dauert die Arbeit länger als die Lease, beginnt ein Retry sie ein zweites Mal. Die erste Zustellung erhält dann 503.
- Gibt der Sender auf, bevor ein Event fertig ist, bleibt es als `processing` in der Tabelle stehen. Es gerät nicht aus dem Blick: Der Workflow zum Aufräumen meldet es.

Arbeit in derselben Datenbank kommt ohne diese Grenzen aus: Claim und Arbeit in einer Transaktion.

### Anpassen
- Zwischen den Schritten dürfen Nodes stehen: Schlüssel und Token werden über die Namen **Build Key** und **Claim** gelesen.
- Pfad, Tabelle, Scope und Lease sind Optionen von hookonce; dafür den Workflow neu erzeugen.
",
    claim_comment: "Immer genau eine Zeile: outcome ist claimed, in_progress oder done.",
    claim: "## 4. Schlüssel für eine Zeit beanspruchen
Es kommt genau eine Zeile zurück. `outcome` ist `claimed` mit einem `claim_token`, `in_progress` mit `retry_after_seconds` oder `done`. Alles andere ist ein Fehler und erhält 503.

Die Lease steht in Sekunden in der Query. Sie muss länger sein als die Arbeit.

*Retry On Fail* bleibt aus: Ging nur die Antwort verloren, würde der zweite Versuch auf die eigene Lease warten.

*Always Output Data* bleibt aus: Nach einem Fehler liefen sonst beide Ausgänge.

Der Query-Parameter bleibt ein Array: Einen Text teilt n8n an Kommas, und aus zwei IDs wird eine.",
    work: "## 5. Die Arbeit tun und das festhalten
An die Stelle von **Business Step (insert business_log)** die echte Arbeit setzen, mit einem Timeout, das kürzer ist als die Lease. *On Error* auf *Continue (using error output)* stellen und diesen Ausgang mit **Release Key** verbinden: Mit der Vorgabe *Stop Workflow* muss ein Retry das Ende der Lease abwarten. *Always Output Data* bleibt aus, und das Feld `claim_token` nicht durchreichen: **Business Step Ran?** hält es für einen gescheiterten Schritt.
Mehrere Nodes in einen eigenen Workflow legen und ihn hier aufrufen; dann kommt jeder Fehler darin hier heraus.
Nur wer das Token hat, kann abschließen oder freigeben. Hat inzwischen eine andere Zustellung übernommen, sagt **Finish** `lost`, und die Antwort ist 503: Der Sender versucht es erneut und erfährt, was daraus wurde.
**Still Unanswered?** läuft zuletzt und macht weiter, wenn ein Schritt ohne Item gut ausging; der Node bleibt unterhalb von **Business Step Ran?** und **Release Key** oberhalb davon.",
    cleanup: CleanupWords {
        comment: "Eine Zeile: wie viele Schlüssel gelöscht wurden, und wie viele Events dieses Alters nie fertig wurden. Höchstens 10.000 auf einmal.",
        description: "## Alte Webhook-Schlüssel aus PostgreSQL löschen

### Für wen
Für alle, bei denen der Workflow „Receive webhooks once“ läuft: Ohne Aufräumen wächst seine Tabelle nur.

### So funktioniert es
Jede Nacht werden die Schlüssel der Events gelöscht, die vor der Aufbewahrungsfrist fertig wurden, in Portionen. Kein Claim wartet darauf.
Events dieses Alters, die nie fertig wurden, bleiben stehen, und der Lauf schlägt fehl, damit es jemand sieht.

### Einrichten
1. Die Zugangsdaten für PostgreSQL in **Delete Old Keys** auswählen.
2. In den Einstellungen des Workflows die Zeitzone prüfen und einen Error Workflow wählen.
3. Einmal von Hand ausführen, dann veröffentlichen (Publish).

### Voraussetzungen
Die Tabellen von „Receive webhooks once“.

### Anpassen
Die Frist steht in der Query. Schlüssel länger aufbewahren, als der Sender erneut senden kann: Ein späterer Resend gilt als neues Event.",
        statement: "## 2. Löschen
Gibt eine Zeile zurück: `deleted` ist die Zahl der Schlüssel, höchstens 10.000, und `stuck` die der Events, die nie fertig wurden.

**Any Deleted?** führt zurück, bis eine Portion leer ist. Zweimal ausführen schadet nicht, auch nicht gleichzeitig. Nach einem Fehler holt die nächste Nacht es nach.",
        stuck: "## 3. Melden, was nie fertig wurde
Ein solches Event wurde vor der Aufbewahrungsfrist begonnen, und seither hat kein Retry es fertiggestellt: Der Sender hat aufgegeben. Es wird nicht gelöscht, denn dann sähe es aus, als wäre es nie gekommen.

In der Tabelle hat es den Status `processing`. Es erneut senden lassen, oder die Arbeit von Hand tun und die Zeile löschen.",
    },
};
