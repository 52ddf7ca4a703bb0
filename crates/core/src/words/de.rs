//! German: short sentences, neutral infinitives, no "Sie".

use super::{FindingWords, say};
use crate::bytes::InvisibleKind;
use crate::delivery::InputKind;
use crate::finding::{BytesUnknown, FindingKind, IdentifierFault, IdentifierOption, NameLimit, UnusableId};
use crate::key::text::Expected;
use crate::key::{JsonType, Reason, Step};
use crate::providers::{Certainty, HashRisk, TrapKind};

pub(super) fn finding(kind: &FindingKind) -> FindingWords {
    use FindingKind::*;
    match kind {
        Base64Invalid => say(
            "Hier steht etwas, das in Base64 nicht vorkommt, oder das Ende fehlt.",
            "Den Text vollständig und ohne Anführungszeichen kopieren. Erlaubt sind A–Z, a–z, 0–9, + und / oder - und _, am Ende =.",
        ),
        Batch { count } => say(
            format!("Die Zustellung enthält {count} Events."),
            "Jedes hat einen eigenen Schlüssel: einzeln beanspruchen und erst dann 200 antworten, wenn alle erledigt sind. Eine Wiederholung kann einige davon mit anderen zusammen bringen. Zum Beispiel [A, B], dann [B, C]: B ist bekannt, C ist neu.",
        ),
        BlankBody => say(
            "Der Body besteht nur aus Leerraum.",
            "Alle solchen Bodys mit denselben Bytes gelten als ein Event. Prüfen, ob der Body vollständig kopiert wurde.",
        ),
        BodyBytesUnknown { reason } => say(
            match reason {
                BytesUnknown::Elsewhere => {
                    "Die Bytes des Bodys liegen in einem anderen Speicher; hier steht nur der geparste Body.".to_owned()
                }
                BytesUnknown::Fields => {
                    "Vom Body sind nur die Formularfelder da, nicht seine Bytes.".to_owned()
                }
                BytesUnknown::LoneSurrogate => {
                    "Der Text des Bodys enthält ein halbes Surrogatpaar: Seine Bytes sind unbekannt.".to_owned()
                }
                BytesUnknown::Parsed => {
                    "Hier steht nur der geparste Body, nicht seine Bytes.".to_owned()
                }
                BytesUnknown::Replaced => {
                    "Der Text des Bodys enthält U+FFFD: Vermutlich waren seine Bytes kein UTF-8.".to_owned()
                }
                BytesUnknown::Size { declared, actual } => {
                    format!("Laut Request hat der Body {declared} Bytes, hier sind es {actual}.")
                }
            },
            match reason {
                BytesUnknown::Elsewhere | BytesUnknown::Parsed => {
                    "Er ist ohne Leerraum neu geschrieben. Eine ID darin gilt; ein Hash des Bodys wäre geraten. In n8n die Option „Raw Body“ einschalten und das Item samt Binary kopieren, sonst den Body aus einem Mitschnitt nehmen."
                }
                BytesUnknown::Fields => {
                    "Sie sind neu kodiert. Ein Feld darin gilt; ein Hash des Bodys wäre geraten. Den Body als Text oder Datei nehmen."
                }
                BytesUnknown::LoneSurrogate | BytesUnknown::Replaced => {
                    "Ein Hash dieses Bodys ist nicht der des Empfängers. Den Body als Datei öffnen oder in Base64 einfügen."
                }
                BytesUnknown::Size { .. } => {
                    "Vielleicht ist er gekürzt, oder Zeilenenden und Zeichensatz sind verändert. Einem Hash dieses Bodys nicht trauen; den Body als Datei nehmen."
                }
            },
        ),
        BodyDecoded { encoding } => say(
            format!("Der Kopf nennt {encoding}, der Body darunter ist aber schon dekodiert."),
            "Er gilt so, wie er ist. Vermutlich hat ein Inspektor oder ein Proxy ihn dekodiert.",
        ),
        BodyEncoded { encoding } => say(
            format!("Der Body wurde mit Content-Encoding: {encoding} gesendet."),
            "Dieser Schlüssel gilt für die komprimierten Bytes. Empfänger, die zuerst entpacken, wie n8n bei gzip und deflate, erhalten einen anderen: dafür den entpackten Body einfügen.",
        ),
        BodyHash => say(
            "Der Schlüssel ist der SHA-256 des ganzen Bodys.",
            "Er hält, solange der Sender den Body Byte für Byte wiederholt. Ein geändertes Byte, ein neuer Zeitstempel oder Zeilenumbruch, ergibt einen neuen Schlüssel.",
        ),
        BodyLogged => say(
            "Dieser Body ist das, was ein Programm ins Log geschrieben hat.",
            "Schreibt es den empfangenen Text unverändert, stimmen die Bytes. Schreibt es JSON.stringify eines Objekts, stimmt nur der Inhalt, nicht der Hash.",
        ),
        ByteOrderMark => say(
            "Der Body beginnt mit einer Byte-Order-Mark.",
            "Beim Lesen als JSON wird sie übersprungen, beim Hash zählt sie mit.",
        ),
        CaseInsensitiveCollation => say(
            "Der Schlüssel enthält Groß- und Kleinbuchstaben.",
            "Die erzeugte Spalte unterscheidet sie. Eine eigene Spalte VARCHAR mit der üblichen Kollation tut das nicht: evt_aB und evt_Ab wären ein Schlüssel, und das zweite Event ginge verloren.",
        ),
        ChunkedBroken => say(
            "Der Chunked-Body ist abgeschnitten oder enthält einen defekten Chunk.",
            "Nur die Chunks vor dieser Stelle zählen. Den Request vollständig kopieren, bis zum Chunk der Länge 0.",
        ),
        ContentLengthMismatch { declared, actual } => say(
            format!("Content-Length nennt {declared} Bytes, eingefügt sind {actual}."),
            if actual > declared {
                "Der Body endet dort, wo Content-Length es sagt; der Rest bleibt außen vor. Gehört er zum Body, den Header berichtigen."
            } else {
                "Alle Bytes zählen als Body. Vielleicht fehlt ein Teil, oder das Kopieren hat die Zeilenenden geändert."
            },
        ),
        ControlMessage => say(
            "Die Nachricht ist ein Handshake oder ein Ping und kein Event: Es gibt keinen Schlüssel.",
            "Beantworten, aber nie beanspruchen: Sie kommt mit gleichem Inhalt wieder und würde dann als Duplikat gelten. Zum Beispiel eine Challenge, die jedes Mal zurückzugeben ist.",
        ),
        CurlCommandEnds => say(
            "Der Befehl endet hier; was folgt, wird nicht gelesen.",
            "Ein Zeilenende oder ; | & < > außerhalb von Anführungszeichen beendet den Befehl. Gehört der Rest dazu: das Argument in Anführungszeichen setzen, oder vor das Zeilenende einen Backslash (in cmd ^).",
        ),
        CurlExpansion { text } => say(
            format!("Die Shell würde {text} hier ersetzen."),
            "Gelesen wird es wie geschrieben. Steht es im Body oder in einem Header, das einsetzen, was die Shell daraus macht.",
        ),
        CurlFileReference { file } => say(
            format!("Der Befehl liest den Body aus der Datei „{file}“, die hier nicht vorliegt."),
            "Ohne ihre Bytes gibt es keinen Schlüssel. Die Datei selbst hier öffnen oder ihren Inhalt einfügen.",
        ),
        CurlForm => say(
            "Der Befehl sendet ein Multipart-Formular (-F).",
            "cURL erzeugt für jeden Request eine neue Boundary; die Bytes des Bodys sind also nie zweimal gleich. Die Felder als JSON oder mit --data senden.",
        ),
        CurlOpenQuote { quote } => say(
            format!("Hier beginnt ein Anführungszeichen ({quote}), das nie geschlossen wird."),
            "Den Befehl vollständig kopieren. Bis dahin gibt es keinen Schlüssel.",
        ),
        CurlUnknownOption { option } => say(
            format!("Die Option {option} ist hier unbekannt, oder ihr fehlt der Wert."),
            "Sie wurde ausgelassen. Ändert sie den Body oder einen Header, kann der Schlüssel abweichen.",
        ),
        DuplicateMember { name } => say(
            format!("Das Feld „{name}“ kommt im selben Objekt noch einmal vor."),
            "Hier zählt das letzte. Andere Parser nehmen vielleicht das erste: mit dem eigenen Empfänger vergleichen. Zum Beispiel ist {\"id\":1,\"id\":2} hier 2 und dort 1: ein Event mit zwei Schlüsseln.",
        ),
        EmptyBody => say(
            "Der Body ist leer: Es gibt keinen Schlüssel.",
            "Der Hash von nichts wäre für jede leere Zustellung gleich, und alle außer der ersten gingen verloren. Den Body einfügen oder in den Headern nach einer Event-ID suchen.",
        ),
        EntryMissing { entry, count } => say(
            match count {
                0 => format!("Eine Zustellung Nummer {entry} gibt es nicht: Die Eingabe enthält keine."),
                1 => format!("Eine Zustellung Nummer {entry} gibt es nicht: Die Eingabe enthält eine einzige."),
                _ => format!("Eine Zustellung Nummer {entry} gibt es nicht: Die Eingabe enthält {count}."),
            },
            "Gezählt wird ab 1. Eine kleinere Nummer wählen.",
        ),
        EqualBodies => say(
            "Nichts in diesem Body unterscheidet zwei Events: keine ID, keine Zeit, keine Zahl über 999.",
            "Zwei verschiedene Events können dieselben Bytes haben; das zweite gälte als Duplikat. Beim Sender nach einer Event-ID fragen. Zum Beispiel {\"event\":\"paid\"} für zwei Zahlungen.",
        ),
        HarEntryWithoutBody => say(
            "Dieser Eintrag des HAR enthält keinen Body.",
            "Bei GET ist das richtig. Sonst hat der Export ihn ausgelassen: einen anderen Eintrag wählen, oder im Browser mit Inhalten exportieren („HAR mit vertraulichen Daten“).",
        ),
        HeaderMalformed { line } => say(
            format!("Das ist keine Header-Zeile: „{line}“."),
            "Ein Header besteht aus Name, Doppelpunkt und Wert. Die Zeile wurde ausgelassen.",
        ),
        HeaderMissing { header, name, risk } => say(
            format!("{name} schickt die ID des Events im Header {header}, und der fehlt hier."),
            match risk {
                HashRisk::Both | HashRisk::MergesEvents => {
                    "Die Header mit einfügen. Bis dahin diesen Schlüssel nicht verwenden: Verschiedene Events können denselben Body haben, und das zweite ginge verloren."
                }
                HashRisk::MissesDuplicates => {
                    "Die Header mit einfügen. Bis dahin diesen Schlüssel nicht verwenden: Eine Wiederholung kann einen anderen Body haben und würde als neues Event gelten."
                }
                HashRisk::None => {
                    "Die Header mit einfügen. Bis dahin kommt der Schlüssel aus dem Body, den eine Wiederholung unverändert lässt."
                }
                HashRisk::Unknown => {
                    "Die Header mit einfügen. Ob eine Wiederholung denselben Body hat und ein anderes Event nie, ist bei diesem Sender nicht bekannt."
                }
            },
        ),
        HeaderRepeated { name } => say(
            format!("Der Header {name} kommt mehrmals vor."),
            "Empfänger verbinden oder verwerfen doppelte Header, jeder auf seine Art. Hier wird er für nichts verwendet.",
        ),
        HexInvalid => say(
            "Hier steht etwas, das keine Hexadezimalziffer ist, oder die letzte Ziffer fehlt.",
            "Jedes Byte besteht aus zwei Ziffern von 0 bis f; davor darf 0x oder \\x stehen, dazwischen Leerraum.",
        ),
        IdentifierInvalid { option, reason } => say(
            format!(
                "{} {}.",
                identifier(*option),
                match reason {
                    IdentifierFault::BusinessLog =>
                        "ist einer, den hookonce für eine andere Tabelle verwendet",
                    IdentifierFault::ControlCharacter => "enthält ein Steuerzeichen",
                    IdentifierFault::Empty => "ist leer",
                    IdentifierFault::Reserved => "beginnt wie Namen, die sich die Datenbank selbst vorbehält",
                    IdentifierFault::SpaceAtEnd => "endet mit einem Leerzeichen",
                    IdentifierFault::Supplementary =>
                        "enthält ein Zeichen über U+FFFF, zum Beispiel ein Emoji",
                    IdentifierFault::TooLong { limit: NameLimit::Bytes63 } => "ist länger als 63 Bytes",
                    IdentifierFault::TooLong { limit: NameLimit::Characters58 } =>
                        "ist länger als 58 Zeichen",
                }
            ),
            match reason {
                IdentifierFault::BusinessLog => {
                    "business_log ist die Beispieltabelle für die Arbeit, hookonce_upgrade und hookonce_old legt ein Upgrade an. Der Tabelle für die Schlüssel einen anderen Namen geben."
                }
                IdentifierFault::ControlCharacter => "Das Zeichen entfernen; es kommt oft beim Kopieren mit.",
                IdentifierFault::Empty => "Einen Namen eintragen, zum Beispiel processed_events.",
                IdentifierFault::Reserved => {
                    "Bei SQLite ist das sqlite_, bei MariaDB und MySQL #mysql50#. Einen anderen Namen wählen."
                }
                IdentifierFault::SpaceAtEnd | IdentifierFault::Supplementary => {
                    "MariaDB und MySQL lehnen ihn ab. Einen anderen Namen wählen."
                }
                IdentifierFault::TooLong { limit: NameLimit::Bytes63 } => {
                    "PostgreSQL würde ihn stillschweigend kürzen, und aus zwei Namen könnte einer werden. Einen kürzeren Namen wählen."
                }
                IdentifierFault::TooLong { limit: NameLimit::Characters58 } => {
                    "MySQL benennt die CHECKs der Tabelle nach ihr und lehnt Namen über 64 Zeichen ab. Einen kürzeren wählen."
                }
            },
        ),
        InputBroken { kind, entries } => say(
            format!("{}: Ab hier ist die Eingabe abgeschnitten oder kein JSON.", input_kind(*kind)),
            match entries {
                1 => "Die Zustellung davor ist vollständig und wird gelesen. Die Datei neu exportieren, um auch den Rest zu lesen.".to_owned(),
                _ => format!("Die {entries} Zustellungen davor sind vollständig und werden gelesen. Die Datei neu exportieren, um auch den Rest zu lesen."),
            },
        ),
        InputKindMismatch { kind } => say(
            format!("Als „{}“ lässt sich die Eingabe nicht lesen.", input_kind(*kind)),
            match kind {
                InputKind::Har => "Erwartet wird ein JSON-Objekt mit log.entries und in jedem Eintrag request.",
                InputKind::Lambda => "Erwartet wird das Event einer Lambda-Funktion: headers, body, isBase64Encoded und requestContext.",
                InputKind::Log => "Erwartet wird ein JSON-Objekt mit einem Request (request, req, event.request, proxy oder method, url und headers auf oberster Ebene).",
                InputKind::N8n => "Erwartet wird die Ausgabe des Webhook-Nodes: ein Objekt oder Array mit headers, params, query und body, auch in json verpackt.",
                InputKind::Requests => "Erwartet werden HTTP-Requests, mit Content-Length oder durch ### getrennt, oder cURL-Befehle.",
                InputKind::Base64 | InputKind::Body | InputKind::Curl | InputKind::Hex | InputKind::Http => {
                    "Eine andere Form wählen."
                }
            },
        ),
        InputTooLarge { bytes } => say(
            format!("Die Eingabe hat {} MiB; gelesen werden höchstens 64 MiB.", tenths_of_mib(*bytes)),
            "Es wurde nichts gelesen und nichts verändert. Für größere Bodys sha256sum auf die Datei anwenden.",
        ),
        ItemsWithoutKey { count, first } => say(
            format!(
                "{count} der Einträge haben keinen Schlüssel; der erste ist Eintrag {first}, von 0 an gezählt."
            ),
            "Dort fehlt, was die Regel verlangt. Solche Einträge nicht stillschweigend übergehen: mit einem Fehler antworten oder eine Regel wählen, die sie erfasst.",
        ),
        JobMissing { job, others } => {
            say(format!("Für diese Datenbank gibt es den Job {job} nicht."), format!("Es gibt: {others}."))
        }
        KeyTooNarrow { path } => say(
            format!("Der Schlüssel enthält {path}, und das ändert sich mit jedem Versuch."),
            "Jede Wiederholung hätte einen eigenen Schlüssel, und die Arbeit würde noch einmal getan: evt:order-7/1 und evt:order-7/2. Aus der Regel herauslassen.",
        ),
        LeaseOutOfRange => say(
            "Die Lease ist keine ganze Zahl von Sekunden zwischen 2 und 604.800.",
            "Länger wählen, als die Arbeit gewöhnlich dauert, und kürzer, als der Sender es erneut versucht, zum Beispiel 60.",
        ),
        LeaseOverRetention => say(
            "Die Lease ist länger als die Aufbewahrungsfrist.",
            "Niemand könnte übernehmen, bevor der Schlüssel alt wäre. Eine kürzere Lease oder eine längere Frist wählen.",
        ),
        LogWithoutBody => say(
            "Diese Log-Zeile enthält keinen Body.",
            "Cloudflare und Vercel schreiben ihn nicht von selbst ins Log. Den Body im Programm mitschreiben, am besten in Base64, oder ihn selbst einfügen.",
        ),
        MoreFindings { code, count } => {
            say(format!("{count} weitere der Art {code}."), "Aufgeführt sind nur die ersten.")
        }
        MultipartBody => say(
            "Der Body ist ein Multipart-Formular.",
            "Sender erzeugen für jeden Versuch eine neue Boundary; der Hash ändert sich also beim Retry. n8n liefert dafür keine Rohdaten; der Workflow antwortet mit 400.",
        ),
        N8nBodyTooDeep { levels } => say(
            format!("Das JSON ist {levels} Ebenen tief verschachtelt."),
            "n8n verarbeitet es nicht: Mit dem Content-Type application/json wartet die Anfrage bis zum Zeitlimit eines Tasks (standardmäßig 300 s) und wird dann mit 503 beantwortet, bei jedem Retry. Solche Bodys von einem Proxy vor n8n ablehnen lassen.",
        ),
        N8nBodyTooLarge => say(
            "Der Body ist größer als 16 MiB.",
            "n8n lehnt ihn standardmäßig mit 500 ab, und der Sender wiederholt endlos. Dort N8N_PAYLOAD_SIZE_MAX (in MiB) erhöhen.",
        ),
        N8nColumns => say(
            "Der n8n-Workflow kann die zusätzlichen Spalten nicht füllen.",
            "Für den Workflow abschalten; einen Scope kann er vor jeden Schlüssel stellen. Das SQL ist nicht betroffen.",
        ),
        N8nDialect => say(
            "Einen n8n-Workflow gibt es nur für PostgreSQL.",
            "Der MySQL-Node von n8n wurde nicht erprobt, einen SQLite-Node gibt es nicht. PostgreSQL wählen oder das SQL in einem eigenen Empfänger verwenden.",
        ),
        N8nIdentifier { option } => say(
            format!("{} kann in einer n8n-Query nicht stehen.", identifier(*option)),
            "n8n ersetzt {{ … }} und $1 auch in einem Namen in Anführungszeichen. Für den Workflow einen Namen ohne sie wählen; das SQL ist nicht betroffen.",
        ),
        NewIdSameBody { name } => say(
            format!("Bei zwei Zustellungen ist {name} verschieden und sonst alles gleich."),
            "Entweder vergibt der Sender für jeden Versuch eine neue ID, und jeder Retry würde noch einmal verarbeitet; oder es sind zwei Events gleichen Inhalts. Zur Klärung dasselbe Event absichtlich zweimal senden, und bei einer jedes Mal neuen ID einen Schlüssel aus mehreren Teilen nehmen.",
        ),
        NoKeyPossible => say(
            "Ein Schlüssel ist nicht möglich: Nichts in dieser Zustellung unterscheidet eine Wiederholung von einem neuen Event.",
            "Die Arbeit bei jeder Zustellung so tun, dass sie wiederholbar ist: das Objekt sperren, seinen Stand beim Sender abfragen und tun, was noch fehlt. Zum Beispiel die Liste der Dateien holen und verarbeiten, was noch nicht verarbeitet ist.",
        ),
        NotJson { likely_meant: true } => say(
            "Der Body beginnt wie JSON, ist ab hier aber keines.",
            "Vielleicht ist er abgeschnitten oder vertippt. Bis zur Korrektur ist der Schlüssel der Hash der vorliegenden Bytes. Beim Content-Type application/json antwortet n8n von sich aus mit 422.",
        ),
        NotJson { likely_meant: false } => say(
            "Der Body ist kein JSON.",
            "Darin ist also keine Event-ID zu suchen, und der Schlüssel ist der Hash der Bytes.",
        ),
        NotUtf8 => say(
            "Der Body ist ab hier kein UTF-8.",
            "Er gilt als binär: Der Schlüssel ist der Hash der Bytes. Sollte er Text sein, haben das Kopieren oder ein falscher Zeichensatz ihn verändert.",
        ),
        PartMissing { name } => say(
            format!("Die Schlüsselregel verlangt {name}, und das fehlt hier."),
            "Stattdessen gilt die Ersatzregel, sonst der Hash des Bodys. Den Namen prüfen, und ob diese Art von Event das Feld hat.",
        ),
        PersonalData => say(
            "Der Schlüssel enthält eine E-Mail-Adresse, eine Telefonnummer oder eine IBAN.",
            "Sie bleibt gespeichert, solange Schlüssel aufbewahrt werden, und gelangt in Protokolle. Zum Beispiel evt:ann@example.com in jeder Zeile. Eine andere ID verwenden, oder den Schlüssel aus dem Hash des Bodys bilden: sha256.",
        ),
        ProviderUnknown { id } => say(
            format!("Einen Sender {id} gibt es hier nicht."),
            "auto erkennt den Sender, generic nimmt die ID aus dem Body oder dessen Hash; hookonce providers zeigt die übrigen. Eine eigene Regel ist zum Beispiel header X-Event-Id oder $.event.id.",
        ),
        RetentionEqual => say(
            "Schlüssel werden 30 Tage aufbewahrt.",
            "Stripes Kommandozeile kann genauso lange erneut senden. Mit 31 Tagen ist der Abstand sicher.",
        ),
        RetentionOutOfRange => say(
            "Schlüssel lassen sich 1 bis 36.500 ganze Tage aufbewahren.",
            "Eine Zahl in diesem Bereich eintragen, zum Beispiel 30.",
        ),
        RetentionShort { days } => say(
            format!(
                "Schlüssel werden nur {} aufbewahrt.",
                if *days == 1 { "1 Tag".to_owned() } else { format!("{days} Tage") }
            ),
            "Sender können bis zu 30 Tage lang erneut senden. Ein Resend nach dem Aufräumen gilt als neues Event, und die Arbeit geschieht doppelt.",
        ),
        RetentionUnderSender { name, days, needed } => say(
            format!("Schlüssel werden {days} Tage aufbewahrt, und {name} kann {needed} Tage lang erneut senden."),
            "Ein erneuter Versand nach dem Aufräumen gilt als neues Event, und die Arbeit geschieht doppelt. Schlüssel länger aufbewahren. Zum Beispiel 7 Tage aufbewahrt, am 8. erneut gesendet.",
        ),
        RuleInvalid { understood, expected } => say(
            format!("Die Regel ist hinter „{understood}“ nicht lesbar: {}.", expected_text(*expected)),
            "Eine Regel ist zum Beispiel: header X-Event-Id; $.source + $.id; each $.events[*]: @.id; header X-Id else $.id.",
        ),
        SameIdOtherBody { name } => say(
            format!("Bei zwei Zustellungen ist {name} gleich, der Inhalt aber nicht."),
            "Füllt der Sender nur etwas für jeden Versuch neu aus, ist das harmlos. Vergibt er eine ID für mehrere Nachrichten, ginge alles nach der ersten verloren: den Schlüssel um einen zweiten Teil ergänzen oder einen Fingerprint des Bodys speichern, um es zu bemerken.",
        ),
        ScopeInvalid { looks_like_key: true } => say(
            "evt, sha256 und evt-sha256 leiten Schlüssel ein und können kein Scope sein.",
            "Ein anderes Wort wählen, zum Beispiel den Namen des Senders.",
        ),
        ScopeInvalid { looks_like_key: false } => say(
            "Ein Scope besteht aus 1 bis 32 der Zeichen a–z, 0–9, Punkt, Bindestrich und Unterstrich.",
            "Klein schreiben, zum Beispiel stripe oder shop-eu.",
        ),
        SandboxAndLive { name } => say(
            format!("{name} sagt, dass dies ein Test ist."),
            "Kommen echte Events in dieselbe Tabelle, braucht jedes System einen eigenen Scope: Testsysteme zählen von vorn, und eine ID des einen wäre im anderen ein Duplikat. Zum Beispiel evt:1 eines Tests und evt:1 eines Kunden.",
        ),
        ScopeMissing { name, places } => say(
            format!("Schlüssel von {name} sind nur innerhalb von {places} eindeutig."),
            "Teilen sich mehrere davon die Tabelle, braucht jedes einen eigenen Scope, zum Beispiel einen je Endpunkt.",
        ),
        ScopeTwice => say(
            "Der Scope ist eine Spalte und steht zugleich vor dem Schlüssel.",
            "Eines von beiden genügt. Das Feld leeren oder die Spalte abschalten.",
        ),
        SenderOther { name } => say(
            format!("Die Zustellung kommt von {name} und nicht vom gewählten Sender."),
            "Die gewählte Regel gilt trotzdem. Besser auto oder den richtigen Sender wählen.",
        ),
        SenderUnsure { name, certainty, .. } => say(
            match certainty {
                Certainty::Certain | Certainty::Likely => format!("Das kommt wahrscheinlich von {name}."),
                Certainty::Guess => format!("Das kommt vielleicht von {name}."),
            },
            "Solange das nicht sicher ist, gilt die Regel dieses Senders nicht. Die Header mit einfügen oder den Sender wählen.",
        ),
        SeveralSenders { names } => say(
            format!("Die Zustellung trägt Merkmale mehrerer Sender: {names}."),
            "Darum gilt keine ihrer Regeln von selbst. Den richtigen wählen; vielleicht hat ein Proxy oder ein Testwerkzeug die Header vermischt.",
        ),
        SeveralRequests { entry, count } => say(
            format!("Die Eingabe enthält {count} Zustellungen; gelesen ist Nummer {entry}."),
            "Eine andere lässt sich wählen. Ohne Wahl gilt die erste mit Body.",
        ),
        StatementMissing { statement, others } => say(
            format!(
                "Für diese Garantie, diese Spalten und diese Datenbank gibt es die Anweisung {statement} nicht."
            ),
            format!("Es gibt: {others}."),
        ),
        TestId { id } => say(
            format!("Die ID „{id}“ senden Testwerkzeuge immer wieder."),
            "Jeder weitere Test damit gilt als Duplikat. Zum Beispiel zweimal der Knopf „Testevent senden“. Das ist für einen Empfänger richtig und beim Ausprobieren verwirrend: den Schlüssel zwischen den Tests löschen.",
        ),
        TimestampInvalid => say(
            "Der Zeitstempel ist kein Zeitpunkt der Form JJJJMMTTHHMMSS.",
            "Vierzehn Ziffern schreiben, in UTC, zum Beispiel 20261201031700; möglich sind die Jahre 1980 bis 2107.",
        ),
        TrailingNewline => say(
            "Der Body endet mit einem Zeilenumbruch.",
            "echo und Editoren hängen einen an, und er ändert den Hash. Hat der Sender ihn nicht gesendet, den Umbruch entfernen.",
        ),
        UnsignedKey { name } => say(
            format!("Die Signatur von {name} deckt den Schlüssel nicht ab."),
            "Wer eine mitgeschnittene Zustellung wiederholt, kann ihr eine andere ID geben, und sie würde noch einmal ausgeführt. Wenn es eine gibt, die Zeit der Signatur prüfen, oder den Hash des Bodys mit dem früherer Events vergleichen. Zum Beispiel eine bezahlte Bestellung, mit neuer ID im Header noch einmal gesendet.",
        ),
        UnusableId { reason } => say(
            format!("Eine ID ist da, sie taugt aber nicht als Schlüssel: {}.", unusable(*reason)),
            "Stattdessen gilt der Hash des Bodys.",
        ),
        VolatileBody { name } => say(
            format!("Bodys von {name} ändern sich zwischen den Versuchen."),
            "Damit ändert sich auch ihr Hash, und eine Wiederholung würde als neues Event gelten. Die ID des Events verwenden. Zum Beispiel ein Zähler der Versuche im Body.",
        ),
        VolatileField { path } => say(
            format!("Der Wert von {path} ändert sich vermutlich bei jedem Versuch."),
            "Dann ändert sich auch der Hash des Bodys, und ein Retry gilt als neues Event. Beim Sender nach einer Event-ID fragen. Zum Beispiel \"attempt\":1, dann \"attempt\":2.",
        ),
        WebhookPathInvalid => say(
            "Der Webhook-Pfad darf Buchstaben, Ziffern, Bindestrich, Unterstrich, Punkt und Schrägstrich enthalten, bis zu 100 Zeichen.",
            "Ohne Schrägstrich am Anfang oder Ende und ohne ':' schreiben, zum Beispiel idempotent-webhook.",
        ),
        WrongId { path, is, name } => {
            let of = name.map(|name| format!(" von {name}")).unwrap_or_default();
            match is {
                TrapKind::Attempt => say(
                    format!("{path}{of} ist die ID eines Zustellversuchs."),
                    "Sie ist bei jeder Wiederholung neu. Nichts würde je als Duplikat gelten, und alles würde noch einmal ausgeführt. Die ID des Events verwenden. Zum Beispiel erst evt:delivery-1, bei der Wiederholung evt:delivery-2.",
                ),
                TrapKind::NotUnique => say(
                    format!(
                        "{path}{of} ist nicht eindeutig: Verschiedene Events können denselben Wert haben."
                    ),
                    "Das zweite würde als Duplikat gelten und ginge verloren. Die ID des Events verwenden oder ergänzen, was sie unterscheidet. Zum Beispiel Event 7 der einen Liste und Event 7 der anderen.",
                ),
                TrapKind::Object => say(
                    format!("{path}{of} ist die ID eines Objekts und nicht die des Events."),
                    "Das erste Event dazu würde ausgeführt, jedes spätere gälte als Duplikat: angelegt, aber nie bezahlt oder storniert. Die ID des Events verwenden.",
                ),
                TrapKind::Subscription => say(
                    format!("{path}{of} ist die ID des eingerichteten Webhooks."),
                    "Sie ist in allen Events gleich, und alles nach dem ersten ginge verloren. Die ID des Events verwenden. Zum Beispiel evt:hook-1 für Bestellung, Erstattung und alles Weitere.",
                ),
                TrapKind::Time => say(
                    format!("{path}{of} ist eine Zeitangabe."),
                    "Zwei Events können im selben Augenblick geschehen, und eine Wiederholung kann eine neue Zeit tragen. Die ID des Events verwenden. Zum Beispiel zwei Bestellungen in einer Sekunde.",
                ),
                TrapKind::TooWide => say(
                    format!("{path}{of} gilt für mehrere Events zugleich."),
                    "Das erste davon würde ausgeführt, die anderen gälten als Duplikate. Die ID des Events verwenden. Zum Beispiel invoice.paid und charge.succeeded einer Zahlung.",
                ),
                TrapKind::Transport => say(
                    format!("{path}{of} gehört zum Transport."),
                    "Proxys und Server vergeben sie für jede Anfrage neu, und eine Wiederholung würde als neues Event gelten. Die ID des Events verwenden. Zum Beispiel X-Request-Id.",
                ),
            }
        }
    }
}

