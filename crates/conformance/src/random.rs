//! Numbers that look random and are the same every time.

/// SplitMix64 (<https://prng.di.unimi.it/splitmix64.c>): small, and good enough to make test data.
#[derive(Clone, Debug)]
pub struct Random(
    /// The seed.
    pub u64,
);

impl Random {
    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// True once in `times` on average.
    pub fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of `choices`.
    pub fn pick<'a, T: ?Sized>(&mut self, choices: &[&'a T]) -> &'a T {
        choices[self.below(choices.len())]
    }

    /// In another order (Fisher-Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// Any byte.
    pub fn byte(&mut self) -> u8 {
        self.below(256) as u8
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}
