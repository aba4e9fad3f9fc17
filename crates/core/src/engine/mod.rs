//! Slide engines: three ways to the same answer.
//!
//! - [`Naive`] is the specification: any shape, any tile system, tile by tile.
//! - [`Table`] looks up whole lines: packed boards of up to four rows and columns, any tile system.
//! - [`BitParallel`] slides all lines of a packed board at once with shifts and masks: any packed
//!   shape, classic tiles; its kernel also slides many boards at once.
//!
//! Property tests hold them equal on boards of every shape.

mod bit_parallel;
mod fastest;
mod naive;
mod table;
#[cfg(test)]
mod tests;

pub use bit_parallel::BitParallel;
pub use fastest::Fastest;
pub use naive::{Naive, Way};
pub use table::Table;

use crate::direction::Direction;
use crate::grid::Grid;
use crate::packed::Packed;
use crate::rules::Rules;
use crate::tile::TileTooLarge;

/// A board after a slide, and what the slide scored: what an engine returns.
///
/// ```
/// use twofold_core::{Direction, Naive, Rules};
///
/// let naive = Naive::new(&Rules::classic("1x4".parse()?));
/// let slid = naive.slide(&"2 2 4 4".parse()?, Direction::Left).expect("tiles merge");
/// assert_eq!((slid.board.to_string().as_str(), slid.score), ("4 8 . .", 12));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slid<B> {
    /// The board, waiting for a spawn.
    pub board: B,
    /// The points of the merges.
    pub score: u64,
}

/// Something that slides boards of one representation by the rules that it was made for.
///
/// A [`Game`](crate::Game) is made from an engine and takes its rules from there, so that no engine
/// plays by rules other than its own.
///
/// ```
/// use twofold_core::{BitParallel, Direction, Packed, Rules, SlideEngine};
///
/// let engine = BitParallel::new(&Rules::classic("2x2".parse()?))?;
/// let board: Packed = "4 4 / 2 .".parse()?;
/// let slid = engine.try_slide(&board, Direction::Left)?.expect("two tiles merge");
/// assert_eq!(slid.board.to_string(), "8 . / 2 .");
/// assert!(engine.can_slide(&board, Direction::Down));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait SlideEngine {
    /// The representation.
    type Board: Grid;

    /// The rules that the engine was made for. Every tile that they let appear fits a board.
    fn rules(&self) -> &Rules;

    /// Slides a board of the engine's shape; `None` if nothing would change, which makes the slide
    /// illegal.
    ///
    /// Fails if the slide is legal, but makes a tile that the representation has no room for.
    fn try_slide(
        &self,
        board: &Self::Board,
        direction: Direction,
    ) -> Result<Option<Slid<Self::Board>>, TileTooLarge>;

    /// Whether a slide would change anything.
    fn can_slide(&self, board: &Self::Board, direction: Direction) -> bool {
        !matches!(self.try_slide(board, direction), Ok(None))
    }
}

/// Why an engine does not take some rules.
///
/// ```
/// use twofold_core::{BitParallel, Rules};
///
/// let error = BitParallel::new(&Rules::classic("5x5".parse()?)).unwrap_err();
/// assert!(error.to_string().ends_with("classic on 5x5, spawning 2 or 4 needs the naive engine"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the {engine} engine takes {takes}; {rules} needs the naive engine")]
pub struct UnsupportedRules {
    /// The engine that was asked.
    pub engine: &'static str,
    /// What it can do.
    pub takes: &'static str,
    /// The rules that were asked for.
    pub rules: Box<Rules>,
}

/// Whether all tiles that appear fit a packed board.
fn spawns_fit_packed(rules: &Rules) -> bool {
    rules.spawn.tiles.iter().all(|(tile, _)| tile.rank() <= Packed::MAX_RANK)
}