pub(super) fn reason(reason: &Reason) -> String {
    match reason {
        Reason::Control => "Kein Schlüssel: Die Nachricht ist ein Handshake oder ein Ping und kein Event.".into(),
        Reason::EmptyBody => "Kein Schlüssel: Der Body hat null Bytes.".into(),
        Reason::Id { names, line } => match line {
            Some(line) => format!("Die ID des Events, aus {} in Zeile {line}.", names.join(" und ")),
            None => format!("Die ID des Events, aus {}.", names.join(" und ")),
        },
        Reason::Items { count } => {
            format!("Ein Batch: Jedes seiner {count} Elemente hat einen eigenen Schlüssel.")
        }
        Reason::NoId { name } => {
            format!("SHA-256 des ganzen Bodys, denn wo die ID des Events stünde, fehlt {name}.")
        }
        Reason::NoKeyPossible => "Kein Schlüssel: Nichts in dieser Zustellung unterscheidet eine Wiederholung von einem neuen Event.".into(),
        Reason::NotJson => "SHA-256 des ganzen Bodys, denn er ist kein JSON.".into(),
        Reason::NotObject(json) => {
            format!("SHA-256 des ganzen Bodys, denn die oberste Ebene ist {}, kein Objekt.", json_type(*json))
        }
        Reason::NotUtf8 => "SHA-256 des ganzen Bodys, denn er ist kein UTF-8-Text.".into(),
        Reason::Unusable { name, reason } => {
            format!("SHA-256 des ganzen Bodys, denn {name} taugt nicht als Schlüssel: {}.", unusable(*reason))
        }
    }
}

