//! An export, cut into its entries as its bytes come.

mod array;
mod csv;
mod lines;

use super::{ExportForm, Fault};
use array::Array;
use csv::Csv;
use lines::Lines;

/// Cuts an export into entries; holds no more than one of them.
pub(super) struct Splitter {
    form: Option<ExportForm>,
    /// What came before the form was known.
    head: Vec<u8>,
    body_column: Option<String>,
    state: State,
}

enum State {
    Array(Array),
    Csv(Box<Csv>),
    Lines(Lines),
    Unknown,
}

/// One entry as it stands in the export.
pub(super) enum Raw<'a> {
    /// A JSON text, or what should be one.
    Json(&'a [u8]),
    /// The same in an HTTP Archive.
    OfArchive(&'a [u8]),
    /// The cells of a row that matter.
    Row(Row<'a>),
    /// It has more bytes than are read.
    TooLarge,
}

/// The cells of a row that matter.
pub(super) struct Row<'a> {
    pub body: &'a [u8],
    pub headers: Option<&'a [u8]>,
    pub time: Option<&'a [u8]>,
}

/// Takes an entry and its number: that of its line, its row or its place, counted from 1.
pub(super) type Take<'t> = dyn FnMut(u64, Raw) + 't;

impl Splitter {
    /// A splitter for this form, or for the one it looks like; `body_column` names the column of the bodies in CSV.
    pub fn new(form: Option<ExportForm>, body_column: Option<String>) -> Splitter {
        Splitter { form, head: Vec::new(), body_column, state: State::Unknown }
    }

    /// The form, as soon as it is known.
    pub fn form(&self) -> Option<ExportForm> {
        self.form
    }

    /// Takes the next bytes.
    pub fn push(&mut self, bytes: &[u8], take: &mut Take) -> Result<(), Fault> {
        if !matches!(self.state, State::Unknown) {
            return self.pass(bytes, take);
        }
        self.head.extend_from_slice(bytes);
        if self.head.len() < HEAD_BYTES { Ok(()) } else { self.begin(take) }
    }

    /// There are no more bytes.
    pub fn finish(&mut self, take: &mut Take) -> Result<(), Fault> {
        if matches!(self.state, State::Unknown) {
            self.begin(take)?;
        }
        match &mut self.state {
            State::Array(array) => array.finish(take),
            State::Csv(csv) => csv.finish(take),
            State::Lines(lines) => {
                lines.finish(take);
                Ok(())
            }
            State::Unknown => Ok(()),
        }
    }

    fn begin(&mut self, take: &mut Take) -> Result<(), Fault> {
        let head = std::mem::take(&mut self.head);
        let head = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&head);
        let form = *self.form.get_or_insert_with(|| looks_like(head));
        self.state = match form {
            ExportForm::Csv => State::Csv(Box::new(Csv::new(csv::separator(head), self.body_column.take()))),
            ExportForm::Har => State::Array(Array::of_archive()),
            ExportForm::Json => State::Array(Array::whole()),
            ExportForm::Ndjson => State::Lines(Lines::default()),
        };
        self.pass(head, take)
    }

    fn pass(&mut self, bytes: &[u8], take: &mut Take) -> Result<(), Fault> {
        match &mut self.state {
            State::Array(array) => array.push(bytes, take),
            State::Csv(csv) => csv.push(bytes, take),
            State::Lines(lines) => {
                lines.push(bytes, take);
                Ok(())
            }
            State::Unknown => Ok(()),
        }
    }
}

/// Enough for the first line of most tables, and for an archive's first member.
const HEAD_BYTES: usize = 4096;

/// An entry of more bytes is counted and left out, as [`crate::delivery`] refuses it.
const MAX_ENTRY_BYTES: usize = crate::delivery::MAX_INPUT_BYTES;

fn looks_like(head: &[u8]) -> ExportForm {
    match head.trim_ascii_start() {
        [b'[', ..] => ExportForm::Json,
        [b'{', rest @ ..] => {
            let name = rest.trim_ascii_start().strip_prefix(b"\"log\"");
            let is_archive = name.is_some_and(|rest| rest.trim_ascii_start().starts_with(b":"));
            if is_archive { ExportForm::Har } else { ExportForm::Ndjson }
        }
        _ => ExportForm::Csv,
    }
}

/// What is there of an entry whose end has not come.
#[derive(Default)]
struct Part {
    bytes: Vec<u8>,
    is_too_large: bool,
}

impl Part {
    fn is_empty(&self) -> bool {
        self.bytes.is_empty() && !self.is_too_large
    }

    fn add(&mut self, bytes: &[u8]) {
        if self.is_too_large || self.bytes.len() + bytes.len() > MAX_ENTRY_BYTES {
            self.bytes = Vec::new();
            self.is_too_large = true;
        } else {
            self.bytes.extend_from_slice(bytes);
        }
    }

    /// Hands the entry over whose last bytes are `end`, and is empty again.
    fn take(&mut self, number: u64, end: &[u8], take: &mut Take) {
        if self.is_empty() && end.len() <= MAX_ENTRY_BYTES {
            return take(number, Raw::Json(end));
        }
        self.add(end);
        match self.is_too_large {
            true => take(number, Raw::TooLarge),
            false => take(number, Raw::Json(&self.bytes)),
        }
        self.bytes.clear();
        self.is_too_large = false;
    }
}
