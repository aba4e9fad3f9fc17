//! Whether a tile can be forced, for every board that there is: reachable or not, a bit each.

mod columns;
mod drops;
mod file;
mod gather;
mod geometry;
mod halves;
mod layer;
mod lost_boards;
mod memory;
mod pass;
mod positions;
mod rows;
#[cfg(test)]
mod tests;
mod vertical;

use std::path::{Path, PathBuf};

use twofold_core::{Progress, Shape};
use twofold_layers::LayerError;
use twofold_layers::store::DecidedEntry;

use self::geometry::Geometry;
use self::layer::Layer;
pub(crate) use self::lost_boards::LostBoards;
use self::memory::Memory;
use self::pass::{Above, Tables};
use super::evaluate::Evaluator;
use super::fold::Choice;
use super::goal::Goal;
use super::opponent::Opponent;
use super::play_value::Certainty;
use super::problem::Problem;
use super::solution;
use super::solver::SolveWatch;
use super::start::{Opening, Openings, StartValues};

/// Decides for every board whether the target can be forced, against an adversary.
#[derive(Clone, Debug)]
pub struct AllBoards {
    problem: Problem,
    geometry: Geometry,
    memory: u64,
    store: Option<PathBuf>,
    keep: bool,
    count_from: Option<u64>,
}

/// What is known of all boards.
#[derive(Clone, Debug, PartialEq)]
pub struct AllBoardsSolved {
    /// The value of the start of the game.
    pub start: StartValues,
    /// Every board on which the game may start.
    pub openings: Vec<Opening>,
    /// Whether only boards with all rows pushed to the left were looked at: on squares, all that slides
    /// lead to, up to symmetry.
    pub packed: bool,
    /// Whether boards were cut into halves of columns rather than rows.
    pub turned: bool,
    /// The layers, by ascending sum.
    pub layers: Vec<DecidedLayer>,
}

impl AllBoardsSolved {
    /// Boards with an empty cell from which the target is forced, a tile about to appear.
    pub fn won(&self) -> u64 {
        self.layers.iter().map(|layer| layer.won).sum()
    }

