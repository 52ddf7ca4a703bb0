//! What the planner noticed: data here, the words in `words`.

mod reason;

pub use reason::{BytesUnknown, IdentifierFault, IdentifierOption, NameLimit, UnusableId};

use crate::delivery::InputKind;
use crate::key::text::Expected;
use crate::lang::Lang;
use crate::order::sort_short_by_key;
use crate::providers::{Certainty, HashRisk, TrapKind};
use crate::words;

/// Something the planner noticed about an input, a key or the options.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Finding {
    /// What it is, with the values its sentence needs.
    pub kind: FindingKind,
    /// Where it is, if it is somewhere.
    pub position: Option<Position>,
}

impl Finding {
    /// A finding without a position.
    pub fn new(kind: FindingKind) -> Self {
        Finding { kind, position: None }
    }

    /// A finding at `position`.
    pub fn at(kind: FindingKind, position: Position) -> Self {
        Finding { kind, position: Some(position) }
    }

    /// The stable code, in kebab case, for example `body-hash`.
    pub fn code(&self) -> &'static str {
        self.kind.code()
    }

    /// How serious it is.
    pub fn severity(&self) -> Severity {
        self.kind.severity()
    }

    /// One sentence that says what was found.
    pub fn message(&self, lang: Lang) -> String {
        words::finding(&self.kind, lang).message
    }

    /// One or two sentences that say what follows and what to do.
    pub fn advice(&self, lang: Lang) -> String {
        words::finding(&self.kind, lang).advice
    }
}

/// Puts findings in the order of display: the most severe first, then by position.
pub fn sort(findings: &mut [Finding]) {
    let key = |finding: &Finding| (finding.severity(), finding.position.map(|position| position.offset));
    sort_short_by_key(findings, key);
}

/// How serious a finding is; the order is the order of display.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Severity {
    /// There is no key, or an output cannot be made.
    Error,
    /// Events may be lost or done twice.
    Warning,
    /// Good to know.
    Info,
}

impl Severity {
    /// `error`, `warning` or `info`.
    pub fn code(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Info => "info",
            Severity::Warning => "warning",
        }
    }
}

/// A place in a text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Position {
    /// Which text.
    pub place: Place,
    /// Bytes before it.
    pub offset: usize,
    /// Counted from 1. A line ends with LF, CRLF or CR.
    pub line: usize,
    /// Counted from 1, in Unicode scalar values.
    pub column: usize,
}

/// The text that a position counts in.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Place {
    /// The delivery's body.
    Body,
    /// Headers that were pasted apart from the body.
    Headers,
    /// What was pasted or read, with what is around the body.
    Input,
}

