//! The boards on which statements are checked: all of them, or all that play can reach.

use twofold_core::{BitParallel, Cell, Direction, Grid, Packed, Rules, Shape, Tile};

/// A slide that changes something.
#[derive(Clone, Copy, Debug)]
pub(super) struct SlideCase {
    pub(super) before: Packed,
    pub(super) direction: Direction,
    pub(super) after: Packed,
}

/// Slides of a packed shape that make no tile above a limit.
#[derive(Debug)]
pub(super) struct Slides {
    shape: Shape,
    engine: BitParallel,
    max_rank: u8,
}

impl Slides {
    /// Slides of boards of at most sixteen cells; no tile above `max_rank` may be made.
    ///
    /// # Panics
    /// If the shape has more than sixteen cells, or the limit is not below 15.
    pub(super) fn new(shape: Shape, max_rank: u8) -> Slides {
        assert!(max_rank < Packed::MAX_RANK, "tiles must have room to merge");
        let engine = BitParallel::new(&Rules::only_twos(shape)).expect("at most sixteen cells");
        Slides { shape, engine, max_rank }
    }

    /// The board after a slide, unless nothing changes or a tile above the limit is made.
    pub(super) fn slide(&self, before: Packed, direction: Direction) -> Option<SlideCase> {
        let code = self.engine.slide_code(before.code(), direction).expect("ranks stay below 15");
        if code == before.code() || self.exceeds(code) {
            return None;
        }
        let after = Packed::from_code(self.shape, code).expect("a slide stays on the board");
        Some(SlideCase { before, direction, after })
    }

    pub(super) fn all(&self, before: Packed) -> impl Iterator<Item = SlideCase> + '_ {
        Direction::ALL.into_iter().filter_map(move |direction| self.slide(before, direction))
    }

    fn exceeds(&self, code: u64) -> bool {
        (0..self.shape.cells()).any(|index| (code >> (4 * index) & 0xF) as u8 > self.max_rank)
    }
}

/// All boards of a shape with ranks up to a limit.
///
/// # Panics
/// If the shape has more than sixteen cells.
pub(super) fn all_boards(shape: Shape, max_rank: u8) -> impl Iterator<Item = Packed> {
    let first = Packed::from_code(shape, 0).expect("at most sixteen cells");
    std::iter::successors(Some(first), move |board| {
        // An odometer: the lowest cell that can still rise does, those below it start again.
        let mut code = board.code();
        for index in 0..shape.cells() {
            let digit = code >> (4 * index) & 0xF;
            if digit < u64::from(max_rank) {
                code += 1 << (4 * index);
                return Packed::from_code(shape, code);
            }
            code -= digit << (4 * index);
        }
        None
    })
}

/// Visits everything that play from the empty board can reach with tiles of rank 1 spawned
/// anywhere, up to symmetry: first every position of a tile sum, then every slide from it.
///
/// Play is graded by the tile sum, so that only one sum is in memory at a time.
pub(super) fn visit_reachable(
    shape: Shape,
    max_rank: u8,
    mut position: impl FnMut(Packed),
    mut slide: impl FnMut(&Slides, SlideCase),
) {
    let slides = Slides::new(shape, max_rank);
    let mut afterstates = vec![Packed::from_code(shape, 0).expect("at most sixteen cells")];
    while !afterstates.is_empty() {
        let positions = distinct(afterstates.iter().flat_map(spawns));
        afterstates.clear();
        for &board in &positions {
            position(board);
            for case in slides.all(board) {
                slide(&slides, case);
                afterstates.push(case.after);
            }
        }
        afterstates = distinct(afterstates.into_iter());
    }
}

/// The boards with one more tile of rank 1.
pub(super) fn spawns(board: &Packed) -> Vec<Packed> {
    let one = Tile::new(1).expect("rank 1 exists");
    let spawn = |cell: Cell| board.with(cell, one).expect("rank 1 fits");
    board.empty_cells().map(spawn).collect()
}

fn distinct(boards: impl Iterator<Item = Packed>) -> Vec<Packed> {
    let mut boards: Vec<Packed> = boards.map(|board| board.canonical()).collect();
    boards.sort_unstable();
    boards.dedup();
    boards
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use twofold_core::{Board, Game};

    use super::*;

    #[test]
    fn all_boards_are_visited_once() {
        let boards: BTreeSet<u64> =
            all_boards("2x3".parse().unwrap(), 2).map(Packed::code).collect();
        assert_eq!(boards.len(), 3_usize.pow(6));
    }

    /// Plain recursion over the rules engine, without symmetry.
    fn explore(game: &Game, board: &Board, seen: &mut BTreeSet<Board>) {
        let afterstate = game.afterstate(board.clone()).unwrap();
        for outcome in game.outcomes(&afterstate) {
            if seen.insert(outcome.position.board().clone()) {
                for slide in game.slides(&outcome.position) {
                    explore(game, slide.afterstate.board(), seen);
                }
            }
        }
    }

    #[test]
    fn reachable_positions_are_those_of_the_rules_engine() {
        let shape: Shape = "2x3".parse().unwrap();
        let mut seen = BTreeSet::new();
        explore(&Game::new(Rules::only_twos(shape)), &Board::new(shape), &mut seen);
        let naive: BTreeSet<Board> = seen.iter().map(Grid::canonical).collect();
        let mut visited = BTreeSet::new();
        visit_reachable(
            shape,
            14,
            |board| assert!(visited.insert(board.convert::<Board>().unwrap())),
            |_, _| {},
        );
        assert_eq!(visited, naive);
    }
}
