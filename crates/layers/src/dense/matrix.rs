//! Sets of boards as bits: a row for each upper half, a column for each lower half.

use super::halves::{Class, Halves};
use crate::bits::{BitBlock, BitMatrix};

/// The pairs of halves that make boards of one tile sum, as blocks of bits by upper class.
#[derive(Debug, Default)]
pub(super) struct Matrix {
    /// One block for each class of upper halves; empty where no lower half completes the sum.
    pub(super) blocks: Vec<Block>,
}

/// The boards with an upper half of one tile sum; the key is the class of the lower halves, if there is
/// one.
pub(super) type Block = BitBlock<Option<usize>>;

impl Matrix {
    /// An empty set of boards of a sum, with the given numbers of rows and columns for each pair of
    /// classes.
    pub(super) fn new(
        sum: u64,
        upper: &Halves,
        lower: &Halves,
        rows: impl Fn(&Class) -> usize,
        columns: impl Fn(&Class) -> usize,
    ) -> Matrix {
        let block = |class: &Class| {
            let other = sum.checked_sub(class.sum).and_then(|rest| lower.class_of_sum(rest));
            let Some(other) = other else { return Block::default() };
            let bits = BitMatrix::new(rows(class), columns(&lower.classes[other]), 0);
            Block { key: Some(other), bits }
        };
        Matrix { blocks: upper.classes.iter().map(block).collect() }
    }

    /// Bytes of memory.
    pub(super) fn memory(&self) -> u64 {
        self.blocks.iter().map(|block| 8 * block.words.len() as u64).sum()
    }
}
