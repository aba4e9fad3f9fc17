//! A question about reaching: what, under which rules, and at whose turn.

use twofold_core::{Placement, Rules};

use super::destination::Destination;

/// Where tiles may spawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spawns {
    /// Any empty cell.
    Anywhere,
    /// The topmost, then leftmost empty cell.
    Deterministic,
}

/// Whose turn it is when the destination is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Slider's: the destination arises by a spawn.
    Slider,
    /// Dropper's: the destination arises by a slide.
    Dropper,
    /// Either's: the document calls this reachable in general.
    Either,
}

impl Turn {
    pub(super) const fn by_spawn(self) -> bool {
        matches!(self, Turn::Slider | Turn::Either)
    }

    pub(super) const fn by_slide(self) -> bool {
        matches!(self, Turn::Dropper | Turn::Either)
    }
}

/// A question about reaching: can Slider and Dropper bring a destination about, together, from the
/// empty board? Only tiles of rank 1 spawn.
///
/// [`decide`](crate::decide()) answers it, [`Sequences`](crate::Sequences) lists the ways.
///
/// ```
/// use twofold_reach::{Destination, ReachQuestion, Turn};
///
/// let question = ReachQuestion::new(Destination::checkerboard("3x5".parse()?))?.deterministic();
/// assert_eq!((question.max_rank, question.turn), (2, Turn::Either));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachQuestion {
    /// What is to be reached.
    pub destination: Destination,
    /// Where tiles are spawned.
    pub spawns: Spawns,
    /// The highest rank that may be made.
    pub max_rank: u8,
    /// At whose turn.
    pub turn: Turn,
}

/// Why a question cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReachQuestionError {
    /// The board has too many cells.
    #[error("boards of more than 256 cells are not searched")]
    TooManyCells,
    /// Free play towards a pattern with wildcards can make tiles that are not represented.
    #[error(
        "ranks up to {cells} are possible on this board; say how high tiles may be (at most 15)"
    )]
    Unbounded {
        /// The number of cells, which bounds the rank by Lemma 6.
        cells: usize,
    },
    /// The bound is too high to be represented.
    #[error("ranks above 15 are not searched")]
    RankTooHigh,
}

impl ReachQuestion {
    /// The question whether Slider and Dropper can reach a destination, tiles spawned anywhere, no tile
    /// made that is larger than the destination names.
    ///
    /// # Errors
    /// If the destination leaves open how high tiles are, on a board where they may exceed rank 15.
    pub fn new(destination: Destination) -> Result<ReachQuestion, ReachQuestionError> {
        let cells = destination.shape.cells();
        let max_rank = match destination.max_rank() {
            Some(rank) => rank,
            None if cells <= 15 => cells as u8,
            None => return Err(ReachQuestionError::Unbounded { cells }),
        };
        ReachQuestion::bounded(destination, max_rank)
    }

    /// The question with another bound: no tile above it may be made.
    ///
    /// # Errors
    /// If the board or the bound are too large.
    pub fn bounded(
        destination: Destination,
        max_rank: u8,
    ) -> Result<ReachQuestion, ReachQuestionError> {
        let named = destination.max_rank().unwrap_or(max_rank);
        // A spawn makes a tile of rank 1, whatever the destination.
        let max_rank = named.min(max_rank).max(1);
        if destination.shape.cells() > 256 {
            return Err(ReachQuestionError::TooManyCells);
        }
        if max_rank > 15 {
            return Err(ReachQuestionError::RankTooHigh);
        }
        Ok(ReachQuestion { destination, spawns: Spawns::Anywhere, max_rank, turn: Turn::Either })
    }

    /// The same question with deterministic spawns.
    #[must_use]
    pub fn deterministic(self) -> ReachQuestion {
        ReachQuestion { spawns: Spawns::Deterministic, ..self }
    }

    /// The same question about one variant alone.
    #[must_use]
    pub fn only(&self, variant: usize) -> ReachQuestion {
        ReachQuestion { destination: self.destination.only(variant), ..self.clone() }
    }

    /// The rules by which witnesses are replayed.
    pub fn rules(&self) -> Rules {
        let mut rules = Rules::only_twos(self.destination.shape);
        if self.spawns == Spawns::Deterministic {
            rules.spawn = twofold_core::SpawnRule::topmost_then_leftmost();
        }
        debug_assert!(rules.spawn.placement != Placement::TrailingEdge);
        rules
    }
}
