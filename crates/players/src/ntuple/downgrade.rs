//! Tile downgrading (Guei, Chen and Wu 2021).
//!
//! Where a rank is missing on a board, halving all larger tiles preserves which tiles are equal and which
//! of two is larger. Slides act alike on both boards, and the network evaluates tiles that it was
//! trained on instead of larger ones that it has rarely seen.
//!
//! A stage that begins with some tiles was trained on boards with those tiles, so its boards are
//! downgraded only if they have a larger tile.

use super::stages::Stages;
use crate::four::unpack;

/// A map of ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Downgrade {
    /// The image of each rank.
    to: [u8; RANKS],
}

/// The number of ranks, with 0, of classic 2048 on 4×4.
const RANKS: usize = 18;

/// The least rank from which on tiles may be downgraded.
const LEAST: u32 = 3;

/// The least rank whose absence counts: smaller tiles reappear after a few slides, which would
/// invalidate the map.
const LEAST_MISSING: u8 = 5;

/// The rank of a tile, if tiles may be downgraded from it on.
pub(super) fn rank_of(tile: u64) -> Option<u8> {
    let rank = tile.is_power_of_two().then(|| tile.ilog2())?;
    (LEAST..RANKS as u32).contains(&rank).then_some(rank as u8)
}

/// Whether a packed board has a tile of rank 15, the largest that it can hold.
#[inline(always)]
pub(super) fn has_rank_15(board: u64) -> bool {
    let pairs = board & board >> 1;
    pairs & pairs >> 2 & 0x1111_1111_1111_1111 != 0
}

/// The downgraded image of a packed board.
#[cold]
pub(super) fn lowered(board: u64, from: u8, stages: &Stages) -> u64 {
    let ranks = unpack(board);
    Downgrade::of(ranks, from, stages).pack(ranks.into_iter())
}

impl Downgrade {
    /// The identity.
    pub(super) const NONE: Downgrade = {
        let mut to = [0; RANKS];
        let mut rank = 0;
        while rank < RANKS {
            to[rank] = rank as u8;
            rank += 1;
        }
        Downgrade { to }
    };

    /// Lowers all tiles above the largest missing rank, repeatedly, as long as the largest tile has rank
    /// `from` or more and exceeds the sum at which the stage of the board begins.
    pub(super) fn of(mut board: [u8; 16], from: u8, stages: &Stages) -> Downgrade {
        let mut all = Downgrade::NONE;
        loop {
            let present = board.iter().fold(0_u32, |present, &rank| present | 1 << rank);
            let largest = present.ilog2() as u8;
            if largest < from || 1 << largest <= stages.start_of(&board) {
                return all;
            }
            let Some(missing) =
                (LEAST_MISSING..largest).rev().find(|&rank| present >> rank & 1 == 0)
            else {
                return all;
            };
            for rank in board.iter_mut().chain(&mut all.to) {
                *rank -= u8::from(*rank > missing);
            }
        }
    }

    /// The mapped ranks in one word, clamped to 15.
    pub(super) fn pack(&self, ranks: impl Iterator<Item = u8>) -> u64 {
        ranks.fold(0, |code, rank| code << 4 | u64::from(self.to[usize::from(rank)].min(15)))
    }

    /// The score of the slide between the two downgraded boards.
    pub(super) fn points(
        &self,
        before: impl Iterator<Item = u8>,
        after: impl Iterator<Item = u8>,
        points: u64,
    ) -> u64 {
        if *self == Downgrade::NONE {
            return points;
        }
        self.merge_score(after) - self.merge_score(before)
    }

