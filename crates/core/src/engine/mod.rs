//! Slide engines: three ways to the same answer.
//!
//! - [`Naive`] is the specification: any shape, any tile system, tile by tile.
//! - [`Table`] looks up whole lines: packed boards of up to four rows and columns, any tile system.
//! - [`BitParallel`] slides all lines of a packed board at once with shifts and masks: any packed
//!   shape, classic tiles; its kernel also slides many boards at once.
//!
//! Property tests hold them equal on boards of every shape.

mod bit_parallel;
mod naive;
mod table;
#[cfg(test)]
mod tests;

pub use bit_parallel::BitParallel;
pub use naive::Naive;
pub use table::Table;

use crate::direction::Direction;
use crate::grid::Grid;
use crate::rules::Rules;
use crate::tile::TileTooLarge;

/// A board after a slide, and what the slide scored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slid<B> {
    /// The board, waiting for a spawn.
    pub board: B,
    /// The points of the merges.
    pub score: u64,
}

/// Something that can slide boards of one representation.
pub trait SlideEngine {
    /// The representation.
    type Board: Grid;

    /// Slides a board; `None` if nothing would change, which makes the slide illegal.
    fn slide(
        &self,
        board: &Self::Board,
        direction: Direction,
    ) -> Result<Option<Slid<Self::Board>>, TileTooLarge>;
}

/// Why an engine does not take some rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the {engine} engine takes {takes}; {rules} need the naive engine", rules = .rules.brief())]
pub struct UnsupportedRules {
    /// The engine that was asked.
    pub engine: &'static str,
    /// What it can do.
    pub takes: &'static str,
    /// The rules that were asked for.
    pub rules: Box<Rules>,
}
