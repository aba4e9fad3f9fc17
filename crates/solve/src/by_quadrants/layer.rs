//! All boards of one tile sum, a bit for each.

use rayon::prelude::*;

use super::quadrant_pairs::QuadrantPairs;
use twofold_layers::bits::{BitBlock, lowest};

/// A set of boards of one tile sum that a half turn maps to itself.
///
/// Rows are halves of the greater sum and columns those of the smaller one: which half of the board is
/// the upper one does not matter. Where the sums are equal, the matrix is symmetric.
#[derive(Clone, Debug, Default)]
pub(super) struct Layer {
    /// By the class of rows, ascending.
    pub(super) blocks: Vec<Block>,
    /// The place of the block with each class of rows, if there is one.
    by_rows: Vec<Option<usize>>,
}

/// The boards with two halves of given sums; the key is the class of rows, and that of columns.
pub(super) type Block = BitBlock<[usize; 2]>;

impl Layer {
    /// The blocks of a tile sum without their words: pairs of classes, rows first.
    pub(super) fn plan(halves: &QuadrantPairs, sum: u64) -> Vec<[usize; 2]> {
        let pair = |(rows, class): (usize, &super::quadrant_pairs::Class)| {
            let columns = halves.class_of_sum(sum.checked_sub(class.sum)?)?;
            (columns <= rows).then_some([rows, columns])
        };
        halves.classes.iter().enumerate().filter_map(pair).collect()
    }

    pub(super) fn new(blocks: Vec<Block>) -> Layer {
        let mut by_rows = Vec::new();
        for (place, block) in blocks.iter().enumerate() {
            by_rows.resize(block.key[0], None);
            by_rows.push(Some(place));
        }
        Layer { blocks, by_rows }
    }

    /// The block with a class of rows.
    #[inline]
    pub(super) fn block(&self, rows: usize) -> Option<&Block> {
        self.by_rows.get(rows).copied().flatten().map(|place| &self.blocks[place])
    }

    /// How many boards are in the set.
    pub(super) fn count(&self, halves: &QuadrantPairs) -> u128 {
        let count = |block: &Block| {
            let columns = halves.classes[block.key[1]].count;
            let last = lowest(columns - 64 * (block.width - 1));
            let row = |row: &[u64]| {
                let (end, rest) = row.split_last().expect("no class is empty");
                let rest: u64 = rest.iter().map(|word| u64::from(word.count_ones())).sum();
                rest + u64::from((end & last).count_ones())
            };
            let sum: u64 = block.words.chunks_exact(block.width).map(row).sum();
            // A half turn makes another board of each that has halves of different sums.
            u128::from(sum) * if block.key[0] == block.key[1] { 1 } else { 2 }
        };
        self.blocks.par_iter().map(count).sum()
    }
}
