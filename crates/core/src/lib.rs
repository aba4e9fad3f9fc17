//! Rules of 2048-like games as values.
//!
//! ```
//! use twofold_core::{Board, Direction, Game, Rules};
//!
//! // Text makes rules and a board; the rules make a position of the board, or say why not.
//! let rules: Rules = "classic on 2x2".parse()?;
//! let board: Board = "2 4 / 2 .".parse()?;
//! let position = rules.position(board)?;
//!
//! // Sliding down merges the two tiles of the first column.
//! let game = Game::new(rules);
//! let slide = game.slide(&position, Direction::Down).expect("a legal slide");
//! assert_eq!(slide.afterstate.to_string(), ". . / 4 4");
//! assert_eq!(slide.score, 4);
//!
//! // Then a 2 or a 4 appears in one of the two empty cells.
//! let outcomes: Vec<_> = game.outcomes(&slide.afterstate).collect();
//! assert_eq!(outcomes.len(), 4);
//! assert_eq!(outcomes[0].position.to_string(), "2 . / 4 4");
//! assert_eq!(outcomes[0].chance.to_string(), "9/20");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A game is a [`Shape`], a [`TileSystem`] and a [`SpawnRule`], together called [`Rules`]. A
//! [`Position`] waits for the player, an [`Afterstate`] waits for a spawn, and a [`Game`] leads
//! from one to the other; chance is an explicit list of weighted outcomes. Every noun has a written
//! form that is read back ([`notation`] for boards and moves).
//!
//! Except for [`AtomicFile`], nothing in this crate touches a file, a clock or a source of
//! randomness.
//!
//! # Features
//!
//! - `serde`: every noun as the text of its `Display`; a [`Figure`] as an object.

mod atomic_file;
mod board;
mod cell;
mod certainty;
mod direction;
pub mod engine;
mod figure;
mod game;
mod grid;
pub mod kernel;
mod lines;
pub mod notation;
mod packed;
pub mod perft;
mod position;
pub mod replay;
mod rules;
#[cfg(feature = "serde")]
mod serde;
mod shape;
mod spawn;
mod symmetry;
mod tile;
mod tiles;
mod watch;

#[cfg(test)]
mod test_boards;

/// The examples of the README run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use atomic_file::{AtomicFile, UNFINISHED, sync_directory};
pub use board::{Board, RanksError};
pub use cell::{Cell, CellError};
pub use certainty::Certainty;
pub use direction::{Direction, UnknownDirection};
pub use engine::{BitParallel, Fastest, Naive, Slid, SlideEngine, Table, UnsupportedRules, Way};
pub use figure::{Figure, Fraction, decimal, group as group_digits};
pub use game::{Game, Outcome, Outcomes, Slide};
pub use grid::{Grid, Unrepresentable};
pub use lines::{LineSlide, LineSlides, LineWay, SlidLine, TooManyLines};
pub use packed::{Packed, PackedError};
pub use position::{Afterstate, IllegalPosition, Position};
pub use rules::{Rules, RulesError};
pub use shape::{Shape, ShapeError};
pub use spawn::{
    Cells, Chance, ChanceError, Corner, Entry, Placement, Scan, SpawnRule, SpawnRuleError,
    SpawnTiles, SpawnTilesError, UnknownPlacement,
};
pub use symmetry::{Symmetry, UnknownSymmetry};
pub use tile::{Tile, TileTooLarge, UnknownTile};
pub use tiles::{TileSystem, Travel, UnknownTileSystem};
pub use watch::{Progress, Stopped, Watch};
