//! A delivery, from whatever was pasted.
//!
//! This module finds the bytes of the body and the lines of the head. It does not
//! look into the body, decompress it or decide on a key.

mod chunked;
mod curl;
mod detect;
mod headers;
mod http;
mod notes;

use std::sync::Arc;

pub use detect::detect;

use crate::finding::{Finding, FindingKind};
use notes::Notes;

/// One HTTP request that carries an event.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Delivery {
    /// For example `POST`; unknown for a bare body.
    pub method: Option<String>,
    /// The request target or URL as written; unknown for a bare body.
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

/// The forms of input that are read.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum InputKind {
    /// The body alone.
    Body,
    /// A cURL command.
    Curl,
    /// A raw HTTP request.
    Http,
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
}

/// Reads `input` as `kind`, or as what it looks like; no input makes this fail or panic.
pub fn read(input: &Arc<[u8]>, kind: Option<InputKind>) -> Reading {
    let kind = kind.unwrap_or_else(|| detect(input));
    if input.len() > MAX_INPUT_BYTES {
        let too_large = Finding::new(FindingKind::InputTooLarge { bytes: input.len() as u64 });
        return Reading { kind, delivery: None, findings: vec![too_large], body_start: None };
    }
    let mut notes = Notes::default();
    let Extract { delivery, body_start } = match kind {
        InputKind::Body => bare(input),
        InputKind::Curl => curl::read(input, &mut notes),
        InputKind::Http => http::read(input, &mut notes),
    };
    Reading { kind, delivery, findings: notes.into_findings(input), body_start }
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
