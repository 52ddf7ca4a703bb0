//! The request that cURL makes of its options.
//!
//! What cURL adds by itself and no key depends on is left out: `Host`, `Accept: */*`, its own
//! `User-Agent`, `Accept-Encoding` and the credentials of `-u`.

use std::collections::HashSet;
use std::sync::Arc;

use super::arguments::Argument;
use super::options::{Data, Effect};
use super::word::Value;
use crate::delivery::detect::is_token;
use crate::delivery::headers::{self, Located, excerpt};
use crate::delivery::notes::Notes;
use crate::delivery::{Delivery, Extract, Header};
use crate::finding::FindingKind;

/// The delivery that `arguments` describe, unless its body is not in them.
pub(super) fn build(arguments: &[Argument], notes: &mut Notes) -> Extract {
    let mut request = Request::default();
    for argument in arguments {
        request.apply(argument, notes);
    }
    request.finish(notes)
}

#[derive(Default)]
struct Request<'a> {
    method: Option<String>,
    urls: Vec<String>,
    literal_url: bool,
    headers: Vec<Located>,
    /// In lower case what `-H` names, be it to remove it; other options do not add to these.
    named: HashSet<String>,
    /// What other options bring, one of each name.
    defaults: Vec<Located>,
    body: Option<Body<'a>>,
    json: bool,
    get: bool,
    head: bool,
    /// The body comes from a file or has a random boundary.
    unknowable: bool,
}

enum Body<'a> {
    /// One option's value as it is.
    Given(Value<'a>),
    /// Several values, or an encoded one.
    Joined(Vec<u8>),
}

impl Body<'_> {
    /// The bytes, and where they stand in the input if they do.
    fn into_parts(self) -> (Vec<u8>, Option<usize>) {
        match self {
            Body::Given(value) => (value.bytes.to_vec(), value.source),
            Body::Joined(bytes) => (bytes, None),
        }
    }
}

impl<'a> Request<'a> {
    fn apply(&mut self, argument: &Argument<'a>, notes: &mut Notes) {
        let Argument { effect, value, offset } = *argument;
        match effect {
            Effect::Cookie if value.bytes.contains(&b'=') => self.add_default("Cookie", value.text(), offset),
            // Without an equals sign it names a file of cookies.
            Effect::Cookie | Effect::Ignored | Effect::Next | Effect::Unread => {}
            Effect::Data(data) => self.data(data, value, offset, notes),
            Effect::Form => {
                if !self.unknowable {
                    notes.add(FindingKind::CurlForm, offset);
                }
                self.unknowable = true;
            }
            Effect::Get => self.get = true,
            Effect::Head => self.head = true,
            Effect::Header => self.header(value, offset, notes),
            Effect::LiteralUrl => self.literal_url = true,
            Effect::Method => self.method = Some(value.text()),
            Effect::Referer => self.add_default("Referer", value.text(), offset),
            Effect::Upload => self.file(value.bytes, offset, notes),
            Effect::Url => self.urls.push(value.text()),
            Effect::UserAgent => self.add_default("User-Agent", value.text(), offset),
        }
    }

    fn data(&mut self, data: Data, value: Value<'a>, offset: usize, notes: &mut Notes) {
        match (data, value.bytes) {
            (Data::Ascii | Data::Json, [b'@', file @ ..]) => return self.file(file, offset, notes),
            (Data::Ascii | Data::Raw | Data::Json, _) => self.append(Body::Given(value), data),
            (Data::UrlEncoded, bytes) => {
                // The equals sign decides if there is one, even behind an @.
                let mark = bytes.iter().position(|byte| *byte == b'=');
                let mark = mark.or_else(|| bytes.iter().position(|byte| *byte == b'@'));
                let name = &bytes[..mark.unwrap_or(0)];
                let content = &bytes[mark.map_or(0, |mark| mark + 1)..];
                if mark.is_some_and(|mark| bytes[mark] == b'@') {
                    return self.file(content, offset, notes);
                }
                let mut encoded = name.to_vec();
                if !name.is_empty() {
                    encoded.push(b'=');
                }
                percent_encode(content, &mut encoded);
                self.append(Body::Joined(encoded), data);
            }
        }
        self.json |= data == Data::Json;
        let media_type = if self.json { "application/json" } else { "application/x-www-form-urlencoded" };
        self.add_default("Content-Type", media_type.to_owned(), offset);
        if self.json {
            self.add_default("Accept", media_type.to_owned(), offset);
        }
    }