pub(super) fn step(step: &Step) -> String {
    match step {
        Step::Bytes(1) => "1 Byte als Body genommen.".into(),
        Step::Bytes(bytes) => format!("{bytes} Bytes als Body genommen."),
        Step::Json(json) => format!("Als JSON gelesen: Die oberste Ebene ist {}.", json_type(*json)),
        Step::MarkSkipped => "Byte-Order-Mark übersprungen.".into(),
        Step::NotJson => "Kein JSON.".into(),
        Step::NotUtf8 => "Kein UTF-8.".into(),
        Step::Provider(name) => format!("Nach der Regel von {name}."),
        Step::Reason(why) => reason(why),
        Step::Scope(scope) => format!("Scope {scope} vorangestellt."),
        Step::Utf8 => "Als UTF-8 gelesen.".into(),
    }
}

fn json_type(json: JsonType) -> &'static str {
    match json {
        JsonType::Array => "ein Array",
        JsonType::Boolean => "true oder false",
        JsonType::Null => "null",
        JsonType::Number => "eine Zahl",
        JsonType::Object => "ein Objekt",
        JsonType::String => "ein String",
    }
}

fn expected_text(expected: Expected) -> &'static str {
    match expected {
        Expected::EndOrNext => "dort endet sie, oder sie geht mit „ + “, „ | “, „?“ oder „ else “ weiter",
        Expected::Item => "ein Ort in einem Eintrag, @…, gehört hinter each $…[*]: und nirgends sonst hin",
        Expected::Name => "dort muss ein Name stehen",
        Expected::Place => "dort muss ein Ort stehen: $.pfad, header NAME, form NAME, query NAME oder sha256",
        Expected::Step => "dort muss .name, [0], [*] oder [\"name\"] stehen",
    }
}

