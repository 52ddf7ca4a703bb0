//! Many deliveries at once: how many events they are, how many repeats, and which rule would be best.
//!
//! [`Entries`] reads an export piece by piece, a [`Counter`] counts: neither holds more than one entry and the hashes
//! of keys.

mod content;
mod record;
mod report;
mod scores;
mod split;
mod timeline;

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher, Hasher};

pub use record::EntryForm;
pub use scores::RuleScore;
pub use timeline::{Step, Timeline};

use crate::json::{Document, Value};
use crate::key::{Keys, Lookup, RuleChoice, Scope, keys};
use crate::lang::Lang;
use crate::providers::{Certainty, Provider, recognise};
use crate::words;
use content::{AsItIs, Contents, hash};
use record::Dated;
use scores::Scores;
use split::{Raw, Splitter};

/// The forms of an export.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum ExportForm {
    /// A table with a heading row, of which one column has the bodies: separated by commas, semicolons or tabs.
    Csv,
    /// An HTTP Archive.
    Har,
    /// A JSON array.
    Json,
    /// A JSON text a line.
    Ndjson,
}

impl ExportForm {
    /// All of them.
    pub const ALL: [ExportForm; 4] = [ExportForm::Ndjson, ExportForm::Har, ExportForm::Csv, ExportForm::Json];

    /// The stable name, for example `ndjson`.
    pub fn name(self) -> &'static str {
        match self {
            ExportForm::Csv => "csv",
            ExportForm::Har => "har",
            ExportForm::Json => "json",
            ExportForm::Ndjson => "ndjson",
        }
    }
}

/// A moment of a [`Timeline`] for people: `2026-03-01 12:30 UTC`.
pub fn date_and_time(seconds: i64) -> String {
    crate::moment::date_and_time(seconds)
}

/// Why an export cannot be read, or not to its end.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Fault {
    /// The array of the entries has no end, or never began; what came before counts.
    BrokenOff {
        /// How many entries it has.
        entries: u64,
    },
    /// No column has the bodies.
    NoBodyColumn {
        /// The column that was asked for.
        wanted: Option<String>,
        /// Those that are there, at most 30.
        columns: Vec<String>,
    },
    /// A row is larger than 64 MiB; most probably a quote has no end.
    RowTooLarge {
        /// Its number, counted from 1, with the heading row.
        row: u64,
    },
}

impl Fault {
    /// What is wrong and what to do, in two sentences.
    pub fn text(&self, lang: Lang) -> String {
        words::audit::fault(self, lang)
    }
}

/// A delivery that is worth a look.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Example {
    /// The first delivery with the key: the number of its line, row or entry, counted from 1.
    pub first: u64,
    /// The one that has it again.
    pub again: u64,
    /// The key.
    pub key: String,
}

/// What an export has come to.
#[derive(Clone, Debug, Default)]
pub struct Audit {
    /// Its form; none as long as it is not known.
    pub form: Option<ExportForm>,
    /// What its entries are.
    pub entry_form: Option<EntryForm>,
    /// Bytes read.
    pub bytes: u64,
    /// Deliveries that could be read, of a batch each item.
    pub deliveries: u64,
    /// Different keys.
    pub events: u64,
    /// Deliveries whose key was known: their work would have been done again.
    pub repeats: u64,
    /// Repeats whose body has other bytes than the first: a hash of the body would have missed them.
    pub repeats_with_other_bytes: u64,
    /// Repeats that say something else than the first.
    pub conflicts: u64,
    /// The first conflicts, at most ten.
    pub conflict_examples: Vec<Example>,
    /// The first repeats, at most ten.
    pub repeat_examples: Vec<Example>,
    /// Deliveries without a key.
    pub without_key: u64,
    /// Deliveries whose key is a hash of the body.
    pub hashed: u64,
    /// Handshakes and pings.
    pub control: u64,
    /// Entries without a body, or that cannot be read, and the number of the first one.
    pub unreadable: (u64, Option<u64>),
    /// The longest time from the first delivery of an event to a repeat, in seconds.
    pub longest: Option<u64>,
    /// How many deliveries each sender had that was recognised with certainty, the most first.
    pub senders: Vec<(&'static Provider, u64)>,
    /// The rule in use, then others, the best first.
    pub rules: Vec<RuleScore>,
    /// Over time, or over the order in the file.
    pub timeline: Timeline,
    /// Whether the timeline is of times.
    pub has_times: bool,
    /// Where the export breaks off.
    pub fault: Option<Fault>,
}

/// One entry of an export, read.
pub struct Entry {
    /// That of its line, its row or its place, counted from 1.
    number: u64,
    /// None where there is no body that can be read.
    read: Option<Dated>,
    /// The body as JSON, if it is some; else of no meaning.
    document: Document,
    is_json: bool,
}

/// Reads an export piece by piece into its entries. What they come to is counted by a [`Counter`].
pub struct Entries {
    splitter: Splitter,
    form: Option<EntryForm>,
    bytes: u64,
    /// The memory of one document is enough for all.
    spare: Document,
}

impl Entries {
    /// A reader for an export of this form, or of the one that it looks like. `body_column` names the column of the
    /// bodies in a table; without it, the usual names are looked for.
    pub fn new(form: Option<ExportForm>, body_column: Option<String>) -> Entries {
        Entries {
            splitter: Splitter::new(form, body_column),
            form: None,
            bytes: 0,
            spare: Document::default(),
        }
    }

