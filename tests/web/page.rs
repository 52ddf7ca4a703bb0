//! The panels hear the browser's events and answer them.

use gloo_timers::future::TimeoutFuture;
use hookonce_core::key::digest::{hex, sha256};
use hookonce_web::app::App;
use hookonce_web::browser::document;
use js_sys::Function;
use leptos::mount::{UnmountHandle, mount_to};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::HtmlTextAreaElement;

#[wasm_bindgen_test]
async fn a_paste_keeps_the_line_ends_of_the_clipboard() {
    let _page = mount();
    let pasted = "{\r\n  \"order\": \"A-10023\"\r\n}";
    // The browser's own part of a paste, which only a trusted event would do.
    assert!(!paste(pasted), "small pastes are left to the browser, for its undo");
    let editor = editor();
    editor.set_value(&pasted.replace("\r\n", "\n"));
    input(&editor);
    shows_key(&format!("sha256:{}", hex(&sha256(pasted.as_bytes())))).await;

    editor.set_value("{\n  \"order\": \"A-10024\"\n}");
    input(&editor);
    let edited = pasted.replace("A-10023", "A-10024");
    shows_key(&format!("sha256:{}", hex(&sha256(edited.as_bytes())))).await;
}

#[wasm_bindgen_test]
async fn a_large_paste_never_reaches_the_editor_whole() {
    let _page = mount();
    let pasted = format!("{{\"text\":\"{}\",\r\n\"id\":\"evt_A\"}}", "x".repeat(2 << 20));
    assert!(paste(&pasted), "a large paste is not left to the browser");
    shows_key("evt:evt_A").await;
    let shown = editor().value();
    assert!(pasted.starts_with(&shown) && shown.len() < 1 << 20, "{} bytes", shown.len());
}

#[wasm_bindgen_test]
async fn a_switch_of_the_language_is_heard_everywhere() {
    let _page = mount();
    shows_key("evt:evt_1QJ4fR2eZvKYlo2C").await;
    for (button, lang, title) in [("DE", "de", "Schlüssel"), ("EN", "en", "Key")] {
        click_on(button);
        until(|| text("#key-title") == title).await;
        until(|| attribute("html", "lang").as_deref() == Some(lang)).await;
    }
}

/// The page, until the handle is dropped. It is not sealed: the runner itself makes requests.
fn mount() -> UnmountHandle<impl leptos::tachys::view::Mountable> {
    mount_to(document().body().expect("a document has a body"), App)
}

fn editor() -> HtmlTextAreaElement {
    document()
        .query_selector("#editor")
        .ok()
        .flatten()
        .and_then(|area| area.dyn_into().ok())
        .expect("an editor")
}

/// A paste event with this text; whether the page took the paste over.
fn paste(text: &str) -> bool {
    let dispatch = Function::new_with_args(
        "area, text",
        "const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', text);
        const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData });
        return !area.dispatchEvent(event);",
    );
    let taken = dispatch.call2(&JsValue::NULL, &editor(), &JsValue::from_str(text));
    taken.is_ok_and(|taken| taken.is_truthy())
}

fn input(area: &HtmlTextAreaElement) {
    let event = web_sys::Event::new("input").expect("an event");
    area.dispatch_event(&event).expect("the event is sent");
}

fn click_on(name: &str) {
    let buttons = "[...document.querySelectorAll('header button')]";
    let click =
        Function::new_with_args("name", &format!("{buttons}.find((it) => it.textContent === name).click()"));
    click.call1(&JsValue::NULL, &JsValue::from_str(name)).expect("a button of that name");
}

fn text(selector: &str) -> String {
    let element = document().query_selector(selector).ok().flatten();
    element.and_then(|element| element.text_content()).unwrap_or_default()
}

fn attribute(selector: &str, name: &str) -> Option<String> {
    document().query_selector(selector).ok().flatten()?.get_attribute(name)
}

async fn shows_key(key: &str) {
    until(|| text("#key code") == key).await;
}

/// Lets the browser take turns until the condition holds, and gives up after some thousands.
#[track_caller]
fn until(condition: impl Fn() -> bool) -> impl Future<Output = ()> {
    let caller = std::panic::Location::caller();
    async move {
        for _ in 0..5_000 {
            if condition() {
                return;
            }
            TimeoutFuture::new(0).await;
        }
        panic!("{caller}: not so after all; the key is {:?}", text("#key code"));
    }
}
