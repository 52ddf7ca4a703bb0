//! Closures in boxes, for views.
//!
//! Leptos compiles its machinery once for each type that it is given, and each closure is a type
//! of its own. In a box all that give the same kind of thing share one: it took a third off the page.

use std::pin::Pin;

use leptos::prelude::{AnyView, Effect, event_target};
use leptos::task::spawn_local;

/// A part of a view that follows signals. (Texts and attributes use `Signal::derive`.)
pub fn live(view: impl Fn() -> AnyView + Send + 'static) -> Box<dyn Fn() -> AnyView + Send> {
    Box::new(view)
}

/// What is to be done at an event.
pub fn on<E>(handle: impl FnMut(E) + 'static) -> Box<dyn FnMut(E)> {
    Box::new(handle)
}

/// Does something now, and again whenever a signal that it has read changes.
pub fn follow(run: impl Fn() + 'static) {
    let run: Box<dyn Fn()> = Box::new(run);
    Effect::new(run);
}

/// Does something that waits for the browser.
pub fn later(work: impl Future<Output = ()> + 'static) {
    let work: Pin<Box<dyn Future<Output = ()>>> = Box::pin(work);
    spawn_local(work);
}

/// Whether the `details` element of a toggle event is open now.
pub fn is_open(event: &web_sys::Event) -> bool {
    event_target::<web_sys::Element>(event).has_attribute("open")
}
