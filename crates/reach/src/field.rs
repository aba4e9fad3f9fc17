//! Everything that a search needs to know about its question.

use twofold_core::notation::sequence::Step;
use twofold_core::{Direction, Symmetry, Tile};

use super::destination::Target;
use super::images::Images;
use super::plane::Plane;
use super::plane_engine::PlaneEngine;
use super::planes::Planes;
use super::question::{ReachQuestion, Spawns, Turn};

/// A question prepared for bit planes: the engine, the destination, and the symmetries that are sound.
///
/// Symmetries are those of the board that keep the destination as it is; the deterministic spawn has none.
#[derive(Clone, Debug)]
pub(super) struct Field<P, const BITS: usize> {
    pub(super) engine: PlaneEngine<P, BITS>,
    pub(super) target: Target<P>,
    pub(super) images: Images<P>,
    pub(super) turn: Turn,
    pub(super) spawns: Spawns,
    pub(super) most_spawns: usize,
}

impl<P: Plane, const BITS: usize> Field<P, BITS> {
    /// # Panics
    /// If the planes have no room for the question.
    pub(super) fn new(question: &ReachQuestion) -> Self {
        let shape = question.destination.shape;
        let engine = PlaneEngine::new(&question.rules(), question.max_rank);
        let engine = engine.expect("planes chosen to fit");
        let target = Target::new(&question.destination, &engine);
        let group = match question.spawns {
            Spawns::Anywhere => question.destination.symmetries(),
            Spawns::Deterministic => vec![Symmetry::Identity],
        };
        let images = Images::new(shape, &group);
        let most_spawns = question.destination.most_spawns(question.max_rank);
        let (turn, spawns) = (question.turn, question.spawns);
        Field { engine, target, images, turn, spawns, most_spawns }
    }

    /// The cells into which a tile may fall.
    #[inline]
    pub(super) fn spawn_cells(&self, board: &Planes<P, BITS>) -> P {
        let empty = self.engine.empty(board);
        match self.spawns {
            Spawns::Anywhere => empty,
            Spawns::Deterministic if empty.is_empty() => empty,
            Spawns::Deterministic => P::cell(empty.first()),
        }
    }

    /// The destination as the result of a spawn.
    pub(super) fn met_by_spawn(&self, board: &Planes<P, BITS>) -> bool {
        self.turn.by_spawn() && self.target.is_met(board)
    }

    /// The destination as the result of a slide, or as the start.
    pub(super) fn met_by_slide(&self, board: &Planes<P, BITS>) -> bool {
        self.turn.by_slide() && self.target.is_met(board)
    }

    pub(super) fn spawn_step(&self, index: usize) -> Step {
        let tile = Tile::new(1).expect("rank 1 exists");
        Step::Spawn { cell: self.engine.shape().cell(index), tile }
    }

    /// Plays on from a beginning through boards that `leads_on` accepts, which it is given with
    /// the number of slides so far, for some slides; then the spawn that meets the destination, if the
    /// last board does not. `None` if there is no way on, which no search should ever find.
    pub(super) fn realize(
        &self,
        beginning: Beginning<P, BITS>,
        slides: usize,
        ends_by_spawn: bool,
        mut leads_on: impl FnMut(usize, Planes<P, BITS>) -> bool,
    ) -> Option<Vec<Step>> {
        let Beginning { mut steps, mut board } = beginning;
        for number in 1..=slides {
            let mut moves = self.spawn_cells(&board).iter().flat_map(|cell| {
                Direction::ALL.into_iter().filter_map(move |direction| {
                    let after = self.engine.slide(board.with_one(cell), direction)?;
                    Some((cell, direction, after))
                })
            });
            let (cell, direction, after) =
                moves.find(|&(_, _, after)| leads_on(number, self.images.canonical(after)))?;
            steps.extend([self.spawn_step(cell), Step::Slide(direction)]);
            board = after;
        }
        if ends_by_spawn {
            let mut cells = self.spawn_cells(&board).iter();
            let cell = cells.find(|&cell| self.target.is_met(&board.with_one(cell)))?;
            steps.push(self.spawn_step(cell));
        }
        Some(steps)
    }
}

/// A sequence that ends with a slide, and the board that it leaves.
#[derive(Clone, Debug)]
pub(super) struct Beginning<P, const BITS: usize> {
    pub(super) steps: Vec<Step>,
    pub(super) board: Planes<P, BITS>,
}

impl<P: Plane, const BITS: usize> Beginning<P, BITS> {
    /// The empty board, before the first spawn.
    pub(super) fn empty() -> Self {
        Beginning { steps: Vec::new(), board: Planes::EMPTY }
    }
}

/// Runs a generic function with the smallest planes that hold a question.
macro_rules! with_planes {
    ($question:expr, $run:ident ( $($argument:expr),* )) => {{
        use $crate::plane::Wide;
        let question: &$crate::question::ReachQuestion = $question;
        match (question.destination.shape.cells(), question.max_rank) {
            (0..=32, 0..=3) => $run::<u32, 2>($($argument),*),
            (0..=64, 0..=3) => $run::<u64, 2>($($argument),*),
            (0..=128, 0..=3) => $run::<u128, 2>($($argument),*),
            (_, 0..=3) => $run::<Wide, 2>($($argument),*),
            (0..=64, _) => $run::<u64, 4>($($argument),*),
            (0..=128, _) => $run::<u128, 4>($($argument),*),
            (_, _) => $run::<Wide, 4>($($argument),*),
        }
    }};
}

pub(super) use with_planes;
