//! Weights of which most are the same number, as those of a compact network: they are kept in blocks,
//! and all blocks without another number are one.
//!
//! A weight takes two look-ups. The fewer blocks there are, the better the first one fits caches, and the
//! more memory is taken by equal weights beside others: 64 weights, those that differ in the last cell of a tuple
//! and by a few tiles in the cell before it, are a good balance for the network in the program.

use std::io;
use std::sync::atomic::{AtomicU32, Ordering};

use super::fast;
use crate::memory::{SharedFloats, load};

/// Weights of a block.
const BLOCK: usize = 64;

/// Blocks of a table of the standard layout.
const TABLE: usize = fast::TABLE / BLOCK;

/// Bytes of a page of memory.
const PAGE: usize = 4096;

/// A list of weights, most of which are the same number.
pub(super) struct SparseWeights {
    /// For each block of the list, where it begins among those that are kept; the first of them is that of
    /// equal weights.
    places: SharedFloats,
    blocks: SharedFloats,
}

impl SparseWeights {
    /// Weights that are all `base`, with room for `kept` blocks of others.
    pub(super) fn new(length: usize, base: f32, kept: usize) -> io::Result<SparseWeights> {
        let places = length.div_ceil(BLOCK);
        // A page of memory is taken for a block at most. Where few are kept, huge pages would take hundreds of
        // times as much.
        let is_sparse = kept.saturating_mul(PAGE) < places.saturating_mul(4);
        let make = if is_sparse { SharedFloats::sparse_zeros } else { SharedFloats::zeros };
        let size = kept.checked_add(1).and_then(|kept| kept.checked_mul(BLOCK));
        // Places are words.
        let size = size.filter(|&size| u32::try_from(size).is_ok());
        let blocks = SharedFloats::zeros(size.ok_or(io::ErrorKind::OutOfMemory)?)?;
        if base.to_bits() != 0 {
            (0..blocks.len()).for_each(|index| blocks.set(index, base));
        }
        Ok(SparseWeights { places: make(places)?, blocks })
    }

    /// The block that holds a weight.
    pub(super) const fn block(index: usize) -> usize {
        index / BLOCK
    }

    /// Sets a weight of a kept block, counted from 1.
    pub(super) fn set(&self, index: usize, kept: usize, weight: f32) {
        self.places.words()[index / BLOCK].store((kept * BLOCK) as u32, Ordering::Relaxed);
        self.blocks.set(kept * BLOCK + index % BLOCK, weight);
    }

    #[inline(always)]
    pub(super) fn get(&self, index: usize) -> f32 {
        at(self.blocks.words(), &self.places.words()[index / BLOCK], index)
    }

    /// The value of a board by the standard tables of a stage, added up in the same order as that of plain
    /// tables.
    #[inline(always)]
    pub(super) fn standard_value(&self, stage: usize, board: u64) -> f32 {
        let (places, blocks) = (self.places.words(), self.blocks.words());
        let table = |index: usize| -> &[AtomicU32; TABLE] {
            let start = (4 * stage + index) * TABLE;
            places[start..start + TABLE].try_into().expect("the length of a table")
        };
        let tables = [table(0), table(1), table(2), table(3)];
        let mut sums = [0.0; 4];
        for image in fast::images(board) {
            let entries = fast::entries(image);
            for ((sum, table), entry) in sums.iter_mut().zip(tables).zip(entries) {
                let entry = entry as usize & (fast::TABLE - 1);
                *sum += at(blocks, &table[entry / BLOCK], entry);
            }
        }
        (sums[0] + sums[1]) + (sums[2] + sums[3])
    }
}

/// The weight in a block.
#[inline(always)]
fn at(blocks: &[AtomicU32], place: &AtomicU32, index: usize) -> f32 {
    load(&blocks[place.load(Ordering::Relaxed) as usize | (index % BLOCK)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_found_again() {
        for base in [0.0, 2.5] {
            let last = 10 * BLOCK - 1;
            let kept = [(0, 1.0), (BLOCK - 1, -2.0), (BLOCK, 0.0), (last, 7.0)];
            let weights = SparseWeights::new(10 * BLOCK, base, 3).unwrap();
            let (mut blocks, mut block_before) = (0, None);
            for (index, weight) in kept {
                let block = SparseWeights::block(index);
                blocks += usize::from(block_before.replace(block) != Some(block));
                weights.set(index, blocks, weight);
            }
            assert_eq!(blocks, 3);
            for index in 0..=last {
                let expected = kept.iter().find(|kept| kept.0 == index).map_or(base, |kept| kept.1);
                assert_eq!(weights.get(index), expected, "{index}");
            }
        }
    }
}
