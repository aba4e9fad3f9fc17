//! Whether a tile can be forced, for every board that there is: reachable or not, a bit each.

mod columns;
mod drops;
mod gather;
mod geometry;
mod halves;
mod layer;
mod pass;
mod rows;
#[cfg(test)]
mod tests;
mod vertical;

use twofold_core::{Grid, Progress, Shape};
use twofold_layers::LayerError;

use self::geometry::Geometry;
use self::pass::{Above, Tables};
use super::evaluate::Evaluator;
use super::fold::Choice;
use super::goal::Goal;
use super::opponent::Opponent;
use super::play_value::Certainty;
use super::problem::Problem;
use super::solver::SolveWatch;
use super::start::{Opening, Openings, StartValues};

/// Decides for every board whether the target can be forced, against an adversary.
#[derive(Clone, Debug)]
pub struct AllBoards {
    problem: Problem,
    geometry: Geometry,
    memory: u64,
}

/// What is known of all boards.
#[derive(Clone, Debug, PartialEq)]
pub struct AllBoardsSolved {
    /// The value of the start of the game.
    pub start: StartValues,
    /// Every board on which the game may start.
    pub openings: Vec<Opening>,
    /// The layers, by ascending sum.
    pub layers: Vec<DecidedLayer>,
}

/// What is known of the boards of one tile sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecidedLayer {
    /// The tile sum.
    pub sum: u64,
    /// Boards with an empty cell from which the target is forced, Dropper to move.
    pub won: u64,
    /// The others.
    pub lost: u64,
}

/// Why all boards cannot be decided.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AllBoardsError {
    /// A bit a board holds no other values.
    #[error("all boards can be decided for a tile against an adversary, not for {problem}")]
    Problem {
        /// What was to be solved.
        problem: String,
    },
    /// There would be too many boards, or none at all.
    #[error("all boards of {shape} cannot be decided for the tile {face}: there are too many, or none")]
    Target {
        /// The face of the tile.
        face: u64,
        /// The shape of the board.
        shape: Shape,
    },
}

impl AllBoards {
    /// A pass over all boards, with a gigabyte of memory, if a bit a board can hold the answer.
    pub fn new(problem: &Problem) -> Result<AllBoards, AllBoardsError> {
        let game = problem.game();
        let shape = game.rules().shape;
        let (Goal::Tile, Opponent::Adversary, None, Some(target)) =
            (problem.goal(), problem.opponent(), problem.narrow(), game.target())
        else {
            return Err(AllBoardsError::Problem { problem: problem.to_string() });
        };
        let spawns_go_on = game.rules().spawn.tiles.iter().all(|(spawn, _)| !game.is_over(spawn));
        let geometry = Geometry::new(game).filter(|_| spawns_go_on);
        let geometry = geometry.ok_or_else(|| AllBoardsError::Target { face: game.face(target), shape })?;
        Ok(AllBoards { problem: problem.clone(), geometry, memory: 1 << 30 })
    }

    /// Bytes of memory that data may take.
    #[must_use]
    pub fn with_memory(self, memory: u64) -> AllBoards {
        AllBoards { memory, ..self }
    }

    /// Decides all boards, in the rayon pool that it is called in.
    ///
    /// # Errors
    /// [`LayerError::Memory`] if the layers do not fit, and [`LayerError::Stopped`] if the watch says so.
    pub fn run(&self, watch: &dyn SolveWatch) -> Result<AllBoardsSolved, LayerError> {
        let game = self.problem.game();
        let tables = Tables::new(game, &self.geometry);
        let sums = tables.sides().sums();
        let evaluator = Evaluator::<u8, Choice>::new(&self.problem, Choice::Worst);
        let starts = game.starts();
        let mut openings = Openings::new(game);
        let mut above = Above::new();
        let mut layers = Vec::new();
        let mut progress = Progress { done: 0, total: Some(sums.iter().map(|&sum| tables.open_boards(sum)).sum()) };
        watch.turn_around(progress.total.unwrap_or(0));
        for &sum in sums.iter().rev() {
            above.retain(|&higher, _| higher <= sum + game.highest_spawn());
            let layer = tables.layer(sum, &above, &|| watch.is_stopped())?;
            let codes = starts.get(&sum).map_or(&[][..], Vec::as_slice);
            let look_up = |code: u64| Ok(tables.is_lost(&layer, code).map(|is_lost| u8::from(!is_lost)));
            openings.add(&evaluator, sum, codes, &look_up)?;
            let (open, lost) = (tables.open_boards(sum), tables.lost_boards(&layer));
            layers.push(DecidedLayer { sum, won: open - lost, lost });
            above.insert(sum, layer);
            progress.done += open;
            watch.report(progress);
        }
        layers.reverse();
        let certainty = Certainty::new(&self.problem, 0.0);
        Ok(AllBoardsSolved {
            start: openings.values(&evaluator, &certainty),
            openings: openings.list(&certainty),
            layers,
        })
    }
}
