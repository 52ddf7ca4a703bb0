//! Everything the page knows, in one place; panels read it and set it.

use std::sync::Arc;

use hookonce_core::delivery::{Delivery, Entry, InputKind};
use hookonce_core::finding::Finding;
use hookonce_core::key::KeyPlan;
use hookonce_core::lang::Lang;
use hookonce_core::options::Options;
use leptos::prelude::*;

use crate::browser::storage;
use crate::locales::{Words, words};
use crate::samples::SAMPLES;
use crate::source::Source;

/// The page's signals. `Copy`, so that closures can take it.
#[derive(Clone, Copy)]
pub struct State {
    /// The language of everything.
    pub lang: RwSignal<Lang>,
    /// The colours, one of [`THEMES`].
    pub theme: RwSignal<String>,
    /// What may be kept and shared.
    pub options: RwSignal<Options>,
    /// The options with the rule that is in use: where it goes by the sender, that of the recognised one.
    pub effective: Memo<Options>,
    /// What was pasted, typed, dropped or chosen.
    pub source: RwSignal<Source>,
    /// Counts up when the editor must show a source that was not typed into it.
    pub replaced: RwSignal<u32>,
    /// What was there before the last replacement.
    pub previous: RwSignal<Option<Source>>,
    /// The form to read the input as; none detects it.
    pub read_as: RwSignal<Option<InputKind>>,
    /// Which of several deliveries is to be read, counted from 0; none takes the first with a body.
    pub entry: RwSignal<Option<usize>>,
    /// Headers that were pasted apart.
    pub headers: RwSignal<String>,
    /// Deliveries to compare with.
    pub kept: RwSignal<Vec<Delivery>>,
    /// What is known of them: `same`, `different`, or nothing.
    pub known: RwSignal<String>,
    /// What planning came to.
    pub outcome: RwSignal<Outcome>,
    /// Bytes read and bytes in all, while a plan is being made.
    pub progress: RwSignal<Option<(usize, usize)>>,
    /// A message for the live region.
    pub status: RwSignal<String>,
    /// What is wrong with an input that was refused; the one before is still there.
    pub refused: RwSignal<Option<Refused>>,
    /// The bytes of the input to select in the editor.
    pub selection: RwSignal<Option<std::ops::Range<usize>>>,
}

/// The colours of the page: as the system prefers, dark, or light.
pub const THEMES: [&str; 3] = ["auto", "dark", "light"];

/// What planning came to.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// What the input was read as.
    pub kind: Option<InputKind>,
    /// The delivery; none when its body cannot be known.
    pub delivery: Option<Delivery>,
    /// The deliveries of the input.
    pub entries: Arc<[Entry]>,
    /// Which of them this is.
    pub entry: Option<usize>,
    /// The key; none when there is no delivery to plan for.
    pub plan: Option<KeyPlan>,
    /// What was noticed in the input and in the body, the most severe first.
    pub findings: Vec<Finding>,
    /// The body's first byte in the input, where the body stands there as it is.
    pub body_start: Option<usize>,
}

/// An input that was refused.
#[derive(Clone, Debug)]
pub enum Refused {
    /// For a reason that the core knows.
    Finding(Finding),
    /// Only the first of several files is read.
    OtherFiles,
    /// The browser could not read a file of this name.
    Unreadable(String),
}

/// Artefacts depend on the rule, never on what was pasted: of a recognised sender they get its id.
fn effective(options: &Options, outcome: &Outcome) -> Options {
    let sender = outcome.plan.as_ref().and_then(|plan| plan.provider);
    let rule = sender.map_or_else(|| options.rule.clone(), |provider| provider.id.to_owned());
    Options { rule, ..options.clone() }
}

impl State {
    /// The state of a page that has just been opened.
    pub fn open() -> State {
        let options = RwSignal::new(storage::options());
        let outcome = RwSignal::default();
        State {
            lang: RwSignal::new(storage::lang()),
            theme: RwSignal::new(storage::theme()),
            options,
            effective: Memo::new(move |_| effective(&options.get(), &outcome.read())),
            source: RwSignal::new(Source::sample(&SAMPLES[0])),
            replaced: RwSignal::new(0),
            previous: RwSignal::new(None),
            read_as: RwSignal::new(None),
            entry: RwSignal::new(None),
            headers: RwSignal::default(),
            kept: RwSignal::default(),
            known: RwSignal::default(),
            outcome,
            progress: RwSignal::new(None),
            status: RwSignal::default(),
            refused: RwSignal::new(None),
            selection: RwSignal::new(None),
        }
    }

    /// The words now, tracked.
    pub fn now(self) -> &'static Words {
        words(self.lang.get())
    }

    /// Makes signals of one word each, in the language of the moment.
    pub fn words(self) -> impl Fn(fn(&Words) -> &'static str) -> Signal<&'static str> + Copy {
        move |pick| Signal::derive(move || pick(self.now()))
    }

    /// Puts another source in the editor's place; the old one can be had back.
    pub fn replace(self, source: Source) {
        let old = self.source.get_untracked();
        // Looking at one sample after the other does not lose what was there before.
        if !old.is_sample() {
            self.previous.set(Some(old));
        }
        self.show(source);
    }

    /// Swaps the source and the one before it.
    pub fn restore(self) {
        if let Some(previous) = self.previous.get_untracked() {
            self.previous.set(Some(self.source.get_untracked()));
            self.show(previous);
            self.say(self.now_untracked().restored);
        }
    }

    /// Says something to people who cannot see what changed.
    pub fn say(self, text: impl Into<String>) {
        let text = text.into();
        // The same text again would be no change, and not be said: an invisible space makes it one.
        self.status.update(|status| *status = if *status == text { text + "\u{a0}" } else { text });
    }

    /// The words now, untracked: for handlers.
    pub fn now_untracked(self) -> &'static Words {
        words(self.lang.get_untracked())
    }

    fn show(self, source: Source) {
        self.refused.set(None);
        self.selection.set(None);
        self.entry.set(None);
        self.source.set(source);
        self.replaced.update(|count| *count += 1);
    }
}
