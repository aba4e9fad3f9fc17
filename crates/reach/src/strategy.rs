//! Sequences that are written down once for every size.
//!
//! Those of checkerboards come from Sections 4.1 and 4.2 of Edixhoven 2019; those that fill boards with 1s
//! and 2s are ours: the document leaves it open whether there are any.

mod columns;
mod filled;
mod narrow;
mod odd_sides;
mod three_rows;

use twofold_core::notation::sequence::{self, Step};
use twofold_core::{Cell, Direction, Game, Rules, Shape, SpawnRule, Symmetry};

pub use columns::filled_three_rows;
pub use filled::{filled, filled_board, piled};
pub use narrow::{two_columns, two_rows};
pub use odd_sides::{filled_five_columns, filled_seven_columns};
pub use three_rows::three_rows;

use super::question::Spawns;
use super::tiles::TILES;

/// A sequence that is known for a whole family of boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Where it comes from, in words.
    pub name: &'static str,
    /// Where its spawns fall.
    pub spawns: Spawns,
    /// Its steps.
    pub steps: Vec<Step>,
}

/// Every strategy for a board, and, where spawns may fall anywhere, its images under symmetries.
pub fn strategies(shape: Shape) -> Vec<Strategy> {
    let mut all: Vec<Strategy> = Vec::new();
    for corner in [1, 2] {
        all.extend(two_columns(shape, corner));
        all.extend(two_rows(shape, corner));
    }
    for transposed in [false, true] {
        let there = if transposed { Symmetry::Transpose } else { Symmetry::Identity };
        let target = there.shape(shape);
        let families =
            [three_rows, filled, filled_three_rows, filled_five_columns, filled_seven_columns];
        let wide = families.into_iter().filter_map(|family| family(target));
        for strategy in wide {
            let steps = image(&strategy.steps, target, there);
            for &symmetry in Symmetry::of(shape).iter().filter(|symmetry| !symmetry.transposes()) {
                let steps = image(&steps, shape, symmetry);
                all.push(Strategy { steps, ..strategy.clone() });
            }
        }
    }
    all
}

/// Sequences with spawns anywhere whose boards on the way are all worth knowing: every image of the
/// strategies that fill the board, and of its rows piled up.
pub fn landmarks(shape: Shape) -> Vec<Vec<Step>> {
    let mut all = Vec::new();
    for transposed in [false, true] {
        let there = if transposed { Symmetry::Transpose } else { Symmetry::Identity };
        let target = there.shape(shape);
        for strategy in piled(target).into_iter().chain(filled(target)) {
            let steps = image(&strategy.steps, target, there);
            let flips = Symmetry::of(shape).iter().filter(|symmetry| !symmetry.transposes());
            all.extend(flips.map(|&symmetry| image(&steps, shape, symmetry)));
        }
    }
    all
}

/// The steps of a game on a board turned or mirrored.
pub fn image(steps: &[Step], shape: Shape, symmetry: Symmetry) -> Vec<Step> {
    let step = |step: &Step| match *step {
        Step::Spawn { cell, tile } => Step::Spawn { cell: symmetry.cell(shape, cell), tile },
        Step::Slide(direction) => Step::Slide(direction_image(direction, symmetry)),
    };
    steps.iter().map(step).collect()
}

/// Where a direction points after a symmetry: from the middle of a 3×3 board to its border.
pub(crate) fn direction_image(direction: Direction, symmetry: Symmetry) -> Direction {
    let shape = Shape::new(3, 3).expect("3x3 is a shape");
    let towards = |direction: Direction| match direction {
        Direction::Up => Cell::new(0, 1),
        Direction::Down => Cell::new(2, 1),
        Direction::Left => Cell::new(1, 0),
        Direction::Right => Cell::new(1, 2),
    };
    let there = symmetry.cell(shape, towards(direction));
    let mut all = Direction::ALL.into_iter();
    all.find(|&direction| towards(direction) == there).expect("directions go to directions")
}

/// The steps of a text that this module wrote.
fn steps(text: &str) -> Vec<Step> {
    sequence::parse(text, TILES).expect("strategies are written correctly")
}

/// The steps of deterministic slides, with the spawns between them and one at the end; the slides
/// up to the first one that the rules do not allow.
pub fn with_spawns(shape: Shape, slides: &[Direction]) -> Vec<Step> {
    let mut rules = Rules::only_twos(shape);
    rules.spawn = SpawnRule::topmost_then_leftmost();
    let game = Game::new(rules);
    let mut steps = Vec::with_capacity(2 * slides.len() + 1);
    let mut afterstate = game.start();
    let mut slides = slides.iter();
    loop {
        let outcome = game.outcomes(&afterstate).last();
        let Some(outcome) = outcome else { return steps };
        steps.push(Step::Spawn { cell: outcome.cell, tile: outcome.tile });
        let Some(&direction) = slides.next() else { return steps };
        let Some(slide) = game.slide(&outcome.position, direction) else { return steps };
        steps.push(Step::Slide(direction));
        afterstate = slide.afterstate;
    }
}

/// The slides that letters stand for.
fn slides(letters: &str) -> Vec<Direction> {
    letters.chars().filter_map(|letter| Direction::try_from(letter).ok()).collect()
}

#[cfg(test)]
mod tests {
    use twofold_core::{Board, Grid};

    use super::super::destination::{Destination, checkerboard};
    use super::super::question::ReachQuestion;
    use super::super::witness::Witness;
    use super::*;

