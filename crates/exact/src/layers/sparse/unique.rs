//! Sorted codes without repetition from unsorted ones with many.

/// Sorts pieces of codes into one list without repetition.
pub(super) fn unique(pieces: Vec<Vec<u64>>) -> Vec<u64> {
    let mut all = pieces.concat();
    drop(pieces);
    all.sort_unstable();
    all.dedup();
    all
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
