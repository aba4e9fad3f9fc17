//! The same search in another way: blocks that hold no practical number.

use rayon::prelude::*;

use super::{PracticalGap, PracticalTest};

/// Blocks that one task looks at.
const BATCH: u64 = 1 << 14;

/// Looks for the first gap longer than a bound without sieving.
///
/// A gap longer than g covers a whole aligned block of ⌈g / 2⌉ numbers. Most blocks are settled by
/// their first or second number, a multiple of a highly composite one, so single tests by trial
/// division are enough. This shares no code with [`GapSearch`](super::GapSearch) beyond the
/// criterion and serves to confirm it.
///
/// ```
/// use twofold_change::practical::{BlockSearch, PracticalGap};
///
/// let found = BlockSearch { longer_than: 23, limit: 10_000 }.run();
/// assert_eq!(found, Some(PracticalGap { start: 6216, end: 6240 }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockSearch {
    /// The gap has to exceed this.
    pub longer_than: u64,
    /// Gaps that start above this are not looked for.
    pub limit: u64,
}

impl BlockSearch {
    /// The first gap longer than the bound, if one starts within the limit.
    #[must_use]
    pub fn run(&self) -> Option<PracticalGap> {
        if self.longer_than == 0 {
            // The first gap is the only one that covers no number at all.
            return (self.limit >= 1).then_some(PracticalGap { start: 1, end: 2 });
        }
        let length = self.longer_than.div_ceil(2);
        let test = PracticalTest::up_to(self.limit.saturating_add(2 * length));
        let mut offsets: Vec<u64> = (0..length).collect();
        offsets.sort_by_key(|&offset| std::cmp::Reverse(common_divisor(offset, length)));
        let is_empty =
            |block: u64| !offsets.iter().any(|offset| test.is_practical(block * length + offset));

        let blocks = self.limit / length + 2;
        (0..blocks.div_ceil(BATCH)).into_par_iter().find_map_first(|batch| {
            let range = batch * BATCH..((batch + 1) * BATCH).min(blocks);
            range.filter(|&block| is_empty(block)).find_map(|block| {
                let gap = surroundings(&test, block * length)?;
                (gap.length() > self.longer_than && gap.start <= self.limit).then_some(gap)
            })
        })
    }
}

/// The gap around a number that is not practical.
fn surroundings(test: &PracticalTest, inside: u64) -> Option<PracticalGap> {
    let start = (1..inside).rev().find(|&n| test.is_practical(n))?;
    let end = (inside..).find(|&n| test.is_practical(n))?;
    Some(PracticalGap { start, end })
}

/// The greatest common divisor; the second number for a first of 0.
fn common_divisor(a: u64, b: u64) -> u64 {
    if a == 0 { b } else { common_divisor(b % a, a) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::practical::GapSearch;

    #[test]
    fn finds_what_the_sieve_finds() {
        for longer_than in (0..20).chain([23, 39, 54, 63, 79, 83]) {
            let limit = 4_050_000;
            let sieved = GapSearch { longer_than, limit, terms: u64::MAX }.run(&()).unwrap();
            assert_eq!(
                BlockSearch { longer_than, limit }.run(),
                sieved.found,
                "longer than {longer_than}"
            );
        }
    }

    #[test]
    fn respects_its_limit() {
        let search = |limit| BlockSearch { longer_than: 11, limit }.run();
        assert_eq!(search(179), None);
        assert_eq!(search(180), Some(PracticalGap { start: 180, end: 192 }));
        assert_eq!(BlockSearch { longer_than: 0, limit: 0 }.run(), None);
    }
}
