//! Why something cannot be used, as far as a finding says it.

use crate::lang::Lang;
use crate::words;

/// Why a value at the id's place cannot be a key (`key-rules.md`, rule 5).
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum UnusableId {
    /// A JSON array.
    Array,
    /// Only white space.
    Blank,
    /// `true` or `false`.
    Boolean,
    /// A string with a control character (Unicode category Cc).
    ControlCharacter,
    /// A string of zero bytes.
    Empty,
    /// A number that is not an integer.
    Fraction,
    /// A string with half of a surrogate pair.
    LoneSurrogate,
    /// Bytes that are not UTF-8.
    NotUtf8,
    /// JSON's `null`.
    Null,
    /// A JSON object.
    Object,
    /// A header or a form field that occurs more than once.
    Repeated,
    /// An integer above 2^53 − 1, where neighbours become one number.
    TooLarge,
    /// A string of more than 255 bytes.
    TooLong,
}

impl UnusableId {
    /// The stable name, in kebab case.
    pub fn code(self) -> &'static str {
        match self {
            UnusableId::Array => "array",
            UnusableId::Blank => "blank",
            UnusableId::Boolean => "boolean",
            UnusableId::ControlCharacter => "control-character",
            UnusableId::Empty => "empty",
            UnusableId::Fraction => "fraction",
            UnusableId::LoneSurrogate => "lone-surrogate",
            UnusableId::NotUtf8 => "not-utf8",
            UnusableId::Null => "null",
            UnusableId::Object => "object",
            UnusableId::Repeated => "repeated",
            UnusableId::TooLarge => "too-large",
            UnusableId::TooLong => "too-long",
        }
    }

    /// The rest of a sentence about the id, such as "it is an array".
    pub fn text(self, lang: Lang) -> &'static str {
        words::unusable(self, lang)
    }
}

/// Why the bytes of a body cannot be known.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum BytesUnknown {
    /// The tool keeps them in another place.
    Elsewhere,
    /// Only the fields of a form are there.
    Fields,
    /// The text has half of a surrogate pair, which no bytes of UTF-8 are.
    LoneSurrogate,
    /// A tool has parsed the body, and only the values are there.
    Parsed,
    /// The text has U+FFFD, which tools put where bytes are not UTF-8.
    Replaced,
    /// The request says another size than its body has.
    Size {
        /// What it says.
        declared: u64,
        /// What is there.
        actual: u64,
    },
}

/// The options that are names in the database.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum IdentifierOption {
    /// The schema.
    Schema,
    /// The table.
    Table,
}

/// Why a database cannot have a name.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum IdentifierFault {
    /// It is the name of another table: the example's `business_log`, or one that an upgrade makes for a while.
    BusinessLog,
    /// It is empty.
    Empty,
    /// It has U+0000, or another control character.
    ControlCharacter,
    /// The database keeps such names for itself.
    Reserved,
    /// It ends in a space, which the database refuses.
    SpaceAtEnd,
    /// It has a character above U+FFFF, which the database refuses.
    Supplementary,
    /// It is too long, and the database would cut or refuse it.
    TooLong {
        /// What fits.
        limit: NameLimit,
    },
}

/// How long a name may be.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum NameLimit {
    /// 63 bytes in UTF-8; PostgreSQL would cut it silently.
    Bytes63,
    /// 58 characters: MySQL adds up to six for the names of a table's checks, and has 64.
    Characters58,
}
