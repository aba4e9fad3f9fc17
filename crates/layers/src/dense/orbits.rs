//! Counting sets of boards up to symmetry.

use rayon::prelude::*;
use twofold_core::Symmetry;

use super::fixed::FixedBoards;
use super::geometry::{Geometry, Pair};
use super::halves::Class;
use super::matrix::{Block, Matrix};
use crate::Count;

/// Counts boards up to symmetry.
pub(super) struct OrbitCounter {
    order: u64,
    /// One symmetry of each kind, and how many there are of its kind: symmetries that are turned
    /// into each other by symmetries leave equally many boards of a closed set as they are.
    fixed: Vec<(FixedBoards, u64)>,
}

/// Boards that symmetries other than the identity leave as they are, by largest rank: all, and dead
/// ones; every symmetry counts its own.
#[derive(Clone, Debug)]
pub(super) struct FixedCounts {
    order: u64,
    all: [u64; 16],
    dead: [u64; 16],
}

impl FixedCounts {
    /// All boards, of which there are so many.
    pub(super) fn orbits(&self, boards: u64) -> Count {
        self.mean(self.all.iter().sum(), boards)
    }

    /// All boards, of which there are so many; `None` if the set is not closed under symmetries.
    pub(super) fn orbits_of_file(&self, boards: u64) -> Option<Count> {
        let fixed: u64 = self.all.iter().sum();
        (fixed + boards).is_multiple_of(self.order).then(|| self.mean(fixed, boards))
    }

    /// Those with a largest rank, of which there are so many.
    pub(super) fn all(&self, rank: usize, boards: u64) -> Count {
        self.mean(self.all[rank], boards)
    }

    /// The dead ones with a largest rank, of which there are so many.
    pub(super) fn dead(&self, rank: usize, boards: u64) -> Count {
        self.mean(self.dead[rank], boards)
    }

    fn mean(&self, fixed: u64, boards: u64) -> Count {
        assert_eq!((fixed + boards) % self.order, 0, "a set that is closed under symmetries");
        Count { orbits: (fixed + boards) / self.order, boards }
    }
}

impl OrbitCounter {
    pub(super) fn new(geometry: &Geometry, values: &[u64]) -> OrbitCounter {
        let kinds: &[(Symmetry, u64)] = match Symmetry::of(geometry.shape).len() {
            8 => &[
                (Symmetry::MirrorColumns, 2),
                (Symmetry::Transpose, 2),
                (Symmetry::Clockwise, 2),
                (Symmetry::HalfTurn, 1),
            ],
            4 => {
                &[(Symmetry::MirrorColumns, 1), (Symmetry::MirrorRows, 1), (Symmetry::HalfTurn, 1)]
            }
            2 if geometry.shape.rows() == 1 => &[(Symmetry::MirrorColumns, 1)],
            2 => &[(Symmetry::MirrorRows, 1)],
            _ => &[],
        };
        let order = 1 + kinds.iter().map(|&(_, count)| count).sum::<u64>();
        let fixed = |&(s, count): &(Symmetry, u64)| (FixedBoards::new(geometry, s, values), count);
        OrbitCounter { order, fixed: kinds.iter().map(fixed).collect() }
    }

    /// Counts boards of a sum that symmetries leave as they are. The callback is given cells that
    /// stand for all others, the ranks of all cells and the halves; it says whether a board is
    /// there, and if so, whether it is dead.
    pub(super) fn fixed(
        &self,
        sum: u64,
        there: impl Fn(&[usize], &[u8], Pair) -> Option<bool> + Sync,
    ) -> FixedCounts {
        let none = || FixedCounts { order: self.order, all: [0; 16], dead: [0; 16] };
        let count = |(boards, times): &(FixedBoards, u64)| {
            let mut counts = none();
            let cells: Vec<usize> = boards.representatives().collect();
            boards.for_each(sum, |ranks, pair| {
                if let Some(dead) = there(&cells, ranks, pair) {
                    let largest = usize::from(ranks.iter().copied().max().unwrap_or(0));
                    counts.all[largest] += times;
                    counts.dead[largest] += times * u64::from(dead);
                }
            });
            counts
        };
        self.fixed.par_iter().map(count).reduce(none, |mut a, b| {
            for rank in 0..16 {
                a.all[rank] += b.all[rank];
                a.dead[rank] += b.dead[rank];
            }
            a
        })
    }

    /// Counts the boards of a set, images included, and those that symmetries leave as they are.
    pub(super) fn count(
        &self,
        geometry: &Geometry,
        matrix: &Matrix,
        sum: u64,
    ) -> (u64, FixedCounts) {
        let row = |class: &Class, row: usize, words: &[u64]| {
            let half = class.rows[row];
            let bits: u64 = words.iter().map(|word| u64::from(word.count_ones())).sum();
            if class.mirror[half as usize] == half { bits } else { 2 * bits }
        };
        let block = |(class, block): (&Class, &Block)| -> u64 {
            let rows = block.words.chunks_exact(block.width.max(1)).enumerate();
            rows.map(|(number, words)| row(class, number, words)).sum()
        };
        let blocks = geometry.upper.classes.par_iter().zip(&matrix.blocks);
        let boards = blocks.with_max_len(1).map(block).sum();
        let fixed = self.fixed(sum, |_, _, pair| geometry.contains(matrix, pair).then_some(false));
        (boards, fixed)
    }
}
