//! Stages: parts of a game with weights of their own (multi-stage TD learning, Yeh et al. 2016).
//!
//! The value of a board depends on its large tiles, which most tuples do not cover. So a network may have
//! several sets of weights, selected by the large tiles.

use std::sync::Arc;

use crate::four::{ROWS, table};

/// The sums of large tiles at which stages begin.
///
/// For each sum, a tile is large if it is at least the largest power of two that divides the sum. So the
/// sum is reached only by a merge, and a stage begins on a board that has just gained an empty cell.
#[derive(Clone, Debug)]
pub struct Stages {
    /// Ascending; the first stage begins with the game and is not listed.
    starts: Vec<u64>,
    /// For each start and each row of four cells, the sum of its large tiles.
    rows: Vec<Arc<[u32; ROWS]>>,
}

/// The limit of stages: each has tables of its own.
const MOST_STAGES: usize = 16;

/// Why some sums begin no stages.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StagesError {
    /// There are too many.
    #[error("a network has at most 16 stages, not {count}")]
    TooMany {
        /// The number of stages.
        count: usize,
    },
    /// A sum is not larger than the one before it.
    #[error("stages begin at larger and larger sums, but {start} follows {before}")]
    NotAscending {
        /// The sum.
        start: u64,
        /// The one before it.
        before: u64,
    },
    /// A sum is reached by a spawn, not only by merges.
    #[error("a stage begins at a multiple of 8, not at {start}")]
    NotAMultiple {
        /// The sum.
        start: u64,
    },
}

/// The least divisor of sums: no spawn is that large.
const SMALLEST_UNIT: u64 = 8;

impl Stages {
    /// A single stage.
    pub fn one() -> Stages {
        Stages { starts: Vec::new(), rows: Vec::new() }
    }

    /// Stages that begin at the given sums: ascending multiples of 8, at most fifteen.
    pub fn new(starts: Vec<u64>) -> Result<Stages, StagesError> {
        if starts.len() >= MOST_STAGES {
            return Err(StagesError::TooMany { count: starts.len() + 1 });
        }
        let is_small = |&&start: &&u64| start == 0 || unit(start) < SMALLEST_UNIT;
        if let Some(&start) = starts.iter().find(is_small) {
            return Err(StagesError::NotAMultiple { start });
        }
        if let Some(pair) = starts.windows(2).find(|pair| pair[0] >= pair[1]) {
            return Err(StagesError::NotAscending { start: pair[1], before: pair[0] });
        }
        let cells = |row: usize| (0..4).map(move |cell| (row >> (4 * cell) & 0xF) as u8);
        let sum = |start, row| cells(row).map(|rank| counted(start, rank) as u32).sum();
        let rows = |&start: &u64| table((0..ROWS).map(|row| sum(start, row))).into();
        Ok(Stages { rows: starts.iter().map(rows).collect(), starts })
    }

    /// The sums at which stages begin, without the first stage.
    pub fn starts(&self) -> &[u64] {
        &self.starts
    }

    /// The number of stages.
    pub fn count(&self) -> usize {
        self.starts.len() + 1
    }

    /// The least score of a slide that can change the stage; infinity for a single stage.
    pub(super) fn least_points(&self) -> f32 {
        let units = self.starts.iter().map(|&start| unit(start) as f32);
        units.fold(f32::INFINITY, f32::min)
    }

    /// The last stage that a board has reached, given the sum of its large tiles for each start.
    #[inline(always)]
    fn last(&self, sum: impl Fn(usize) -> u64) -> usize {
        let reached = |&late: &usize| sum(late) >= self.starts[late];
        (0..self.starts.len()).rev().find(reached).map_or(0, |late| late + 1)
    }

    /// The stage of a board, given its ranks, clamped to `most`.
    pub(super) fn of_ranks(&self, ranks: &[u8], most: u8) -> usize {
        self.last(|late| ranks.iter().map(|&rank| counted(self.starts[late], rank.min(most))).sum())
    }

    /// The stage of the fewest tiles that add up to a sum.
    pub(super) fn of_sum(&self, sum: u64) -> usize {
        self.last(|late| sum / unit(self.starts[late]) * unit(self.starts[late]))
    }

