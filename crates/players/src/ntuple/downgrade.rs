//! Boards with a tile that a network has rarely seen, told with smaller tiles.
//!
//! Where no tile of some rank lies on a board, halving all larger tiles changes neither which tiles are
//! equal nor which of two is larger: slides do the same, and a network that has learned little about
//! the largest tiles is asked about tiles that it knows well. The technique is that of Guei, Chen and Wu 2021.

use twofold_core::{Board, Grid};

/// What is done to the ranks of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Downgrade {
    /// Larger ranks than this are lowered by one.
    above: u8,
}

/// Ranks that tiles of a classic game may have, but for the smallest ones.
const RANKS: std::ops::RangeInclusive<u32> = 3..=17;

/// The rank of a tile that is written down, if there is such a tile.
pub(super) fn rank(tile: &str) -> Option<u8> {
    let tile: u64 = tile.parse().ok().filter(|tile: &u64| tile.is_power_of_two())?;
    Some(tile.ilog2()).filter(|rank| RANKS.contains(rank)).map(|rank| rank as u8)
}

impl Downgrade {
    /// Lowers tiles above the largest rank that is missing below the largest tile, if that tile has
    /// rank `from` or more.
    pub(super) fn of(board: &Board, from: Option<u8>) -> Downgrade {
        let mut present = 0_u32;
        board.tiles().for_each(|tile| present |= 1 << tile.rank());
        let largest = present.checked_ilog2().unwrap_or(0) as u8;
        let missing = (1..largest).rev().find(|&rank| present >> rank & 1 == 0);
        let is_large = from.is_some_and(|from| largest >= from);
        Downgrade { above: missing.filter(|_| is_large).unwrap_or(u8::MAX) }
    }

    #[inline]
    fn rank(self, rank: u8) -> u8 {
        if rank > self.above { rank - 1 } else { rank }
    }

    /// A board in one word; ranks past 15 count as 15.
    pub(super) fn pack(self, board: &Board) -> u64 {
        board.tiles().fold(0, |code, tile| code << 4 | u64::from(self.rank(tile.rank()).min(15)))
    }

    /// The points of a slide that would lead from one lowered board to the other.
    pub(super) fn points(self, before: &Board, after: &Board, points: u64) -> u64 {
        if self.above == u8::MAX {
            return points;
        }
        // A tile of rank k was made by slides that gave (k − 1)·2ᵏ points, had all spawns been 2s.
        let worth = |board: &Board| -> u64 {
            let ranks = board.tiles().map(|tile| u64::from(self.rank(tile.rank())));
            ranks.filter(|&rank| rank > 0).map(|rank| (rank - 1) << rank).sum()
        };
        worth(after) - worth(before)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::four::{classic, pack};

    fn board(ranks: impl IntoIterator<Item = u8>) -> Board {
        let ranks: Vec<u8> = ranks.into_iter().collect();
        Board::from_ranks("4x4".parse().unwrap(), &ranks).unwrap()
    }

    fn first(ranks: &[u8]) -> Board {
        board((0..16).map(|cell| ranks.get(cell).copied().unwrap_or(0)))
    }

    #[test]
    fn tiles_above_the_largest_missing_one_are_halved() {
        let lowered = |ranks: &[u8], from| {
            let board = first(ranks);
            Downgrade::of(&board, from).pack(&board) >> 48
        };
        assert_eq!(lowered(&[14, 13, 11, 2], Some(14)), 0xDCB2);
        assert_eq!(lowered(&[14, 14, 1, 1], Some(14)), 0xDD11);
        assert_eq!(lowered(&[14, 13, 11, 2], Some(15)), 0xEDB2);
        assert_eq!(lowered(&[14, 13, 11, 2], None), 0xEDB2);
        assert_eq!(lowered(&[4, 3, 2, 1], Some(3)), 0x4321);
    }

    #[test]
    fn tiles_are_written_as_numbers() {
        assert_eq!((rank("16384"), rank("8")), (Some(14), Some(3)));
        assert_eq!([rank("15"), rank("4"), rank("262144"), rank("x")], [None; 4]);
    }

    proptest! {
        /// Unless a slide makes the missing tile, the lowered board slides as the board does, and for
        /// the points that are told.
        #[test]
        fn slides_do_the_same(ranks in proptest::collection::vec(0_u8..9, 16)) {
            // Nothing of rank 5, so that there is something missing below larger tiles.
            let before = board(ranks.into_iter().map(|rank| if rank == 5 { 0 } else { rank }));
            let lowered = Downgrade::of(&before, Some(3));
            let game = classic();
            let small = board((0..16).rev().map(|cell| (lowered.pack(&before) >> (4 * cell) & 0xF) as u8));
            let slides = |board: Board| game.slides(&game.position(board).unwrap()).unwrap();
            let (large, small) = (slides(before.clone()), slides(small));
            prop_assert_eq!(large.len(), small.len());
            for (large, small) in large.iter().zip(small) {
                let after = large.afterstate.board();
                if after.tiles().all(|tile| tile.rank() != lowered.above) {
                    prop_assert_eq!(lowered.pack(after), pack(small.afterstate.board()));
                    prop_assert_eq!(lowered.points(&before, after, large.score), small.score);
                }
            }
        }
    }
}
