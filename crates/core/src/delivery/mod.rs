//! A delivery, from whatever was pasted.
//!
//! This module finds the bytes of the body and the lines of the head. It does not
//! look into the body, decompress it or decide on a key.

mod chunked;
mod curl;
mod detect;
mod encoded;
mod entries;
mod har;
mod headers;
mod http;
mod kind;
mod lambda;
mod log;
mod members;
mod n8n;
mod notes;
mod requests;
mod separate;
mod shapes;
mod slices;

use std::ops::Range;
use std::sync::Arc;

pub use detect::detect;
pub use entries::Entry;
pub use kind::InputKind;
pub use separate::{add_headers, with_headers};

use crate::finding::{Finding, FindingKind, Place};
use notes::Notes;

/// One HTTP request that carries an event.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Delivery {
    /// For example `POST`; unknown for a bare body and some other forms.
    pub method: Option<String>,
    /// The request target or URL as written; unknown for a bare body and some other forms.
    pub target: Option<String>,
    /// In the order received.
    pub headers: Vec<Header>,
    /// The body, byte for byte.
    pub body: Arc<[u8]>,
}

impl Delivery {
    /// The value of the header `name`, in whichever case it is written.
    pub fn header(&self, name: &str) -> HeaderLookup<'_> {
        let mut found = self.headers.iter().filter(|header| header.name.eq_ignore_ascii_case(name));
        match (found.next(), found.next()) {
            (None, _) => HeaderLookup::Absent,
            (Some(header), None) => HeaderLookup::One(&header.value),
            (Some(_), Some(_)) => HeaderLookup::Repeated,
        }
    }
}

/// One header line.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Header {
    /// As written.
    pub name: String,
    /// Without the white space around it; bytes that are not UTF-8 are replaced.
    pub value: String,
}

/// What a delivery has under a header name.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum HeaderLookup<'a> {
    /// No header of that name.
    Absent,
    /// The value of the only header of that name.
    One(&'a str),
    /// More than one, which receivers join or drop each in its own way: not usable.
    Repeated,
}

/// What an input was read as.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Reading {
    /// The form it was read as.
    pub kind: InputKind,
    /// The delivery; none when its body cannot be known, and then a finding says why.
    pub delivery: Option<Delivery>,
    /// What was noticed, with positions in the input, in the input's order.
    pub findings: Vec<Finding>,
    /// The offset of the body's first byte in the input, where the body stands there as it is.
    pub body_start: Option<usize>,
    /// The deliveries that the input holds. Forms that hold one have at most one.
    pub entries: Arc<[Entry]>,
    /// Which of them was read, counted from 0.
    pub entry: Option<usize>,
    /// Where the list of entries breaks off.
    broken: Option<usize>,
}

impl Reading {
    /// Reads another entry of the same `input`, without looking for the entries again.
    pub fn pick(&self, input: &Arc<[u8]>, entry: usize) -> Reading {
        let listing = Listing { entries: Arc::clone(&self.entries), broken: self.broken };
        match holds_several(self.kind) {
            true => read_listed(input, self.kind, listing, Some(entry)),
            false => read_entry(input, Some(self.kind), Some(entry)),
        }
    }
}

/// Reads `input` as `kind`, or as what it looks like; no input makes this fail or panic. Of several deliveries
/// it takes the first that has a body.
pub fn read(input: &Arc<[u8]>, kind: Option<InputKind>) -> Reading {
    read_entry(input, kind, None)
}

/// Reads one of the deliveries of `input`, counted from 0.
pub fn read_entry(input: &Arc<[u8]>, kind: Option<InputKind>, entry: Option<usize>) -> Reading {
    if input.len() > MAX_INPUT_BYTES {
        let too_large = Finding::new(FindingKind::InputTooLarge { bytes: input.len() as u64 });
        let kind = kind.unwrap_or(InputKind::Body);
        return Reading { findings: vec![too_large], ..nothing(kind) };
    }
    let kind = kind.unwrap_or_else(|| detect(input));
    let listed = |slices: slices::Slices, read: fn(&[u8], &mut Notes) -> Extract| Listing {
        entries: slices.items.into_iter().map(|span| entry_of(input, span, read)).collect(),
        broken: slices.broken,
    };
    let start = detect::content_start(input);
    let listing = match kind {
        InputKind::Har => listed(har::list(input, start), har::read),
        InputKind::N8n => listed(n8n::list(input, start), n8n::read),
        InputKind::Requests => {
            let items = requests::list(input);
            listed(slices::Slices { items, found: true, broken: None }, requests::read)
        }
        kind => return read_single(input, kind, entry),
    };
    read_listed(input, kind, listing, entry)
}

/// The deliveries of an input that can hold several.
struct Listing {
    entries: Arc<[Entry]>,
    broken: Option<usize>,
}

fn read_single(input: &Arc<[u8]>, kind: InputKind, entry: Option<usize>) -> Reading {
    let mut notes = Notes::default();
    let Extract { delivery, body_start } = match kind {
        InputKind::Base64 | InputKind::Hex => encoded::read(input, kind, &mut notes),
        InputKind::Curl => curl::read(input, &mut notes),
        InputKind::Http => http::read(input, &mut notes),
        InputKind::Lambda => in_json(input, lambda::read, &mut notes),
        InputKind::Log => in_json(input, log::read, &mut notes),
        InputKind::Body | InputKind::Har | InputKind::N8n | InputKind::Requests => bare(input),
    };
    let extract = Extract { delivery, body_start };
    let is_there = extract.delivery.is_some();
    let entries: Arc<[Entry]> = match is_there {
        true => Arc::from([Entry::new(&extract, 0..input.len())]),
        false => Arc::from([]),
    };
    if let Some(entry) = entry.filter(|entry| *entry > 0) {
        let missing = FindingKind::EntryMissing { entry: entry + 1, count: entries.len() };
        return Reading { entries, findings: vec![Finding::new(missing)], ..nothing(kind) };
    }
    Reading {
        kind,
        delivery: extract.delivery,
        findings: notes.into_findings(input, Place::Input),
        body_start,
        entries,
        entry: is_there.then_some(0),
        broken: None,
    }
}

