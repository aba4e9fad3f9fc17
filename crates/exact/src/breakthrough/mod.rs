//! Breakthrough solved position by position, 64 at a time.
//!
//! The set of Black's placements that go with one placement of White is a table of bits. A move is
//! then a mask and a shift of a whole table, and play leads from layer to layer of tables: one pass
//! forward finds what can occur, one pass backward who wins. Positions in which the game is over
//! are counted as they arise and never stored.
//!
//! ```
//! use twofold_core::breakthrough::{Baseline, Breakthrough, Side};
//! use twofold_exact::breakthrough::solve;
//!
//! let game = Breakthrough::new("4x3".parse()?)?;
//! let solved = solve(&game, Baseline::Made, 1 << 30, &())?;
//! assert_eq!(solved.winner(&game.start()), Side::Black);
//! assert_eq!(solved.counts.reachable(), solved.counts.white + solved.counts.black);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod backward;
mod forward;
mod geometry;
pub mod naive;
mod solve;
mod subsets;

pub use solve::{Counts, SolveError, Solved, solve};

/// The tables that go with one placement of White's pawns.
#[derive(Clone, Debug, Default)]
struct Tables {
    /// White is to move; empty if there is nothing in it.
    white: Box<[u64]>,
    /// Black is to move; empty if there is nothing in it.
    black: Box<[u64]>,
}
