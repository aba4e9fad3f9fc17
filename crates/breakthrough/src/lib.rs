//! Breakthrough: pawns that only go forward, and whoever is through has won.
//!
//! White's pawns fill the first two rows and Black's the last two; White begins. A pawn goes one
//! row forward, straight or diagonally, onto an empty cell; it takes an opponent's pawn only
//! diagonally. A side wins when a pawn of it stands on the opponent's home row, or when the
//! opponent has no pawn left. Definitions are those of de Vink 2021.
//!
//! On two columns or more there are no draws: the foremost pawn of a side that has not lost can
//! always go on, as no pawn of its own can stand before it.
//!
//! ```
//! use twofold_breakthrough::{Breakthrough, Side};
//!
//! let game = Breakthrough::new("5x4".parse()?)?;
//! let start = game.start();
//! assert_eq!(start.to_string(), "BBBB/BBBB/..../WWWW/WWWW w");
//! assert_eq!((start.to_move, game.moves(&start).count()), (Side::White, 10));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod game;
pub mod naive;
mod notation;
mod position;
pub mod table;

pub use game::{Baseline, Breakthrough, Move, Moves, UnsupportedShape};
pub use notation::{PlyError, PositionError};
pub use position::{Position, Side};

/// The examples of the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
