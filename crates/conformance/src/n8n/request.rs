//! Requests to a webhook, byte for byte as a sender may write them.

use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::Value;

/// A POST request.
#[derive(Clone, Debug, Default)]
pub struct Request {
    /// Besides those that say where it goes and how long it is.
    pub headers: Vec<(String, String)>,
    /// The body as it is sent.
    pub body: Vec<u8>,
}

impl Request {
    /// A body without any content type.
    pub fn new(body: impl Into<Vec<u8>>) -> Request {
        Request { headers: Vec::new(), body: body.into() }
    }

    /// A body as most senders send it.
    pub fn json(body: impl Into<Vec<u8>>) -> Request {
        Request::new(body).header("Content-Type", "application/json")
    }

    /// With another header.
    pub fn header(mut self, name: &str, value: &str) -> Request {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Sends it to a port of this machine. No answer within a minute is an error.
    pub fn send(&self, method: &str, port: u16, target: &str) -> io::Result<Answer> {
        self.send_within(PATIENCE, method, port, target)
    }

    /// The same, with another patience.
    pub fn send_within(
        &self,
        patience: Duration,
        method: &str,
        port: u16,
        target: &str,
    ) -> io::Result<Answer> {
        let mut stream = TcpStream::connect(("127.0.0.1", port))?;
        stream.set_read_timeout(Some(patience))?;
        stream.set_write_timeout(Some(patience))?;
        let headers = self.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n"));
        let head = format!(
            "{method} {target} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\nContent-Length: {}\r\n{}\r\n",
            self.body.len(),
            headers.collect::<String>()
        );
        // A server may refuse a body before it has all of it: its answer says more than this error.
        let written = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&self.body));
        let mut bytes = Vec::new();
        let read = stream.read_to_end(&mut bytes);
        match Answer::parse(&bytes) {
            Some(answer) => Ok(answer),
            None => written.and(read).and(Err(io::ErrorKind::InvalidData.into())),
        }
    }
}

/// Longer than n8n waits for anything that a test makes it wait for.
const PATIENCE: Duration = Duration::from_secs(60);

/// What came back.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Answer {
    /// The status code.
    pub status: u16,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body as text.
    pub body: String,
}

impl Answer {
    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    /// The body as JSON; null if it is none.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    /// An answer that is complete, as the server closes the connection behind it.
    fn parse(bytes: &[u8]) -> Option<Answer> {
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
        let head = std::str::from_utf8(&bytes[..end]).ok()?;
        let mut lines = head.lines();
        let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
        let header = |line: &str| {
            let (name, value) = line.split_once(':')?;
            Some((name.to_ascii_lowercase(), value.trim().to_owned()))
        };
        let headers: Vec<_> = lines.filter_map(header).collect();
        let body = String::from_utf8_lossy(&bytes[end + 4..]).into_owned();
        let answer = Answer { status, headers, body };
        let complete = match answer.header("content-length") {
            Some(length) => length.parse() == Ok(answer.body.len()),
            None => answer.body.is_empty(),
        };
        complete.then_some(answer)
    }
}

/// The bytes compressed, as senders of large bodies do.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).and_then(|()| encoder.finish()).expect("memory takes all")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_was_cut_short_is_none() {
        let whole = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 30\r\nContent-Length: 4\r\n\r\nnull";
        let answer = Answer::parse(whole).unwrap();
        assert_eq!((answer.status, answer.header("retry-after")), (503, Some("30")));
        assert_eq!(answer.json(), Value::Null);
        for end in 0..whole.len() {
            assert_eq!(Answer::parse(&whole[..end]), None, "{end}");
        }
    }
}
