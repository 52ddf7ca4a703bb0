//! Which rule would tell the events of an export apart best, by what the deliveries say.

use std::collections::HashMap;

use super::content::hash;
use crate::compare::{Role, candidate_ids, candidates};
use crate::delivery::Delivery;
use crate::json::Document;
use crate::key::{Keys, Lookup, Rule, Source, keys};
use crate::providers::{Certainty, Provider, recognise};

/// How well a rule does.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RuleScore {
    /// The rule as it is written, or a sender's id; none for the one in use.
    pub rule: Option<String>,
    /// What its value is; none for a rule of several parts and the one in use.
    pub role: Option<Role>,
    /// How many different keys it gave.
    pub events: u64,
    /// Deliveries with a known key, but other content: different events taken for one.
    pub merged: u64,
    /// Deliveries with a known content, but another key: one event taken for several.
    pub split: u64,
    /// Deliveries of which it gave no key.
    pub without_key: u64,
}

impl RuleScore {
    /// How many deliveries it got wrong, by their content.
    pub fn wrong(&self) -> u64 {
        self.merged + self.split + self.without_key
    }
}

/// Rules side by side. Of many different contents only a sample is looked at: all deliveries of some of them.
#[derive(Default)]
pub(super) struct Scores {
    /// The first deliveries, until the rules are chosen: content, and the key in use.
    early: Vec<(Delivery, u64, Option<u64>)>,
    early_bytes: usize,
    rules: Vec<Scored>,
    /// By content, the first key of each rule.
    contents: HashMap<u64, Vec<Option<u64>>>,
    /// A content is in the sample if it has none of these bits.
    left_out: u64,
}

struct Scored {
    by: By,
    score: RuleScore,
    /// The content of each key.
    keys: HashMap<u64, u64>,
}

enum By {
    BodyHash,
    InUse,
    Place(Rule),
    Sender(&'static Provider),
}

impl Scores {
    /// Takes a delivery with its content and the hash of its key in use.
    pub fn add(&mut self, lookup: &Lookup, content: u64, key: Option<u64>) {
        if !self.rules.is_empty() {
            return self.score(lookup, content, key);
        }
        self.early_bytes += lookup.delivery.body.len();
        self.early.push((lookup.delivery.clone(), content, key));
        if self.early.len() >= EARLY || self.early_bytes > EARLY_BYTES {
            self.choose();
        }
    }

    /// The rule in use, then the others, the best first.
    pub fn finish(mut self) -> Vec<RuleScore> {
        if self.rules.is_empty() {
            self.choose();
        }
        let mut scores: Vec<RuleScore> = self.rules.into_iter().map(|scored| scored.score).collect();
        if let [_, others @ ..] = &mut scores[..] {
            others.sort_by_key(RuleScore::wrong);
        }
        scores
    }

    /// Chooses the rules by the first deliveries, and looks at these.
    fn choose(&mut self) {
        let early = std::mem::take(&mut self.early);
        let documents: Vec<_> =
            early.iter().map(|(delivery, ..)| Document::parse(&delivery.body).ok()).collect();
        let lookups: Vec<_> = early
            .iter()
            .zip(&documents)
            .map(|((delivery, ..), document)| Lookup::new(delivery, document.as_ref()))
            .collect();
        self.rules.push(Scored::new(By::InUse, None));
        let mut senders: Vec<&'static Provider> = Vec::new();
        let certain = lookups.iter().take(20).filter_map(recognise);
        let certain = certain.filter(|recognised| recognised.certainty == Certainty::Certain);
        for provider in certain.map(|recognised| recognised.provider) {
            if !senders.contains(&provider) && senders.len() < 3 {
                senders.push(provider);
            }
        }
        self.rules.extend(senders.into_iter().map(|sender| Scored::new(By::Sender(sender), None)));
        let order = [Role::Event, Role::Message, Role::Id, Role::Object];
        let mut places = candidates(&lookups);
        places.retain(|place| {
            let missing = place.ids.iter().filter(|ids| ids.is_empty()).count();
            place.telling && order.contains(&place.role) && missing * 10 <= lookups.len()
        });
        places.sort_by_key(|place| order.iter().position(|role| *role == place.role));
        let places = places.into_iter().take(MOST_PLACES);
        self.rules.extend(places.map(|place| Scored::new(By::Place(place.rule), Some(place.role))));
        self.rules.push(Scored::new(By::BodyHash, Some(Role::BodyHash)));
        for ((_, content, key), lookup) in early.iter().zip(&lookups) {
            self.score(lookup, *content, *key);
        }
    }

    fn score(&mut self, lookup: &Lookup, content: u64, own: Option<u64>) {
        if content & self.left_out != 0 {
            return;
        }
        let found: Vec<Option<u64>> = self.rules.iter().map(|scored| scored.by.key(lookup, own)).collect();
        let known = self.contents.get(&content);
        for (place, (scored, key)) in self.rules.iter_mut().zip(&found).enumerate() {
            let Some(key) = key else {
                scored.score.without_key += 1;
                continue;
            };
            let first = known.and_then(|known| known[place]);
            scored.score.split += u64::from(first.is_some_and(|first| first != *key));
            match scored.keys.get(key) {
                Some(of) => scored.score.merged += u64::from(*of != content),
                None => {
                    scored.score.events += 1;
                    scored.keys.insert(*key, content);
                }
            }
        }
        self.contents.entry(content).or_insert(found);
        while self.contents.len() > MOST_CONTENTS {
            self.left_out = self.left_out << 1 | 1;
            let left_out = self.left_out;
            self.contents.retain(|content, _| content & left_out == 0);
            for scored in &mut self.rules {
                scored.keys.retain(|_, content| *content & left_out == 0);
            }
        }
    }
}

impl Scored {
    fn new(by: By, role: Option<Role>) -> Scored {
        let rule = match &by {
            By::BodyHash => Some(Rule::of(Source::BodySha256).to_string()),
            By::InUse => None,
            By::Place(rule) => Some(rule.to_string()),
            By::Sender(sender) => Some(sender.id.to_owned()),
        };
        let score = RuleScore { rule, role, events: 0, merged: 0, split: 0, without_key: 0 };
        Scored { by, score, keys: HashMap::new() }
    }
}

impl By {
    fn key(&self, lookup: &Lookup, own: Option<u64>) -> Option<u64> {
        let of_texts = |texts: Vec<String>| {
            let sum = texts.iter().fold(0, |sum, text| hash(sum, text.as_bytes()));
            (!texts.is_empty()).then_some(sum)
        };
        match self {
            By::BodyHash => Some(hash(0, &lookup.delivery.body)),
            By::InUse => own,
            By::Place(rule) => of_texts(candidate_ids(rule, lookup)),
            By::Sender(sender) => match keys(*lookup, &sender.rules, None) {
                Keys::Items(items) => of_texts(items.into_iter().collect::<Option<_>>()?),
                Keys::One(key) if !key.starts_with("sha256:") => of_texts(vec![key]),
                Keys::Control | Keys::None | Keys::One(_) => None,
            },
        }
    }
}

/// By so many deliveries the rules are chosen that are looked at.
const EARLY: usize = 200;
const EARLY_BYTES: usize = 8 << 20;
const MOST_PLACES: usize = 8;
/// More contents than that and half of them are left out.
const MOST_CONTENTS: usize = 20_000;
