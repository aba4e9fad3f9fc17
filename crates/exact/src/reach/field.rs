//! Everything that a search needs to know about its question.

use twofold_core::notation::sequence::Step;
use twofold_core::{Direction, Symmetry, Tile};

use super::arena::Arena;
use super::goal::Target;
use super::images::Images;
use super::plane::Plane;
use super::planes::Planes;
use super::question::{Drops, Question, Turn};

/// A question prepared for bit planes: the arena, the goal, and the symmetries that are sound.
///
/// Symmetries are those of the board that keep the goal as it is; the deterministic drop has none.
#[derive(Clone, Debug)]
pub(super) struct Field<P, const BITS: usize> {
    pub(super) arena: Arena<P, BITS>,
    pub(super) target: Target<P>,
    pub(super) images: Images<P>,
    pub(super) turn: Turn,
    pub(super) drops: Drops,
    pub(super) most_drops: usize,
}

impl<P: Plane, const BITS: usize> Field<P, BITS> {
    /// # Panics
    /// If the planes have no room for the question.
    pub(super) fn new(question: &Question) -> Self {
        let shape = question.goal.shape;
        let arena = Arena::new(shape, question.max_rank).expect("planes chosen to fit");
        let target = Target::new(&question.goal, &arena);
        let group = match question.drops {
            Drops::Anywhere => question.goal.symmetries(),
            Drops::Deterministic => vec![Symmetry::Identity],
        };
        let images = Images::new(shape, &group);
        let most_drops = question.goal.most_drops(question.max_rank);
        let (turn, drops) = (question.turn, question.drops);
        Field { arena, target, images, turn, drops, most_drops }
    }

    /// The cells into which a tile may fall.
    #[inline]
    pub(super) fn drop_cells(&self, board: &Planes<P, BITS>) -> P {
        let empty = self.arena.empty(board);
        match self.drops {
            Drops::Anywhere => empty,
            Drops::Deterministic if empty.is_empty() => empty,
            Drops::Deterministic => P::cell(empty.first()),
        }
    }

    /// The goal as the result of a drop.
    pub(super) fn met_by_drop(&self, board: &Planes<P, BITS>) -> bool {
        self.turn.by_drop() && self.target.is_met(board)
    }

    /// The goal as the result of a slide, or as the start.
    pub(super) fn met_by_slide(&self, board: &Planes<P, BITS>) -> bool {
        self.turn.by_slide() && self.target.is_met(board)
    }

    pub(super) fn drop_step(&self, index: usize) -> Step {
        let tile = Tile::new(1).expect("rank 1 exists");
        Step::Drop { cell: self.arena.shape().cell(index), tile }
    }

    /// Plays on from a beginning through boards that `leads_on` accepts, which it is given with
    /// the number of slides so far, for some slides; then the drop that meets the goal, if the
    /// last board does not. `None` if there is no way on, which no search should ever find.
    pub(super) fn realize(
        &self,
        beginning: Beginning<P, BITS>,
        slides: usize,
        ends_by_drop: bool,
        mut leads_on: impl FnMut(usize, Planes<P, BITS>) -> bool,
    ) -> Option<Vec<Step>> {
        let Beginning { mut steps, mut board } = beginning;
        for number in 1..=slides {
            let mut moves = self.drop_cells(&board).iter().flat_map(|cell| {
                Direction::ALL.into_iter().filter_map(move |direction| {
                    let after = self.arena.slide(board.with_one(cell), direction)?;
                    Some((cell, direction, after))
                })
            });
            let (cell, direction, after) =
                moves.find(|&(_, _, after)| leads_on(number, self.images.canonical(after)))?;
            steps.extend([self.drop_step(cell), Step::Slide(direction)]);
            board = after;
        }
        if ends_by_drop {
            let mut cells = self.drop_cells(&board).iter();
            let cell = cells.find(|&cell| self.target.is_met(&board.with_one(cell)))?;
            steps.push(self.drop_step(cell));
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
    /// The empty board, before the first drop.
    pub(super) fn empty() -> Self {
        Beginning { steps: Vec::new(), board: Planes::EMPTY }
    }
}

/// Runs a generic function with the smallest planes that hold a question.
macro_rules! with_planes {
    ($question:expr, $run:ident ( $($argument:expr),* )) => {{
        use $crate::reach::plane::Wide;
        let question: &$crate::reach::question::Question = $question;
        match (question.goal.shape.cells(), question.max_rank) {
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
