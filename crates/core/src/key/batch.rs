//! The items of a batch, each read on its own.

use std::ops::Range;

use super::rule::{Rule, Segment, Source};
use super::select::{Selector, span};
use super::value::{self, Found};
use crate::delivery::Delivery;
use crate::json::{Event, Next, Reader};

/// The bytes of each item of the array at `path` in a JSON body; none if there is no array.
pub(super) fn items(body: &[u8], path: &[Segment]) -> Option<Vec<Range<usize>>> {
    let mut reader = Reader::new(if body.starts_with(b"\xEF\xBB\xBF") { 3 } else { 0 });
    let mut selector = Selector::new(path);
    // The array that counts, the last one where a name repeats, and whether it is still open.
    let mut array: Option<Vec<Range<usize>>> = None;
    let mut inside = false;
    let mut start = 0;
    while let Next::Event(event) = reader.next(body, body.len()) {
        let at = reader.settled();
        let open = reader.open().len();
        if selector.see(&event, reader.open(), body, at) {
            inside = event == Event::ArrayStart;
            array = inside.then(Vec::new);
            continue;
        }
        let item_level = path.len() + 1;
        match (&event, array.as_mut().filter(|_| inside)) {
            (Event::ArrayEnd, Some(_)) if open == path.len() => inside = false,
            (Event::ArrayStart | Event::ObjectStart, Some(_)) if open == item_level + 1 => start = at - 1,
            (Event::ArrayEnd | Event::ObjectEnd, Some(items)) if open == item_level => items.push(start..at),
            (Event::Boolean(_) | Event::Null(_) | Event::Number(_) | Event::String(_), Some(items))
                if open == item_level =>
            {
                items.push(span(&event, at))
            }
            _ => {}
        }
    }
    array
}

/// What is at each part's first source present, with JSON paths that start at the item.
pub(super) fn values(rule: &Rule, delivery: &Delivery, item: Range<usize>) -> Vec<Option<Found>> {
    let bytes = &delivery.body[item];
    let find = |source: &Source| match source {
        Source::Json(path) => {
            let mut selector = Selector::new(path);
            let mut reader = Reader::new(0);
            while let Next::Event(event) = reader.next(bytes, bytes.len()) {
                let at = reader.settled();
                selector.see(&event, reader.open(), bytes, at);
            }
            let selected = selector.selected?;
            Some(value::selected_value(&selected, bytes, source.name(), None))
        }
        Source::BodySha256 | Source::Form(_) | Source::Header(_) => value::find(source, delivery, None),
    };
    rule.parts.iter().map(|part| part.sources.iter().find_map(find)).collect()
}
