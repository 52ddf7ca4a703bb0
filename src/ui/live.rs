//! Closures in boxes, for views.
//!
//! Leptos compiles its machinery once for each type that it is given, and each closure is a type
//! of its own. In a box all that give the same kind of thing share one: it took a third off the page.

use leptos::prelude::AnyView;

/// A part of a view that follows signals. (Texts and attributes use `Signal::derive`.)
pub fn live(view: impl Fn() -> AnyView + Send + 'static) -> Box<dyn Fn() -> AnyView + Send> {
    Box::new(view)
}

/// What is to be done at an event.
pub fn on<E>(handle: impl FnMut(E) + 'static) -> Box<dyn FnMut(E)> {
    Box::new(handle)
}
