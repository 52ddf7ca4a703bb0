//! What differs between two deliveries.

use crate::finding::Position;

/// How two deliveries differ.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Difference {
    /// First of the head, then of the body, each in its order; at most [`super::LISTED`] of the body.
    pub changes: Vec<Change>,
    /// How many more changes of the body there are.
    pub more: usize,
    /// As what the bodies were compared.
    pub compared: Compared,
}

impl Difference {
    /// Whether nothing differs, not even a byte.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// The changes of the body.
    pub fn of_body(&self) -> impl Iterator<Item = &Change> {
        self.changes.iter().filter(|change| change.part == Part::Body)
    }
}

/// As what two bodies were compared.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Compared {
    /// As bytes: they are no text, or not of the same format.
    Bytes,
    /// Field by field, as `application/x-www-form-urlencoded`.
    Form,
    /// Value by value, as JSON.
    Json,
    /// As text that is neither JSON nor a form.
    Text,
    /// As bytes, since they are too large to be compared by value.
    TooLarge,
}

impl Compared {
    /// The stable name, in kebab case.
    pub fn code(self) -> &'static str {
        match self {
            Compared::Bytes => "bytes",
            Compared::Form => "form",
            Compared::Json => "json",
            Compared::Text => "text",
            Compared::TooLarge => "too-large",
        }
    }
}

/// One difference.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Change {
    /// What happened.
    pub kind: ChangeKind,
    /// To which part of the delivery.
    pub part: Part,
    /// Where in the first delivery, or in the second where the first has nothing: a path such as
    /// `data.items[0].id`, `$` for the body as a whole, the name of a header or a form field.
    pub path: String,
    /// Where the value is in the second delivery, if it is in another place there.
    pub moved_to: Option<String>,
    /// The value in the first delivery as written, cut to 160 characters.
    pub old: Option<String>,
    /// The value in the second delivery, likewise.
    pub new: Option<String>,
    /// Where the value starts in the first body.
    pub old_position: Option<Position>,
    /// Where it starts in the second body.
    pub new_position: Option<Position>,
    /// Whether the name is one whose value changes with every attempt.
    pub volatile: bool,
    /// How many there are: above 1 only for a kind of spelling, which is listed once, at its first place.
    pub count: usize,
}

/// A part of a delivery.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Part {
    /// The body.
    Body,
    /// A header.
    Header,
    /// The method of the request.
    Method,
    /// The target of the request.
    Target,
}

impl Part {
    /// The stable name.
    pub fn code(self) -> &'static str {
        match self {
            Part::Body => "body",
            Part::Header => "header",
            Part::Method => "method",
            Part::Target => "target",
        }
    }
}

/// What happened to a value.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum ChangeKind {
    /// Only the second delivery has it.
    Added,
    /// The bytes differ from here on.
    Bytes,
    /// The items of an array are in another order.
    ItemOrder,
    /// The same value is in another place.
    Moved,
    /// The same members, fields or headers are in another order.
    Order,
    /// Only the first delivery has it.
    Removed,
    /// It occurs another number of times.
    Repeated,
    /// Other bytes of the same value.
    Spelling(Spelling),
    /// The value is another one.
    Value,
}

impl ChangeKind {
    /// The stable name, in kebab case.
    pub fn code(self) -> &'static str {
        match self {
            ChangeKind::Added => "added",
            ChangeKind::Bytes => "bytes",
            ChangeKind::ItemOrder => "item-order",
            ChangeKind::Moved => "moved",
            ChangeKind::Order => "order",
            ChangeKind::Removed => "removed",
            ChangeKind::Repeated => "repeated",
            ChangeKind::Spelling(spelling) => spelling.code(),
            ChangeKind::Value => "value",
        }
    }

    /// Whether it is a difference of bytes only, which a reader of the values does not see.
    pub fn is_spelling(self) -> bool {
        matches!(self, ChangeKind::Order | ChangeKind::Spelling(_))
    }
}

/// Bytes that change no value.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Spelling {
    /// A byte-order mark in front.
    ByteOrderMark,
    /// The letters' case in the name of a header.
    Case,
    /// Members that a later one of the same name overrides.
    DuplicateMember,
    /// Escapes in a text, or percent-encoding in a form.
    Escapes,
    /// CR, LF or CRLF.
    LineEnds,
    /// The digits of a number, such as `1.0` for `1`.
    Number,
    /// Something else, inside a value that is overridden.
    Other,
    /// A line end behind the value at the top level.
    TrailingNewline,
    /// White space between values.
    WhiteSpace,
}

impl Spelling {
    /// The stable name, in kebab case.
    pub fn code(self) -> &'static str {
        match self {
            Spelling::ByteOrderMark => "byte-order-mark",
            Spelling::Case => "case",
            Spelling::DuplicateMember => "duplicate-member",
            Spelling::Escapes => "escapes",
            Spelling::LineEnds => "line-ends",
            Spelling::Number => "number",
            Spelling::Other => "other-bytes",
            Spelling::TrailingNewline => "trailing-newline",
            Spelling::WhiteSpace => "white-space",
        }
    }
}
