//! Parts of a game that have weights of their own.
//!
//! What a board of small tiles is worth depends on the large tiles beside them, which most tuples do
//! not see. So a network may have several sets of weights, chosen by the large tiles (Yeh et al. 2016).

use std::sync::Arc;

use crate::four::{ROWS, table};

/// At which sums of large tiles a new stage begins.
///
/// For each sum, tiles count as large from the largest power of two on that divides it. So it is reached
/// only when two tiles become a large one, and a stage begins with a board on which room was just made.
#[derive(Clone, Debug)]
pub struct Stages {
    /// Ascending; the first stage begins with the game.
    starts: Vec<u64>,
    /// For each start the sum of the tiles that count, in each row of four cells.
    rows: Vec<Arc<[u32; ROWS]>>,
}

/// A mistake, rather than a network: each stage has tables of its own.
const MOST_STAGES: usize = 16;

/// The smallest sums and differences of sums: no new tile is that large.
const SMALLEST_UNIT: u64 = 8;

impl Stages {
    /// A single stage.
    pub fn one() -> Stages {
        Stages { starts: Vec::new(), rows: Vec::new() }
    }

    /// Stages that begin at the given sums: ascending multiples of 8, at most fifteen.
    pub fn new(starts: Vec<u64>) -> Option<Stages> {
        let ascending = starts.windows(2).all(|pair| pair[0] < pair[1]);
        let large = starts.iter().all(|&start| start != 0 && unit(start) >= SMALLEST_UNIT);
        if !ascending || !large || starts.len() >= MOST_STAGES {
            return None;
        }
        let cells = |row: usize| (0..4).map(move |cell| (row >> (4 * cell) & 0xF) as u8);
        let sum = |start, row| cells(row).map(|rank| counted(start, rank) as u32).sum();
        let rows = |&start: &u64| table((0..ROWS).map(|row| sum(start, row))).into();
        Some(Stages { rows: starts.iter().map(rows).collect(), starts })
    }

    /// The sums at which stages begin, but for the first stage.
    pub fn starts(&self) -> &[u64] {
        &self.starts
    }

    /// How many stages there are.
    pub fn count(&self) -> usize {
        self.starts.len() + 1
    }

    /// The points that a slide has to score at least to change the stage; for one stage, infinity.
    pub(super) fn least_points(&self) -> f32 {
        let units = self.starts.iter().map(|&start| unit(start) as f32);
        units.fold(f32::INFINITY, f32::min)
    }

    /// The last stage whose beginning a board has reached, given what of it counts for each start.
    #[inline(always)]
    fn last(&self, sum: impl Fn(usize) -> u64) -> usize {
        let reached = |&late: &usize| sum(late) >= self.starts[late];
        (0..self.starts.len()).rev().find(reached).map_or(0, |late| late + 1)
    }

    /// The stage of a board, given its ranks; larger ones than `most` count as `most`.
    pub(super) fn of_ranks(&self, ranks: &[u8], most: u8) -> usize {
        self.last(|late| ranks.iter().map(|&rank| counted(self.starts[late], rank.min(most))).sum())
    }

    /// The stage in which the fewest tiles that come to a sum are.
    pub(super) fn of_sum(&self, sum: u64) -> usize {
        self.last(|late| sum / unit(self.starts[late]) * unit(self.starts[late]))
    }

    /// The sum at which the stage of a board of 4×4 begins, given its ranks.
    pub(super) fn start_of(&self, ranks: &[u8; 16]) -> u64 {
        let stage = self.of_ranks(ranks, u8::MAX);
        stage.checked_sub(1).map_or(0, |late| self.starts[late])
    }

    /// Whether a board of a stage can have some tiles; larger ranks than `most` count as `most`.
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

/// The smallest tile that counts for a start.
fn unit(start: u64) -> u64 {
    start & start.wrapping_neg()
}

/// What a tile adds to the sum of large tiles that counts for a start.
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
    fn nonsense_is_refused() {
        for starts in [vec![0], vec![12], vec![32, 16], vec![16, 16], vec![16, 20], vec![8; 16]] {
            assert!(Stages::new(starts).is_none());
        }
        assert!(Stages::new((1..=16).map(|start| 8 * start).collect()).is_none());
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