    fn shape(rows: usize, columns: usize) -> Shape {
        Shape::new(rows, columns).unwrap()
    }

    fn checked(strategy: Strategy, destination: Destination) -> Witness {
        let mut question = ReachQuestion::new(destination).unwrap();
        question.spawns = strategy.spawns;
        Witness::new(&question, strategy.steps).unwrap()
    }

    #[test]
    fn two_columns_and_two_rows_hold_to_forty() {
        for length in 2..=40 {
            for (corner, name) in [(1, "one_in_corner"), (2, "two_in_corner")] {
                let board = shape(length, 2);
                let witness =
                    checked(two_columns(board, corner).unwrap(), Destination::checkerboard(board));
                assert_eq!(witness.variant(), name, "{board}");
                let board = shape(2, length);
                let witness =
                    checked(two_rows(board, corner).unwrap(), Destination::checkerboard(board));
                assert_eq!(witness.variant(), name, "{board}");
            }
        }
    }

    #[test]
    fn three_rows_hold_to_forty_one() {
        for columns in (3..=41).step_by(2) {
            let board = shape(3, columns);
            let witness = checked(three_rows(board).unwrap(), Destination::checkerboard(board));
            assert_eq!(witness.variant(), "one_in_corner", "{board}");
        }
        assert_eq!(three_rows(shape(3, 4)), None);
    }

    #[test]
    fn boards_are_filled_but_for_one_corner() {
        for rows in 4..=9 {
            for columns in (4..=12).step_by(2) {
                let board = shape(rows, columns);
                let witness =
                    checked(filled(board).unwrap(), Destination::board(&filled_board(board)));
                assert_eq!(witness.spawns(), 3 * rows * columns / 2 - 1, "{board}");
            }
        }
        let largest = shape(16, 16);
        checked(filled(largest).unwrap(), Destination::board(&filled_board(largest)));
        assert_eq!(filled(shape(4, 5)), None, "the width must be even; turn the board");
    }

    /// Whatever the document leaves open, up to 20×20: all but boards with two odd sides of nine or more.
    #[test]
    fn boards_of_every_size_are_filled() {
        for rows in 2..=20 {
            for columns in 2..=20 {
                let board = shape(rows, columns);
                // The planes of a question hold sixteen lines; the rules hold any.
                let is_filled = strategies(board).iter().any(|strategy| fills(board, strategy));
                let is_open = rows.min(columns) >= 9 && rows * columns % 2 == 1;
                assert_eq!(is_filled, !is_open, "{board}");
            }
        }
    }

    /// Whether the rules play a strategy to a board full of 1s and 2s, without any higher tile before.
    fn fills(board: Shape, strategy: &Strategy) -> bool {
        let (rules, start) = (Rules::only_twos(board), Board::new(board));
        let replay = twofold_core::replay::Replay { rules, start, steps: strategy.steps.clone() };
        let frames = replay.play().unwrap();
        assert!(frames.iter().all(|frame| frame.board.largest().rank() <= 2), "{board}");
        frames.last().unwrap().board.is_full()
    }

    #[test]
    fn three_rows_are_filled_column_by_column() {
        for columns in 2..=20 {
            let board = shape(3, columns);
            let ranks = [vec![1; columns], vec![2; columns], vec![1; columns]].concat();
            let end = Board::from_ranks(board, &ranks).unwrap();
            let replay = twofold_core::replay::Replay {
                rules: Rules::only_twos(board),
                start: Board::new(board),
                steps: filled_three_rows(board).unwrap().steps,
            };
            assert_eq!(replay.play().unwrap().last().unwrap().board, end, "{board}");
        }
        assert_eq!(filled_three_rows(shape(4, 4)), None);
        assert_eq!(filled_five_columns(shape(6, 5)), None);
        assert_eq!(filled_seven_columns(shape(6, 7)), None);
    }

    #[test]
    fn rows_are_piled_up_to_the_second_one() {
        for (rows, columns) in [(3, 4), (6, 6), (7, 10)] {
            let board = shape(rows, columns);
            let mut ranks =
                checkerboard(board, 2).tiles().map(|tile| tile.rank()).collect::<Vec<_>>();
            ranks[..columns].fill(0);
            let destination = Destination::board(&Board::from_ranks(board, &ranks).unwrap());
            checked(piled(board).unwrap(), destination);
        }
        assert_eq!(landmarks(shape(6, 6)).len(), 16);
    }

    #[test]
    fn strategies_follow_the_symmetries_of_the_board() {
        let tall = shape(5, 3);
        let (boards, filled): (Vec<_>, Vec<_>) = strategies(tall)
            .into_iter()
            .partition(|strategy| strategy.name == "Section 4.2, 3×odd");
        let of_boards = boards.into_iter().map(|s| checked(s, Destination::checkerboard(tall)));
        assert_eq!(of_boards.count(), 4);
        let filled = filled.into_iter().map(|s| checked(s, Destination::filled(tall)));
        assert_eq!(filled.count(), 4);
        assert_eq!(direction_image(Direction::Up, Symmetry::Clockwise), Direction::Right);
        assert_eq!(direction_image(Direction::Down, Symmetry::Identity), Direction::Down);
        assert_eq!(direction_image(Direction::Down, Symmetry::MirrorRows), Direction::Up);
        assert_eq!(direction_image(Direction::Down, Symmetry::Transpose), Direction::Right);
    }
}
