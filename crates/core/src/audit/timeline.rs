//! Deliveries and repeats over time, in a bounded number of steps.

use std::collections::BTreeMap;

/// One step of a [`Timeline`].
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Step {
    /// Where it begins: seconds since 1970, or the number of deliveries before it.
    pub start: i64,
    /// The deliveries in it.
    pub deliveries: u64,
    /// Those of them whose key was known.
    pub repeats: u64,
}

/// Deliveries and repeats over time, or over the order in the file where it has no times.
#[derive(Clone, Debug)]
pub struct Timeline {
    /// How long a step is: seconds, or a number of deliveries.
    width: i64,
    steps: BTreeMap<i64, (u64, u64)>,
}

impl Default for Timeline {
    fn default() -> Self {
        Timeline { width: 1, steps: BTreeMap::new() }
    }
}

impl Timeline {
    /// Takes a delivery at `at`.
    pub(super) fn add(&mut self, at: i64, is_repeat: bool) {
        let step = self.steps.entry(at.div_euclid(self.width)).or_default();
        step.0 += 1;
        step.1 += u64::from(is_repeat);
        // One time far away must not make a million empty steps.
        while self.span() > MOST_STEPS {
            self.width *= 2;
            let steps = std::mem::take(&mut self.steps);
            for (place, (deliveries, repeats)) in steps {
                let step = self.steps.entry(place.div_euclid(2)).or_default();
                step.0 += deliveries;
                step.1 += repeats;
            }
        }
    }

    /// How long a step is: seconds, or a number of deliveries.
    pub fn width(&self) -> i64 {
        self.width
    }

    /// From the first step with a delivery to the last one, with those between; at most 60.
    pub fn steps(&self) -> Vec<Step> {
        let (Some((first, _)), Some((last, _))) = (self.steps.first_key_value(), self.steps.last_key_value())
        else {
            return Vec::new();
        };
        let step = |place: i64| {
            let (deliveries, repeats) = self.steps.get(&place).copied().unwrap_or_default();
            Step { start: place * self.width, deliveries, repeats }
        };
        (*first..=*last).map(step).collect()
    }

    fn span(&self) -> i64 {
        match (self.steps.first_key_value(), self.steps.last_key_value()) {
            (Some((first, _)), Some((last, _))) => last - first + 1,
            _ => 0,
        }
    }
}

const MOST_STEPS: i64 = 60;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_grow_and_nothing_is_lost() {
        let mut timeline = Timeline::default();
        for at in 0..10_000 {
            timeline.add(1_700_000_000 + at, at % 10 == 0);
        }
        timeline.add(1_600_000_000, false);
        let steps = timeline.steps();
        assert!(steps.len() <= 60);
        assert_eq!(steps.iter().map(|step| step.deliveries).sum::<u64>(), 10_001);
        assert_eq!(steps.iter().map(|step| step.repeats).sum::<u64>(), 1_000);
        assert!(steps[0].start <= 1_600_000_000 && steps[0].start + timeline.width() > 1_600_000_000);
        let in_step =
            |at: i64| steps.iter().find(|step| (step.start..step.start + timeline.width()).contains(&at));
        let last: u64 = (0..10_000)
            .filter(|at| {
                in_step(1_700_000_000 + at).is_some_and(|step| step.start == steps[steps.len() - 1].start)
            })
            .count() as u64;
        assert_eq!(steps[steps.len() - 1].deliveries, last);
        assert!(steps.windows(2).all(|pair| pair[1].start - pair[0].start == timeline.width()));
    }

    #[test]
    fn nothing_has_no_steps() {
        assert_eq!(Timeline::default().steps(), []);
    }
}
