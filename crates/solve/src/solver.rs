//! The solver: forward to the end of play, and back.

use std::path::Path;

use super::backward::backward;
use super::evaluate::Evaluator;
use super::fold::Fold;
use super::play_value::Certainty;
use super::problem::Problem;
use super::solution;
use super::specialise::{Generic, specialise};
use super::start::{Opening, StartValues};
use super::value::Value;
use twofold_layers::sparse::SparseEngine;
use twofold_layers::store::{Store, StoreError, StoreWriter};
use twofold_layers::{Engines, ForwardPass, LayerError, LayerWatch, Retention};

/// Solves a problem.
///
/// ```
/// use twofold_core::Rules;
/// use twofold_solve::{Goal, Opponent, Problem, Solver};
///
/// let rules = Rules::classic("2x2".parse()?);
/// let problem = Problem::new(rules, Goal::Score, Opponent::Chance, None)?;
/// let solved = Solver::new(&problem).run(&())?;
/// assert_eq!(solved.start.two_tiles.unwrap().to_string(), "≈66.96414945710");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    problem: Problem,
    memory: u64,
    every: usize,
    table: Option<String>,
    store: Option<StoreWriter>,
    counted: Option<Store>,
    engines: Option<Engines>,
}

/// What a solver has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// The value of the start of the game.
    pub start: StartValues,
    /// Every board on which play may start.
    pub openings: Vec<Opening>,
    /// Layers of the game.
    pub layers: usize,
    /// Positions up to symmetry.
    pub positions: u64,
    /// Afterstates up to symmetry.
    pub afterstates: u64,
}

/// How the backward pass is watched: the forward pass reports layers, the backward pass afterstates.
pub trait SolveWatch: LayerWatch {
    /// Hears that the forward pass is at its end.
    fn turn_around(&self, afterstates: u64);
}

impl SolveWatch for () {
    fn turn_around(&self, _: u64) {}
}

impl Solver {
    /// A solver without a store, with a gigabyte of memory.
    pub fn new(problem: &Problem) -> Solver {
        Solver {
            problem: problem.clone(),
            memory: 1 << 30,
            every: 1,
            table: None,
            store: None,
            counted: None,
            engines: None,
        }
    }

    /// Keeps all values in a directory, which is new, empty, or the store of the same problem, and
    /// goes on where it ends.
    ///
    /// # Errors
    /// If the directory holds something else or cannot be used, and [`StoreError::Restricted`] if
    /// Slider is to consider only some slides: a store holds whole games.
    pub fn with_store(mut self, dir: &Path) -> Result<Solver, StoreError> {
        if self.problem.narrow().is_some() {
            return Err(StoreError::Restricted { path: dir.to_owned() });
        }
        self.store = Some(solution::open(dir, &self.problem, self.table.as_deref(), self.every)?);
        Ok(self)
    }

    /// Gives the store a name: that of an endgame table. To be called before [`Solver::with_store`].
    #[must_use]
    pub fn named(mut self, table: &str) -> Solver {
        self.table = Some(table.to_owned());
        self
    }

    /// Takes positions from a store that counted the same game, instead of finding them again.
    ///
    /// # Errors
    /// If the directory is no such store.
    pub fn with_counted(mut self, dir: &Path) -> Result<Solver, StoreError> {
        if self.problem.narrow().is_some() {
            return Err(StoreError::Restricted { path: dir.to_owned() });
        }
        self.counted = Some(Store::open(dir)?);
        Ok(self)
    }

    /// Uses these engines on the way forward, instead of all that suit the game.
    #[must_use]
    pub fn with_engines(mut self, engines: Engines) -> Solver {
        self.engines = Some(engines);
        self
    }

    /// Bytes of memory that data may take.
    #[must_use]
    pub fn with_memory(mut self, memory: u64) -> Solver {
        self.memory = memory;
        self
    }

    /// Keeps one in so many layers on the way forward, and makes the others again on the way back. A
    /// store goes on with the interval that it began with.
    #[must_use]
    pub fn keep_every(mut self, layers: usize) -> Solver {
        self.every = layers.max(1);
        self
    }

    /// Solves, in the rayon pool that it is called in.
    ///
    /// # Errors
    /// [`LayerError::Stopped`] if the watch says so. Layers that the store has by then are safe.
    /// [`LayerError::Memory`] if the way back would take more memory than was given: when the layers
    /// are counted, before any is valued.
    pub fn run(self, watch: &dyn SolveWatch) -> Result<Solved, LayerError> {
        let problem = self.problem.clone();
        specialise(&problem, Run { solver: self, watch })
    }
}

struct Run<'a> {
    solver: Solver,
    watch: &'a dyn SolveWatch,
}

impl Generic for Run<'_> {
    type Output = Result<Solved, LayerError>;

    fn with<V: Value, F: Fold<V> + Send + 'static>(self, fold: F) -> Self::Output {
        let Run { solver, watch } = self;
        let Solver { problem, memory, every, store, counted, engines, .. } = solver;
        let game = problem.game();
        let mut pass = ForwardPass::new(game, Retention::Afterstates { every }, memory);
        if let Some(narrow) = problem.narrow() {
            let engine = SparseEngine::new(game, None).restricted(Box::new(narrow));
            pass = pass.with_engines(Engines::sparse(engine));
        } else if let Some(engines) = engines {
            pass = pass.with_engines(engines);
        }
        if let Some(store) = store {
            pass = pass.with_store(store)?;
        }
        if let Some(counted) = counted {
            pass = pass.with_counted(counted)?;
        }
        watch.layer(pass.progress());
        while pass.step(watch)? {}
        let afterstates = pass.layers().iter().map(|layer| layer.afterstates.orbits).sum();
        watch.turn_around(afterstates);

        let evaluator = Evaluator::<V, F>::new(&problem, fold);
        let openings = backward(&evaluator, &mut pass, watch)?;
        let layers = pass.layers();
        let highest = layers.last().map_or(0, |layer| layer.sum);
        let certainty = Certainty::new(&problem, evaluator.rounding(layers.len(), highest));
        Ok(Solved {
            start: openings.values(&evaluator, &certainty),
            openings: openings.list(&certainty),
            layers: layers.len(),
            positions: pass.positions(),
            afterstates,
        })
    }
}
