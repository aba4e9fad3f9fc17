//! Breakthrough solved position by position, 64 at a time.
//!
//! The set of Black's placements that go with one placement of White is a table of bits. A move is
//! then a mask and a shift of a whole table, and play leads from layer to layer of tables: one pass
//! forward finds what can occur, one pass backward who wins. Positions in which the game is over
//! are counted as they arise and never stored.
//!
//! ```
//! use twofold_breakthrough::{Baseline, Breakthrough, Side};
//! use twofold_breakthrough::table::solve;
//!
//! let game = Breakthrough::new("4x3".parse()?)?;
//! let solved = solve(&game, Baseline::Made, 1 << 30, &())?;
//! assert_eq!(solved.winner(&game.start()), Side::Black);
//! assert_eq!(solved.counts.reachable(), solved.counts.white + solved.counts.black);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backward;
mod distance;
mod forward;
mod geometry;
pub mod naive;
mod solve;
mod subsets;

pub use distance::Distances;
pub use solve::{SolveError, SolvedBoard, WinCounts, solve};

use self::geometry::{cells, place};
use crate::Side;

/// The tables that go with one placement of White's pawns.
#[derive(Clone, Debug, Default)]
struct Tables {
    /// White is to move; empty if there is nothing in it.
    white: Box<[u64]>,
    /// Black is to move; empty if there is nothing in it.
    black: Box<[u64]>,
}

impl Tables {
    /// The table with a side to move.
    fn of(&self, to_move: Side) -> &[u64] {
        match to_move {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// Whether neither table has any position.
    fn is_empty(&self) -> bool {
        self.white.iter().chain(&self.black).all(|&word| word == 0)
    }
}

/// The place of Black's pawns in a table over the cells `free`.
fn index(free: u64, black: u64) -> usize {
    cells(black).fold(0, |index, cell| index | 1 << place(free, cell))
}

/// Whether a table has an index; an empty table has none.
fn bit(table: &[u64], index: usize) -> bool {
    table.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
}
