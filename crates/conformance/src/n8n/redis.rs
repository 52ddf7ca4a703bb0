//! Redis for n8n's queue: on loopback, in memory only, gone with the test process.

use std::env;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::time::Duration;

use super::process::Process;
use super::wait_until;
use crate::ports;

/// A running Redis.
pub(super) struct Redis {
    port: u16,
    _process: Process,
}

impl Redis {
    /// Starts it, and waits until it answers.
    pub fn start() -> Result<Redis, String> {
        let port = ports::free();
        let chosen = env::var_os("HOOKONCE_REDIS_SERVER").filter(|chosen| !chosen.is_empty());
        let mut program = ["sh", "-c", "cd \"$HOME\" && exec \"$@\"", "sh"].map(PathBuf::from).to_vec();
        program.push(chosen.map_or_else(|| "redis-server".into(), PathBuf::from));
        let port_text = port.to_string();
        // Neither snapshots nor a log of commands.
        let options = ["--bind", "127.0.0.1", "--port", &port_text, "--save", "", "--appendonly", "no"]
            .map(PathBuf::from);
        program.extend(options);
        let variables = vec![("PATH", "/usr/local/bin:/usr/bin:/bin".to_owned())];
        let process = Process::supervise(PathBuf::new(), variables, &program)?;
        process.start();
        if wait_until(START, || answers(port)) {
            return Ok(Redis { port, _process: process });
        }
        Err(format!("Redis did not start: {HINT}\n{}", process.log()))
    }

    /// Where it listens on 127.0.0.1.
    pub fn port(&self) -> u16 {
        self.port
    }
}

fn answers(port: u16) -> bool {
    let ping = || {
        let mut stream = TcpStream::connect(("127.0.0.1", port))?;
        stream.set_read_timeout(Some(START))?;
        stream.write_all(b"PING\r\n")?;
        let mut answer = [0; 7];
        stream.read_exact(&mut answer)?;
        std::io::Result::Ok(answer == *b"+PONG\r\n")
    };
    ping().unwrap_or(false)
}

const HINT: &str =
    "install it (Debian: `apt-get install redis-server`), or set HOOKONCE_REDIS_SERVER to its path";

/// It takes less than a second; a busy machine may take longer.
const START: Duration = Duration::from_secs(20);
