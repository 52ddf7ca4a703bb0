//! German: short sentences, neutral infinitives, no "Sie".

use super::{CleanupNotes, N8nWords, ReceiveNotes};

pub(super) static WORDS: N8nWords = N8nWords {
    setup_steps: &[
        "Beide Tabellen in PostgreSQL anlegen.",
        "In n8n Zugangsdaten für PostgreSQL anlegen und „hookonce PostgreSQL“ nennen.",
        "Den Workflow importieren: Import from File, oder auf dem Canvas einfügen. Prüfen, ob die Zugangsdaten in Claim, Business Step und Release Key ausgewählt sind.",
        "Den Workflow veröffentlichen (Publish). Die Production URL steht im Webhook-Node.",
        "Mit den drei curl-Zeilen testen: 3 Executions, 2 Zeilen in business_log, und die Wiederholung erhält 200 duplicate.",
        "Die Signaturprüfung zwischen Webhook und Build Key einbauen und erst danach die URL dem Sender geben.",
        "Business Step durch die echte Arbeit ersetzen. Beim neuen Node On Error auf Continue (using error output) stellen und diesen Ausgang mit Release Key verbinden: Mit der Vorgabe Stop Workflow bleibt der Schlüssel stehen, und der Retry gilt als Duplikat.",
        "Den Workflow zum Aufräumen importieren, auch dort die Zugangsdaten auswählen und veröffentlichen.",
    ],
    refusals: &[
        "422: Der Content-Type ist application/json und der Body kein JSON, oder er ist dem Typ nach XML und dem Text nach keines.",
        "500: Der Body ist größer als N8N_PAYLOAD_SIZE_MAX, standardmäßig 16 MiB. Der Sender wiederholt dann endlos.",
        "503, aber erst nach dem Zeitlimit eines Tasks (standardmäßig 300 s): application/json, einige tausend Ebenen tief verschachtelt.",
    ],
    code_header: &[
        "Der Schlüssel des Events: \"evt:\" und die ID aus dem Body, oder \"sha256:\" und der Hash des Bodys.",
        "Aus den empfangenen Bytes gebildet, damit jeder Retry denselben Schlüssel erhält.",
        "Läuft mit den Standardeinstellungen von n8n: NODE_FUNCTION_ALLOW_BUILTIN ist nicht nötig.",
    ],
    claim_comment: "Immer genau eine Zeile: claimed ist 1 bei einem neuen Schlüssel und 0 bei einem bekannten.",
    cleanup_comment: "Eine Zeile mit der Zahl der gelöschten Schlüssel. Länger aufbewahren, als der Sender erneut senden kann.",
    receive: ReceiveNotes {
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
        receive: "## 1. Empfangen
*Raw Body* bleibt an: Der Schlüssel entsteht aus den gesendeten Bytes.

*Respond* bleibt auf „Using 'Respond to Webhook' Node“.",
        signature: "## 2. Hier die Signatur prüfen
Zwischen **Webhook** und **Build Key**, bevor etwas beansprucht wird: Wer die URL kennt, könnte ein erfundenes Event mit einer echten ID senden. Der Schlüssel wäre vergeben, und das echte Event gälte als Duplikat.

- Den HMAC des Raw Body in einem Crypto-Node berechnen; das Secret gehört in dessen Zugangsdaten. Ein Code-Node kann Zugangsdaten nicht lesen.
- Der Dokumentation des Senders folgen: Was signiert wird, ist verschieden, und oft gehört ein Zeitstempel dazu.
- Signatur falsch: Respond to Webhook mit 401.
- Die Fehlerausgänge der neuen Nodes mit **Respond 503** verbinden und nur eine nachweislich richtige Signatur weiterlassen.",
        key: "## 3. Schlüssel bilden
Dieselbe Zustellung ergibt immer denselben Schlüssel.

Dafür ist keine Einstellung in n8n nötig.

Ein leerer Body und ein Multipart-Formular haben keinen.",
        claim: "## 4. Schlüssel beanspruchen
Es kommt genau eine Zeile zurück: `claimed` ist 1 bei einem neuen Event und 0 bei einer Wiederholung. Alles andere ist ein Fehler und erhält 503.

*Retry On Fail* bleibt aus: Ging nur die Antwort verloren, hielte der zweite Versuch den eigenen Claim für eine Wiederholung.

*Always Output Data* bleibt aus: Nach einem Fehler liefen sonst beide Ausgänge.

Der Query-Parameter bleibt ein Array: Einen Text teilt n8n an Kommas, und aus zwei IDs wird eine.",
        work: "## 5. Die Arbeit einmal tun
An die Stelle von **Business Step (insert business_log)** die echte Arbeit setzen. *On Error* auf *Continue (using error output)* stellen und diesen Ausgang mit **Release Key** verbinden: Mit der Vorgabe *Stop Workflow* bleibt der Schlüssel stehen, und der Retry gilt als Duplikat. *Always Output Data* bleibt aus, und das Feld `claimed` nicht durchreichen: **Business Step Ran?** hält es für einen gescheiterten Schritt.
Mehrere Nodes in einen eigenen Workflow legen und ihn hier aufrufen; dann kommt jeder Fehler darin hier heraus.
**Still Unanswered?** läuft zuletzt und antwortet für einen Schritt, der ohne Item gut ausging; der Node bleibt unterhalb der anderen.",
        answers: "## 6. Alle anderen Antworten
Kein Pfad endet ohne Antwort, und keiner sagt 200 für nicht getane Arbeit. 5xx: Der Sender versucht es erneut. **Mark Execution Failed** lässt den Lauf danach unter Executions als gescheitert erscheinen.",
        data: "## Gespeicherte Daten
n8n speichert jede Zustellung in den Execution-Daten, wegen *Raw Body* doppelt. Enthält sie personenbezogene Daten, gelten deren Regeln auch dort, auch das Löschen.

In den Einstellungen des Workflows wählen, welche Executions gespeichert werden. Bei viel Verkehr auf die erfolgreichen verzichten; zählen lassen sie sich dann nicht mehr.

Die Tabelle der Schlüssel enthält nur IDs und Hashes. Auch eine ID kann personenbezogen sein.

Für die Datenbankrolle ein Statement-Timeout setzen: n8n hat keines.",
    },
    cleanup: CleanupNotes {
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
        schedule: "## 1. Wann
Um 03:17 Uhr in der Zeitzone des Workflows. Ohne eigene gilt die der Instanz, und das ist New York, solange GENERIC_TIMEZONE nichts anderes sagt.",
        statement: "## 2. Löschen
Gibt eine Zeile zurück: `deleted` ist die Zahl der Schlüssel. Zweimal ausführen schadet nicht. Nach einem Fehler holt die nächste Nacht es nach.",
    },
    script_before: &[
        "Event A, A noch einmal als Retry mit anderer Signatur, dann B. Alle Werte sind erfunden.",
        "n8n läuft auf diesem Rechner, der Workflow ist veröffentlicht. Vor dem Einbau einer Signaturprüfung ausführen.",
    ],
    script_after: &[
        "Erwartet: 200 processed, 200 duplicate, 200 processed.",
        "Unter Executions: 3 Executions. In business_log: 2 Zeilen.",
        "Ein zweiter Lauf ergibt dreimal 200 duplicate; für neue Events die IDs ändern.",
    ],
};
