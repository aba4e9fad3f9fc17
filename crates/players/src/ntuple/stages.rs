//! Parts of a game that have weights of their own.
//!
//! What a board of small tiles is worth depends on the large tiles beside them, which most tuples do
//! not see. So a network may have several sets of weights, chosen by the large tiles (Yeh et al. 2016).

use std::sync::Arc;

use crate::four::{ROWS, table};

/// At which sums of large tiles a new stage begins.
///
/// Tiles count as large from the largest power of two on that divides all those sums. So a sum changes
/// only when two tiles become a large one, and a stage begins with a board on which room was just made.
#[derive(Clone, Debug)]
pub struct Stages {
    /// Ascending; the first stage begins with the game.
    starts: Vec<u64>,
    /// The smallest tile that counts.
    unit: u64,
    /// The sum of the large tiles of each row of four cells, if there is more than one stage.
    rows: Option<Arc<[u32; ROWS]>>,
}

/// A mistake, rather than a network: each stage has tables of its own.
const MOST_STAGES: usize = 16;

/// The smallest sums and differences of sums: no new tile is that large.
const SMALLEST_UNIT: u64 = 8;

impl Stages {
    /// A single stage.
    pub fn one() -> Stages {
        Stages { starts: Vec::new(), unit: u64::MAX, rows: None }
    }

    /// Stages that begin at the given sums: ascending multiples of 8, at most fifteen.
    pub fn new(starts: Vec<u64>) -> Option<Stages> {
        if starts.is_empty() {
            return Some(Stages::one());
        }
        let unit = 1 << starts.iter().fold(0, |all, start| all | start).trailing_zeros().min(63);
        let ascending = starts.windows(2).all(|pair| pair[0] < pair[1]);
        if starts[0] == 0 || !ascending || unit < SMALLEST_UNIT || starts.len() >= MOST_STAGES {
            return None;
        }
        let cells = |row: usize| (0..4).map(move |cell| (row >> (4 * cell) & 0xF) as u8);
        let sums = (0..ROWS).map(|row| cells(row).map(|rank| large(unit, rank) as u32).sum());
        Some(Stages { unit, rows: Some(table(sums).into()), starts })
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
        if self.starts.is_empty() { f32::INFINITY } else { self.unit as f32 }
    }

    /// The stage with a sum of large tiles.
    #[inline(always)]
    pub(super) fn of_sum(&self, sum: u64) -> usize {
        self.starts.iter().filter(|&&start| start <= sum).count()
    }

    /// The stage of a board, given its ranks; larger ones than `most` count as `most`.
    pub(super) fn of_ranks(&self, ranks: &[u8], most: u8) -> usize {
        self.of_sum(ranks.iter().map(|&rank| large(self.unit, rank.min(most))).sum())
    }

    /// Whether a board of a stage can have some tiles; larger ranks than `most` count as `most`.
    pub(super) fn has(&self, stage: usize, ranks: impl Iterator<Item = u8>, most: u8) -> bool {
        let sum = ranks.map(|rank| large(self.unit, rank.min(most))).sum();
        self.of_sum(sum) <= stage
    }

    /// The stage of a packed board of 4×4.
    #[inline(always)]
    pub(super) fn of_packed(&self, board: u64) -> usize {
        let Some(rows) = &self.rows else { return 0 };
        let sum = |shift: u32| u64::from(rows[(board >> shift & 0xFFFF) as usize]);
        self.of_sum(sum(0) + sum(16) + sum(32) + sum(48))
    }
}

/// What a tile adds to the sum of large tiles.
fn large(unit: u64, rank: u8) -> u64 {
    let tile = if rank == 0 { 0 } else { 1 << rank };
    if tile >= unit { tile } else { 0 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_large_tiles_count() {
        let stages = Stages::new(vec![16384, 24576]).unwrap();
        assert_eq!((stages.count(), stages.least_points()), (3, 8192.0));
        let stage = |ranks: &[u8]| stages.of_ranks(ranks, 15);
        assert_eq!(stage(&[13, 12, 12, 12, 12, 12]), 0);
        assert_eq!(stage(&[13, 13]), 1);
        assert_eq!(stage(&[14, 12, 12, 12]), 1);
        assert_eq!(stage(&[14, 13]), 2);
        assert_eq!(stage(&[17]), 2);
        let has = |stage, ranks: [u8; 2]| stages.has(stage, ranks.into_iter(), 15);
        assert!(has(0, [13, 12]) && !has(0, [14, 0]) && has(1, [14, 12]) && has(2, [1, 2]));
        let one = Stages::new(vec![]).unwrap();
        assert_eq!((one.count(), one.of_ranks(&[14, 13], 15), one.of_packed(u64::MAX)), (1, 0, 0));
        // A finer difference of sums lets smaller tiles count.
        let finer = Stages::new(vec![16384, 20480]).unwrap();
        assert_eq!(finer.of_ranks(&[13, 12, 12], 15), 1);
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
