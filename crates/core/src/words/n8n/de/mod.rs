//! German: short sentences, neutral infinitives, no "Sie".

mod claim_first;
mod lease;
mod same_transaction;

use super::{N8nWords, ReceiveNotes};

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

// Set-up steps of every guarantee.
const CREDENTIAL: &str = "In n8n Zugangsdaten für PostgreSQL anlegen und „hookonce PostgreSQL“ nennen.";
const PUBLISH: &str = "Den Workflow veröffentlichen (Publish). Die Production URL steht im Webhook-Node.";
const TEST: &str = "Mit den drei curl-Zeilen testen: 3 Executions, 2 Zeilen in business_log, und die Wiederholung erhält 200 duplicate.";
const SIGNATURE: &str =
    "Die Signaturprüfung zwischen Webhook und Build Key einbauen und erst danach die URL dem Sender geben.";
const CLEANUP: &str =
    "Den Workflow zum Aufräumen importieren, auch dort die Zugangsdaten auswählen und veröffentlichen.";
