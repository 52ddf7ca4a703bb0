//! A service that the business step calls: it answers as a scenario says.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{LazyLock, Mutex};
use std::thread;

use hookonce_conformance::ports;

/// What it does with a call.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Behaviour {
    /// Answers with this status and body.
    Answer(u16, &'static str),
    /// Takes the call, closes the connection.
    Close,
    /// Never answers.
    Hang,
}

/// Where it listens.
pub fn url() -> String {
    format!("http://127.0.0.1:{}/work", UPSTREAM.port)
}

/// From now on, for the key.
pub fn behave(key: &str, behaviour: Behaviour) {
    UPSTREAM.behaviours.lock().unwrap().insert(key.into(), behaviour);
}

/// How often it was called with a key.
pub fn calls(key: &str) -> usize {
    UPSTREAM.calls.lock().unwrap().iter().filter(|call| *call == key).count()
}

struct Upstream {
    port: u16,
    behaviours: Mutex<BTreeMap<String, Behaviour>>,
    calls: Mutex<Vec<String>>,
}

static UPSTREAM: LazyLock<Upstream> = LazyLock::new(|| {
    let port = ports::free();
    let listener = TcpListener::bind(("127.0.0.1", port)).expect("a free port");
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            thread::spawn(move || serve(stream));
        }
    });
    Upstream { port, behaviours: Mutex::default(), calls: Mutex::default() }
});

/// One call, after which the connection ends.
fn serve(mut stream: TcpStream) -> std::io::Result<()> {
    let mut key = String::new();
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut line = String::new();
    while reader.read_line(&mut line)? > 2 {
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("idempotency-key")
        {
            key = value.trim().to_owned();
        }
        line.clear();
    }
    let behaviour = UPSTREAM.behaviours.lock().unwrap().get(&key).copied();
    UPSTREAM.calls.lock().unwrap().push(key);
    match behaviour.unwrap_or(Behaviour::Answer(200, "{\"done\":true}")) {
        Behaviour::Answer(status, body) => write!(
            stream,
            "HTTP/1.1 {status} Said\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        ),
        Behaviour::Close => Ok(()),
        // Until the caller gives up.
        Behaviour::Hang => stream.read_to_end(&mut Vec::new()).map(drop),
    }
}
