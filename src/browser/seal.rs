//! The seal: a content security policy that the page adds once it has loaded, after which the
//! browser refuses every request of the page. A policy cannot be taken back. WebRTC is beyond the
//! policies that Chromium knows, so the page gives its constructor up.

use std::cell::RefCell;

use gloo_events::EventListener;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::SecurityPolicyViolationEvent;

use super::{document, window};

/// What remains allowed: compiled WebAssembly, workers made from a blob, pictures in data addresses.
const POLICY: &str = "default-src 'none'; script-src 'wasm-unsafe-eval'; worker-src blob:; style-src 'none'; \
    connect-src 'none'; img-src data:; form-action 'none'; base-uri 'none'; webrtc 'block'";

/// What a try came to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Try {
    /// The request went out.
    NotRefused,
    /// The browser refused it, by this directive.
    Refused(String),
}

thread_local! {
    static INSTALLED: ArcRwSignal<bool> = ArcRwSignal::new(false);
    static LOAD: RefCell<Option<EventListener>> = const { RefCell::new(None) };
}

/// Seals the page, as soon as all that it loads has arrived.
pub fn install() {
    if document().ready_state() == "complete" {
        add_policy();
    } else {
        let listener = EventListener::once(&window(), "load", |_| add_policy());
        LOAD.set(Some(listener));
    }
}

/// Whether the page is sealed; tracked.
pub fn is_installed() -> bool {
    INSTALLED.with(|installed| installed.get())
}

/// Tries a request to the page's own server, the one that a browser would most readily allow.
pub async fn try_request() -> Try {
    let directive = std::rc::Rc::new(RefCell::new(None));
    let seen = std::rc::Rc::clone(&directive);
    let listener = EventListener::new(&document(), "securitypolicyviolation", move |event| {
        if let Some(event) = event.dyn_ref::<SecurityPolicyViolationEvent>() {
            seen.replace(Some(event.effective_directive()));
        }
    });
    let request = JsFuture::from(window().fetch_with_str("./seal-test")).await;
    // The event may come one turn after the refusal.
    super::time::pause().await;
    drop(listener);
    match (request, directive.take()) {
        (Err(_), Some(directive)) => Try::Refused(directive),
        _ => Try::NotRefused,
    }
}

fn add_policy() {
    remove_webrtc();
    let document = document();
    let (Some(head), Ok(meta)) = (document.head(), document.create_element("meta")) else {
        return;
    };
    let written = meta.set_attribute("http-equiv", "Content-Security-Policy").is_ok()
        && meta.set_attribute("content", POLICY).is_ok()
        && head.append_child(&meta).is_ok();
    INSTALLED.with(|installed| installed.set(written));
}

/// Takes away the only way out that `webrtc 'block'` does not close where it is unknown.
fn remove_webrtc() {
    for name in ["RTCPeerConnection", "webkitRTCPeerConnection"] {
        let _ = js_sys::Reflect::delete_property(&window(), &name.into());
    }
}