    /// Takes the next bytes, and hands the entries over that end in them.
    ///
    /// # Errors
    ///
    /// The export cannot be read on.
    pub fn push(&mut self, bytes: &[u8], take: &mut dyn FnMut(&Entry)) -> Result<(), Fault> {
        self.bytes += bytes.len() as u64;
        let Entries { splitter, form, spare, .. } = self;
        splitter.push(bytes, &mut |number, raw| Entry::hand_over(number, raw, form, spare, take))
    }

    /// There are no more bytes; hands the last entry over.
    ///
    /// # Errors
    ///
    /// The export cannot be read at all, or breaks off, which [`Counter::finish`] takes.
    pub fn finish(&mut self, take: &mut dyn FnMut(&Entry)) -> Result<(), Fault> {
        let Entries { splitter, form, spare, .. } = self;
        splitter.finish(&mut |number, raw| Entry::hand_over(number, raw, form, spare, take))
    }
}

impl Entry {
    fn hand_over(
        number: u64,
        raw: Raw,
        form: &mut Option<EntryForm>,
        spare: &mut Document,
        take: &mut dyn FnMut(&Entry),
    ) {
        let dated = match raw {
            Raw::Json(entry) => record::read(entry, *form.get_or_insert_with(|| record::form_of(entry))),
            Raw::OfArchive(entry) => {
                record::read(entry, *form.insert(EntryForm::Input(crate::delivery::InputKind::Har)))
            }
            Raw::Row(row) => {
                *form = Some(EntryForm::Record);
                Some(record::of_row(&row))
            }
            Raw::TooLarge => None,
        };
        let mut entry = Entry {
            number,
            read: dated.filter(|dated| !dated.delivery.body.is_empty()),
            document: std::mem::take(spare),
            is_json: false,
        };
        if let Some(dated) = &entry.read {
            entry.is_json = entry.document.parse_again(&dated.delivery.body).is_ok();
        }
        if !entry.is_json && *form == Some(EntryForm::Body) {
            // A line that is no JSON is a broken line, not a body.
            entry.read = None;
        }
        take(&entry);
        *spare = entry.document;
    }
}

/// Counts entry by entry. It holds one at a time, 16 bytes for each key and a few numbers beside it: never the keys or
/// the bodies themselves.
pub struct Counter {
    choice: RuleChoice,
    scope: Option<Scope>,
    seen: HashMap<u128, First, BuildHasherDefault<AsItIs>>,
    contents: Contents,
    scores: Scores,
    audit: Audit,
}

/// The first delivery of a key.
struct First {
    number: u64,
    bytes: u64,
    content: u64,
    time: Option<i64>,
}

impl Counter {
    /// A counter that has seen nothing, for keys by this rule.
    pub fn new(choice: RuleChoice, scope: Option<Scope>) -> Counter {
        Counter {
            choice,
            scope,
            seen: HashMap::default(),
            contents: Contents::default(),
            scores: Scores::default(),
            audit: Audit::default(),
        }
    }

    /// Takes the next entry.
    pub fn add(&mut self, entry: &Entry) {
        match &entry.read {
            Some(dated) => self.delivery(entry.number, dated, entry.is_json.then_some(&entry.document)),
            None => {
                let (count, first) = &mut self.audit.unreadable;
                *count += 1;
                first.get_or_insert(entry.number);
            }
        }
    }

    /// What the entries came to; `ended` is what [`Entries::finish`] said.
    ///
    /// # Errors
    ///
    /// The export cannot be read at all. One that breaks off is no error: the audit says so.
    pub fn finish(self, entries: &Entries, ended: Result<(), Fault>) -> Result<Audit, Fault> {
        let Counter { mut audit, seen, scores, .. } = self;
        match ended {
            Ok(()) => {}
            Err(fault @ Fault::BrokenOff { .. }) => audit.fault = Some(fault),
            Err(fault) => return Err(fault),
        }
        audit.form = entries.splitter.form();
        audit.entry_form = entries.form;
        audit.bytes = entries.bytes;
        audit.events = seen.len() as u64;
        audit.senders.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        audit.rules = scores.finish();
        Ok(audit)
    }

