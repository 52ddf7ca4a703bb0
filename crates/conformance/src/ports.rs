//! Free ports on 127.0.0.1.

use std::net::TcpListener;
use std::process;
use std::sync::atomic::{AtomicU16, Ordering};

/// A port that nobody listens on, and that this process was not given before.
///
/// It lies below the range from which systems take the ports of outgoing connections: one that is
/// free while a server is stopped is still free when the server comes back.
#[track_caller]
pub fn free() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    // Two test processes begin at different places.
    let begin = (process::id() % u32::from(COUNT)) as u16;
    let candidate = || FIRST + begin.wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed)) % COUNT;
    let mut candidates = (0..COUNT).map(|_| candidate());
    candidates.find(|&port| TcpListener::bind(("127.0.0.1", port)).is_ok()).expect("a free port")
}

const FIRST: u16 = 20_000;
const COUNT: u16 = 10_000;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_port_is_given_twice() {
        let ports: std::collections::BTreeSet<u16> = (0..100).map(|_| free()).collect();
        assert_eq!(ports.len(), 100);
    }
}
