//! English.

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
            "Here is something that base64 does not have, or its end is missing.",
            "Copy the text whole and without quotes. Allowed are A–Z, a–z, 0–9, + and / or - and _, and = at the end.",
        ),
        Batch { count } => say(
            format!("The delivery has {count} events."),
            "Each has a key of its own: claim them one by one, and answer 200 only when all are done. A retry may bring some of them with others. For example [A, B], then [B, C]: B is known, C is new.",
        ),
        BlankBody => say(
            "The body is only white space.",
            "All such bodies of the same bytes count as one event. Check that the body was copied whole.",
        ),
        BodyBytesUnknown { reason } => say(
            match reason {
                BytesUnknown::Elsewhere => {
                    "The bytes of the body are stored elsewhere; only the parsed body is here.".to_owned()
                }
                BytesUnknown::Fields => {
                    "Only the form fields of the body are here, not its bytes.".to_owned()
                }
                BytesUnknown::LoneSurrogate => {
                    "The text of the body has half of a surrogate pair: its bytes are unknown.".to_owned()
                }
                BytesUnknown::Parsed => "Only the parsed body is here, not its bytes.".to_owned(),
                BytesUnknown::Replaced => {
                    "The text of the body has U+FFFD: its bytes were probably not UTF-8.".to_owned()
                }
                BytesUnknown::Size { declared, actual } => {
                    format!("By the request the body has {declared} bytes, here it has {actual}.")
                }
            },
            match reason {
                BytesUnknown::Elsewhere | BytesUnknown::Parsed => {
                    "It was written again without white space. An id in it holds; a hash of the body would be a guess. In n8n, turn on the option “Raw Body” and copy the item with its binary data; elsewhere take the body from a capture."
                }
                BytesUnknown::Fields => {
                    "They were encoded again. A field in it holds; a hash of the body would be a guess. Take the body as a text or a file."
                }
                BytesUnknown::LoneSurrogate | BytesUnknown::Replaced => {
                    "A hash of this body is not the receiver's. Open the body as a file, or paste it in base64."
                }
                BytesUnknown::Size { .. } => {
                    "It may be cut, or its line ends or its character set may have changed. Do not trust a hash of this body; take the body as a file."
                }
            },
        ),
        BodyDecoded { encoding } => say(
            format!("The head says {encoding}, but the body below it is already decoded."),
            "It is taken as it is. An inspector or a proxy has probably decoded it.",
        ),
        BodyEncoded { encoding } => say(
            format!("The body was sent with Content-Encoding: {encoding}."),
            "This key is of the compressed bytes. Receivers that decompress first, as n8n does for gzip and deflate, get another key: paste the decompressed body for those.",
        ),
        BodyHash => say(
            "The key is the SHA-256 of the whole body.",
            "It holds as long as the sender repeats the body byte for byte. One changed byte, a new time stamp or a new line, makes a new key.",
        ),
        BodyLogged => say(
            "This body is what a program wrote to its log.",
            "If the program writes the text as received, the bytes are right. If it writes JSON.stringify of an object, only the content is right, not the hash.",
        ),
        ByteOrderMark => say(
            "The body starts with a byte-order mark.",
            "It is skipped when the body is read as JSON, and counts when the body is hashed.",
        ),
        CaseInsensitiveCollation => say(
            "The key has capital and small letters.",
            "The generated column tells them apart. A VARCHAR of your own with the usual collation does not: evt_aB and evt_Ab would be one key, and the second event would be lost.",
        ),
        ChunkedBroken => say(
            "The chunked body is cut or has a broken chunk.",
            "Only the chunks before this place are taken. Copy the request whole, down to the chunk of size 0.",
        ),
        ContentLengthMismatch { declared, actual } => say(
            format!("Content-Length says {declared} bytes, the paste has {actual}."),
            if actual > declared {
                "The body ends where Content-Length says; the rest is left out. If the rest belongs to the body, correct the header."
            } else {
                "All bytes are taken as the body. Part of it may be missing, or copying changed its line ends."
            },
        ),
        ControlMessage => say(
            "The message is a handshake or a ping, not an event: there is no key.",
            "Answer it, and never claim it: it comes again with the same content, and would then be taken for a duplicate. For example a challenge that must be echoed each time.",
        ),
        CurlCommandEnds => say(
            "The command ends here; what follows is not read.",
            "A line end or ; | & < > outside quotes ends a command. If the rest belongs to it, put the argument in quotes, or a backslash (in cmd ^) before the line end.",
        ),
        CurlExpansion { text } => say(
            format!("The shell would replace {text} here."),
            "It is read as it is written. If it stands in the body or a header, write what the shell would put in its place.",
        ),
        CurlFileReference { file } => say(
            format!("The command reads the body from the file “{file}”, which is not part of the paste."),
            "Without its bytes there is no key. Open the file itself here, or paste its content.",
        ),
        CurlForm => say(
            "The command sends a multipart form (-F).",
            "cURL makes a new boundary for each request, so that the body's bytes are never the same twice. Send the fields as JSON or with --data.",
        ),
        CurlOpenQuote { quote } => say(
            format!("A quote ({quote}) is opened here and never closed."),
            "Copy the command whole. Until then there is no key.",
        ),
        CurlUnknownOption { option } => say(
            format!("The option {option} is not known here or lacks its value."),
            "It was left out. If it changes the body or a header, the key can differ.",
        ),
        DuplicateMember { name } => say(
            format!("The member “{name}” occurs again in the same object."),
            "The last one counts here. Other parsers may take the first: compare with your receiver. For example {\"id\":1,\"id\":2} is 2 here and 1 there: one event with two keys.",
        ),
        EmptyBody => say(
            "The body is empty: there is no key.",
            "The hash of nothing would be the same for every empty delivery, and all but the first would be lost. Paste the body, or look for an event id in the headers.",
        ),
        EntryMissing { entry, count } => say(
            match count {
                0 => format!("There is no delivery number {entry}: the input has none."),
                1 => format!("There is no delivery number {entry}: the input has a single one."),
                _ => format!("There is no delivery number {entry}: the input has {count}."),
            },
            "They are counted from 1. Choose a smaller number.",
        ),
        EqualBodies => say(
            "Nothing in this body tells two events apart: no id, no time, no number above 999.",
            "Two different events can have the same bytes, and the second would be taken for a duplicate. Ask the sender for an event id. For example {\"event\":\"paid\"} for two payments.",
        ),
        HarEntryWithoutBody => say(
            "This entry of the HAR has no body.",
            "For a GET that is right. Otherwise the export left it out: choose another entry, or export with contents (“HAR with sensitive data” in Chrome).",
        ),
        HeaderMalformed { line } => say(
            format!("This is not a header line: “{line}”."),
            "A header is a name, a colon and a value. The line was left out.",
        ),
        HeaderMissing { header, name, risk } => say(
            format!("{name} sends the event's id in the header {header}, which is not here."),
            match risk {
                HashRisk::Both | HashRisk::MergesEvents => {
                    "Paste the headers too. Until then do not use this key: different events can have the same body, and the second would be lost."
                }
                HashRisk::MissesDuplicates => {
                    "Paste the headers too. Until then do not use this key: a retry can have another body, and would be taken for a new event."
                }
                HashRisk::None => {
                    "Paste the headers too. Until then the key is made of the body, which a retry repeats as it is."
                }
                HashRisk::Unknown => {
                    "Paste the headers too. Whether a retry has the same body, and another event never, is not known for this sender."
                }
            },
        ),
        HeaderRepeated { name } => say(
            format!("The header {name} occurs more than once."),
            "Receivers join or drop repeated headers, each in its own way. It is not used for anything here.",
        ),
        HexInvalid => say(
            "Here is something that is no hexadecimal digit, or the last digit is missing.",
            "Each byte has two digits from 0 to f; 0x or \\x may stand in front, white space between.",
        ),
        IdentifierInvalid { option, reason } => say(
            format!(
                "{} {}.",
                identifier(*option),
                match reason {
                    IdentifierFault::BusinessLog => "is one that hookonce uses for another table",
                    IdentifierFault::ControlCharacter => "has a control character",
                    IdentifierFault::Empty => "is empty",
                    IdentifierFault::Reserved => "begins as names do that the database keeps for itself",
                    IdentifierFault::SpaceAtEnd => "ends in a space",
                    IdentifierFault::Supplementary => "has a character above U+FFFF, such as an emoji",
                    IdentifierFault::TooLong { limit: NameLimit::Bytes63 } => "is longer than 63 bytes",
                    IdentifierFault::TooLong { limit: NameLimit::Characters58 } =>
                        "is longer than 58 characters",
                }
            ),
            match reason {
                IdentifierFault::BusinessLog => {
                    "business_log is the example's business table, hookonce_upgrade and hookonce_old are made by an upgrade. Give the table of the keys another name."
                }
                IdentifierFault::ControlCharacter => "Remove it; it often comes along with a copy.",
                IdentifierFault::Empty => "Write a name, for example processed_events.",
                IdentifierFault::Reserved => {
                    "For SQLite that is sqlite_, for MariaDB and MySQL #mysql50#. Choose another name."
                }
                IdentifierFault::SpaceAtEnd | IdentifierFault::Supplementary => {
                    "MariaDB and MySQL refuse it. Choose another name."
                }
                IdentifierFault::TooLong { limit: NameLimit::Bytes63 } => {
                    "PostgreSQL would cut it silently, and two names could become one. Choose a shorter name."
                }
                IdentifierFault::TooLong { limit: NameLimit::Characters58 } => {
                    "MySQL names the table's checks after it, and refuses names of more than 64 characters. Choose a shorter one."
                }
            },
        ),
        InputBroken { kind, entries } => say(
            format!("{}: from here on the input is cut off or not JSON.", input_kind(*kind)),
            match entries {
                1 => "The delivery before is whole and is read. Export the file again to read the rest too."
                    .to_owned(),
                _ => format!(
                    "The {entries} deliveries before are whole and are read. Export the file again to read the rest too."
                ),
            },
        ),
        InputKindMismatch { kind } => say(
            format!("The input cannot be read as “{}”.", input_kind(*kind)),
            match kind {
                InputKind::Har => "Expected is a JSON object with log.entries, and request in each entry.",
                InputKind::Lambda => {
                    "Expected is the event of a Lambda function: headers, body, isBase64Encoded and requestContext."
                }
                InputKind::Log => {
                    "Expected is a JSON object with a request (request, req, event.request, proxy, or method, url and headers at the top level)."
                }
                InputKind::N8n => {
                    "Expected is the output of the Webhook node: an object or array with headers, params, query and body, also wrapped in json."
                }
                InputKind::Requests => {
                    "Expected are HTTP requests, with Content-Length or separated by ###, or cURL commands."
                }
                InputKind::Base64 | InputKind::Body | InputKind::Curl | InputKind::Hex | InputKind::Http => {
                    "Choose another form."
                }
            },
        ),
        InputTooLarge { bytes } => say(
            format!("The input has {} MiB; at most 64 MiB are read.", tenths_of_mib(*bytes)),
            "Nothing was read and nothing was changed. For larger bodies, use sha256sum on the file.",
        ),
        ItemsWithoutKey { count, first } => say(
            format!("{count} of the items have no key; the first is item {first}, counted from 0."),
            "What the rule asks for is missing there. Do not skip such items silently: answer with an error, or choose a rule that covers them.",
        ),
        JobMissing { job, others } => {
            say(format!("There is no job {job} for this database."), format!("There are: {others}."))
        }
        KeyTooNarrow { path } => say(
            format!("The key has {path} in it, which changes with every attempt."),
            "Each retry would have a key of its own, and its work be done again: evt:order-7/1 and evt:order-7/2. Leave it out of the rule.",
        ),
        LeaseOutOfRange => say(
            "The lease is not a whole number of seconds from 2 to 604,800.",
            "Choose one that is longer than the work usually takes, and shorter than the sender's retries last, for example 60.",
        ),
        LeaseOverRetention => say(
            "The lease is longer than keys are kept.",
            "Nobody could take over before the key would be old. Choose a shorter lease or a longer retention.",
        ),
        LogWithoutBody => say(
            "This log line has no body.",
            "Cloudflare and Vercel do not log it by themselves. Log the body in the program, best in base64, or paste the body itself.",
        ),
        MoreFindings { code, count } => {
            say(format!("{count} more of the kind {code}."), "Only the first ones are listed.")
        }
        MultipartBody => say(
            "The body is a multipart form.",
            "Senders make a new boundary for each attempt, so that the hash changes on a retry. n8n gives no raw bytes for it; the workflow answers 400.",
        ),
        N8nBodyTooDeep { levels } => say(
            format!("The JSON is nested {levels} levels deep."),
            "n8n does not get through it: with the Content-Type application/json the request waits for the time limit of a task (300 s by default) and is then answered 503, on every retry. Let a proxy in front of n8n refuse such bodies.",
        ),
        N8nBodyTooLarge => say(
            "The body is larger than 16 MiB.",
            "n8n refuses it with 500 by default, and the sender keeps retrying. Raise N8N_PAYLOAD_SIZE_MAX (in MiB) there.",
        ),
        N8nColumns => say(
            "The n8n workflow cannot fill the optional columns.",
            "Switch them off for the workflow; in front of every key it can have a scope. The SQL is not affected.",
        ),
        N8nDialect => say(
            "There is an n8n workflow for PostgreSQL only.",
            "n8n's MySQL node was not tried, and it has no SQLite node. Choose PostgreSQL, or use the SQL in a receiver of your own.",
        ),
        N8nIdentifier { option } => say(
            format!("{} cannot stand in an n8n query.", identifier(*option)),
            "n8n replaces {{ … }} and $1 even inside a quoted name. Use a name without them for the workflow; the SQL is not affected.",
        ),
        NewIdSameBody { name } => say(
            format!("Two deliveries differ in {name} and otherwise say the same."),
            "Either the sender makes a new id for each attempt, and every retry would be done again; or these are two events of the same content. Send the same event twice on purpose to find out, and take a key of several parts if the id is new each time.",
        ),
        NoKeyPossible => say(
            "No key is possible: nothing in this delivery tells a retry from a new event.",
            "Do the work for each delivery, in a way that may be repeated: lock the object, read its state from the sender, and do what is missing. For example: fetch the file list, and process what is not yet processed.",
        ),
        NotJson { likely_meant: true } => say(
            "The body starts like JSON, but is not JSON from here on.",
            "It may be cut or mistyped. Until it is mended the key is the hash of the bytes as they are. n8n answers 422 by itself if the Content-Type is application/json.",
        ),
        NotJson { likely_meant: false } => say(
            "The body is not JSON.",
            "So there is no event id to look for in it, and the key is the hash of its bytes.",
        ),
        NotUtf8 => say(
            "The body is not UTF-8 from here on.",
            "It is taken as binary: the key is the hash of its bytes. If it should be text, copying or a wrong charset has changed it.",
        ),
        PartMissing { name } => say(
            format!("The key rule requires {name}, and it is not there."),
            "The fallback is used, or else the body's hash. Check the name, or whether this kind of event has it.",
        ),
        PersonalData => say(
            "The key has an e-mail address, a phone number or an IBAN in it.",
            "It is stored for as long as keys are kept, and copied into logs. For example evt:ann@example.com in every log line. Use another id, or make the key of the body's hash: sha256.",
        ),
        ProviderUnknown { id } => say(
            format!("There is no sender {id} here."),
            "auto recognises the sender, generic takes the body's id or its hash; hookonce providers lists the others. A rule of your own is, for example, header X-Event-Id or $.event.id.",
        ),
        RetentionEqual => say(
            "Keys are kept for 30 days.",
            "Stripe's command line can resend for just as long. 31 days are on the safe side.",
        ),
        RetentionOutOfRange => say(
            "Keys can be kept for 1 to 36,500 days, in whole days.",
            "Write a number in that range, for example 30.",
        ),
        RetentionShort { days } => say(
            format!(
                "Keys are kept for only {}.",
                if *days == 1 { "1 day".to_owned() } else { format!("{days} days") }
            ),
            "Senders can resend for up to 30 days. A resend after the clean-up is taken for a new event, and the work is done twice.",
        ),
        RetentionUnderSender { name, days, needed } => say(
            format!("Keys are kept for {days} days, and {name} can send again for {needed}."),
            "A resend after the clean-up is taken for a new event, and the work is done twice. Keep keys longer. For example kept for 7 days, resent on the 8th.",
        ),
        RuleInvalid { understood, expected } => say(
            format!("The rule cannot be read behind “{understood}”: {}.", expected_text(*expected)),
            "A rule is for example: header X-Event-Id; $.source + $.id; each $.events[*]: @.id; header X-Id else $.id.",
        ),
        SameIdOtherBody { name } => say(
            format!("Two deliveries have the same {name}, and what they say differs."),
            "If the sender only fills in something anew for each attempt, that is harmless. If it gives one id to several messages, all but the first would be lost: add a second part to the key, or store a fingerprint of the body to notice it.",
        ),
        ScopeInvalid { looks_like_key: true } => say(
            "evt, sha256 and evt-sha256 start keys and cannot be a scope.",
            "Choose another word, for example the sender's name.",
        ),
        ScopeInvalid { looks_like_key: false } => say(
            "A scope is 1 to 32 of the characters a–z, 0–9, dot, hyphen and underscore.",
            "Write it in lower case, for example stripe or shop-eu.",
        ),
        SandboxAndLive { name } => say(
            format!("{name} says that this is a test."),
            "If live events go into the same table, give each its own scope: test systems number anew, and an id of one would be a duplicate in the other. For example evt:1 of a test and evt:1 of a customer.",
        ),
        ScopeMissing { name, places } => say(
            format!("Keys of {name} are unique within {places} only."),
            "If several of these share the table, give each a scope of its own, for example one for each endpoint.",
        ),
        ScopeTwice => say(
            "The scope is a column and in front of the key as well.",
            "One of them is enough. Empty the field, or switch the column off.",
        ),
        SenderOther { name } => say(
            format!("The delivery is from {name}, not from the sender that was chosen."),
            "The chosen rule is used all the same. Choose auto, or the right sender.",
        ),
        SenderUnsure { name, certainty, .. } => say(
            match certainty {
                Certainty::Certain | Certainty::Likely => format!("This is likely from {name}."),
                Certainty::Guess => format!("This may be from {name}."),
            },
            "Its rule is not used before that is certain. Paste the headers too, or choose the sender.",
        ),
        SeveralSenders { names } => say(
            format!("The delivery has marks of several senders: {names}."),
            "So none of their rules is used by itself. Choose the right one; a proxy or a test tool may have mixed the headers.",
        ),
        SeveralRequests { entry, count } => say(
            format!("The input has {count} deliveries; number {entry} is read."),
            "Another one can be chosen. Without a choice it is the first that has a body.",
        ),
        StatementMissing { statement, others } => say(
            format!("There is no statement {statement} for this guarantee, these columns and this database."),
            format!("There are: {others}."),
        ),
        TestId { id } => say(
            format!("The id “{id}” is one that test tools send again and again."),
            "Every further test with it is taken for a duplicate. For example the button “Send test event”, pressed twice. That is right for a receiver, and confusing while trying things out: delete the key between tests.",
        ),
        TimestampInvalid => say(
            "The time stamp is not a moment as YYYYMMDDHHMMSS.",
            "Write fourteen digits, in UTC, for example 20261201031700; the years 1980 to 2107 can be had.",
        ),
        TrailingNewline => say(
            "The body ends in a line end.",
            "echo and editors add one, and it changes the hash. If the sender did not send it, remove it.",
        ),
        UnsignedKey { name } => say(
            format!("The signature of {name} does not cover the key."),
            "Who can repeat a recorded delivery can give it another id, and it would be done again. Check the time of the signature if there is one, or compare the body's hash with that of earlier events. For example a paid order, sent again with a new id in the header.",
        ),
        UnusableId { reason } => say(
            format!("An id is there, but it cannot be the key: {}.", unusable(*reason)),
            "The body's hash is used instead.",
        ),
        VolatileBody { name } => say(
            format!("Bodies of {name} change between attempts."),
            "Their hash changes too, so that a retry would be taken for a new event. Use the event's id. For example a counter of attempts in the body.",
        ),
        VolatileField { path } => say(
            format!("The value of {path} probably changes with every attempt."),
            "Then the body's hash changes too, and a retry is taken for a new event. Ask the sender for an event id. For example \"attempt\":1, then \"attempt\":2.",
        ),
        WebhookPathInvalid => say(
            "The webhook's path can have letters, digits, hyphen, underscore, dot and slash, up to 100 characters.",
            "Write it without a slash at the start or end and without ':', for example idempotent-webhook.",
        ),
        WrongId { path, is, name } => {
            let of = name.map(|name| format!(" of {name}")).unwrap_or_default();
            match is {
                TrapKind::Attempt => say(
                    format!("{path}{of} is the id of a delivery attempt."),
                    "It is new on each retry, so that nothing would ever be a duplicate, and everything is done again. Use the event's id. For example evt:delivery-1 at first, evt:delivery-2 for its retry.",
                ),
                TrapKind::NotUnique => say(
                    format!("{path}{of} is not unique: different events can have the same value."),
                    "The second of them would be taken for a duplicate and lost. Use the event's id, or add what tells them apart. For example event 7 of one list and event 7 of another.",
                ),
                TrapKind::Object => say(
                    format!("{path}{of} is the id of an object, not of the event."),
                    "The first event about it would be done, and every later one taken for a duplicate: created, but never paid or cancelled. Use the event's id.",
                ),
                TrapKind::Subscription => say(
                    format!("{path}{of} is the id of the webhook's set-up."),
                    "It is the same in all events, so that everything after the first one would be lost. Use the event's id. For example evt:hook-1 for an order, a refund and all that follows.",
                ),
                TrapKind::Time => say(
                    format!("{path}{of} is a time."),
                    "Two events can happen in the same moment, and a retry can carry a new time. Use the event's id. For example two orders in one second.",
                ),
                TrapKind::TooWide => say(
                    format!("{path}{of} is shared by several events."),
                    "The first of them would be done and the others taken for duplicates. Use the event's id. For example invoice.paid and charge.succeeded of one payment.",
                ),
                TrapKind::Transport => say(
                    format!("{path}{of} belongs to the transport."),
                    "Proxies and servers make a new one for each request, so that a retry would be taken for a new event. Use the event's id. For example X-Request-Id.",
                ),
            }
        }
    }
}

