//! The solver: forward to the end of play, and back.

use rayon::prelude::*;

use super::all_boards;
use super::dispatch::{Work, dispatch};
use super::evaluate::{Evaluator, Tables};
use super::fold::Fold;
use super::question::Question;
use super::solution::SolutionWriter;
use super::start::{Opening, Openings, StartValues};
use super::table::LayerTable;
use super::trail::{Maker, Mark, Segment, Trail, progress};
use super::value::Value;
use crate::awake::with_threads_awake;
use crate::layers::sparse::SparseEngine;
use crate::layers::{Boards, LayerError, LayerWatch};
use crate::watch::Progress;

/// Solves a game for one question.
///
/// ```
/// use twofold_core::Rules;
/// use twofold_exact::solve::{Goal, Opponent, Question, Solver};
///
/// let rules = Rules::classic("2x2".parse()?);
/// let question = Question::new(rules, Goal::Score, Opponent::Random, None)?;
/// let solved = Solver::new(&question).run(&())?;
/// assert_eq!(format!("{:.9}", solved.start.two_tiles.unwrap()), "66.964149457");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    question: Question,
    memory: u64,
    every: usize,
    store: Option<SolutionWriter>,
}

/// The end of the work.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    /// What the start of play is worth.
    pub start: StartValues,
    /// Every board on which play may start.
    pub openings: Vec<Opening>,
    /// Layers of the game.
    pub layers: usize,
    /// What was solved.
    pub extent: Extent,
    /// Values differ from the true ones by at most this; zero if they are whole numbers.
    pub error: f64,
}

impl Solved {
    /// Boards that were solved, Slider to move.
    pub fn positions(&self) -> u128 {
        match self.extent {
            Extent::Reachable { positions, .. } => positions.into(),
            Extent::AllBoards { boards, .. } => boards,
        }
    }
}

/// Which boards the work was about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Those that can occur, up to symmetry.
    Reachable {
        /// Slider to move.
        positions: u64,
        /// A tile about to appear.
        afterstates: u64,
    },
    /// All boards without the tile to be made, Slider to move.
    AllBoards {
        /// How many there are.
        boards: u128,
        /// From how many of them the tile can be forced.
        won: u128,
    },
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
    pub fn new(question: &Question) -> Solver {
        Solver { question: question.clone(), memory: 1 << 30, every: 1, store: None }
    }

    /// Keeps all values in a store, and goes on where it ends.
    ///
    /// # Panics
    /// If Slider is to consider only some slides, or all boards are asked about: a store holds what
    /// can occur in whole games.
    #[must_use]
    pub fn with_store(mut self, store: SolutionWriter) -> Solver {
        let is_whole = self.question.narrow().is_none() && !self.question.is_about_all_boards();
        assert!(is_whole, "a store holds what can occur in whole games");
        self.every = store.manifest().every;
        self.store = Some(store);
        self
    }

    /// Bytes of memory that data may take.
    #[must_use]
    pub fn with_memory(mut self, memory: u64) -> Solver {
        self.memory = memory;
        self
    }

    /// Keeps one in so many layers on the way forward, and makes the others again on the way back.
    #[must_use]
    pub fn keep_every(mut self, layers: usize) -> Solver {
        self.every = layers.max(1);
        self
    }

    /// Solves, in the rayon pool that it is called in.
    ///
    /// # Errors
    /// [`LayerError::Stopped`] if the watch says so. Layers that the store has by then are safe.
    pub fn run(self, watch: &dyn SolveWatch) -> Result<Solved, LayerError> {
        let question = self.question.clone();
        match question.is_about_all_boards() {
            true => all_boards::run(&question, self.memory, watch),
            false => with_threads_awake(|| dispatch(&question, Run { solver: self, watch })),
        }
    }
}

struct Run<'a> {
    solver: Solver,
    watch: &'a dyn SolveWatch,
}

impl Work for Run<'_> {
    type Result = Result<Solved, LayerError>;

    fn with<V: Value, F: Fold<V> + Send + 'static>(self, fold: F) -> Self::Result {
        let Run { solver: Solver { question, memory, every, mut store }, watch } = self;
        let task = question.task();
        let scratch = store.as_ref().map(|store| store.dir().to_owned());
        let maker = Maker {
            task: task.clone(),
            starts: task.starts(),
            engine: Box::new(SparseEngine::new(task, scratch).narrowed(question.narrow())),
            memory,
        };
        let mut trail = match &store {
            Some(store) => store.trail(maker.engine.as_ref())?,
            None => Trail::new(every),
        };
        forward(&maker, &mut trail, store.as_mut(), watch)?;
        watch.turn_around(trail.marks().iter().map(|mark| mark.afterstates).sum());

        let evaluator = Evaluator::<V, F>::new(&question, fold);
        let marks = trail.marks().to_vec();
        let openings = backward(&maker, &evaluator, &mut trail, store.as_mut(), watch)?;
        let highest = marks.last().map_or(0, |mark| mark.sum);
        // Each layer adds six roundings: two of a mean over cells, one of a product, two of a mean
        // over tiles, and one of what a drop takes away. A rounding is half the distance of numbers.
        let rounding = 6.0 * f64::EPSILON / 2.0 * evaluator.judge.bound(task, highest);
        let is_whole = V::BYTES < 8;
        Ok(Solved {
            start: openings.values(&evaluator),
            openings: openings.list(),
            layers: marks.len(),
            extent: Extent::Reachable {
                positions: marks.iter().map(|mark| mark.positions).sum(),
                afterstates: marks.iter().map(|mark| mark.afterstates).sum(),
            },
            error: if is_whole { 0.0 } else { rounding * marks.len() as f64 },
        })
    }
}

