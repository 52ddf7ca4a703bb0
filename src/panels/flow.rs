//! The flow of a workflow as a picture, drawn from the same data as its file.

use hookonce_core::n8n::{self, Flow, FlowKind, FlowLink, FlowNode, FlowOutput, Workflow};
use leptos::prelude::*;

use crate::state::State;
use crate::ui::markup::escaped;

/// The distance from column to column and from row to row, and a node's size, in the picture's units.
const COLUMN: usize = 142;
const ROW: usize = 62;
const WIDTH: usize = 112;
const HEIGHT: usize = 40;

/// The picture, and the same in words for people who cannot see it.
#[component]
pub fn FlowPanel() -> impl IntoView {
    let state = expect_context::<State>();
    let t = state.words();
    let flow = move || state.effective.with(|options| n8n::flow(Workflow::Receive, options).ok());
    let picture = move || flow().map(|flow| draw(&flow)).unwrap_or_default();
    let sentences = move || {
        let words = state.now();
        let sentence = |flow: Flow| {
            let list = flow.links.iter().map(|link| {
                let (from, to) = (&flow.nodes[link.from].name, &flow.nodes[link.to].name);
                format!("<li>{}</li>", escaped(&(words.flow_link)(from, output_name(link.output), to)))
            });
            list.collect::<String>()
        };
        flow().map(sentence).unwrap_or_default()
    };
    view! {
        <section class="card wide">
            <div class="head">
                <div>
                    <h3>{t(|w| w.flow)}</h3>
                    <small>{t(|w| w.flow_place)}</small>
                </div>
            </div>
            <div
                class="flow"
                tabindex="0"
                role="region"
                aria-label=t(|w| w.flow)
                prop:innerHTML=Signal::derive(picture)
            ></div>
            <details>
                <summary>{t(|w| w.flow_in_words)}</summary>
                <ul class="prose" prop:innerHTML=Signal::derive(sentences)></ul>
            </details>
        </section>
    }
}

fn draw(flow: &Flow) -> String {
    let columns = flow.nodes.iter().map(|node| node.column + 1).max().unwrap_or(1);
    let rows = flow.nodes.iter().map(|node| node.row + 1).max().unwrap_or(1);
    let (width, height) = (columns * COLUMN - (COLUMN - WIDTH) + 2, rows * ROW - (ROW - HEIGHT) + 2);
    let links: String = flow.links.iter().map(|link| draw_link(link, &flow.nodes)).collect();
    let nodes: String = flow.nodes.iter().map(draw_node).collect();
    format!(
        "<svg viewBox='0 0 {width} {height}' width={width} height={height} aria-hidden=true>{links}{nodes}</svg>"
    )
}

fn corner(node: &FlowNode) -> (usize, usize) {
    (node.column * COLUMN + 1, node.row * ROW + 1)
}

fn draw_node(node: &FlowNode) -> String {
    let (x, y) = corner(node);
    // A long name has its part in brackets in a second line.
    let (first, second) = match node.name.split_once(" (") {
        Some((first, rest)) => (first.to_owned(), Some(format!("({rest}"))),
        None => match node.name.len() {
            ..=16 => (node.name.clone(), None),
            _ => match node.name.rsplit_once(' ') {
                Some((first, second)) => (first.to_owned(), Some(second.to_owned())),
                None => (node.name.clone(), None),
            },
        },
    };
    let line = |text: &str, class: &'static str, dy: usize| {
        format!("<text class={class} x={} y={}>{}</text>", x + WIDTH / 2, y + dy, escaped(text))
    };
    let lines = match second {
        Some(second) => line(&first, "first", 17) + &line(&second, "second", 30),
        None => line(&first, "first", 24),
    };
    let class = kind_class(node.kind);
    format!("<rect class={class} x={x} y={y} width={WIDTH} height={HEIGHT} rx=7 />{lines}")
}

fn draw_link(link: &FlowLink, nodes: &[FlowNode]) -> String {
    let (from, to) = (corner(&nodes[link.from]), corner(&nodes[link.to]));
    // The second output starts lower, as on n8n's canvas.
    let below = match link.output {
        FlowOutput::Main => HEIGHT / 2,
        FlowOutput::End | FlowOutput::True => HEIGHT / 4,
        FlowOutput::Each | FlowOutput::Error | FlowOutput::False => HEIGHT * 3 / 4,
    };
    let (x1, y1) = (from.0 + WIDTH, from.1 + below);
    let (x2, y2) = (to.0, to.1 + HEIGHT / 2);
    let bend = (COLUMN - WIDTH).max(x2.saturating_sub(x1) / 2);
    let (leave, arrive) = (x1 + bend, x2.saturating_sub(bend));
    let class = match link.output {
        FlowOutput::Error => "error",
        _ => "link",
    };
    let label = output_name(link.output).map(|name| {
        let (x, y) = (x1 + 3, y1 - 3);
        format!("<text class=output x={x} y={y}>{name}</text>")
    });
    let path = format!("<path class={class} d='M{x1} {y1}C{leave} {y1} {arrive} {y2} {x2} {y2}'/>");
    path + &label.unwrap_or_default()
}

/// The output's name on n8n's canvas, the same in every language.
fn output_name(output: FlowOutput) -> Option<&'static str> {
    match output {
        FlowOutput::Each => Some("loop"),
        FlowOutput::End => Some("done"),
        FlowOutput::Error => Some("error"),
        FlowOutput::False => Some("false"),
        FlowOutput::Main => None,
        FlowOutput::True => Some("true"),
    }
}

fn kind_class(kind: FlowKind) -> &'static str {
    match kind {
        FlowKind::Answer => "answer",
        FlowKind::Decision => "decision",
        FlowKind::Code | FlowKind::Database | FlowKind::Loop | FlowKind::Mark => "step",
        FlowKind::Stop => "stop",
        FlowKind::Trigger => "trigger",
    }
}
