//! Rules of 2048-like games as values.
//!
//! A game is a [`Shape`], a [`TileSystem`] and a [`SpawnRule`], together called [`Rules`]. A
//! [`Position`] waits for the player, an [`Afterstate`] waits for a spawn, and a [`Game`] leads
//! from one to the other; chance is an explicit list of weighted outcomes. Nothing in this crate
//! reads a file, a clock or a source of randomness.
//!
//! ```
//! use twofold_core::{Direction, Game, Grid, Rules, notation};
//!
//! let rules = Rules::classic("2x2".parse()?);
//! let game = Game::new(rules);
//! let position = game.position(notation::logarithmic::parse("12/10")?)?;
//!
//! // Sliding down merges the two tiles of the first column.
//! let slide = game.slide(&position, Direction::Down)?.expect("a legal slide");
//! assert_eq!(notation::logarithmic::write(slide.afterstate.board()), "00/22");
//! assert_eq!(slide.score, 4);
//!
//! // Then a 2 or a 4 appears in one of the two empty cells.
//! let outcomes = game.outcomes(&slide.afterstate)?;
//! assert_eq!(outcomes.len(), 4);
//! assert_eq!(outcomes[0].chance.to_string(), "9/20");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
pub mod breakthrough;
mod cell;
mod direction;
pub mod engine;
mod game;
mod grid;
pub mod kernel;
pub mod notation;
mod packed;
pub mod replay;
mod rules;
mod shape;
mod spawn;
mod symmetry;
mod tile;
mod tiles;

#[cfg(test)]
mod test_boards;

pub use board::{Board, RanksError};
pub use cell::Cell;
pub use direction::Direction;
pub use engine::{BitParallel, Naive, Slid, SlideEngine, Table, UnsupportedRules};
pub use game::{Afterstate, Game, IllegalPosition, Outcome, Position, Slide};
pub use grid::{Grid, Unrepresentable};
pub use packed::Packed;
pub use rules::Rules;
pub use shape::{Shape, ShapeError};
pub use spawn::{Chance, Corner, Entry, Placement, Scan, SpawnRule, SpawnValues, SpawnValuesError};
pub use symmetry::Symmetry;
pub use tile::{Tile, TileTooLarge};
pub use tiles::{TileSystem, Travel, UnknownTileSystem};
