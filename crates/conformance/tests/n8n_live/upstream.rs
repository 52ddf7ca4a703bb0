//! A service that the business step calls: it answers as a scenario says.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Condvar, LazyLock, Mutex};
use std::thread;
use std::time::Duration;

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
    /// Answers well, but only when it is told to.
    Hold,
}

/// Where it listens.
pub fn url() -> String {
    format!("http://127.0.0.1:{}/work", UPSTREAM.port)
}

/// From now on, for the key.
pub fn behave(key: &str, behaviour: Behaviour) {
    UPSTREAM.behaviours.lock().unwrap().insert(key.into(), behaviour);
}

/// Lets the calls that are held for the key have their answer.
pub fn let_go(key: &str) {
    UPSTREAM.let_go.lock().unwrap().insert(key.into());
    UPSTREAM.changed.notify_all();
}

/// How often it was called with a key.
pub fn calls(key: &str) -> usize {
    UPSTREAM.calls.lock().unwrap().iter().filter(|call| *call == key).count()
}

struct Upstream {
    port: u16,
    behaviours: Mutex<BTreeMap<String, Behaviour>>,
    calls: Mutex<Vec<String>>,
    let_go: Mutex<BTreeSet<String>>,
    /// Tells of [`let_go`].
    changed: Condvar,
}

static UPSTREAM: LazyLock<Upstream> = LazyLock::new(|| {
    let port = ports::free();
    let listener = TcpListener::bind(("127.0.0.1", port)).expect("a free port");
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            thread::spawn(move || serve(stream));
        }
    });
    Upstream {
        port,
        behaviours: Mutex::default(),
        calls: Mutex::default(),
        let_go: Mutex::default(),
        changed: Condvar::new(),
    }
});

/// One call, after which the connection ends.
fn serve(stream: TcpStream) -> std::io::Result<()> {
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
    UPSTREAM.calls.lock().unwrap().push(key.clone());
    match behaviour.unwrap_or(DONE) {
        Behaviour::Hold => {
            let held = |let_go: &mut BTreeSet<String>| !let_go.contains(&key);
            let let_go = UPSTREAM.let_go.lock().unwrap();
            drop(UPSTREAM.changed.wait_timeout_while(let_go, PATIENCE, held).unwrap());
            answer(stream, DONE)
        }
        behaviour => answer(stream, behaviour),
    }
}

fn answer(mut stream: TcpStream, behaviour: Behaviour) -> std::io::Result<()> {
    match behaviour {
        Behaviour::Answer(status, body) => write!(
            stream,
            "HTTP/1.1 {status} Said\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        ),
        Behaviour::Close | Behaviour::Hold => Ok(()),
        // Until the caller gives up.
        Behaviour::Hang => stream.read_to_end(&mut Vec::new()).map(drop),
    }
}

const DONE: Behaviour = Behaviour::Answer(200, "{\"done\":true}");

/// Longer than a scenario holds a call; then its answer comes, and the scenario fails.
const PATIENCE: Duration = Duration::from_secs(120);
