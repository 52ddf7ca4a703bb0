//! Turns of the event loop, and the clock.

use gloo_timers::future::TimeoutFuture;
use hookonce_core::files::Timestamp;
use js_sys::Date;

use super::window;

/// How long a task of ours may hold the main thread before it lets others run, in milliseconds.
/// Half of a frame: a key pressed meanwhile is answered in the next one.
const SLICE_MS: f64 = 8.0;

/// Says when a long task should pause.
pub struct Slice {
    started: f64,
}

impl Slice {
    /// A slice that starts now.
    pub fn start() -> Slice {
        Slice { started: now() }
    }

    /// Lets the browser do other things if the slice is used up.
    pub async fn pause_if_over(&mut self) {
        if now() - self.started >= SLICE_MS {
            TimeoutFuture::new(0).await;
            self.started = now();
        }
    }
}

/// Lets the browser do other things.
pub async fn pause() {
    TimeoutFuture::new(0).await;
}

/// The time of the browser's clock, in UTC; a clock that is wrong by decades counts as 1980.
pub fn stamp() -> Timestamp {
    let now = String::from(Date::new_0().to_iso_string());
    let digits: String = now.chars().filter(char::is_ascii_digit).take(14).collect();
    Timestamp::new(&digits).unwrap_or(Timestamp::EARLIEST)
}

/// Milliseconds since the page was opened.
fn now() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}