fn read_listed(input: &[u8], kind: InputKind, listing: Listing, entry: Option<usize>) -> Reading {
    let Listing { entries, broken } = listing;
    let mut notes = Notes::default();
    let count = entries.len();
    if count == 0 {
        mismatch(kind, broken.unwrap_or(0), &mut notes);
        return Reading { findings: notes.into_findings(input, Place::Input), broken, ..nothing(kind) };
    }
    if let Some(at) = broken {
        notes.add(FindingKind::InputBroken { kind, entries: count }, at);
    }
    let place = entry.unwrap_or_else(|| entries::preferred(&entries));
    let Some(span) = entries.get(place).map(|entry| entry.span.clone()) else {
        let mut findings = notes.into_findings(input, Place::Input);
        findings.push(Finding::new(FindingKind::EntryMissing { entry: place + 1, count }));
        return Reading { entries, findings, broken, ..nothing(kind) };
    };
    if count > 1 {
        notes.add(FindingKind::SeveralRequests { entry: place + 1, count }, span.start);
    }
    let Extract { delivery, body_start } = read_span(input, span.clone(), reader(kind), &mut notes);
    Reading {
        kind,
        delivery,
        findings: notes.into_findings(input, Place::Input),
        body_start: body_start.map(|at| span.start + at),
        entries,
        entry: Some(place),
        broken,
    }
}

/// Whether inputs of this form can hold several deliveries.
fn holds_several(kind: InputKind) -> bool {
    matches!(kind, InputKind::Har | InputKind::N8n | InputKind::Requests)
}

/// The reader of one entry.
fn reader(kind: InputKind) -> fn(&[u8], &mut Notes) -> Extract {
    match kind {
        InputKind::Har => har::read,
        InputKind::N8n => n8n::read,
        _ => requests::read,
    }
}

fn entry_of(input: &[u8], span: Range<usize>, read: fn(&[u8], &mut Notes) -> Extract) -> Entry {
    let extract = read_span(input, span.clone(), read, &mut Notes::default());
    Entry::new(&extract, span)
}

fn read_span(
    input: &[u8],
    span: Range<usize>,
    read: fn(&[u8], &mut Notes) -> Extract,
    notes: &mut Notes,
) -> Extract {
    notes.base = span.start;
    let extract = read(&input[span], notes);
    notes.base = 0;
    extract
}

/// Reads the JSON text behind a byte-order mark and white space.
fn in_json(input: &[u8], read: fn(&[u8], &mut Notes) -> Extract, notes: &mut Notes) -> Extract {
    let start = detect::content_start(input);
    let Extract { delivery, body_start } = read_span(input, start..input.len(), read, notes);
    Extract { delivery, body_start: body_start.map(|at| start + at) }
}

/// The delivery of one entry of an export; of an archive it is one of its entries, of n8n one item.
pub(crate) fn of_entry(entry: &[u8], kind: InputKind) -> Option<Delivery> {
    let mut notes = Notes::default();
    match kind {
        InputKind::Body => bare(&entry.into()),
        InputKind::Base64 | InputKind::Hex => encoded::read(entry, kind, &mut notes),
        InputKind::Curl => curl::read(entry, &mut notes),
        InputKind::Har => har::read(entry, &mut notes),
        InputKind::Http => http::read(entry, &mut notes),
        InputKind::Lambda => lambda::read(entry, &mut notes),
        InputKind::Log => log::read(entry, &mut notes),
        InputKind::N8n => n8n::read(entry, &mut notes),
        InputKind::Requests => requests::read(entry, &mut notes),
    }
    .delivery
}

/// The headers of an object or a list, as exports have them.
pub(crate) fn headers_of(value: crate::json::Value) -> Vec<Header> {
    let headers = members::headers(value, &mut Notes::default());
    headers.into_iter().map(|located| located.header).collect()
}

fn nothing(kind: InputKind) -> Reading {
    Reading {
        kind,
        delivery: None,
        findings: Vec::new(),
        body_start: None,
        entries: Arc::from([]),
        entry: None,
        broken: None,
    }
}

/// Notes that the input is not of the form, by what stands at `at`.
fn mismatch(kind: InputKind, at: usize, notes: &mut Notes) -> Extract {
    notes.add(FindingKind::InputKindMismatch { kind }, at);
    Extract::NOTHING
}

/// What a reader of one form hands back.
struct Extract {
    delivery: Option<Delivery>,
    body_start: Option<usize>,
}

impl Extract {
    /// The body cannot be known.
    const NOTHING: Extract = Extract { delivery: None, body_start: None };
}

fn bare(input: &Arc<[u8]>) -> Extract {
    let delivery = Delivery { method: None, target: None, headers: Vec::new(), body: Arc::clone(input) };
    Extract { delivery: Some(delivery), body_start: Some(0) }
}

/// Inputs above 64 MiB are not read: a page would hold several copies of them in memory,
/// and no known sender posts a body of that size.
pub const MAX_INPUT_BYTES: usize = 64 << 20;
