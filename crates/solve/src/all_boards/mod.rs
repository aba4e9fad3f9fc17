//! Whether a tile can be forced, for every board that there is: reachable or not, a bit each.
//!
//! Against an adversary, a board is won or lost. A list of reachable boards takes tens of bits for
//! each; a bit for each board of all takes one, and nothing has to be listed first. The boards of one
//! tile sum form a matrix of upper and lower halves ([`layer`]), and the way back from the highest sum
//! needs three steps, each of which handles many boards with every word:
//!
//! - a board after a slide is good if every tile in every empty cell leads to a good position, one
//!   or more sums above ([`spawns`]);
//! - a position is good if a slide to the left or right leads to a good board or makes the tile
//!   ([`slide`]),
//! - or if its transpose is, since up and down are left and right of the transposed board ([`turn`]).
//!
//! No more than the layers that the next one depends on are kept.

mod layer;
mod quadrant_pairs;
mod quadrants;
mod slices;
mod slide;
mod spawns;
#[cfg(test)]
mod tests;
mod turn;

use std::collections::BTreeMap;

use twofold_core::{Grid, Packed, Shape, Tile};

use self::layer::Layer;
use self::quadrant_pairs::QuadrantPairs;
use self::quadrants::Quadrants;
use super::evaluate::Evaluator;
use super::fold::Choice;
use super::goal::Goal;
use super::opponent::Opponent;
use super::play_value::Certainty;
use super::problem::Problem;
use super::solver::SolveWatch;
use super::start::{Opening, Openings, StartValues};
use twofold_core::Progress;
use twofold_layers::{LayerError, LayeredGame};

/// The most halves that tables are made for.
const MOST_HALVES: usize = 1 << 21;

/// Quadrants of one sum are handled as bits of a word.
const MOST_QUADRANTS: usize = 64;

/// Decides for every board whether the target can be forced, against an adversary.
///
/// ```
/// use twofold_core::{Rules, Tile};
/// use twofold_solve::{AllBoards, Goal, Opponent, Problem};
///
/// let rules = Rules::classic("2x2".parse()?);
/// let problem = Problem::new(rules, Goal::Tile, Opponent::Adversary, Tile::new(3))?;
/// let solved = AllBoards::new(&problem)?.run(&())?;
/// assert_eq!((solved.won, solved.boards), (78, 81));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AllBoards {
    problem: Problem,
    /// Ranks that a cell may have, zero included: those below the target's.
    ranks: usize,
    memory: u64,
}

/// What is known of all boards.
#[derive(Clone, Debug, PartialEq)]
pub struct AllBoardsSolved {
    /// The value of the start of the game.
    pub start: StartValues,
    /// Every board on which the game may start.
    pub openings: Vec<Opening>,
    /// Layers of boards.
    pub layers: usize,
    /// Boards without the target, Slider to move.
    pub boards: u128,
    /// From how many of them the target can be forced.
    pub won: u128,
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
    /// Boards are made of four quadrants.
    #[error("all boards can be decided on squares with an even number of rows, not on {shape}")]
    Shape {
        /// The shape of the board.
        shape: Shape,
    },
    /// There would be too many boards, or none at all.
    #[error("all boards of {shape} cannot be decided for the tile {face}; on 4x4, up to 64")]
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
        if !shape.is_square() || !shape.rows().is_multiple_of(2) {
            return Err(AllBoardsError::Shape { shape });
        }
        let ranks = usize::from(target.rank());
        let halves = ranks.checked_pow((shape.cells() / 2) as u32);
        let spawns_go_on = game.rules().spawn.tiles.iter().all(|(spawn, _)| !game.is_over(spawn));
        let faces: Vec<u64> =
            (0..ranks as u8).filter_map(Tile::new).map(|tile| game.face(tile)).collect();
        let fits = halves.is_some_and(|count| count <= MOST_HALVES) && {
            let quadrants = Quadrants::new(shape.rows() / 2, &faces);
            quadrants.sums.iter().all(|sums| sums.count() <= MOST_QUADRANTS)
        };
        if !spawns_go_on || !fits {
            return Err(AllBoardsError::Target { face: game.face(target), shape });
        }
        Ok(AllBoards { problem: problem.clone(), ranks, memory: 1 << 30 })
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
        let shape = game.rules().shape;
        let halves = QuadrantPairs::new(game, shape.rows() / 2, self.ranks);
        let highest = 2 * halves.highest();
        let sums: Vec<u64> =
            (0..=highest).filter(|&sum| !Layer::plan(&halves, sum).is_empty()).collect();
        check_memory(&halves, game, &sums, self.memory)?;

