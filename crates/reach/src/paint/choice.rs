//! Varied choices that are the same every time.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A source of choices that depends on its seed alone.
#[derive(Clone, Debug)]
pub(super) struct Choice(SplitMix64);

impl Choice {
    pub(super) fn new(seed: u64) -> Choice {
        Choice(SplitMix64::seed_from_u64(seed))
    }

    /// A number below the given one, which is not zero.
    ///
    /// The remainder is good enough for a handful of choices, and keeps old results.
    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.0.next_u64() % end as u64) as usize
    }

    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// The smaller of two random items.
    pub(super) fn low<T: Copy + Ord>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() {
            return None;
        }
        let picks = [0; 2].map(|_| items[self.below(items.len())]);
        picks.into_iter().min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_choices() {
        // The first output of the published generator (Steele and others 2014) for 1234567.
        assert_eq!(Choice::new(1_234_567).0.next_u64(), 6_457_827_717_110_365_317);
        let shuffled = |seed| {
            let mut items: Vec<u32> = (0..20).collect();
            Choice::new(seed).shuffle(&mut items);
            items
        };
        assert_eq!(shuffled(3), shuffled(3));
        assert_ne!(shuffled(3), shuffled(4));
    }
}
