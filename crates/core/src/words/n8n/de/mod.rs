//! German: short sentences, neutral infinitives, no "Sie".

mod claim_first;
mod lease;
mod same_transaction;

use super::{N8nWords, ReceiveNotes, RuleNotes};

pub(super) static WORDS: N8nWords = N8nWords {
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
    receive: ReceiveNotes {
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
        answers: "## 6. Alle anderen Antworten
Kein Pfad endet ohne Antwort, und keiner sagt 200 für nicht getane Arbeit. 5xx: Der Sender versucht es erneut. **Mark Execution Failed** lässt den Lauf danach unter Executions als gescheitert erscheinen.",
        data: "## Gespeicherte Daten
n8n speichert jede Zustellung in den Execution-Daten, wegen *Raw Body* doppelt. Enthält sie personenbezogene Daten, gelten deren Regeln auch dort, auch das Löschen.

In den Einstellungen des Workflows wählen, welche Executions gespeichert werden. Bei viel Verkehr auf die erfolgreichen verzichten; zählen lassen sie sich dann nicht mehr.

Die Tabelle der Schlüssel enthält nur IDs und Hashes. Auch eine ID kann personenbezogen sein.

Für die Datenbankrolle ein Statement-Timeout setzen: n8n hat keines.",
    },
    schedule: "## 1. Wann
Um 03:17 Uhr in der Zeitzone des Workflows. Ohne eigene gilt die der Instanz, und das ist New York, solange GENERIC_TIMEZONE nichts anderes sagt.",
    claim_first: claim_first::WORDS,
    lease: lease::WORDS,
    same_transaction: same_transaction::WORDS,
    rules: RuleNotes {
        code_header: &[
            "Der Schlüssel des Events nach der Regel in RULES; ein Batch hat für jedes Element einen. Siehe die Notiz neben diesem Node.",
            "Aus den Headern und den empfangenen Bytes gebildet, damit jeder Retry denselben Schlüssel erhält.",
            "Läuft mit den Standardeinstellungen von n8n: NODE_FUNCTION_ALLOW_BUILTIN ist nicht nötig.",
        ],
        key: "## 3. Schlüssel bilden
Nach der Regel von {}; im Code steht sie als `RULES`. Dasselbe Event erhält immer denselben Schlüssel.

Ein leerer Body und ein Multipart-Formular haben keinen. Einen doppelten Header fügt n8n zu einem Wert zusammen.",
        test: "Mit einer Zustellung des Senders testen und sie erneut senden: Die Wiederholung darf in business_log keine Zeile hinzufügen.",
        control: "## Kontrollnachrichten
Handshakes und Pings sind keine Events: **Build Key** erkennt sie, **Respond Control Message** antwortet, wie der Sender es erwartet, und nichts wird beansprucht. Ohne diese Antwort beginnen manche Sender gar nicht zu senden oder schalten den Webhook ab.",
        control_incomplete: "Dieser Sender verlangt mehr als diese Antwort: eine Signatur oder ein Token prüfen oder zurücksenden, oder eine Adresse aufrufen. Das hier nach seiner Dokumentation einbauen.",
        handshake: "**Webhook Handshake** nimmt den GET-Request des Senders unter demselben Pfad an und sendet dessen Challenge als Text zurück. Schickt der Sender ein vereinbartes Token mit, es zuerst vergleichen.",
        signals: "## Kein Schlüssel möglich
Manche Zustellungen sagen nur, dass sich etwas geändert hat: Nichts darin unterscheidet eine Wiederholung von einem neuen Event. Ein erfundener Schlüssel verlöre Events, und nach einem 4xx gäbe der Sender auf. Deshalb werden sie nicht beansprucht: **Business Step without Key (insert business_log)** läuft jedes Mal.

Dieser Schritt muss zweimal laufen dürfen: das Neue beim Sender abholen (ab Cursor oder Zeitpunkt), je Konto eine Sperre nehmen und jedes Abgeholte über seine eigene ID beanspruchen. *On Error* auf *Continue (using error output)* stellen und diesen Ausgang mit **RETRY** verbinden.",
        downstream: "## Eigene Aufrufe
Ein Aufruf aus dem Business Step kann zweimal geschehen: nach einem Fehler oder nach Ablauf eines Lease. Ihm einen Idempotency-Key mitgeben, der bei jedem Versuch derselbe und je Schritt ein anderer ist. Im HTTP-Request-Node *Send Headers* einschalten; Name `Idempotency-Key`, Wert (Expression), mit einem eigenen Namen anstelle von `charge`:
```
{{ 'hookonce-' + (KEY + '\\n' + 'charge').hash('sha256').slice(0, 32) }}
```
41 Zeichen: Das passt überall, wo solche Keys angenommen werden.",
        batches: "### Batches
Ein Request kann mehrere Events enthalten. Jedes wird für sich beansprucht, bearbeitet und abgeschlossen, eines nach dem anderen; der Request erhält eine Antwort: 200 nur, wenn alle Events erledigt sind, jetzt oder schon früher. Sonst lautet sie 503, und der Sender schickt den Batch noch einmal; was erledigt ist, ist dann bekannt und wird ausgelassen.

",
        each: "## 4. Ein Event nach dem anderen
**Loop Over Events** gibt die Events des Requests einzeln weiter. **Go On?** ist der Rückweg: Der Node bleibt unterhalb des anderen Zweigs, damit ein Event durch ist, bevor das nächste beginnt.

Antwortet die Datenbank nicht, endet die Schleife sofort: Der Retry bringt den Rest.

Der Inhalt des Events ist `{{ $('Loop Over Events').first(1).json.event }}`.",
        batch_step: "## 6. Die Arbeit für jedes Event
An die Stelle von **Business Step (insert business_log)** die echte Arbeit setzen, den Fehlerausgang verbunden wie hier.",
        batch_work: "Scheitert ein Event, hält es die anderen nicht auf: Sie werden erledigt, und der Sender soll den Batch noch einmal schicken. Der Batch muss fertig sein, bevor der Sender auflegt: die Arbeit kurz halten oder hier nur speichern.",
        batch_answers: "## 7. Eine Antwort
**Respond 200**: Alle Events sind erledigt, jetzt oder schon früher. **Respond 503 incomplete**: Mindestens eines ist gescheitert oder anderswo in Arbeit; der Sender schickt den Batch noch einmal, Erledigtes ist dann bekannt, und nur der Rest wird bearbeitet. Ein Event, das jedes Mal scheitert, bringt den Batch zurück, bis der Sender aufgibt: Der Schritt soll ein solches Event ablegen und gut ausgehen.

**Mark Execution Failed** lässt den Lauf unter Executions als gescheitert erscheinen.",
    },
    test: TEST,
    script_before: &[
        "Event A, A noch einmal als Retry mit anderer Signatur, dann B. Alle Werte sind erfunden.",
        "n8n läuft auf diesem Rechner, der Workflow ist veröffentlicht. Vor dem Einbau einer Signaturprüfung ausführen.",
    ],
    script_before_recorded: &[
        "Event A, A noch einmal als Retry mit anderer Signatur, dann B, wie der Sender sie macht: Die Bodys zweier",
        "Zustellungen von zwei Events als a.body und b.body neben diesem Skript speichern.",
        "n8n läuft auf diesem Rechner, der Workflow ist veröffentlicht. Vor dem Einbau einer Signaturprüfung ausführen.",
    ],
    script_after_batch: &[
        "Erwartet: dreimal 200 processed, jeweils mit der Zahl der Events im Batch.",
        "Unter Executions: 3 Executions. In business_log: eine Zeile je verschiedenem Event.",
        "Ein zweiter Lauf ergibt dasselbe und fügt keine Zeile hinzu.",
    ],
    script_after_no_key: &[
        "Erwartet: dreimal 200 processed, mit key null: Nichts unterscheidet einen Retry von einem neuen Event.",
        "Unter Executions: 3 Executions. In business_log: 3 Zeilen.",
    ],
    script_after: &[
        "Erwartet: 200 processed, 200 duplicate, 200 processed.",
        "Unter Executions: 3 Executions. In business_log: 2 Zeilen.",
        "Ein zweiter Lauf ergibt dreimal 200 duplicate; für neue Events die IDs ändern.",
    ],
};

// Set-up steps of every guarantee.
const CREDENTIAL: &str = "In n8n Zugangsdaten für PostgreSQL anlegen und „hookonce PostgreSQL“ nennen.";
const PUBLISH: &str = "Den Workflow veröffentlichen (Publish). Die Production URL steht im Webhook-Node.";
const TEST: &str = "Mit den drei curl-Zeilen testen: 3 Executions, 2 Zeilen in business_log, und die Wiederholung erhält 200 duplicate.";
const SIGNATURE: &str =
    "Die Signaturprüfung zwischen Webhook und Build Key einbauen und erst danach die URL dem Sender geben.";
const CLEANUP: &str =
    "Den Workflow zum Aufräumen importieren, auch dort die Zugangsdaten auswählen und veröffentlichen.";