pub(super) fn reason(reason: &Reason) -> String {
    match reason {
        Reason::Control => "No key: the message is a handshake or a ping, not an event.".into(),
        Reason::EmptyBody => "No key: the body has zero bytes.".into(),
        Reason::Id { names, line } => match line {
            Some(line) => format!("The event's id, from {} in line {line}.", names.join(" and ")),
            None => format!("The event's id, from {}.", names.join(" and ")),
        },
        Reason::Items { count } => format!("A batch: each of its {count} items has a key of its own."),
        Reason::NoId { name } => {
            format!("SHA-256 of the whole body, since there is no {name} where the event's id would be.")
        }
        Reason::NoKeyPossible => "No key: nothing in this delivery tells a retry from a new event.".into(),
        Reason::NotJson => "SHA-256 of the whole body, since it is not JSON.".into(),
        Reason::NotObject(json) => {
            format!("SHA-256 of the whole body, since its top level is {}, not an object.", json_type(*json))
        }
        Reason::NotUtf8 => "SHA-256 of the whole body, since it is not UTF-8 text.".into(),
        Reason::Unusable { name, reason } => {
            format!("SHA-256 of the whole body, since {name} cannot be a key: {}.", unusable(*reason))
        }
    }
}

pub(super) fn step(step: &Step) -> String {
    match step {
        Step::Bytes(1) => "1 byte taken as the body.".into(),
        Step::Bytes(bytes) => format!("{bytes} bytes taken as the body."),
        Step::Json(json) => format!("Read as JSON: the top level is {}.", json_type(*json)),
        Step::MarkSkipped => "Byte-order mark skipped.".into(),
        Step::NotJson => "Not JSON.".into(),
        Step::NotUtf8 => "Not UTF-8.".into(),
        Step::Provider(name) => format!("By the rule of {name}."),
        Step::Reason(why) => reason(why),
        Step::Scope(scope) => format!("Scope {scope} put in front."),
        Step::Utf8 => "Decoded as UTF-8.".into(),
    }
}

