//! What Leptos asks of `wasm-streams`, without it.
//!
//! Leptos's server functions send and receive streams. The page has no server and makes no request, but the
//! library's classes are exports, which no linker leaves out: several kilobytes that every visitor would load.
#![forbid(unsafe_code)]

use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;
use wasm_bindgen::JsValue;

/// A stream of the browser.
#[derive(Debug)]
pub struct ReadableStream(web_sys::ReadableStream);

impl ReadableStream {
    /// Nothing here makes a stream.
    pub fn from_stream<S>(_stream: S) -> ReadableStream
    where
        S: Stream<Item = Result<JsValue, JsValue>> + 'static,
    {
        unreachable!("the page makes no request")
    }

    /// The browser's own.
    pub fn from_raw(raw: web_sys::ReadableStream) -> ReadableStream {
        ReadableStream(raw)
    }

    /// The browser's own.
    pub fn into_raw(self) -> web_sys::ReadableStream {
        self.0
    }

    /// A stream without anything in it.
    pub fn into_stream(self) -> Nothing {
        Nothing
    }
}

/// A stream that is at its end.
#[derive(Debug)]
pub struct Nothing;

impl Stream for Nothing {
    type Item = Result<JsValue, JsValue>;

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(None)
    }
}
