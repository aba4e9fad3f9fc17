//! Sets of boards as bits: a row for each upper half, a column for each lower half.

use super::halves::{Class, Halves};

/// The pairs of halves that make boards of one tile sum, as blocks of bits by upper class.
#[derive(Debug, Default)]
pub(super) struct Matrix {
    /// One block for each class of upper halves; empty where no lower half completes the sum.
    pub(super) blocks: Vec<Block>,
}

/// The boards with an upper half of one tile sum.
#[derive(Debug, Default)]
pub(super) struct Block {
    /// The class of the lower halves, if there is one.
    pub(super) lower: Option<usize>,
    /// Words in a row.
    pub(super) width: usize,
    pub(super) words: Vec<u64>,
}

impl Block {
    #[inline]
    pub(super) fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.width..(row + 1) * self.width]
    }

    #[inline]
    pub(super) fn contains(&self, row: usize, column: usize) -> bool {
        self.words[row * self.width + column / 64] >> (column % 64) & 1 == 1
    }
}

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
            let width = columns(&lower.classes[other]).div_ceil(64);
            Block { lower: Some(other), width, words: vec![0; rows(class) * width] }
        };
        Matrix { blocks: upper.classes.iter().map(block).collect() }
    }

    /// Bytes of memory.
    pub(super) fn memory(&self) -> u64 {
        self.blocks.iter().map(|block| 8 * block.words.len() as u64).sum()
    }
}