fn identifier(option: IdentifierOption) -> &'static str {
    match option {
        IdentifierOption::Schema => "Der Name des Schemas",
        IdentifierOption::Table => "Der Name der Tabelle",
    }
}

pub(super) fn input_kind(kind: InputKind) -> &'static str {
    match kind {
        InputKind::Base64 => "Body in Base64",
        InputKind::Body => "Body",
        InputKind::Curl => "cURL-Befehl",
        InputKind::Har => "HAR",
        InputKind::Hex => "Body in Hex",
        InputKind::Http => "HTTP-Request",
        InputKind::Lambda => "AWS-Lambda-Event",
        InputKind::Log => "Log-Zeile (JSON)",
        InputKind::N8n => "n8n-Item",
        InputKind::Requests => "mehrere Requests",
    }
}

pub(super) fn invisible(kind: InvisibleKind) -> &'static str {
    match kind {
        InvisibleKind::BidiControl => "Steuerzeichen für die Schreibrichtung",
        InvisibleKind::ByteOrderMark => "Byte-Order-Mark",
        InvisibleKind::Control => "Steuerzeichen",
        InvisibleKind::InvalidUtf8 => "kein gültiges UTF-8",
        InvisibleKind::LineEndCr => "Zeilenende CR",
        InvisibleKind::LineEndCrLf => "Zeilenende CRLF",
        InvisibleKind::LineEndLf => "Zeilenende LF",
        InvisibleKind::LoneSurrogate => "halbes Surrogatpaar",
        InvisibleKind::NonBreakingSpace => "geschütztes Leerzeichen",
        InvisibleKind::Null => "NUL",
        InvisibleKind::Tab => "Tabulator",
        InvisibleKind::TrailingNewline => "Zeilenende am Schluss",
        InvisibleKind::TrailingSpaces => "Leerraum am Zeilenende",
        InvisibleKind::UnusualSpace => "besonderes Leerzeichen",
        InvisibleKind::ZeroWidth => "Zeichen ohne Breite",
    }
}

