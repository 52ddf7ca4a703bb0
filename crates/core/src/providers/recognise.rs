//! Which sender a delivery is from.

use super::{Provider, all};
use crate::key::Lookup;

/// A sender that a delivery looks like.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Recognised {
    /// The one that it looks like most.
    pub provider: &'static Provider,
    /// How sure that is.
    pub certainty: Certainty,
    /// Others that it looks like just as surely; then nothing is certain.
    pub others: Vec<&'static Provider>,
}

/// How sure it is who sent a delivery.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Certainty {
    /// Members that several senders have.
    Guess,
    /// Values that this sender has, and others may have as well.
    Likely,
    /// A header or a combination of values that only this sender has.
    Certain,
}

impl Certainty {
    /// `certain`, `likely` or `guess`.
    pub fn code(self) -> &'static str {
        match self {
            Certainty::Certain => "certain",
            Certainty::Guess => "guess",
            Certainty::Likely => "likely",
        }
    }
}

/// The sender that a delivery looks like.
///
/// One certain mark is enough; two likely ones, or a likely one beside a weak one, make it likely; one
/// likely mark, or all of at least two weak ones, a guess.
pub(crate) fn recognise(delivery: &Lookup) -> Option<Recognised> {
    let mut best: Vec<(u32, &'static Provider)> = Vec::new();
    for provider in all() {
        let score = score(provider, delivery);
        match best.first().map(|(best, _)| *best) {
            _ if score == 0 => {}
            Some(best) if certainty(score) < certainty(best) => {}
            Some(leading)
                if certainty(score) == certainty(leading) && score < leading && leading < CERTAIN => {}
            Some(leading)
                if certainty(score) == certainty(leading) && (score == leading || leading >= CERTAIN) =>
            {
                best.push((score, provider));
            }
            _ => best = vec![(score, provider)],
        }
    }
    // A sender that others speak the language of stands back for them.
    let ids: Vec<_> = best.iter().map(|(_, provider)| provider.id).collect();
    best.retain(|(_, provider)| !provider.after.iter().any(|id| ids.contains(id)));
    let (score, provider) = *best.first()?;
    let others: Vec<_> = best[1..].iter().map(|(_, provider)| *provider).collect();
    let certainty = match certainty(score) {
        Certainty::Certain if !others.is_empty() => Certainty::Guess,
        certainty => certainty,
    };
    Some(Recognised { provider, certainty, others })
}

fn certainty(score: u32) -> Certainty {
    match score {
        CERTAIN.. => Certainty::Certain,
        LIKELY.. => Certainty::Likely,
        _ => Certainty::Guess,
    }
}

fn score(provider: &Provider, delivery: &Lookup) -> u32 {
    let mut score = 0;
    let mut weak = 0;
    for (certainty, mark) in &provider.marks {
        if !mark.iter().all(|condition| condition.holds(delivery)) {
            continue;
        }
        match certainty {
            Certainty::Certain => score += CERTAIN,
            Certainty::Likely => score += 10,
            Certainty::Guess => weak += 1,
        }
    }
    // One weak mark alone says nothing.
    if score > 0 || weak > 1 { score + weak } else { 0 }
}

const CERTAIN: u32 = 1000;
const LIKELY: u32 = 11;
