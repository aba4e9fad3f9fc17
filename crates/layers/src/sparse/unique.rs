//! Sorted codes without repetition from unsorted ones with many.

/// Bits of a digit: three cells.
const DIGIT_BITS: u32 = 12;
const DIGITS: usize = 64_usize.div_ceil(DIGIT_BITS as usize);

/// Fewer codes than this are sorted faster by comparisons.
const FEW: usize = 1 << 11;

/// Sorts pieces of codes into one list without repetition.
pub(super) fn unique(pieces: Vec<Vec<u64>>) -> Vec<u64> {
    let mut codes = pieces.concat();
    drop(pieces);
    sort(&mut codes);
    codes.dedup();
    codes
}

/// Merges ascending pieces into one list without repetition.
pub(super) fn merged(mut pieces: Vec<Vec<u64>>) -> Vec<u64> {
    if pieces.len() == 1 {
        return pieces.pop().expect("there is one");
    }
    let mut codes = pieces.concat();
    drop(pieces);
    // The stable sort finds ascending runs and merges them.
    codes.sort();
    codes.dedup();
    codes
}

/// Sorts by digits of three cells, the last ones first. Cells hold few ranks, and codes of one
/// bucket share their first cells, so that there are few digits to sort by and few values of each.
fn sort(codes: &mut Vec<u64>) {
    if codes.len() < FEW || codes.len() > u32::MAX as usize {
        return codes.sort_unstable();
    }
    let mut counts = vec![[0_u32; 1 << DIGIT_BITS]; DIGITS];
    for &code in codes.iter() {
        for (index, counts) in counts.iter_mut().enumerate() {
            counts[digit(code, index)] += 1;
        }
    }
    let mut sorted = vec![0; codes.len()];
    for (index, counts) in counts.iter_mut().enumerate() {
        if counts[digit(codes[0], index)] as usize == codes.len() {
            continue;
        }
        let mut start = 0;
        for count in counts.iter_mut() {
            (*count, start) = (start, start + *count);
        }
        for &code in codes.iter() {
            let next = &mut counts[digit(code, index)];
            sorted[*next as usize] = code;
            *next += 1;
        }
        std::mem::swap(codes, &mut sorted);
    }
}

#[inline]
fn digit(code: u64, index: usize) -> usize {
    (code >> (DIGIT_BITS * index as u32)) as usize & ((1 << DIGIT_BITS) - 1)
}

/// Forgets codes that were seen a short while ago. What passes is not free of repetition, only of
/// most of it, at the price of one look into a small table.
pub(super) struct Recent {
    seen: Vec<u64>,
}

impl Recent {
    const BITS: u32 = 14;

    pub(super) fn new() -> Recent {
        Recent { seen: vec![u64::MAX; 1 << Self::BITS] }
    }

    /// Whether the code is worth passing on.
    #[inline]
    pub(super) fn is_new(&mut self, code: u64) -> bool {
        let hash = code.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - Self::BITS);
        let slot = &mut self.seen[hash as usize];
        let new = *slot != code;
        *slot = code;
        new
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn unique_codes_are_those_of_a_set(
            codes in prop::collection::vec(any::<u64>(), 0..200),
            repeat in 1_usize..40,
            shift in 0_u32..60,
        ) {
            let pieces: Vec<Vec<u64>> = (0..repeat)
                .map(|turn| codes.iter().map(|code| (code >> shift).wrapping_add(turn as u64 / 3)).collect())
                .collect();
            let expected: BTreeSet<u64> = pieces.iter().flatten().copied().collect();
            prop_assert_eq!(unique(pieces), expected.into_iter().collect::<Vec<_>>());
        }

        #[test]
        fn merged_codes_are_those_of_a_set(
            mut pieces in prop::collection::vec(prop::collection::btree_set(0_u64..900, 0..300), 0..9),
        ) {
            let expected: BTreeSet<u64> = pieces.iter().flatten().copied().collect();
            let pieces = pieces.drain(..).map(|piece| piece.into_iter().collect()).collect();
            prop_assert_eq!(merged(pieces), expected.into_iter().collect::<Vec<_>>());
        }

        #[test]
        fn no_code_is_lost_to_the_filter(codes in prop::collection::vec(0_u64..500, 0..2000)) {
            let mut recent = Recent::new();
            let passed: BTreeSet<u64> = codes.iter().copied().filter(|&c| recent.is_new(c)).collect();
            prop_assert_eq!(passed, codes.into_iter().collect::<BTreeSet<_>>());
        }
    }
}