    /// The score of making all tiles from 2s: (k − 1)·2ᵏ for a tile of rank k.
    fn merge_score(&self, ranks: impl Iterator<Item = u8>) -> u64 {
        let lowered = ranks.map(|rank| u64::from(self.to[usize::from(rank)]));
        lowered.filter(|&rank| rank > 0).map(|rank| (rank - 1) << rank).sum()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use twofold_core::{Board, Grid};

    use super::*;
    use crate::four::{classic, pack};

    fn board(ranks: &[u8]) -> Board {
        Board::from_ranks("4x4".parse().unwrap(), ranks).unwrap()
    }

    fn first(ranks: &[u8]) -> [u8; 16] {
        std::array::from_fn(|cell| ranks.get(cell).copied().unwrap_or(0))
    }

    fn lowered(ranks: &[u8], from: u8, stages: &[u64]) -> u64 {
        let board = first(ranks);
        let stages = Stages::new(stages.to_vec()).unwrap();
        Downgrade::of(board, from, &stages).pack(board.into_iter()) >> 48
    }

    #[test]
    fn tiles_above_the_largest_missing_one_are_halved() {
        assert_eq!(lowered(&[14, 13, 11, 2], 14, &[]), 0xDCB2);
        assert_eq!(lowered(&[14, 14, 1, 1], 14, &[]), 0xDD11);
        assert_eq!(lowered(&[14, 13, 11, 2], 15, &[]), 0xEDB2);
        assert_eq!(lowered(&[4, 3, 2, 1], 3, &[]), 0x4321);
        assert_eq!(lowered(&[7, 6, 5, 3], 3, &[]), 0x7653);
        assert_eq!(lowered(&[15, 11, 2, 1], 14, &[]), 0xDB21);
        assert_eq!(lowered(&[17, 16, 11, 2], 14, &[]), 0xDCB2);
        assert_eq!(lowered(&[], 14, &[]), 0);
    }

    #[test]
    fn what_a_stage_has_learned_stays() {
        let stages = [8192, 28672];
        assert_eq!(lowered(&[14, 13, 11, 2], 14, &stages), 0xDCB2);
        assert_eq!(lowered(&[14, 13, 12, 2], 14, &stages), 0xEDC2);
        // 28672 and more, but with a larger tile.
        assert_eq!(lowered(&[15, 13, 12, 2], 14, &stages), 0xEDC2);
        assert_eq!(lowered(&[15, 12, 12, 2], 14, &stages), 0xDCC2);
        assert_eq!(lowered(&[15, 14, 13, 2], 14, &stages), 0xEDC2);
    }

    #[test]
    fn tiles_are_powers_of_two() {
        assert_eq!((rank_of(16384), rank_of(8)), (Some(14), Some(3)));
        assert_eq!([rank_of(15), rank_of(4), rank_of(262_144), rank_of(0)], [None; 4]);
    }

    proptest! {
        /// Unless a slide makes a missing tile, the downgraded board slides as the board does, for the
        /// score that is computed.
        #[test]
        fn slides_do_the_same(ranks in proptest::collection::vec(0_u8..10, 16), from in 3_u8..10) {
            // Nothing of rank 6, so that there is something missing below larger tiles.
            let ranks: Vec<u8> = ranks.into_iter().map(|rank| if rank == 6 { 0 } else { rank }).collect();
            let before = first(&ranks);
            let lowered = Downgrade::of(before, from, &Stages::one());
            let game = classic();
            let small = unpack(lowered.pack(before.into_iter()));
            let slides = |ranks: &[u8]| -> Vec<_> {
                game.slides(&game.position(board(ranks)).unwrap()).collect()
            };
            let (large, small) = (slides(&before), slides(&small));
            prop_assert_eq!(large.len(), small.len());
            for (large, small) in large.iter().zip(small) {
                let after = || large.afterstate.board().tiles().map(|tile| tile.rank());
                if after().all(|rank| rank == 0 || before.contains(&rank)) {
                    prop_assert_eq!(lowered.pack(after()), pack(small.afterstate.board()));
                    let points = lowered.points(before.into_iter(), after(), large.score);
                    prop_assert_eq!(points, small.score);
                }
            }
        }

        #[test]
        fn the_largest_rank_of_a_word_is_seen(board: u64) {
            prop_assert_eq!(has_rank_15(board), unpack(board).contains(&15));
        }
    }
}