fn json_type(json: JsonType) -> &'static str {
    match json {
        JsonType::Array => "an array",
        JsonType::Boolean => "true or false",
        JsonType::Null => "null",
        JsonType::Number => "a number",
        JsonType::Object => "an object",
        JsonType::String => "a string",
    }
}

fn expected_text(expected: Expected) -> &'static str {
    match expected {
        Expected::EndOrNext => "there it ends, or goes on with “ + ”, “ | ”, “?” or “ else ”",
        Expected::Item => "a place in an item, @…, belongs behind each $…[*]: and nowhere else",
        Expected::Name => "there must be a name",
        Expected::Place => "there must be a place: $.path, header NAME, form NAME, query NAME or sha256",
        Expected::Step => "there must be .name, [0], [*] or [\"name\"]",
    }
}

fn identifier(option: IdentifierOption) -> &'static str {
    match option {
        IdentifierOption::Schema => "The schema's name",
        IdentifierOption::Table => "The table's name",
    }
}

pub(super) fn input_kind(kind: InputKind) -> &'static str {
    match kind {
        InputKind::Base64 => "Body in base64",
        InputKind::Body => "Body",
        InputKind::Curl => "cURL command",
        InputKind::Har => "HAR",
        InputKind::Hex => "Body in hex",
        InputKind::Http => "HTTP request",
        InputKind::Lambda => "AWS Lambda event",
        InputKind::Log => "Log line (JSON)",
        InputKind::N8n => "n8n item",
        InputKind::Requests => "several requests",
    }
}

