//! What is asked, how it is to be found out, and the answer.

use num_bigint::BigUint;
use twofold_core::Shape;

use crate::diagram::Diagram;
use crate::error::SymbolicError;
use crate::fixpoint::{Observer, forced};
use crate::game::Player;
use crate::space::Resources;

use super::encoding::{Encoding, Order};
use super::table::SliderTable;
use super::{maxima, sides, sums};

/// How the boards are carved up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sweep {
    /// Not at all: one fixpoint over all boards.
    None,
    /// By the largest tile and how often it is there, as in Edixhoven 2019.
    Max,
    /// By the sum of the tiles: slides keep it, drops raise it.
    #[default]
    Sum,
}

/// Which boards are left out beforehand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Constraint {
    /// None.
    None,
    /// Those that Corollary 7 of Edixhoven 2019 shows to be out of reach.
    Corollary7,
    /// Those, and boards that no last move leads to: after a slide all tiles lie against some side,
    /// and after a drop so they do but for the tile that was dropped.
    #[default]
    LastMove,
}

/// How an answer is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// How cells are written.
    pub encoding: Encoding,
    /// The order of variables.
    pub order: Order,
    /// How the boards are carved up.
    pub sweep: Sweep,
    /// Whose wins are gathered.
    pub side: Player,
    /// Which boards are left out.
    pub constraint: Constraint,
    /// Whether every board is to be classified, not only the first.
    pub strong: bool,
}

impl Default for Method {
    fn default() -> Method {
        Method {
            encoding: Encoding::default(),
            order: Order::default(),
            sweep: Sweep::default(),
            side: Player::First,
            constraint: Constraint::default(),
            strong: false,
        }
    }
}

/// Can Slider force a tile?
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The board.
    pub shape: Shape,
    /// The logarithmic value of the tile.
    pub value: u8,
    /// The logarithmic values of tiles that may be dropped.
    pub drops: Vec<u8>,
    /// How to find out.
    pub method: Method,
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProveError {
    /// The value is too small to ask about.
    #[error("the value must be larger than that of every dropped tile, and at least 2, not {0}")]
    Small(u8),
    /// The value is too large for lines to be listed.
    #[error("a line of {length} cells with values below {value} can be filled in too many ways")]
    Large {
        /// The value.
        value: u8,
        /// The longest line.
        length: usize,
    },
    /// Nothing or nonsense is dropped.
    #[error("Dropper drops tiles of value 1, 2 or both")]
    Drops,
    /// The diagrams outgrew the memory, or somebody asked to stop.
    #[error(transparent)]
    Symbolic(#[from] SymbolicError),
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether Slider can force the tile.
    pub forced: bool,
    /// States that the chosen side wins, as far as they were gathered: boards with Slider to move
    /// and boards with Dropper to move. Counted for `strong` questions only, and without those
    /// that hold the wanted tile.
    pub states: Option<[BigUint; 2]>,
    /// Steps of fixpoints, or layers of a sweep.
    pub iterations: u64,
    /// The most nodes that there were at the end of any step, garbage included.
    pub peak_nodes: usize,
}

/// The ways to fill a line that are listed at most.
const MANY_LINES: u64 = 200_000;

impl Question {
    /// A question with the usual method; only tiles of value 1 are dropped.
    pub fn new(shape: Shape, value: u8) -> Question {
        Question { shape, value, drops: vec![1], method: Method::default() }
    }

    /// Checks that the question makes sense.
    pub fn check(&self) -> Result<(), ProveError> {
        if self.drops.is_empty() || self.drops.iter().any(|drop| ![1, 2].contains(drop)) {
            return Err(ProveError::Drops);
        }
        if self.value < 2 || self.drops.iter().any(|&drop| drop >= self.value) {
            return Err(ProveError::Small(self.value));
        }
        let length = self.shape.rows().max(self.shape.columns());
        let lines = u64::from(self.value).checked_pow(length as u32);
        if lines.is_none_or(|lines| lines > MANY_LINES) {
            return Err(ProveError::Large { value: self.value, length });
        }
        Ok(())
    }
}

/// Finds the answer to a question.
pub fn prove<D: Diagram, O: Observer + ?Sized>(
    question: &Question,
    resources: Resources,
    observer: &O,
) -> Result<Answer, ProveError> {
    question.check()?;
    let method = &question.method;
    // Told apart by their last moves, boards need no common set.
    let is_told_apart = (method.sweep, method.constraint) == (Sweep::Sum, Constraint::LastMove);
    let constraint = if is_told_apart { Constraint::Corollary7 } else { method.constraint };
    let table = SliderTable::<D>::new(question, constraint, resources)?;
    observer.begin();
    let mut answer = match method.sweep {
        Sweep::Sum if is_told_apart => sides::prove(&table, method, observer)?,
        Sweep::Sum => sums::prove(&table, method, observer)?,
        Sweep::Max => maxima::prove(&table, method, observer)?,
        Sweep::None => {
            let found = forced(&table, method.side, method.strong, observer)?;
            let count = |player| table.space.count(found.states.get(player));
            Answer {
                forced: found.holds == (method.side == Player::First),
                states: method.strong.then(|| Player::BOTH.map(count)),
                iterations: found.iterations,
                peak_nodes: 0,
            }
        }
    };
    answer.peak_nodes = table.space.peak();
    Ok(answer)
}