/// Finds all layers.
fn forward(
    maker: &Maker,
    trail: &mut Trail,
    mut store: Option<&mut SolutionWriter>,
    watch: &dyn SolveWatch,
) -> Result<(), LayerError> {
    if store.as_ref().is_some_and(|store| store.manifest().forward_complete) {
        return Ok(());
    }
    let mut frontier = trail.rewind(&maker.task);
    loop {
        watch.layer(progress(trail, store.as_ref().map_or(0, |store| store.manifest().bytes())));
        let Some(made) = maker.next(&mut frontier, watch)? else { break };
        let keeps = trail.keeps(&maker.task, made.sum);
        let mark = Mark::of(&made);
        let mut kept = keeps.then_some(made.afterstates);
        if let Some(store) = &mut store {
            kept = store.add(maker.engine.as_ref(), mark, kept.as_deref())?;
        } else if trail.memory() > maker.memory {
            return Err(LayerError::Memory { sum: mark.sum, allowed: maker.memory });
        }
        trail.push(mark, kept);
    }
    match store {
        Some(store) => Ok(store.turn_around()?),
        None => Ok(()),
    }
}

/// Values all layers, the last one first.
fn backward<V: Value, F: Fold<V>>(
    maker: &Maker,
    evaluator: &Evaluator<V, F>,
    trail: &mut Trail,
    mut store: Option<&mut SolutionWriter>,
    watch: &dyn SolveWatch,
) -> Result<Openings<V>, LayerError> {
    let task = &maker.task;
    let marks = trail.marks().to_vec();
    let mut openings = Openings::new(task);
    let mut tables = Tables::<V>::new();
    let mut segment = Segment::new();
    let mut done = Progress { done: 0, total: None };
    done.total = Some(marks.iter().map(|mark| mark.afterstates).sum());
    for (index, &mark) in marks.iter().enumerate().rev() {
        let sum = mark.sum;
        let table =
            match store.as_deref().map(|store| store.solved::<V>(sum)).transpose()?.flatten() {
                // Values that were known before are only read if something depends on them.
                Some(_) if !is_needed(maker, &marks, store.as_deref(), index) => None,
                Some((codes, values)) => Some(LayerTable::new(&codes, &values)),
                None => {
                    let mut codes = Vec::new();
                    if mark.afterstates > 0 {
                        if segment.is_empty() {
                            segment = trail.segment(maker, index, watch)?;
                        }
                        let last = segment.pop().expect("a segment ends with the layer it is for");
                        codes = listed(last.1.as_ref())?;
                    }
                    let room = LayerTable::<V>::bytes(mark.afterstates) * 3;
                    if room > maker.memory {
                        return Err(LayerError::Memory { sum, allowed: maker.memory });
                    }
                    let values = evaluator.afterstates(sum, &codes, &tables, watch)?;
                    if let Some(store) = &mut store {
                        store.solve(sum, &codes, &values)?;
                    }
                    trail.release(sum);
                    Some(LayerTable::new(&codes, &values))
                }
            };
        if let Some(table) = table {
            if let Some(starts) = maker.starts.get(&sum) {
                openings.add(evaluator, sum, starts, &|code| Ok(table.get(code)))?;
            }
            tables.insert(sum, table);
        }
        tables.retain(|&above, _| above < sum + task.highest_spawn());
        done.done += mark.afterstates;
        watch.report(done);
    }
    if let Some(store) = store {
        store.complete()?;
    }
    Ok(openings)
}

/// Whether openings or values that are not known yet depend on the values of a layer.
fn is_needed(maker: &Maker, marks: &[Mark], store: Option<&SolutionWriter>, index: usize) -> bool {
    let sum = marks[index].sum;
    let reach = maker.task.highest_spawn();
    let known = |mark: &Mark| {
        let layer = store.and_then(|store| store.manifest().layer(mark.sum));
        layer.is_some_and(|layer| layer.values.is_some())
    };
    let below = marks[..index].iter().rev().take_while(|mark| mark.sum + reach >= sum);
    maker.starts.contains_key(&sum) || !below.into_iter().all(known)
}

/// The codes of a set, ascending.
fn listed(boards: &dyn Boards) -> Result<Vec<u64>, LayerError> {
    let parts: Vec<Vec<u64>> = (0..boards.parts())
        .into_par_iter()
        .map(|part| {
            let mut codes = Vec::new();
            boards.part(part, &mut codes)?;
            Ok(codes)
        })
        .collect::<Result<_, LayerError>>()?;
    Ok(parts.concat())
}
