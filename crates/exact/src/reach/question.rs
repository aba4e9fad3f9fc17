//! A question about reaching: what, under which rules, and at whose turn.

use twofold_core::{Placement, Rules};

use super::goal::Goal;

/// Where Dropper may drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drops {
    /// Any empty cell.
    Anywhere,
    /// The topmost, then leftmost empty cell.
    Deterministic,
}

/// Whose turn it is when the goal is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Slider's: the goal arises by a drop.
    Slider,
    /// Dropper's: the goal arises by a slide.
    Dropper,
    /// Either's: the document calls this reachable in general.
    Either,
}

impl Turn {
    pub(super) const fn by_drop(self) -> bool {
        matches!(self, Turn::Slider | Turn::Either)
    }

    pub(super) const fn by_slide(self) -> bool {
        matches!(self, Turn::Dropper | Turn::Either)
    }
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What is to be reached.
    pub goal: Goal,
    /// Where tiles are dropped.
    pub drops: Drops,
    /// The highest rank that may be made.
    pub max_rank: u8,
    /// At whose turn.
    pub turn: Turn,
}

/// Why a question cannot be asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QuestionError {
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

impl Question {
    /// The question whether Slider and Dropper can reach a goal, tiles dropped anywhere, no tile
    /// made that is larger than the goal names.
    ///
    /// # Errors
    /// If the goal leaves open how high tiles are, on a board where they may exceed rank 15.
    pub fn new(goal: Goal) -> Result<Question, QuestionError> {
        let cells = goal.shape.cells();
        let max_rank = match goal.max_rank() {
            Some(rank) => rank,
            None if cells <= 15 => cells as u8,
            None => return Err(QuestionError::Unbounded { cells }),
        };
        Question::bounded(goal, max_rank)
    }

    /// The question with another bound: no tile above it may be made.
    ///
    /// # Errors
    /// If the board or the bound are too large.
    pub fn bounded(goal: Goal, max_rank: u8) -> Result<Question, QuestionError> {
        let named = goal.max_rank().unwrap_or(max_rank);
        // A drop makes a tile of rank 1, whatever the goal.
        let max_rank = named.min(max_rank).max(1);
        if goal.shape.cells() > 256 {
            return Err(QuestionError::TooManyCells);
        }
        if max_rank > 15 {
            return Err(QuestionError::RankTooHigh);
        }
        Ok(Question { goal, drops: Drops::Anywhere, max_rank, turn: Turn::Either })
    }

    /// The same question with deterministic drops.
    #[must_use]
    pub fn deterministic(self) -> Question {
        Question { drops: Drops::Deterministic, ..self }
    }

    /// The same question about one variant alone.
    #[must_use]
    pub fn only(&self, variant: usize) -> Question {
        Question { goal: self.goal.only(variant), ..self.clone() }
    }

    /// The rules by which witnesses are replayed.
    pub fn rules(&self) -> Rules {
        let mut rules = Rules::only_twos(self.goal.shape);
        if self.drops == Drops::Deterministic {
            rules.spawn = twofold_core::SpawnRule::topmost_then_leftmost();
        }
        debug_assert!(rules.spawn.placement != Placement::TrailingEdge);
        rules
    }
}
