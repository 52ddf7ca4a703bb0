//! The flow of a workflow as a picture, drawn from the same data as its file.

use hookonce_core::n8n::{self, Flow, FlowKind, FlowLink, FlowNode, FlowOutput, Workflow};
use leptos::prelude::*;

use crate::state::State;
use crate::ui::live::live;

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
    let flow = Memo::new(move |_| state.options.with(|options| n8n::flow(Workflow::Receive, options).ok()));
    let picture = live(move || flow.with(|flow| flow.as_ref().map(draw)).into_any());
    let sentences = live(move || {
        let words = state.now();
        let sentence = |flow: &Flow| {
            let list = flow.links.iter().map(|link| {
                let (from, to) = (&flow.nodes[link.from].name, &flow.nodes[link.to].name);
                view! { <li>{(words.flow_link)(from, output_name(link.output), to)}</li> }
            });
            list.collect_view()
        };
        flow.with(|flow| flow.as_ref().map(sentence)).into_any()
    });
    view! {
        <section class="card wide">
            <div class="head">
                <div>
                    <h3>{t(|w| w.flow)}</h3>
                    <small>{t(|w| w.flow_place)}</small>
                </div>
            </div>
            <div class="flow" tabindex="0" role="region" aria-label=t(|w| w.flow)>
                {picture}
            </div>
            <details>
                <summary>{t(|w| w.flow_in_words)}</summary>
                <ul class="prose">{sentences}</ul>
            </details>
        </section>
    }
}

fn draw(flow: &Flow) -> AnyView {
    let columns = flow.nodes.iter().map(|node| node.column + 1).max().unwrap_or(1);
    let rows = flow.nodes.iter().map(|node| node.row + 1).max().unwrap_or(1);
    let (width, height) = (columns * COLUMN - (COLUMN - WIDTH) + 2, rows * ROW - (ROW - HEIGHT) + 2);
    let links = flow.links.iter().map(|link| draw_link(link, &flow.nodes)).collect_view();
    let nodes = flow.nodes.iter().map(draw_node).collect_view();
    view! {
        <svg viewBox=format!("0 0 {width} {height}") width=width.to_string() height=height.to_string() aria-hidden="true">
            {links}
            {nodes}
        </svg>
    }
    .into_any()
}

fn corner(node: &FlowNode) -> (usize, usize) {
    (node.column * COLUMN + 1, node.row * ROW + 1)
}

fn draw_node(node: &FlowNode) -> AnyView {
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
    let line = |text: String, class: &'static str, dy: usize| {
        view! { <text class=class x=(x + WIDTH / 2).to_string() y=(y + dy).to_string()>{text}</text> }
    };
    let lines = match second {
        Some(second) => vec![line(first, "first", 17), line(second, "second", 30)],
        None => vec![line(first, "first", 24)],
    };
    view! {
        <rect
            class=kind_class(node.kind)
            x=x.to_string()
            y=y.to_string()
            width=WIDTH.to_string()
            height=HEIGHT.to_string()
            rx="7"
        />
        {lines}
    }
    .into_any()
}

fn draw_link(link: &FlowLink, nodes: &[FlowNode]) -> AnyView {
    let (from, to) = (corner(&nodes[link.from]), corner(&nodes[link.to]));
    // The second output starts lower, as on n8n's canvas.
    let below = match link.output {
        FlowOutput::Main => HEIGHT / 2,
        FlowOutput::True => HEIGHT / 4,
        FlowOutput::Error | FlowOutput::False => HEIGHT * 3 / 4,
    };
    let (x1, y1) = (from.0 + WIDTH, from.1 + below);
    let (x2, y2) = (to.0, to.1 + HEIGHT / 2);
    let bend = (COLUMN - WIDTH).max(x2.saturating_sub(x1) / 2);
    let path = format!("M{x1} {y1}C{} {y1} {} {y2} {x2} {y2}", x1 + bend, x2.saturating_sub(bend));
    let class = match link.output {
        FlowOutput::Error => "link error",
        FlowOutput::False | FlowOutput::Main | FlowOutput::True => "link",
    };
    let label = output_name(link.output).map(|name| {
        view! { <text class="output" x=(x1 + 3).to_string() y=(y1 - 3).to_string()>{name}</text> }
    });
    view! {
        <path class=class d=path />
        {label}
    }
    .into_any()
}

/// The output's name on n8n's canvas, the same in every language.
fn output_name(output: FlowOutput) -> Option<&'static str> {
    match output {
        FlowOutput::Error => Some("error"),
        FlowOutput::False => Some("false"),
        FlowOutput::Main => None,
        FlowOutput::True => Some("true"),
    }
}

fn kind_class(kind: FlowKind) -> &'static str {
    match kind {
        FlowKind::Answer => "answer",
        FlowKind::Code | FlowKind::Database => "step",
        FlowKind::Decision => "decision",
        FlowKind::Stop => "stop",
        FlowKind::Trigger => "trigger",
    }
}