fn tenths_of_mib(bytes: u64) -> String {
    let tenths = (bytes * 10).div_ceil(1 << 20);
    format!("{},{}", tenths / 10, tenths % 10)
}

pub(super) fn unusable(reason: UnusableId) -> &'static str {
    match reason {
        UnusableId::Array => "sie ist ein Array",
        UnusableId::Blank => "sie besteht nur aus Leerraum",
        UnusableId::Boolean => "sie ist true oder false",
        UnusableId::ControlCharacter => "sie enthält ein Steuerzeichen, das Datenbanken ablehnen oder ändern",
        UnusableId::Empty => "sie ist ein leerer Text",
        UnusableId::Fraction => "sie ist eine Zahl mit Nachkommastellen",
        UnusableId::LoneSurrogate => "sie enthält ein halbes Surrogat-Paar und ist damit kein gültiger Text",
        UnusableId::NotUtf8 => "sie ist kein gültiges UTF-8",
        UnusableId::Null => "sie ist null",
        UnusableId::Object => "sie ist ein Objekt",
        UnusableId::Repeated => "sie kommt mehrmals vor",
        UnusableId::TooLarge => {
            "sie ist eine Zahl über 2^53 − 1, wo JavaScript aus mehreren Zahlen eine macht"
        }
        UnusableId::TooLong => "sie ist länger als 255 Bytes",
    }
}
