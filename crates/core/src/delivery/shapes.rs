//! Which JSON container an input is, if it is one.
//!
//! A wrong guess changes the key silently, so that every rule here asks for more than one sign, and a body
//! that merely has a member `body` or `headers` is none of them. An ordinary body is given up at its first
//! or second member, whatever its size.

use super::{InputKind, lambda, log, n8n};
use crate::json::{Document, Event, Next, Reader, Text, Value};

/// The container that `input` is; `start` is the offset of its first character.
pub(super) fn detect(input: &[u8], start: usize) -> Option<InputKind> {
    match input.get(start)? {
        b'{' => by_members(input, start).or_else(|| {
            let is_log = input.len() <= LONGEST_LOG && holds(&input[start..], log::is_record);
            is_log.then_some(InputKind::Log)
        }),
        b'[' => first_item(input, start),
        _ => None,
    }
}

/// What the names of the members say, as far as they are those of one form only.
fn by_members(input: &[u8], start: usize) -> Option<InputKind> {
    let mut walk = Walk::new(input, start);
    let mut possible = HAR | LAMBDA | N8N;
    // Of a HAR's `log`: its version, its creator, its entries.
    let mut signs = [false; 3];
    let mut last = None;
    loop {
        let event = walk.next()?;
        let depth = walk.reader.open().len();
        if let Event::Name(span) = event {
            let name = Text::new(&input[span]);
            if depth == 1 {
                possible &= forms_with(&name);
                if possible == 0 {
                    return None;
                }
            }
            if possible & HAR != 0 && depth == 2 {
                last = ["version", "creator", "entries"].iter().position(|sign| name.is(sign));
            }
            continue;
        }
        match (last.take(), event) {
            (Some(0), Event::String(_)) if depth == 2 => signs[0] = true,
            (Some(1), Event::ObjectStart) if depth == 3 => signs[1] = true,
            (Some(2), Event::ArrayStart) if depth == 3 => signs[2] = true,
            _ => {}
        }
        // It may be cut off later: that is said when it is read.
        if possible & HAR != 0 && signs == [true; 3] {
            return Some(InputKind::Har);
        }
        if depth == 0 {
            break;
        }
    }
    let json = &input[start..];
    if possible & N8N != 0 && holds(json, n8n::is_item) {
        return Some(InputKind::N8n);
    }
    (possible & LAMBDA != 0 && holds(json, lambda::is_event)).then_some(InputKind::Lambda)
}

/// A list is one of n8n's items if its first item is one.
fn first_item(input: &[u8], start: usize) -> Option<InputKind> {
    let mut walk = Walk::new(input, start);
    let mut item = None;
    loop {
        let event = walk.next()?;
        let depth = walk.reader.open().len();
        match event {
            Event::ArrayStart if depth == 1 => {}
            Event::ObjectStart if depth == 2 => item = Some(walk.reader.settled() - 1),
            Event::ObjectEnd if depth == 1 => break,
            Event::Name(span) if depth == 2 && forms_with(&Text::new(&input[span.clone()])) & N8N == 0 => {
                return None;
            }
            // Anything but an object in the list itself.
            _ if depth <= 1 || item.is_none() => return None,
            _ => {}
        }
    }
    let is_item = item.is_some_and(|start| holds(&input[start..walk.reader.settled()], n8n::is_item));
    is_item.then_some(InputKind::N8n)
}

/// Reads event by event, and checks that the bytes are UTF-8 only as far as it goes.
struct Walk<'a> {
    input: &'a [u8],
    reader: Reader,
    /// How many bytes are known to be UTF-8.
    limit: usize,
}

impl<'a> Walk<'a> {
    fn new(input: &'a [u8], start: usize) -> Walk<'a> {
        Walk { input, reader: Reader::new(start), limit: start }
    }

    /// The next event, unless the text ends or is no JSON.
    fn next(&mut self) -> Option<Event> {
        loop {
            match self.reader.next(self.input, self.limit) {
                Next::Event(event) => return Some(event),
                Next::End | Next::Error(_) => return None,
                Next::Pending => {}
            }
            let end = self.input.len().min(self.limit + SLICE);
            let checked = std::str::from_utf8(&self.input[self.limit..end]);
            let valid = checked.err().map_or(end - self.limit, |error| error.valid_up_to());
            // At the end of a slice a character may be cut in two, but not the whole slice.
            if valid == 0 {
                return None;
            }
            self.limit += valid;
        }
    }
}

fn holds(json: &[u8], check: impl Fn(Value) -> bool) -> bool {
    Document::parse(json).is_ok_and(|document| document.root(json).is_some_and(check))
}

/// The forms that have a member of this name at the top.
fn forms_with(name: &Text) -> u8 {
    let name = name.as_str().unwrap_or_default();
    match name {
        "log" => HAR,
        "body" | "headers" => LAMBDA | N8N,
        "params" | "query" | "webhookUrl" | "executionMode" | "jwtPayload" | "json" | "binary"
        | "pairedItem" | "_files" => N8N,
        "version"
        | "resource"
        | "path"
        | "httpMethod"
        | "multiValueHeaders"
        | "queryStringParameters"
        | "multiValueQueryStringParameters"
        | "pathParameters"
        | "stageVariables"
        | "requestContext"
        | "isBase64Encoded"
        | "routeKey"
        | "rawPath"
        | "rawQueryString"
        | "cookies" => LAMBDA,
        // The specification keeps such names for what tools add.
        name if name.starts_with('_') => HAR,
        _ => 0,
    }
}

/// How much is checked at a time.
const SLICE: usize = 16 << 10;

const HAR: u8 = 1;
const LAMBDA: u8 = 2;
const N8N: u8 = 4;

/// A log line above this size is read only when it is asked for: each input is looked at as it is typed.
const LONGEST_LOG: usize = 256 << 10;
