//! The transposition table: values of boards already searched in the same decision.

/// One slot. With values of four bytes it has sixteen, four to a cache line.
#[derive(Clone, Copy, Default)]
struct Slot<V> {
    board: u64,
    value: V,
    /// The decision that wrote it, and the remaining depth.
    stamp: u32,
}

/// A direct-mapped table: a board overwrites whatever was in its slot.
pub(crate) struct TranspositionTable<V> {
    slots: Box<[Slot<V>]>,
    shift: u32,
    decision: u32,
}

const DEPTHS: u32 = 16;

impl<V: Copy + Default> TranspositionTable<V> {
    pub(crate) fn new(bits: u32) -> TranspositionTable<V> {
        let slots = vec![Slot::default(); 1 << bits].into_boxed_slice();
        TranspositionTable { slots, shift: 64 - bits, decision: 0 }
    }

    /// Invalidates all entries in constant time. Values of other decisions must not be used, since the
    /// cutoff makes a value depend on the probability of its board.
    pub(crate) fn clear(&mut self) {
        self.decision += 1;
        if self.decision == u32::MAX / DEPTHS {
            self.slots.fill(Slot::default());
            self.decision = 1;
        }
    }

    #[inline(always)]
    fn place(&self, board: u64) -> usize {
        // Multiplying by an odd constant mixes all cells into the upper bits.
        (board.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }

    #[inline(always)]
    pub(crate) fn get(&self, board: u64, depth: u8) -> Option<V> {
        let slot = &self.slots[self.place(board)];
        let stamp = self.decision * DEPTHS + u32::from(depth);
        (slot.board == board && slot.stamp == stamp).then_some(slot.value)
    }

    #[inline(always)]
    pub(crate) fn put(&mut self, board: u64, depth: u8, value: V) {
        let stamp = self.decision * DEPTHS + u32::from(depth);
        let place = self.place(board);
        self.slots[place] = Slot { board, value, stamp };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_until_they_are_forgotten() {
        let mut cache = TranspositionTable::new(4);
        cache.clear();
        cache.put(0x1234, 2, 7.0);
        assert_eq!(cache.get(0x1234, 2), Some(7.0));
        assert_eq!(cache.get(0x1234, 1), None);
        assert_eq!(cache.get(0x1235, 2), None);
        cache.clear();
        assert_eq!(cache.get(0x1234, 2), None);
    }
}
