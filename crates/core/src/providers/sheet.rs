//! All that is known about a sender, as a sheet to read: for the page, the command line and `docs/facts.md`.

use crate::json::{Document, Kind, Value};
use crate::lang::Lang;
use crate::words::sheet::{SheetWords, words};

/// What is known about one sender.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Sheet {
    /// For example `stripe`.
    pub id: String,
    /// For example `Stripe`.
    pub name: String,
    /// Where people read on; its own documentation of webhooks.
    pub docs: Option<String>,
    /// When the facts were checked, for example `2026-11`.
    pub checked: String,
    /// Never empty.
    pub sections: Vec<Section>,
}

/// Some facts of one kind.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Section {
    /// A heading.
    pub title: &'static str,
    /// Each a name and a text, which has code between back quotes; entries of a list have no name.
    pub rows: Vec<(String, String)>,
}

/// The sheets of all senders, sorted by id.
pub fn sheets(lang: Lang) -> Vec<Sheet> {
    let Ok(document) = Document::parse(FACTS.as_bytes()) else {
        return Vec::new();
    };
    let rows = document.root(FACTS.as_bytes()).into_iter().flat_map(Value::children);
    rows.map(|row| sheet(Facts { row, lang, words: words(lang) })).collect()
}

/// All facts as JSON: an array of rows, as the files have them, with their ids.
pub fn facts_json() -> &'static str {
    FACTS
}

const FACTS: &str = include_str!(concat!(env!("OUT_DIR"), "/facts.json"));

/// A row, or a part of one.
#[derive(Clone, Copy)]
struct Facts<'a> {
    row: Value<'a>,
    lang: Lang,
    words: &'static SheetWords,
}

fn sheet(facts: Facts) -> Sheet {
    Sheet {
        id: facts.text("id").unwrap_or_default(),
        name: facts.text("name").unwrap_or_default(),
        docs: facts.text("docs"),
        checked: facts.text("checked").unwrap_or_default(),
        sections: vec![
            key(facts),
            traps(facts),
            changes(facts),
            control(facts),
            retries(facts),
            signature(facts),
            recognition(facts),
            sources(facts),
        ],
    }
}

fn key(facts: Facts) -> Section {
    let (key, w) = (facts.part("key"), facts.words);
    let mut rows = Vec::new();
    for variant in key.parts("variants") {
        let when =
            variant.texts("when").iter().map(|when| format!("`{when}`")).collect::<Vec<_>>().join(", ");
        let rule = variant.text("rule").map_or(w.no_key_possible.to_owned(), |rule| format!("`{rule}`"));
        let name = variant.text("name").unwrap_or_default();
        rows.push((format!("{} {name}", w.rule_of), format!("{rule} ({} {when})", w.when)));
    }
    let rule = key.text("rule").map_or(w.no_key_possible.to_owned(), |rule| format!("`{rule}`"));
    rows.push((w.rule.into(), rule + &facts.confidence(key)));
    let scope: Vec<_> = key.texts("scope").iter().map(|place| format!("`{place}`")).collect();
    if !scope.is_empty() {
        rows.push((w.scope.into(), scope.join(", ")));
    }
    for (label, name) in [(w.retry_keeps_it, "retry_keeps_it"), (w.resend_keeps_it, "resend_keeps_it")] {
        let fact = key.part(name);
        rows.push((label.into(), w.yes_no(fact.boolean("is")).to_owned() + &facts.confidence(fact)));
    }
    rows.push((w.signed.into(), w.yes_no(key.boolean("signed")).into()));
    let id = facts.part("top_level_id");
    let is = id.text("is").map_or(w.unknown, |is| w.id_is(&is));
    let notes = id.prose("notes").map(|notes| format!(" ({notes})")).unwrap_or_default();
    rows.push((w.literal_id.into(), format!("{is}{notes}")));
    let delivery = facts.part("delivery");
    let format = delivery.text("format").unwrap_or_default();
    let most = delivery.number("max_items").filter(|most| *most > 1);
    let most = most.map(|most| format!(", {} {most}", w.items_up_to)).unwrap_or_default();
    rows.push((w.format.into(), format!("{}{most}", w.format_is(&format))));
    for notes in [delivery.prose("notes"), key.prose("notes"), facts.prose("notes")] {
        rows.extend(notes.map(|notes| (w.note.to_owned(), notes)));
    }
    Section { title: w.key, rows }
}