/// Every kind of finding, with what its sentence needs.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum FindingKind {
    /// What should be base64 is none.
    Base64Invalid,
    /// The delivery has several events.
    Batch {
        /// How many.
        count: usize,
    },
    /// The body is only white space.
    BlankBody,
    /// The input does not have the bytes of the body, only what a tool made of them.
    BodyBytesUnknown {
        /// How that shows.
        reason: BytesUnknown,
    },
    /// The head names an encoding that the body no longer has.
    BodyDecoded {
        /// A content coding, or `chunked`.
        encoding: String,
    },
    /// The body was received under a `Content-Encoding`.
    BodyEncoded {
        /// The header's value.
        encoding: String,
    },
    /// The key is the body's hash.
    BodyHash,
    /// The body is a text that a program wrote to its log.
    BodyLogged,
    /// The body starts with a byte-order mark.
    ByteOrderMark,
    /// A chunked body ends early or has a broken chunk; what could be read was kept.
    ChunkedBroken,
    /// Keys that differ in case only could become one in a column of the user's own.
    CaseInsensitiveCollation,
    /// The bytes after the head are not as many as `Content-Length` says.
    ContentLengthMismatch {
        /// What the header says.
        declared: u64,
        /// What is there.
        actual: u64,
    },
    /// The message is a handshake or a ping, and no event.
    ControlMessage,
    /// A cURL command ends, and the input goes on.
    CurlCommandEnds,
    /// A cURL command has something that its shell would replace.
    CurlExpansion {
        /// What it is, in short, for example `$NAME` or `$(…)`.
        text: String,
    },
    /// A cURL command reads its body from a file, which is not here.
    CurlFileReference {
        /// The file's name as written, without the `@`.
        file: String,
    },
    /// A cURL command sends a multipart form, whose boundary is random.
    CurlForm,
    /// A cURL command has a quote that is not closed.
    CurlOpenQuote {
        /// `'` or `"`.
        quote: char,
    },
    /// A cURL option that is not known, or lacks its value.
    CurlUnknownOption {
        /// The option as written.
        option: String,
    },
    /// A member name occurs again in the same object.
    DuplicateMember {
        /// The name, unescaped; lone surrogates replaced.
        name: String,
    },
    /// The body has zero bytes.
    EmptyBody,
    /// The input has fewer deliveries.
    EntryMissing {
        /// The one that was asked for, counted from 1.
        entry: usize,
        /// How many there are.
        count: usize,
    },
    /// No value tells two events apart.
    EqualBodies,
    /// A request of a HAR has no body in it.
    HarEntryWithoutBody,
    /// A header line has no colon or an illegal name.
    HeaderMalformed {
        /// The line, cut to 80 characters.
        line: String,
    },
    /// The sender's id travels in a header that is not there.
    HeaderMissing {
        /// The header.
        header: String,
        /// The sender.
        name: &'static str,
        /// What goes wrong with the body's hash meanwhile.
        risk: HashRisk,
    },
    /// A header that matters occurs more than once.
    HeaderRepeated {
        /// The name as first written.
        name: String,
    },
    /// What should be hexadecimal digits is not.
    HexInvalid,
    /// A schema or table name that PostgreSQL cannot have.
    IdentifierInvalid {
        /// Which option.
        option: IdentifierOption,
        /// Why.
        reason: IdentifierFault,
    },
    /// A container is cut off or not JSON from here on; the deliveries before are whole.
    InputBroken {
        /// What it was read as.
        kind: InputKind,
        /// How many deliveries are whole.
        entries: usize,
    },
    /// The input is not of the form that was chosen.
    InputKindMismatch {
        /// The form.
        kind: InputKind,
    },
    /// The input is larger than is read.
    InputTooLarge {
        /// Its size in bytes.
        bytes: u64,
    },
    /// Items of a batch have no key.
    ItemsWithoutKey {
        /// How many.
        count: usize,
        /// The first of them, counted from 0.
        first: usize,
    },
    /// The database has no such job.
    JobMissing {
        /// Its name.
        job: &'static str,
        /// Those that there are.
        others: String,
    },
    /// A part of the key changes between attempts.
    KeyTooNarrow {
        /// Where it is.
        path: String,
    },
    /// The lease is not a whole number of seconds from 2 to 604,800.
    LeaseOutOfRange,
    /// The lease is longer than keys are kept.
    LeaseOverRetention,
    /// A log line has no body in it.
    LogWithoutBody,
    /// More findings of one kind than are listed.
    MoreFindings {
        /// Their code.
        code: &'static str,
        /// How many more.
        count: usize,
    },
    /// A multipart body: n8n gives no raw bytes, and its boundary changes.
    MultipartBody,
    /// Two deliveries have another id and otherwise say the same.
    NewIdSameBody {
        /// The id's place, as in a rule.
        name: String,
    },
    /// n8n does not get through JSON nested this deep.
    N8nBodyTooDeep {
        /// How many containers are open at once.
        levels: usize,
    },
    /// n8n refuses a body of this size with its default settings.
    N8nBodyTooLarge,
    /// There is no workflow for these columns.
    N8nColumns,
    /// There is no workflow for this database.
    N8nDialect,
    /// The name cannot stand in an n8n query.
    N8nIdentifier {
        /// Which option.
        option: IdentifierOption,
    },
    /// Nothing in a delivery of this sender tells a retry from a new event.
    NoKeyPossible,
    /// The body is not JSON.
    NotJson {
        /// Whether it starts like JSON, so that it is likely cut or mistyped.
        likely_meant: bool,
    },
    /// The body is not UTF-8.
    NotUtf8,
    /// A part that the key rule requires is not there.
    PartMissing {
        /// The path or the name of its first source.
        name: String,
    },
    /// The key has an e-mail address, a phone number or an IBAN in it.
    PersonalData,
    /// There is no sender of this id.
    ProviderUnknown {
        /// As written.
        id: String,
    },
    /// The retention is as long as the longest known resend window of 30 days.
    RetentionEqual,
    /// The retention is not a whole number of days from 1 to 36,500.
    RetentionOutOfRange,
    /// The retention is shorter than the generic default of 30 days.
    RetentionShort {
        /// The days.
        days: u32,
    },
    /// Keys are kept for less time than the sender can send again.
    RetentionUnderSender {
        /// The sender.
        name: &'static str,
        /// How long keys are kept.
        days: u32,
        /// How long it can send again.
        needed: u32,
    },
    /// The rule's text cannot be read.
    RuleInvalid {
        /// The text up to the place that cannot be read.
        understood: String,
        /// What is missing there.
        expected: Expected,
    },
    /// Two deliveries have the same id, and what they say differs.
    SameIdOtherBody {
        /// The id's place, as in a rule.
        name: String,
    },
    /// The scope is not `[a-z0-9._-]{1,32}`, or is a word that starts keys.
    ScopeInvalid {
        /// Whether it is `evt`, `sha256` or `evt-sha256`.
        looks_like_key: bool,
    },
    /// The body says that it is a test.
    SandboxAndLive {
        /// The member that says so.
        name: String,
    },
    /// Several tenants, accounts or modes of this sender would share keys in one table.
    ScopeMissing {
        /// The sender.
        name: &'static str,
        /// Where it says which one it is.
        places: String,
    },
    /// The scope is a column and in front of the key as well.
    ScopeTwice,
    /// Another sender was recognised than the one that was chosen.
    SenderOther {
        /// The recognised one.
        name: &'static str,
    },
    /// A sender was recognised, but not with certainty, so that its rule is not used.
    SenderUnsure {
        /// Its id.
        id: &'static str,
        /// Its name.
        name: &'static str,
        /// How sure it is.
        certainty: Certainty,
    },
    /// The delivery has marks of several senders.
    SeveralSenders {
        /// Their names.
        names: String,
    },
    /// The input has several deliveries, of which one was taken.
    SeveralRequests {
        /// Which, counted from 1.
        entry: usize,
        /// How many there are.
        count: usize,
    },
    /// The guarantee or the database has no such statement.
    StatementMissing {
        /// Its name.
        statement: &'static str,
        /// Those that there are, in the order of use.
        others: String,
    },
    /// The id is one that test tools use again and again.
    TestId {
        /// The id, cut to 40 characters.
        id: String,
    },
    /// The time stamp is not `YYYYMMDDHHMMSS` of a moment in the years 1980 to 2107.
    TimestampInvalid,
    /// The body ends in a line end.
    TrailingNewline,
    /// The key is outside of what the sender's signature covers.
    UnsignedKey {
        /// The sender.
        name: &'static str,
    },
    /// The value at the id's place cannot be a key.
    UnusableId {
        /// Why.
        reason: UnusableId,
    },
    /// The key is the body's hash, and this sender's bodies change between attempts.
    VolatileBody {
        /// The sender.
        name: &'static str,
    },
    /// A member whose value probably differs from attempt to attempt.
    VolatileField {
        /// The member's path, for example `data.attempt`.
        path: String,
    },
    /// The webhook's path has characters that n8n or a URL would change.
    WebhookPathInvalid,
    /// The key is made of a value that is not the event's id.
    WrongId {
        /// Where it is.
        path: String,
        /// What it is.
        is: TrapKind,
        /// The sender of whom this is known; without one it is judged by the value and its surroundings.
        name: Option<&'static str>,
    },
}

