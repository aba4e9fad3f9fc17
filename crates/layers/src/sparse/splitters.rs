//! Which bucket a code belongs to.

/// Ranges of codes, roughly equally full, found from a sample.
///
/// The first few cells of a code, its *head*, lead to the few ranges that such codes fall into; the
/// rest is a short search.
#[derive(Debug)]
pub(super) struct Splitters {
    /// The first code of every range but the first.
    bounds: Vec<u64>,
    /// Bits below the head.
    shift: u32,
    /// For each head: the range of the lowest such code.
    lowest: Vec<u32>,
}

impl Splitters {
    /// Ranges for codes of at most the given number of cells.
    pub(super) fn new(mut sample: Vec<u64>, ranges: usize, cells: usize) -> Splitters {
        sample.sort_unstable();
        let bound = |range: usize| sample.get(range * sample.len() / ranges).copied();
        let mut bounds: Vec<u64> = (1..ranges).filter_map(bound).collect();
        bounds.dedup();
        // Few ranges need no long table, which would be made anew for every layer.
        let head = cells.min(if ranges < 64 { 3 } else { 4 });
        let shift = 4 * (cells - head) as u32;
        let heads = 1_u64 << (4 * head);
        let mut lowest = Vec::with_capacity(heads as usize + 1);
        for (range, &bound) in bounds.iter().enumerate() {
            // Heads whose lowest code lies below this bound, and not below the one before.
            let below = if bound == 0 { 0 } else { ((bound - 1) >> shift) + 1 };
            lowest.resize(lowest.len().max(below.min(heads) as usize), range as u32);
        }
        lowest.resize(heads as usize + 1, bounds.len() as u32);
        Splitters { bounds, shift, lowest }
    }

    /// The number of ranges.
    pub(super) fn len(&self) -> usize {
        self.bounds.len() + 1
    }

    /// The first code above a range; `None` above the last one.
    pub(super) fn above(&self, range: usize) -> Option<u64> {
        self.bounds.get(range).copied()
    }

    /// The range of a code.
    #[inline]
    pub(super) fn range(&self, code: u64) -> usize {
        let head = (code >> self.shift) as usize;
        let (low, high) = (self.lowest[head] as usize, self.lowest[head + 1] as usize);
        if low == high {
            return low;
        }
        low + self.bounds[low..high].partition_point(|&bound| bound <= code)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn ranges_ascend_with_codes(
            sample in prop::collection::vec(any::<u64>(), 0..200),
            codes in prop::collection::vec(any::<u64>(), 0..200),
            ranges in 1_usize..40,
            cells in 1_usize..=16,
        ) {
            let cut = |codes: Vec<u64>| -> Vec<u64> {
                codes.into_iter().map(|code| code >> (64 - 4 * cells)).collect()
            };
            let sample = cut(sample);
            let splitters = Splitters::new(sample.clone(), ranges, cells);
            prop_assert!(splitters.len() <= ranges);
            for code in cut(codes).into_iter().chain(sample) {
                let expected = splitters.bounds.iter().filter(|&&bound| bound <= code).count();
                prop_assert_eq!(splitters.range(code), expected);
            }
        }
    }
}