fn traps(facts: Facts) -> Section {
    let w = facts.words;
    let row = |trap: Facts| {
        let is = trap.text("is").map_or(w.unknown, |is| w.trap(&is));
        let why = trap.prose("why").unwrap_or_default();
        (format!("`{}`", place(&trap)), format!("{is}: {why}{}", facts.confidence(trap)))
    };
    Section { title: w.traps, rows: or_none(facts.parts("traps").into_iter().map(row).collect(), w) }
}

fn changes(facts: Facts) -> Section {
    let w = facts.words;
    let row = |change: Facts| {
        let on = if change.text("on").as_deref() == Some("resend") { w.on_resend } else { w.on_retry };
        (format!("`{}`", place(&change)), on.to_owned() + &facts.confidence(change))
    };
    let mut rows = or_none(facts.parts("changes").into_iter().map(row).collect(), w);
    let hash = facts.part("body_hash");
    let safe = w.yes_no(hash.boolean("safe"));
    let risk = hash.text("risk").map_or(w.unknown, |risk| w.risk(&risk));
    let why = hash.prose("why").map(|why| format!(": {why}")).unwrap_or_default();
    rows.push((w.hash_safe.into(), format!("{safe}; {risk}{why}")));
    Section { title: w.changes, rows }
}

fn control(facts: Facts) -> Section {
    let w = facts.words;
    let row = |message: Facts| {
        let when =
            message.texts("when").iter().map(|when| format!("`{when}`")).collect::<Vec<_>>().join(", ");
        (when, message.prose("does").unwrap_or_default())
    };
    Section { title: w.control, rows: or_none(facts.parts("control").into_iter().map(row).collect(), w) }
}

fn retries(facts: Facts) -> Section {
    let (retry, w) = (facts.part("retry"), facts.words);
    let mut rows = vec![(
        w.automatic.into(),
        w.yes_no(retry.boolean("automatic")).to_owned() + &facts.confidence(retry),
    )];
    let seconds = |name: &str| retry.number(name).map_or(w.unknown.to_owned(), |seconds| w.duration(seconds));
    let days = |name: &str| retry.number(name).map_or(w.unknown.to_owned(), |days| w.days(days));
    let delays: Vec<_> =
        retry.values("schedule_seconds").filter_map(|value| number(value)).map(|it| w.duration(it)).collect();
    let schedule = [retry.prose("schedule"), Some(delays.join(", "))];
    let schedule: Vec<_> = schedule.into_iter().flatten().filter(|text| !text.is_empty()).collect();
    rows.push((w.schedule.into(), if schedule.is_empty() { w.unknown.into() } else { schedule.join("; ") }));
    rows.push((
        w.attempts.into(),
        retry.number("max_attempts").map_or(w.unknown.into(), |count| count.to_string()),
    ));
    rows.push((w.window.into(), seconds("window_seconds")));
    rows.push((w.timeout.into(), seconds("timeout_seconds")));
    rows.push((w.success.into(), retry.prose("success").unwrap_or(w.unknown.into())));
    rows.extend(retry.prose("stops_at").map(|stops_at| (w.stops_at.to_owned(), stops_at)));
    rows.push((w.resend_window.into(), days("resend_window_days")));
    let (least, better) = (days("min_retention_days"), days("recommended_retention_days"));
    rows.push((w.keep.into(), format!("{} {least}, {} {better}", w.at_least, w.recommended)));
    rows.extend(retry.prose("notes").map(|notes| (w.note.to_owned(), notes)));
    Section { title: w.retries, rows }
}

fn signature(facts: Facts) -> Section {
    let (signature, w) = (facts.part("signature"), facts.words);
    let headers: Vec<_> = signature.texts("headers").iter().map(|header| format!("`{header}`")).collect();
    let mut rows = Vec::new();
    match signature.text("algorithm") {
        Some(algorithm) => {
            let encoding =
                signature.text("encoding").map(|encoding| format!(", {encoding}")).unwrap_or_default();
            rows.push((w.algorithm.into(), algorithm + &encoding + &facts.confidence(signature)));
        }
        None => rows.push((w.algorithm.into(), w.none.to_owned() + &facts.confidence(signature))),
    }
    if !headers.is_empty() {
        rows.push((w.headers.into(), headers.join(", ")));
    }
    let template: String = signature.texts("template").concat();
    if !template.is_empty() {
        rows.push((w.signed_text.into(), format!("`{}`", template.replace('\n', "\\n"))));
    }
    rows.push((w.covers_body.into(), w.yes_no(signature.boolean("covers_body")).into()));
    if let Some(seconds) = signature.number("tolerance_seconds") {
        rows.push((w.tolerance.into(), w.duration(seconds)));
    }
    rows.extend(signature.prose("notes").map(|notes| (w.note.to_owned(), notes)));
    rows.extend(
        signature
            .parts("alternatives")
            .iter()
            .filter_map(Facts::own_prose)
            .map(|text| (w.or.to_owned(), text)),
    );
    Section { title: w.signature, rows }
}