impl FindingKind {
    /// The stable code, in kebab case.
    pub fn code(&self) -> &'static str {
        use FindingKind::*;
        match self {
            Base64Invalid => "base64-invalid",
            Batch { .. } => "batch",
            BlankBody => "blank-body",
            BodyBytesUnknown { .. } => "body-bytes-unknown",
            BodyDecoded { .. } => "body-decoded",
            BodyEncoded { .. } => "body-encoded",
            BodyHash => "body-hash",
            BodyLogged => "body-logged",
            ByteOrderMark => "byte-order-mark",
            CaseInsensitiveCollation => "case-insensitive-collation",
            ChunkedBroken => "chunked-broken",
            ContentLengthMismatch { .. } => "content-length-mismatch",
            ControlMessage => "control-message",
            CurlCommandEnds => "curl-command-ends",
            CurlExpansion { .. } => "curl-expansion",
            CurlFileReference { .. } => "curl-file-reference",
            CurlForm => "curl-form",
            CurlOpenQuote { .. } => "curl-open-quote",
            CurlUnknownOption { .. } => "curl-unknown-option",
            DuplicateMember { .. } => "duplicate-member",
            EmptyBody => "empty-body",
            EntryMissing { .. } => "entry-missing",
            EqualBodies => "equal-bodies",
            HarEntryWithoutBody => "har-entry-without-body",
            HeaderMalformed { .. } => "header-malformed",
            HeaderMissing { .. } => "header-missing",
            HeaderRepeated { .. } => "header-repeated",
            HexInvalid => "hex-invalid",
            IdentifierInvalid { .. } => "identifier-invalid",
            InputBroken { .. } => "input-broken",
            InputKindMismatch { .. } => "input-kind-mismatch",
            InputTooLarge { .. } => "input-too-large",
            ItemsWithoutKey { .. } => "items-without-key",
            JobMissing { .. } => "job-missing",
            KeyTooNarrow { .. } => "key-too-narrow",
            LeaseOutOfRange => "lease-out-of-range",
            LeaseOverRetention => "lease-over-retention",
            LogWithoutBody => "log-without-body",
            MoreFindings { .. } => "more-findings",
            MultipartBody => "multipart-body",
            N8nBodyTooDeep { .. } => "n8n-body-too-deep",
            N8nBodyTooLarge => "n8n-body-too-large",
            N8nColumns => "n8n-columns",
            N8nDialect => "n8n-dialect",
            N8nIdentifier { .. } => "n8n-identifier",
            NewIdSameBody { .. } => "new-id-same-body",
            NoKeyPossible => "no-key-possible",
            NotJson { .. } => "not-json",
            NotUtf8 => "not-utf8",
            PartMissing { .. } => "part-missing",
            PersonalData => "personal-data",
            ProviderUnknown { .. } => "provider-unknown",
            RetentionEqual => "retention-equal",
            RetentionOutOfRange => "retention-out-of-range",
            RetentionShort { .. } => "retention-short",
            RetentionUnderSender { .. } => "retention-under-sender",
            RuleInvalid { .. } => "rule-invalid",
            SameIdOtherBody { .. } => "same-id-other-body",
            ScopeInvalid { .. } => "scope-invalid",
            SandboxAndLive { .. } => "sandbox-and-live",
            ScopeMissing { .. } => "scope-missing",
            ScopeTwice => "scope-twice",
            SenderOther { .. } => "sender-other",
            SenderUnsure { .. } => "sender-unsure",
            SeveralSenders { .. } => "several-senders",
            SeveralRequests { .. } => "several-requests",
            StatementMissing { .. } => "statement-missing",
            TestId { .. } => "test-id",
            TimestampInvalid => "timestamp-invalid",
            TrailingNewline => "trailing-newline",
            UnsignedKey { .. } => "unsigned-key",
            UnusableId { .. } => "unusable-id",
            VolatileBody { .. } => "volatile-body",
            VolatileField { .. } => "volatile-field",
            WebhookPathInvalid => "webhook-path-invalid",
            WrongId { is, .. } => match is {
                TrapKind::Attempt => "attempt-id",
                TrapKind::NotUnique => "id-not-unique",
                TrapKind::Object => "object-id",
                TrapKind::Subscription => "subscription-id",
                TrapKind::Time => "time-as-id",
                TrapKind::TooWide => "key-too-wide",
                TrapKind::Transport => "transport-id",
            },
        }
    }

    /// How serious it is.
    pub fn severity(&self) -> Severity {
        use FindingKind::*;
        match self {
            Base64Invalid
            | CurlFileReference { .. }
            | CurlForm
            | CurlOpenQuote { .. }
            | EmptyBody
            | EntryMissing { .. }
            | HexInvalid
            | IdentifierInvalid { .. }
            | InputKindMismatch { .. }
            | InputTooLarge { .. }
            | JobMissing { .. }
            | LeaseOutOfRange
            | LeaseOverRetention
            | LogWithoutBody
            | N8nColumns
            | N8nDialect
            | N8nIdentifier { .. }
            | NoKeyPossible
            | ProviderUnknown { .. }
            | RetentionOutOfRange
            | RuleInvalid { .. }
            | ScopeInvalid { .. }
            | ScopeTwice
            | StatementMissing { .. }
            | TimestampInvalid
            | WebhookPathInvalid => Severity::Error,
            BlankBody
            | BodyBytesUnknown { .. }
            | BodyEncoded { .. }
            | ChunkedBroken
            | ContentLengthMismatch { .. }
            | CurlExpansion { .. }
            | CurlUnknownOption { .. }
            | DuplicateMember { .. }
            | EqualBodies
            | HarEntryWithoutBody
            | HeaderMalformed { .. }
            | HeaderMissing { .. }
            | HeaderRepeated { .. }
            | InputBroken { .. }
            | ItemsWithoutKey { .. }
            | MultipartBody
            | N8nBodyTooDeep { .. }
            | N8nBodyTooLarge
            | NewIdSameBody { .. }
            | NotJson { likely_meant: true }
            | PartMissing { .. }
            | KeyTooNarrow { .. }
            | RetentionShort { .. }
            | RetentionUnderSender { .. }
            | SameIdOtherBody { .. }
            | SenderOther { .. }
            | SeveralSenders { .. }
            | TestId { .. }
            | UnusableId { .. }
            | VolatileBody { .. }
            | VolatileField { .. }
            | WrongId { .. } => Severity::Warning,
            Batch { .. }
            | BodyDecoded { .. }
            | BodyHash
            | BodyLogged
            | ByteOrderMark
            | ControlMessage
            | CurlCommandEnds
            | MoreFindings { .. }
            | NotJson { likely_meant: false }
            | NotUtf8
            | CaseInsensitiveCollation
            | PersonalData
            | RetentionEqual
            | SandboxAndLive { .. }
            | ScopeMissing { .. }
            | SenderUnsure { .. }
            | SeveralRequests { .. }
            | TrailingNewline
            | UnsignedKey { .. } => Severity::Info,
        }
    }
}