    /// The sum at which the stage of a board of 4×4 begins, given its ranks.
    pub(super) fn start_of(&self, ranks: &[u8; 16]) -> u64 {
        let stage = self.of_ranks(ranks, u8::MAX);
        stage.checked_sub(1).map_or(0, |late| self.starts[late])
    }

    /// Whether a board of a stage can have some tiles; ranks are clamped to `most`.
    pub(super) fn has(
        &self,
        stage: usize,
        ranks: impl Iterator<Item = u8> + Clone,
        most: u8,
    ) -> bool {
        let counted = |late, rank: u8| counted(self.starts[late], rank.min(most));
        self.last(|late| ranks.clone().map(|rank| counted(late, rank)).sum()) <= stage
    }

    /// The stage of a packed board of 4×4.
    #[inline(always)]
    pub(super) fn of_packed(&self, board: u64) -> usize {
        self.last(|late| {
            let sum = |shift: u32| u64::from(self.rows[late][(board >> shift & 0xFFFF) as usize]);
            sum(0) + sum(16) + sum(32) + sum(48)
        })
    }
}

/// The smallest large tile of a start.
fn unit(start: u64) -> u64 {
    start & start.wrapping_neg()
}

/// What a tile adds to the sum of large tiles of a start.
fn counted(start: u64, rank: u8) -> u64 {
    let tile = if rank == 0 { 0 } else { 1 << rank };
    if tile >= unit(start) { tile } else { 0 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_large_tiles_count() {
        let stages = Stages::new(vec![16384, 24576]).unwrap();
        assert_eq!((stages.count(), stages.least_points()), (3, 8192.0));
        assert_eq!([8192, 16384, 20480, 24576].map(|sum| stages.of_sum(sum)), [0, 1, 1, 2]);
        let stage = |ranks: &[u8]| stages.of_ranks(ranks, 15);
        assert_eq!(stage(&[13, 12, 12, 12, 12, 12]), 0);
        assert_eq!(stage(&[13, 13]), 0);
        assert_eq!(stage(&[13, 13, 13]), 2);
        assert_eq!(stage(&[14, 12, 12, 12]), 1);
        assert_eq!(stage(&[14, 13]), 2);
        assert_eq!(stage(&[17]), 2);
        let has = |stage, ranks: [u8; 2]| stages.has(stage, ranks.into_iter(), 15);
        assert!(has(0, [13, 12]) && !has(0, [14, 0]) && has(1, [14, 12]) && has(2, [1, 2]));
        let one = Stages::new(vec![]).unwrap();
        assert_eq!((one.count(), one.of_ranks(&[14, 13], 15), one.of_packed(u64::MAX)), (1, 0, 0));
        // A finer sum lets smaller tiles count.
        let finer = Stages::new(vec![16384, 20480]).unwrap();
        assert_eq!(finer.of_ranks(&[13, 12, 12, 12], 15), 2);
        assert_eq!(finer.of_ranks(&[13, 12, 12], 15), 0);
    }

    #[test]
    fn invalid_sums_are_refused() {
        for starts in [vec![0], vec![12], vec![32, 16], vec![16, 16], vec![16, 20], vec![8; 16]] {
            assert!(Stages::new(starts).is_err());
        }
        let many = Stages::new((1..=16).map(|start| 8 * start).collect());
        assert_eq!(many.unwrap_err(), StagesError::TooMany { count: 17 });
        let fallen = Stages::new(vec![32, 16]);
        assert_eq!(fallen.unwrap_err(), StagesError::NotAscending { start: 16, before: 32 });
    }

    proptest! {
        #[test]
        fn packed_boards_have_the_stage_of_their_ranks(board: u64) {
            let ranks: Vec<u8> = (0..16).map(|cell| (board >> (4 * cell) & 0xF) as u8).collect();
            for starts in [vec![], vec![16], vec![1024, 49152], vec![32768, 65536, 81920, 131_072]] {
                let stages = Stages::new(starts).unwrap();
                prop_assert_eq!(stages.of_packed(board), stages.of_ranks(&ranks, 15));
            }
        }
    }
}