fn recognition(facts: Facts) -> Section {
    let (recognise, w) = (facts.part("recognise"), facts.words);
    let mut rows = Vec::new();
    for (label, name) in [(w.certain, "certain"), (w.likely, "likely"), (w.weak, "weak")] {
        let marks: Vec<_> = recognise.texts(name).iter().map(|mark| format!("`{mark}`")).collect();
        if !marks.is_empty() {
            rows.push((label.into(), marks.join(", ")));
        }
    }
    rows.extend(recognise.prose("notes").map(|notes| (w.note.to_owned(), notes)));
    Section { title: w.recognition, rows }
}

fn sources(facts: Facts) -> Section {
    let w = facts.words;
    let mut rows = vec![(w.checked.to_owned(), facts.text("checked").unwrap_or_default())];
    for source in facts.parts("sources") {
        let kind = source.text("kind").map_or(w.unknown, |kind| w.source(&kind));
        let fact = source.prose("fact").unwrap_or_default();
        rows.push((kind.into(), format!("{} ({fact})", source.text("ref").unwrap_or_default())));
    }
    for differs in facts.parts("overrides") {
        let note = differs.prose("note").map(|note| format!(": {note}")).unwrap_or_default();
        let confidence = differs.text("confidence").map_or(w.unknown, |code| w.confidence(&code));
        rows.push((w.field(&differs.text("field").unwrap_or_default()), confidence.to_owned() + &note));
    }
    rows.extend(facts.texts("inferred").into_iter().map(|field| (w.inferred.to_owned(), w.field(&field))));
    rows.extend(
        facts
            .parts("unverified")
            .iter()
            .filter_map(Facts::own_prose)
            .map(|text| (w.unverified.to_owned(), text)),
    );
    Section { title: w.sources, rows }
}

fn place(facts: &Facts) -> String {
    facts.text("at").unwrap_or_default()
}

fn or_none(rows: Vec<(String, String)>, words: &SheetWords) -> Vec<(String, String)> {
    if rows.is_empty() { vec![(String::new(), words.none_known.into())] } else { rows }
}

fn number(value: Value) -> Option<u32> {
    std::str::from_utf8(value.raw()).ok()?.parse().ok()
}

impl<'a> Facts<'a> {
    /// A member, or the whole where there is none, in which no member is found either.
    fn part(self, name: &str) -> Facts<'a> {
        Facts { row: self.row.member(name).unwrap_or(self.row), ..self }
    }

    fn values(self, name: &str) -> impl Iterator<Item = Value<'a>> {
        self.row.member(name).into_iter().flat_map(Value::children)
    }

    fn parts(self, name: &str) -> Vec<Facts<'a>> {
        self.values(name).map(|row| Facts { row, ..self }).collect()
    }

    fn text(self, name: &str) -> Option<String> {
        Some(self.row.member(name)?.text()?.display().into_owned())
    }

    fn texts(self, name: &str) -> Vec<String> {
        self.values(name).filter_map(|value| Some(value.text()?.display().into_owned())).collect()
    }

    fn number(self, name: &str) -> Option<u32> {
        number(self.row.member(name)?)
    }

    fn boolean(self, name: &str) -> Option<bool> {
        let value = self.row.member(name)?;
        (value.kind() == Kind::Boolean).then(|| value.raw() == b"true")
    }

    /// A text that is there in each language.
    fn prose(self, name: &str) -> Option<String> {
        Facts { row: self.row.member(name)?, ..self }.own_prose()
    }

    fn own_prose(&self) -> Option<String> {
        self.text(self.lang.code())
    }

    /// How sure a part is, behind its text; nothing if the sender itself says it.
    fn confidence(self, part: Facts) -> String {
        match part.text("confidence").as_deref() {
            Some("official") | None => String::new(),
            Some(confidence) => format!(" ({})", self.words.confidence(confidence)),
        }
    }
}
