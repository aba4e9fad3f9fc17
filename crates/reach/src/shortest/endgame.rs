//! From a board that is nearly full to the end of the game.

use std::collections::HashMap;

use twofold_core::notation::sequence::Step;
use twofold_core::{Board, Direction, Game, Grid, Rules, Shape, Symmetry, Tile};

use crate::strategy::{filled, image};
use crate::{Destination, Plane, PlaneEngine, Planes, ReachQuestion, Turn, Wide, Witness};

/// The highest rank that the end of a game may make: one above those of the filled board.
const MAX_RANK: u8 = 3;

/// How many cells may be empty after a slide. The end of a short game is a matter of a few cells
/// in a corner; once there is more room, the game is not about to end.
const ROOM: usize = 3;

/// The fewest steps from a board that waits for a spawn to one without slides, with no tile above
/// rank 3 and never more than three empty cells; `None` if there is none within fewer spawns than
/// `most`, or more boards than the limit allows.
pub fn shortest_end(board: &Board, most: usize, limit: u64) -> Option<Vec<Step>> {
    match board.shape().cells() {
        0..=64 => end::<u64>(board, most, limit),
        65..=128 => end::<u128>(board, most, limit),
        _ => end::<Wide>(board, most, limit),
    }
}

/// Boards left by a slide, each with the board, the spawn and the slide that led to it.
type Layer<P> = HashMap<Planes<P, 2>, (Planes<P, 2>, usize, Direction)>;

fn end<P: Plane>(board: &Board, most: usize, limit: u64) -> Option<Vec<Step>> {
    let shape = board.shape();
    let rules = Rules::only_twos(shape);
    let engine = PlaneEngine::<P, 2>::new(&rules, MAX_RANK).ok()?;
    let game = Game::new(rules);
    let is_dead = |board: Board| {
        let position = game.position(board).ok();
        position.is_some_and(|position| game.is_dead(&position))
    };
    let start = Planes::<P, 2>::from_board(board)?;
    let tile = Tile::new(1).expect("rank 1 exists");
    let spawn = |index: usize| Step::Spawn { cell: shape.cell(index), tile };
    let mut layers: Vec<Layer<P>> = Vec::new();
    let mut layer = vec![start];
    let mut seen = 0;
    for _ in 1..most {
        let mut next = HashMap::new();
        for &before in &layer {
            let empty = engine.empty(&before);
            for cell in empty.iter() {
                let position = before.with_one(cell);
                let slides = Direction::ALL
                    .into_iter()
                    .filter_map(|direction| Some((direction, engine.slide(position, direction)?)));
                let mut stuck = empty.count() == 1;
                for (direction, after) in slides {
                    stuck = false;
                    if engine.empty(&after).count() <= ROOM {
                        next.entry(after).or_insert((before, cell, direction));
                    }
                }
                // Two 3s side by side could still merge into a tile that is not looked at here.
                if stuck && is_dead(position.to_board(shape)) {
                    let mut steps = vec![spawn(cell)];
                    let mut board = before;
                    for layer in layers.iter().rev() {
                        let (earlier, cell, direction) = layer[&board];
                        steps.extend([Step::Slide(direction), spawn(cell)]);
                        board = earlier;
                    }
                    steps.reverse();
                    return Some(steps);
                }
            }
            if seen + next.len() as u64 > limit {
                return None;
            }
        }
        seen += next.len() as u64;
        #[expect(clippy::disallowed_methods, reason = "sorted at once")]
        let boards = next.keys().copied().collect();
        layer = boards;
        layer.sort_unstable();
        layers.push(next);
    }
    None
}

/// A whole game through a board that is filled as in Figure 7, ended as soon as possible after it.
pub fn through_filled(shape: Shape, limit: u64) -> Option<Witness> {
    let steps = filling(shape)?;
    let ends = Direction::ALL.into_iter().filter_map(|direction| {
        let kept = [&steps[..], &[Step::Slide(direction)]].concat();
        let end = shortest_end(&replayed(shape, &kept)?, MOST, limit)?;
        Some([kept, end].concat())
    });
    let mut best = None;
    consider(&mut best, shape, ends.min_by_key(Vec::len)?);
    best
}

/// The best game by construction: the board is filled as in Figure 7, or the strategy is left a
/// few spawns earlier, which may be shorter and is tried as far as the limit allows.
pub(super) fn constructed(shape: Shape, limit: u64) -> Option<Witness> {
    let steps = filling(shape)?;
    let mut best = through_filled(shape, limit);
    for cut in 1..=8 {
        // Before a spawn, counted from the end.
        let kept = &steps[..steps.len().checked_sub(2 * cut - 1)?];
        let spawns = kept.len() / 2;
        let most = best.as_ref().map_or(MOST, |best| best.spawns() - spawns);
        if let Some(end) = shortest_end(&replayed(shape, kept)?, most, limit) {
            consider(&mut best, shape, [kept, &end].concat());
        }
    }
    best
}

/// Enough boards to end a game from a filled board, whatever its size.
pub(super) const LEAST_LIMIT: u64 = 20_000;

/// How many spawns the end of a game may take.
const MOST: usize = 24;

/// The strategy that fills the board, turned if need be.
fn filling(shape: Shape) -> Option<Vec<Step>> {
    let turned = filled(shape).is_none();
    let there = if turned { Symmetry::Transpose } else { Symmetry::Identity };
    let target = there.shape(shape);
    Some(image(&filled(target)?.steps, target, there))
}

/// Keeps a game if it is legal, ends, and is shorter than the best one.
fn consider(best: &mut Option<Witness>, shape: Shape, game: Vec<Step>) {
    let Some(board) = replayed(shape, &game) else { return };
    let Ok(mut question) = ReachQuestion::new(Destination::board(&board)) else { return };
    question.turn = Turn::Slider;
    let Ok(witness) = Witness::new(&question, game) else { return };
    if best.as_ref().is_none_or(|best| witness.spawns() < best.spawns()) {
        *best = Some(witness);
    }
}

/// The board at the end of some steps by the rules.
fn replayed(shape: Shape, steps: &[Step]) -> Option<Board> {
    let rules = Rules::only_twos(shape);
    let replay =
        twofold_core::replay::Replay { rules, start: Board::new(shape), steps: steps.to_vec() };
    Some(replay.play().ok()?.pop()?.board)
}
