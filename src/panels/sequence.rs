//! First delivery, crash and retry as a picture, and what to answer for each outcome.

use hookonce_core::lang::Lang;
use hookonce_core::sql::sequence::{Message, Part, Participant, Tone, sequence};
use leptos::prelude::*;

use crate::panels::sql::made;
use crate::state::State;
use crate::ui::markup::escaped;

/// The sequence: a picture for each part, and the same in words for people who cannot see it.
#[component]
pub fn SequencePanel() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let parts = move || sequence(state.options.with(|options| options.guarantee));
    let pictures = move || {
        let lang = state.lang.get();
        parts().iter().map(|part| draw(part, lang)).collect::<String>()
    };
    let sentences = move || {
        let lang = state.lang.get();
        parts().iter().map(|part| tell(part, lang)).collect::<String>()
    };
    view! {
        <section class="card wide">
            <div class="head">
                <div>
                    <h3>{t(|w| w.sequence)}</h3>
                    <small>{t(|w| w.sequence_place)}</small>
                </div>
            </div>
            <div class="sequence" aria-hidden="true" prop:innerHTML=Signal::derive(pictures)></div>
            <details>
                <summary>{t(|w| w.sequence_in_words)}</summary>
                <div class="told" prop:innerHTML=Signal::derive(sentences)></div>
            </details>
        </section>
    }
}

/// What to answer for each outcome.
#[component]
pub fn OutcomesPanel() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let rows = move || {
        let (words, lang) = (state.now(), state.lang.get());
        let outcomes = made(state).map(|sql| (sql.outcomes(lang), sql));
        let Some((outcomes, sql)) = outcomes else { return String::new() };
        let mut rows = format!(
            "<thead><tr><th scope=col>{}<th scope=col>{}<th scope=col>{}</thead>",
            words.outcome, words.answer, words.action
        );
        let mut before = None;
        for outcome in outcomes {
            if before != Some(outcome.statement) {
                before = Some(outcome.statement);
                let title = sql.block(outcome.statement, lang).title;
                rows += &format!("<tbody><tr><th colspan=3 scope=rowgroup>{title}");
            }
            let answer = outcome.answer.map_or("–".to_owned(), |answer| {
                format!("<span class='tag status-{}'>{}</span>", answer.status(), answer.text())
            });
            rows +=
                &format!("<tr><td><code>{}</code><td>{answer}<td>{}", escaped(&outcome.sign), outcome.action);
        }
        rows
    };
    view! {
        <section class="card">
            <div class="head">
                <div>
                    <h3 id="outcomes-title">{t(|w| w.outcomes)}</h3>
                    <small>{t(|w| w.outcomes_place)}</small>
                </div>
            </div>
            <table class="outcomes" aria-labelledby="outcomes-title" prop:innerHTML=Signal::derive(rows)></table>
        </section>
    }
}

/// The part's sentences, as a list with a title.
fn tell(part: &Part, lang: Lang) -> String {
    let sentences: String =
        part.messages.iter().map(|message| format!("<li>{}</li>", escaped(message.sentence(lang)))).collect();
    format!("<div><h4>{}</h4><ol>{sentences}</ol></div>", part.moment.title(lang))
}

/// The picture's width, and the distance from message to message, in its units.
const WIDTH: usize = 320;
const ROW: usize = 28;

/// Where the first message is, below the names.
const TOP: usize = 46;

fn draw(part: &Part, lang: Lang) -> String {
    let height = TOP + ROW * part.messages.len() - 8;
    let mut picture = format!(
        "<figure><figcaption>{}</figcaption><svg viewBox='0 0 {WIDTH} {height}'>",
        part.moment.title(lang)
    );
    for participant in Participant::ALL {
        let x = lifeline(participant);
        // Who has crashed is gone.
        let crash = part.messages.iter().position(|message| *message == Message::Crash);
        let end = match crash {
            Some(row) if participant == Participant::Receiver => TOP + ROW * row - 12,
            _ => height,
        };
        picture += &format!(
            "<path class=life d='M{x} 22V{end}'/><text class=who x={x} y=14>{}</text>",
            participant.name(lang)
        );
    }
    for (row, message) in part.messages.iter().enumerate() {
        picture += &draw_message(*message, TOP + ROW * row, lang);
    }
    picture + "</svg></figure>"
}

/// An arrow with its label, or a label alone on the lifeline of who does something alone.
fn draw_message(message: Message, y: usize, lang: Lang) -> String {
    let (from, to) = message.ends();
    let (x1, x2) = (lifeline(from), lifeline(to));
    let class = match message.tone() {
        Tone::Bad => "bad",
        Tone::Good => "good",
        Tone::Plain => "plain",
    };
    let label = escaped(message.label(lang));
    if from == to {
        let width = 16 + 7 * message.label(lang).chars().count();
        // Beside the edge there is room on one side only.
        let x = (x1.max(width / 2 + 1)).min(WIDTH - width / 2 - 1);
        return format!(
            "<rect class={class} x={} y={} width={width} height=20 rx=5 /><text class={class} x={x} y={}>{label}</text>",
            x - width / 2,
            y - 15,
            y - 1
        );
    }
    let (tip, head) = if x2 > x1 { (x2 - 1, x2 - 7) } else { (x2 + 1, x2 + 7) };
    format!(
        "<path class={class} d='M{x1} {y}H{tip}M{head} {}L{tip} {y} {head} {}'/><text class={class} x={} y={}>{label}</text>",
        y - 4,
        y + 4,
        (x1 + x2) / 2,
        y - 5
    )
}

fn lifeline(participant: Participant) -> usize {
    match participant {
        Participant::Sender => 38,
        Participant::Receiver => 159,
        Participant::Database => 280,
    }
}
