//! Reads the rows of rules, with the core's own reader of JSON.

use super::{Certainty, HashRisk, IdIs, Provider, Trap, TrapKind};
use crate::json::{Document, Kind, Value};
use crate::key::{Answer, Condition, Control, KeyRules, Source, Variant, text};

/// Every row of a text that the build made. A row that cannot be read is left out; a test counts them.
pub(super) fn rows(json: &'static str) -> Vec<Provider> {
    let Ok(document) = Document::parse(json.as_bytes()) else {
        return Vec::new();
    };
    let rows = document.root(json.as_bytes()).into_iter().flat_map(Value::children);
    rows.filter_map(|row| provider(&Row { json, value: row })).collect()
}

/// An object of the text.
struct Row<'a> {
    json: &'static str,
    value: Value<'a>,
}

fn provider(row: &Row) -> Option<Provider> {
    let marks = [("certain", Certainty::Certain), ("likely", Certainty::Likely), ("weak", Certainty::Guess)];
    let marks = marks.into_iter().flat_map(|(name, certainty)| {
        let conditions =
            |mark: &str| mark.split(" & ").map(|text| text::condition(text).ok()).collect::<Option<Vec<_>>>();
        row.texts(name).into_iter().filter_map(move |mark| Some((certainty, conditions(mark)?)))
    });
    let traps = row.rows("traps").into_iter().enumerate().filter_map(|(place, trap)| {
        Some(Trap { at: text::source(trap.text("at")?).ok()?, is: trap_kind(trap.text("is")?)?, row: place })
    });
    let changes: Vec<_> = row.texts("changes").into_iter().filter_map(|at| text::source(at).ok()).collect();
    Some(Provider {
        id: row.text("id")?,
        name: row.text("name")?,
        marks: marks.collect(),
        after: row.texts("after"),
        rules: rules(row),
        scope: row.texts("scope"),
        signed: row.boolean("signed"),
        id_is: id_is(row.text("id_is")?)?,
        traps: traps.collect(),
        body_changes: changes.contains(&Source::BodySha256),
        changes,
        hash_risk: hash_risk(row.text("hash_risk")?)?,
        keep_days: row.number("keep"),
    })
}

fn rules(row: &Row) -> KeyRules {
    let rule = |row: &Row| row.text("rule").and_then(|text| text::rule(text).ok());
    let variant = |variant: Row| Some(Variant { when: conditions(&variant)?, rule: rule(&variant) });
    KeyRules {
        control: row.rows("control").into_iter().filter_map(|row| control(&row)).collect(),
        variants: row.rows("variants").into_iter().filter_map(variant).collect(),
        rule: rule(row),
        body_hash: row.boolean("body_hash") == Some(true),
    }
}

fn control(row: &Row) -> Option<Control> {
    let answer = Row { json: row.json, value: row.value.member("answer")? };
    Some(Control {
        when: conditions(row)?,
        answer: Answer {
            status: answer.number("status")? as u16,
            echo: answer.text("echo").and_then(|echo| text::source(echo).ok()),
            member: answer.text("member").map(str::to_owned),
            text: answer.string("text"),
            complete: answer.boolean("complete") != Some(false),
        },
    })
}

fn conditions(row: &Row) -> Option<Vec<Condition>> {
    row.texts("when").into_iter().map(|text| text::condition(text).ok()).collect()
}

impl Row<'_> {
    /// A member's text, which lives as long as the program. What has escapes is not handed out.
    fn text(&self, name: &str) -> Option<&'static str> {
        text_of(self.json, self.value.member(name)?)
    }

    /// A member's text, whatever it holds.
    fn string(&self, name: &str) -> Option<String> {
        Some(self.value.member(name)?.text()?.display().into_owned())
    }

    fn texts(&self, name: &str) -> Vec<&'static str> {
        let list = self.value.member(name).into_iter().flat_map(Value::children);
        list.filter_map(|value| text_of(self.json, value)).collect()
    }

    fn rows(&self, name: &str) -> Vec<Self> {
        let list = self.value.member(name).into_iter().flat_map(Value::children);
        list.map(|value| Row { json: self.json, value }).collect()
    }

    fn boolean(&self, name: &str) -> Option<bool> {
        let value = self.value.member(name)?;
        (value.kind() == Kind::Boolean).then(|| value.raw() == b"true")
    }

    fn number(&self, name: &str) -> Option<u32> {
        std::str::from_utf8(self.value.member(name)?.raw()).ok()?.parse().ok()
    }
}

fn text_of(json: &'static str, value: Value) -> Option<&'static str> {
    let span = value.span();
    let text = json.get(span.start + 1..span.end - 1).filter(|_| value.kind() == Kind::String)?;
    (!text.contains('\\')).then_some(text)
}

fn id_is(word: &str) -> Option<IdIs> {
    Some(match word {
        "attempt" => IdIs::Attempt,
        "event" => IdIs::Event,
        "none" => IdIs::None,
        "object" => IdIs::Object,
        "other" => IdIs::Other,
        "subscription" => IdIs::Subscription,
        _ => return None,
    })
}

fn trap_kind(word: &str) -> Option<TrapKind> {
    Some(match word {
        "not_unique" => TrapKind::NotUnique,
        "object_id" => TrapKind::Object,
        "per_attempt" => TrapKind::Attempt,
        "subscription_id" => TrapKind::Subscription,
        "timestamp" => TrapKind::Time,
        "too_wide" => TrapKind::TooWide,
        "transport" => TrapKind::Transport,
        _ => return None,
    })
}

fn hash_risk(word: &str) -> Option<HashRisk> {
    Some(match word {
        "both" => HashRisk::Both,
        "merges-events" => HashRisk::MergesEvents,
        "misses-duplicates" => HashRisk::MissesDuplicates,
        "none" => HashRisk::None,
        "unknown" => HashRisk::Unknown,
        _ => return None,
    })
}