    fn delivery(&mut self, number: u64, dated: &Dated, document: Option<&Document>) {
        let Dated { delivery, time } = dated;
        let lookup = Lookup::new(delivery, document);
        let certain = self.sender(&lookup);
        let changes = certain.map(|provider| &provider.changes[..]).unwrap_or_default();
        let rules = self.choice.rules(certain);
        let found = keys(lookup, rules, self.scope.as_ref());
        let of_headers = self.contents.of_headers(delivery);
        let mut content = |value: Option<Value>, bytes: &[u8]| {
            let of_body = match value {
                Some(value) => self.contents.of_json(value, changes),
                None => hash(3, bytes),
            };
            of_body.wrapping_add(of_headers)
        };
        match found {
            Keys::Control => self.audit.control += 1,
            Keys::None => {
                let content = content(lookup.root, &delivery.body);
                self.audit.deliveries += 1;
                self.audit.without_key += 1;
                self.over_time(*time, false);
                self.scores.add(&lookup, content, None);
            }
            Keys::One(key) => {
                let content = content(lookup.root, &delivery.body);
                self.scores.add(&lookup, content, Some(hash(0, key.as_bytes())));
                let first = First { number, bytes: hash(0, &delivery.body), content, time: *time };
                self.key(&key, first);
            }
            Keys::Items(items) => {
                // The items' own values, where it is certain which they are.
                let values = rules.rule.as_ref().and_then(|rule| rule.batch.as_ref());
                let values = values.map(|path| lookup.all(path)).filter(|values| values.len() == items.len());
                let all: Option<Vec<&String>> = items.iter().map(Option::as_ref).collect();
                let joined = all.map(|keys| keys.iter().fold(0, |sum, key| hash(sum, key.as_bytes())));
                let whole = content(lookup.root, &delivery.body);
                let contents: Vec<(u64, u64)> = (0..items.len())
                    .map(|place| match &values {
                        Some(values) => {
                            let value = values[place];
                            (hash(0, value.raw()), content(Some(value), b""))
                        }
                        None => (0, 0),
                    })
                    .collect();
                self.scores.add(&lookup, whole, joined);
                for (key, (bytes, content)) in items.iter().zip(contents) {
                    match key {
                        Some(key) => self.key(key, First { number, bytes, content, time: *time }),
                        None => {
                            self.audit.deliveries += 1;
                            self.audit.without_key += 1;
                            self.over_time(*time, false);
                        }
                    }
                }
            }
        }
    }

    /// The sender whose rules count, if it is one.
    fn sender(&mut self, lookup: &Lookup) -> Option<&'static Provider> {
        let provider = match self.choice {
            RuleChoice::Auto => {
                let recognised = recognise(lookup)?;
                (recognised.certainty == Certainty::Certain).then_some(recognised.provider)?
            }
            RuleChoice::Custom(_) | RuleChoice::Generic => return None,
            RuleChoice::Provider(provider) => provider,
        };
        match self.audit.senders.iter_mut().find(|(known, _)| *known == provider) {
            Some((_, count)) => *count += 1,
            None => self.audit.senders.push((provider, 1)),
        }
        Some(provider)
    }

    fn key(&mut self, key: &str, this: First) {
        self.audit.deliveries += 1;
        let hashed = key.strip_prefix("sha256:").or_else(|| key.split_once(":sha256:").map(|(_, hash)| hash));
        self.audit.hashed += u64::from(hashed.is_some_and(|hash| hash.len() == 64));
        let id = fingerprint(key);
        let time = this.time;
        let Some(first) = self.seen.get_mut(&id) else {
            self.seen.insert(id, this);
            return self.over_time(time, false);
        };
        let audit = &mut self.audit;
        audit.repeats += 1;
        audit.repeats_with_other_bytes += u64::from(first.bytes != this.bytes);
        let example = || Example { first: first.number, again: this.number, key: key.to_owned() };
        if audit.repeat_examples.len() < MOST_EXAMPLES {
            audit.repeat_examples.push(example());
        }
        if first.content != this.content {
            audit.conflicts += 1;
            if audit.conflict_examples.len() < MOST_EXAMPLES {
                audit.conflict_examples.push(example());
            }
        }
        if let (Some(earlier), Some(later)) = (first.time, time) {
            audit.longest = audit.longest.max(Some(later.abs_diff(earlier)));
            // Exports are often in the other order.
            first.time = Some(earlier.min(later));
        }
        self.over_time(time, true);
    }

    fn over_time(&mut self, time: Option<i64>, is_repeat: bool) {
        let audit = &mut self.audit;
        if audit.deliveries == 1 {
            audit.has_times = time.is_some();
        }
        match (audit.has_times, time) {
            (true, Some(time)) => audit.timeline.add(time, is_repeat),
            (true, None) => {}
            (false, _) => audit.timeline.add(audit.deliveries as i64 - 1, is_repeat),
        }
    }
}

/// 128 bits that stand for a key: two of a billion keys have the same once in 10^20 exports.
fn fingerprint(key: &str) -> u128 {
    let half = |start: u8| {
        let mut hasher = DefaultHasher::new();
        hasher.write_u8(start);
        hasher.write(key.as_bytes());
        u128::from(hasher.finish())
    };
    half(0) << 64 | half(1)
}

const MOST_EXAMPLES: usize = 10;
