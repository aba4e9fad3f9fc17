//! What is to be decided, how it is to be found out, and the answer.

use num_bigint::BigUint;
use twofold_core::{Placement, Rules, Tile};

use crate::diagram::Diagram;
use crate::error::SymbolicError;
use crate::fixpoint::{Observer, forced};
use crate::game::Player;
use crate::space::Resources;

use super::encoding::{Encoding, VariableOrder};
use super::table::SliderTable;
use super::tiles::{Tiles, doubles};
use super::{maxima, sides, sums};

/// How the boards are carved up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sweep {
    /// Not at all: one fixpoint over all boards.
    None,
    /// By the largest tile and how often it is there, as in Edixhoven 2019.
    Max,
    /// By the sum of the tiles: slides keep it, spawns raise it.
    #[default]
    Sum,
}

/// Which boards are left out beforehand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Constraint {
    /// None.
    None,
    /// Those that Corollary 7 of Edixhoven 2019 shows to be out of reach. It is about tiles that
    /// merge with their equals; in other tile systems nothing is left out.
    Corollary7,
    /// Those, and boards that no last move leads to: after a slide all tiles lie against some side,
    /// and after a spawn so do all but the new one.
    #[default]
    LastMove,
}

/// How an answer is found. It never changes the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// How cells are written.
    pub encoding: Encoding,
    /// The order of variables.
    pub order: VariableOrder,
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
            order: VariableOrder::default(),
            sweep: Sweep::default(),
            side: Player::First,
            constraint: Constraint::default(),
            strong: false,
        }
    }
}

/// Can Slider force a tile in some game?
///
/// ```
/// use twofold_core::{Rules, Tile};
/// use twofold_symbolic::slider::{SliderProblem, prove};
/// use twofold_symbolic::{Resources, Zbdd};
///
/// // On 2x2 with 2s only, 16 can be forced.
/// let rules = Rules::only_twos("2x2".parse()?);
/// let target = rules.tiles.tile_with_face(16).ok_or("a tile")?;
/// let resources = Resources { memory: 1 << 26, threads: 1 };
/// assert!(prove::<Zbdd, ()>(&SliderProblem::new(rules, target), resources, &())?.forced);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SliderProblem {
    /// The game. Its weights of spawns do not matter: Dropper chooses.
    pub rules: Rules,
    /// The tile to force.
    pub target: Tile,
    /// How to find out.
    pub method: Method,
}

/// Why a problem has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProveError {
    /// The target is one of the tiles that spawn, or lower.
    #[error("the tile must be higher than every tile that spawns, and {target} is not")]
    LowTarget {
        /// The face of the target.
        target: u64,
    },
    /// The target is too high for lines to be listed.
    #[error(
        "a line of {length} cells with tiles below {target} can be filled in too many ways \
         (more than {MANY_LINES})"
    )]
    ManyLines {
        /// The face of the target.
        target: u64,
        /// The longest line.
        length: usize,
    },
    /// Spawns do not go into any empty cell.
    #[error("decision diagrams take games in which a tile may spawn in any empty cell")]
    Placement {
        /// Where tiles spawn.
        placement: Placement,
    },
    /// The diagrams outgrew the memory, or somebody asked to stop.
    #[error(transparent)]
    Symbolic(#[from] SymbolicError),
}

/// What came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Whether Slider can force the tile.
    pub forced: bool,
    /// The largest tile that fits on the board, if the target is above it: then nothing had to be
    /// computed.
    pub largest: Option<Tile>,
    /// States that the chosen side wins, as far as they were gathered: boards with Slider to move
    /// and boards with Dropper to move. Counted with [`Method::strong`] only, and without those
    /// that hold the target.
    pub states: Option<[BigUint; 2]>,
    /// Steps of fixpoints, or layers of a sweep.
    pub iterations: u64,
    /// The most nodes that there were at the end of any step, garbage included.
    pub peak_nodes: usize,
}

impl Answer {
    /// What a sweep finds out.
    pub(super) fn of(forced: bool, states: Option<[BigUint; 2]>, iterations: u64) -> Answer {
        Answer { forced, largest: None, states, iterations, peak_nodes: 0 }
    }
}

/// The ways to fill a line that are listed at most.
const MANY_LINES: u64 = 200_000;

impl SliderProblem {
    /// A problem with the usual method.
    pub fn new(rules: Rules, target: Tile) -> SliderProblem {
        SliderProblem { rules, target, method: Method::default() }
    }

    /// Checks that diagrams can decide it.
    pub fn check(&self) -> Result<(), ProveError> {
        let Rules { tiles, spawn, .. } = &self.rules;
        if spawn.placement != Placement::Anywhere {
            return Err(ProveError::Placement { placement: spawn.placement });
        }
        let target = tiles.face(self.target);
        if spawn.tiles.iter().any(|(tile, _)| tile >= self.target) {
            return Err(ProveError::LowTarget { target });
        }
        Ok(())
    }

    /// The tiles below the target, if not too many lines can be filled with them.
    fn tiles(&self) -> Result<Tiles, ProveError> {
        let Rules { shape, tiles, .. } = &self.rules;
        let length = shape.rows().max(shape.columns());
        let too_many = || ProveError::ManyLines { target: tiles.face(self.target), length };
        let lines = u64::from(self.target.rank()).checked_pow(length as u32);
        if lines.is_none_or(|lines| lines > MANY_LINES) {
            return Err(too_many());
        }
        Tiles::new(&self.rules, self.target).map_err(|_| too_many())
    }

    /// The largest tile that fits on the board, where a bound is known: by Corollary 7 of Edixhoven
    /// 2019 a tile of rank k needs k − 1 cells that are empty or lower, if tiles of rank 1 spawn,
    /// and one less for every rank above.
    pub fn largest_tile(&self) -> Option<Tile> {
        let Rules { shape, tiles, spawn } = &self.rules;
        let highest = spawn.tiles.iter().map(|(tile, _)| tile.rank()).max()?;
        let largest = usize::from(highest) + shape.cells() - 1;
        let largest = Tile::new(u8::try_from(largest).ok()?)?;
        doubles(*tiles, largest).then_some(largest)
    }
}

/// Decides a problem.
pub fn prove<D: Diagram, O: Observer + ?Sized>(
    problem: &SliderProblem,
    resources: Resources,
    observer: &O,
) -> Result<Answer, ProveError> {
    problem.check()?;
    let method = &problem.method;
    let largest = problem.largest_tile().filter(|&largest| problem.target > largest);
    if largest.is_some() && !method.strong && !observer.is_curious() {
        return Ok(Answer { largest, ..Answer::of(false, None, 0) });
    }
    // Told apart by their last moves, boards need no common set.
    let is_told_apart = (method.sweep, method.constraint) == (Sweep::Sum, Constraint::LastMove);
    let constraint = if is_told_apart { Constraint::Corollary7 } else { method.constraint };
    let table = SliderTable::<D>::new(problem, problem.tiles()?, constraint, resources)?;
    observer.begin();
    let mut answer = match method.sweep {
        Sweep::Sum if is_told_apart => sides::prove(&table, method, observer)?,
        Sweep::Sum => sums::prove(&table, method, observer)?,
        Sweep::Max => maxima::prove(&table, method, observer)?,
        Sweep::None => {
            let found = forced(&table, method.side, method.strong, observer)?;
            let count = |player| table.space.count(found.states.get(player));
            let forced = found.holds == (method.side == Player::First);
            Answer::of(forced, method.strong.then(|| Player::BOTH.map(count)), found.iterations)
        }
    };
    answer.largest = largest;
    answer.peak_nodes = table.space.peak();
    Ok(answer)
}