    /// The others.
    pub fn lost(&self) -> u64 {
        self.layers.iter().map(|layer| layer.lost).sum()
    }
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
    /// If they were counted: all boards with Slider to move from which the target is forced, and the others.
    pub positions: Option<[u64; 2]>,
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
    #[error(
        "all boards of {shape} cannot be decided for the tile {face}: there are too many, or none"
    )]
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
        let geometry =
            geometry.ok_or_else(|| AllBoardsError::Target { face: game.face(target), shape })?;
        Ok(AllBoards {
            problem: problem.clone(),
            geometry,
            memory: 1 << 30,
            store: None,
            keep: true,
            count_from: None,
        })
    }

    /// Bytes of memory that data may take.
    #[must_use]
    pub fn with_memory(self, memory: u64) -> AllBoards {
        AllBoards { memory, ..self }
    }

    /// Keeps the lost boards of every layer in a directory, which is new, empty, or the store of the same
    /// problem, and goes on after the last layer that it holds.
    #[must_use]
    pub fn with_store(self, dir: &Path) -> AllBoards {
        AllBoards { store: Some(dir.to_owned()), ..self }
    }

    /// Keeps only the layers that the next one follows from: enough to go on, not to look up boards.
    #[must_use]
    pub fn only_checkpoints(self) -> AllBoards {
        AllBoards { keep: false, ..self }
    }

    /// Also counts the won and lost positions of the layers from a tile sum up: all boards, full or not, with
    /// Slider to move.
    #[must_use]
    pub fn count_from(self, sum: u64) -> AllBoards {
        AllBoards { count_from: Some(sum), ..self }
    }

    /// Decides all boards, in the rayon pool that it is called in.
    ///
    /// # Errors
    /// [`LayerError::Memory`] if the layers do not fit, [`LayerError::Stopped`] if the watch says so, and
    /// those of the store.
    pub fn run(&self, watch: &dyn SolveWatch) -> Result<AllBoardsSolved, LayerError> {
        let game = self.problem.game();
        let memory = Memory::new(&self.geometry, self.memory);
        memory.check_tables()?;
        let open = |dir: &PathBuf| solution::open_all_boards(dir, &self.problem);
        let mut store = self.store.as_ref().map(open).transpose()?;
        let tables = Tables::new(game, &self.geometry);
        let sums = tables.sides().sums();
        memory.check_blocks(&tables, &sums)?;
        let evaluator = Evaluator::<u8, Choice>::new(&self.problem, Choice::Worst);
        let starts = game.starts();
        let last_start = starts.keys().next_back().copied().unwrap_or(0);
        let lowest = last_start.max(2 * game.highest_spawn());
        let mut openings = Openings::new(game);
        let mut above = Above::new();
        let mut layers = Vec::new();
        let total = sums.iter().map(|&sum| tables.open_boards(sum)).sum();
        let boards_by_sum =
            self.count_from.map(|_| positions::boards_by_sum(&self.geometry)).unwrap_or_default();
        let count = |layer: &Layer| {
            self.count_from.filter(|&from| layer.sum >= from)?;
            let lost = positions::lost(&tables, layer);
            Some([boards_by_sum[&layer.sum] - lost, lost])
        };
        let mut progress = Progress { done: 0, total: Some(total) };
        watch.turn_around(total);
        for &sum in sums.iter().rev() {
            above.retain(|&higher, _| higher <= sum + game.highest_spawn());
            let known = store.as_ref().and_then(|store| store.manifest().layer(sum)?.decided());
            let open = tables.open_boards(sum);
            let mut counted = known.and_then(|known| known.positions);
            let layer = match (&mut store, known) {
                (Some(store), Some(_)) => {
                    // Layers that nothing depends on any more need not be there.
                    file::read(store, &tables.sides(), sum)?
                }
                (store, _) => {
                    let is_stopped = || watch.is_stopped();
                    let layer = tables.layer(sum, &above, &memory, &is_stopped)?;
                    if let Some(store) = store {
                        let lost = tables.lost_boards(&layer);
                        let kept = layer.blocks.iter().flatten().map(|block| block.count()).sum();
                        let decided =
                            DecidedEntry { won: open - lost, lost, kept, positions: count(&layer) };
                        counted = decided.positions;
                        let header = file::write(store, &layer)?;
                        let needed_to = match self.keep {
                            true => u64::MAX,
                            // The value of the start is found again from the lowest layers.
                            false => lowest.max(sum + game.highest_spawn()),
                        };
                        store.add_decided(decided, &header, needed_to)?;
                    }
                    Some(layer)
                }
            };
            let lost = match (&layer, known) {
                (_, Some(known)) => known.lost,
                (Some(layer), None) => tables.lost_boards(layer),
                (None, None) => 0,
            };
            if let (Some(layer), Some(codes)) = (&layer, starts.get(&sum)) {
                let look_up =
                    |code: u64| Ok(tables.is_lost(layer, code).map(|is_lost| u8::from(!is_lost)));
                openings.add(&evaluator, sum, codes, &look_up)?;
            }
            if let (Some(layer), None) = (&layer, counted) {
                counted = count(layer);
            }
            layers.push(DecidedLayer { sum, won: open - lost, lost, positions: counted });
            if let Some(layer) = layer {
                above.insert(sum, layer);
            }
            progress.done += open;
            watch.report(progress);
        }
        if let Some(store) = &mut store {
            store.complete()?;
        }
        layers.reverse();
        let certainty = Certainty::new(&self.problem, 0.0);
        Ok(AllBoardsSolved {
            start: openings.values(&evaluator, &certainty),
            openings: openings.list(&certainty),
            packed: self.geometry.packed,
            turned: self.geometry.turned,
            layers,
        })
    }
}