pub(super) fn invisible(kind: InvisibleKind) -> &'static str {
    match kind {
        InvisibleKind::BidiControl => "control of the writing direction",
        InvisibleKind::ByteOrderMark => "byte-order mark",
        InvisibleKind::Control => "control character",
        InvisibleKind::InvalidUtf8 => "not valid UTF-8",
        InvisibleKind::LineEndCr => "line end CR",
        InvisibleKind::LineEndCrLf => "line end CRLF",
        InvisibleKind::LineEndLf => "line end LF",
        InvisibleKind::LoneSurrogate => "half of a surrogate pair",
        InvisibleKind::NonBreakingSpace => "non-breaking space",
        InvisibleKind::Null => "NUL",
        InvisibleKind::Tab => "tab",
        InvisibleKind::TrailingNewline => "line end at the end",
        InvisibleKind::TrailingSpaces => "white space at the end of a line",
        InvisibleKind::UnusualSpace => "unusual space",
        InvisibleKind::ZeroWidth => "character without width",
    }
}

fn tenths_of_mib(bytes: u64) -> String {
    let tenths = (bytes * 10).div_ceil(1 << 20);
    format!("{}.{}", tenths / 10, tenths % 10)
}

pub(super) fn unusable(reason: UnusableId) -> &'static str {
    match reason {
        UnusableId::Array => "it is an array",
        UnusableId::Blank => "it is only white space",
        UnusableId::Boolean => "it is true or false",
        UnusableId::ControlCharacter => "it has a control character, which databases refuse or change",
        UnusableId::Empty => "it is an empty text",
        UnusableId::Fraction => "it is a number with a fraction",
        UnusableId::LoneSurrogate => "it has half of a surrogate pair, which is not valid text",
        UnusableId::NotUtf8 => "it is not valid UTF-8",
        UnusableId::Null => "it is null",
        UnusableId::Object => "it is an object",
        UnusableId::Repeated => "it occurs more than once",
        UnusableId::TooLarge => "it is a number above 2^53 − 1, where JavaScript makes one number of several",
        UnusableId::TooLong => "it is longer than 255 bytes",
    }
}