        let evaluator = Evaluator::<u8, Choice>::new(&self.problem, Choice::Worst);
        let starts = game.starts();
        let mut openings = Openings::new(game);
        let mut won = 0;
        decide(&halves, game, &sums, watch, |sum, boards| {
            match boards {
                Boards::AfterSlides(after) => {
                    let codes = starts.get(&sum).map_or(&[][..], Vec::as_slice);
                    let look_up = |code: u64| {
                        let packed = Packed::from_code(shape, code).expect("a board of this shape");
                        let ranks: Vec<u8> = packed.tiles().map(|tile| tile.rank()).collect();
                        Ok(Some(u8::from(after.contains(&halves, halves.split(&ranks)))))
                    };
                    openings.add(&evaluator, sum, codes, &look_up)?;
                }
                Boards::Positions(positions) => won += positions.count(&halves),
            }
            Ok(())
        })?;
        let certainty = Certainty::new(&self.problem, 0.0);
        Ok(AllBoardsSolved {
            start: openings.values(&evaluator, &certainty),
            openings: openings.list(&certainty),
            layers: sums.len(),
            boards: (self.ranks as u128).pow(shape.cells() as u32),
            won,
        })
    }
}

/// The good boards of a tile sum.
enum Boards<'a> {
    /// A tile about to appear.
    AfterSlides(&'a Layer),
    /// Slider to move.
    Positions(&'a Layer),
}

/// Goes through the tile sums from the highest to the lowest, and shows the good boards of each.
fn decide(
    halves: &QuadrantPairs,
    game: &LayeredGame,
    sums: &[u64],
    watch: &dyn SolveWatch,
    mut show: impl FnMut(u64, Boards<'_>) -> Result<(), LayerError>,
) -> Result<(), LayerError> {
    let mut positions = BTreeMap::<u64, Layer>::new();
    let words: u64 = sums.iter().map(|&sum| Layer::words(halves, sum)).sum();
    let mut progress = Progress { done: 0, total: Some(64 * words) };
    watch.turn_around(64 * words);
    for &sum in sums.iter().rev() {
        if watch.is_stopped() {
            return Err(LayerError::Stopped);
        }
        let good: Vec<Option<&Layer>> =
            game.spawns().map(|tile| positions.get(&(sum + game.face(tile)))).collect();
        let plan = Layer::plan(halves, sum).into_iter();
        let after = plan.map(|classes| spawns::whatever_appears(halves, classes, &good)).collect();
        let after = Layer::new(after);
        positions.retain(|&above, _| above < sum + game.highest_spawn());
        show(sum, Boards::AfterSlides(&after))?;
        // Each block is let go as soon as it has been used.
        let blocks = after.blocks.into_iter();
        let sideways = Layer::new(blocks.map(|block| slide::sideways(halves, &block)).collect());
        let layer = turn::with_transposed(halves, &sideways);
        show(sum, Boards::Positions(&layer))?;
        positions.insert(sum, layer);
        progress.done += 64 * Layer::words(halves, sum);
        watch.report(progress);
    }
    Ok(())
}

/// At one time there are the layers of positions that a layer depends on, the layer of boards after
/// slides, and that of positions on the way.
fn check_memory(
    halves: &QuadrantPairs,
    game: &LayeredGame,
    sums: &[u64],
    allowed: u64,
) -> Result<(), LayerError> {
    let layers = game.spawns().count() as u64 + 1;
    let largest = sums.iter().map(|&sum| (Layer::words(halves, sum), sum)).max();
    match largest {
        Some((words, sum)) if 8 * words * layers > allowed => {
            Err(LayerError::Memory { sum, needed: 8 * words * layers, allowed })
        }
        _ => Ok(()),
    }
}