    /// Joins data to what is there with `&`, which JSON does not get.
    fn append(&mut self, more: Body<'a>, data: Data) {
        let mut joined = self.body.take().map_or(Vec::new(), |body| body.into_parts().0);
        if joined.is_empty() {
            self.body = Some(more);
            return;
        }
        if data != Data::Json {
            joined.push(b'&');
        }
        match more {
            Body::Given(value) => joined.extend_from_slice(value.bytes),
            Body::Joined(more) => joined.extend_from_slice(&more),
        }
        self.body = Some(Body::Joined(joined));
    }

    fn file(&mut self, name: &[u8], offset: usize, notes: &mut Notes) {
        self.unknowable = true;
        notes.add(FindingKind::CurlFileReference { file: excerpt(name) }, offset);
    }

    /// `Name: value` sets, `Name;` sets to nothing, `Name:` removes what cURL would add.
    fn header(&mut self, value: Value<'a>, offset: usize, notes: &mut Notes) {
        let line = value.bytes.trim_ascii_end();
        if line.starts_with(b"@") {
            let option = format!("-H {}", excerpt(line));
            notes.add(FindingKind::CurlUnknownOption { option }, offset);
            return;
        }
        let header = match line {
            [name @ .., b':'] if is_token(name) => {
                self.named.insert(String::from_utf8_lossy(name).to_ascii_lowercase());
                return;
            }
            [name @ .., b';'] if is_token(name) => headers::parse(&[name, b":"].concat()),
            line => headers::parse(line),
        };
        match header {
            Some(header) => {
                self.named.insert(header.name.to_ascii_lowercase());
                self.headers.push(Located { header, offset });
            }
            None => notes.add(FindingKind::HeaderMalformed { line: excerpt(line) }, offset),
        }
    }

    /// Of options that say the same, the last one counts.
    fn add_default(&mut self, name: &str, value: String, offset: usize) {
        self.defaults.retain(|default| default.header.name != name);
        self.defaults.push(Located { header: Header { name: name.to_owned(), value }, offset });
    }

    fn finish(mut self, notes: &mut Notes) -> Extract {
        if self.unknowable {
            return Extract::NOTHING;
        }
        let has_data = self.body.is_some();
        let (mut body, mut body_start) = self.body.take().map_or((Vec::new(), None), Body::into_parts);
        let mut target = self.target();
        if self.get {
            if let Some(target) = &mut target
                && !body.is_empty()
            {
                append_query(target, &String::from_utf8_lossy(&body));
            }
            (body, body_start) = (Vec::new(), None);
        }
        let headers = self.all_headers();
        headers::judge(&headers, &body, notes);
        let default_method = if self.head {
            "HEAD"
        } else if has_data && !self.get {
            "POST"
        } else {
            "GET"
        };
        let delivery = Delivery {
            method: Some(self.method.unwrap_or_else(|| default_method.to_owned())),
            target,
            headers: headers.into_iter().map(|located| located.header).collect(),
            body: Arc::from(body),
        };
        Extract { delivery: Some(delivery), body_start }
    }

    /// The first word that is a URL; the value of an unknown option can look like one.
    fn target(&mut self) -> Option<String> {
        let urls = std::mem::take(&mut self.urls);
        let first = urls.iter().position(|url| url.contains("://")).unwrap_or(0);
        let url = urls.into_iter().nth(first)?;
        if self.literal_url {
            return Some(url);
        }
        // Chrome escapes what cURL would take for a pattern.
        Some(["[", "]", "{", "}"].iter().fold(url, |url, mark| url.replace(&format!("\\{mark}"), mark)))
    }

    /// The headers of `-H`, then the defaults that `-H` does not name.
    fn all_headers(&mut self) -> Vec<Located> {
        let mut headers = std::mem::take(&mut self.headers);
        headers.extend(std::mem::take(&mut self.defaults).into_iter().filter(|default| {
            let Header { name, value } = &default.header;
            // With -G a form has no body, but cURL still announces JSON.
            let without_body = self.get && !self.json && name == "Content-Type";
            !without_body && !value.is_empty() && !self.named.contains(&name.to_ascii_lowercase())
        }));
        headers
    }
}

/// As cURL does it since 7.75: unreserved characters stay, a space becomes a plus.
pub(in crate::delivery) fn percent_encode(bytes: &[u8], encoded: &mut Vec<u8>) {
    for byte in bytes {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => encoded.push(*byte),
            b' ' => encoded.push(b'+'),
            _ => encoded.extend_from_slice(&[b'%', HEX[usize::from(byte >> 4)], HEX[usize::from(byte & 15)]]),
        }
    }
}

fn append_query(target: &mut String, query: &str) {
    let end = target.find('#').unwrap_or(target.len());
    let separator = if target[..end].contains('?') { '&' } else { '?' };
    target.insert_str(end, &format!("{separator}{query}"));
}

const HEX: &[u8; 16] = b"0123456789ABCDEF";
