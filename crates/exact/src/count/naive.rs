//! Counting by a plain search with sets of boards: slow, obvious, and what the engines are held to.

use std::collections::{BTreeMap, HashSet};

use twofold_core::{Board, Game, Grid, Packed, Position, Symmetry, TileTooLarge};

use super::layer_count::LayerCount;
use crate::layers::{Census, Task};

/// Every layer of a game, by a search that follows the rules word by word.
///
/// ```
/// use twofold_core::{Rules, Tile};
/// use twofold_exact::count;
/// use twofold_exact::layers::{Start, Task};
///
/// let task = Task::new(Rules::classic("2x2".parse()?), Tile::new(5), Start::TwoTiles)?;
/// let layers = count::naive(&task)?;
/// let live: u64 = layers.iter().map(|layer| layer.census.total().live.canonical).sum();
/// assert_eq!(live, 57);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn naive(task: &Task) -> Result<Vec<LayerCount>, TileTooLarge> {
    let layers = naive_positions(task)?;
    let game = Game::new(task.rules().clone());
    let count = |(&sum, positions): (&u64, &HashSet<Board>)| {
        let mut census = Census::default();
        for position in positions {
            let tally = census.tally_mut(position.largest());
            let dead = game.is_dead(&at(&game, position))?;
            let count = if dead { &mut tally.dead } else { &mut tally.live };
            count.add(images(position));
        }
        for afterstate in afterstates(task, &game, positions)? {
            census.afterstates.add(images(&afterstate));
        }
        Ok(LayerCount { sum, census })
    };
    layers.iter().map(count).collect()
}

/// The canonical codes of all positions, ascending, by tile sum.
pub fn naive_codes(task: &Task) -> Result<BTreeMap<u64, Vec<u64>>, TileTooLarge> {
    let codes = |positions: HashSet<Board>| {
        let code = |board: Board| board.convert::<Packed>().expect("play stayed in bounds").code();
        let mut codes: Vec<u64> = positions.into_iter().map(code).collect();
        codes.sort_unstable();
        codes
    };
    let layers = naive_positions(task)?;
    Ok(layers.into_iter().map(|(sum, positions)| (sum, codes(positions))).collect())
}

/// The canonical positions by tile sum, from the lowest sum upwards.
fn naive_positions(task: &Task) -> Result<BTreeMap<u64, HashSet<Board>>, TileTooLarge> {
    let game = Game::new(task.rules().clone());
    let mut waiting = BTreeMap::<u64, HashSet<Board>>::new();
    for (sum, codes) in task.starts() {
        let board = |&code| {
            let packed = Packed::from_code(task.rules().shape, code).expect("a code of this shape");
            packed.convert().expect("every rank fits a board")
        };
        waiting.insert(sum, codes.iter().map(board).collect());
    }
    let mut layers = BTreeMap::new();
    while let Some((sum, positions)) = waiting.pop_first() {
        for board in afterstates(task, &game, &positions)? {
            let afterstate = game.afterstate(board).expect("a board of this shape");
            for outcome in game.outcomes(&afterstate)? {
                let board = outcome.position.into_board();
                if !task.is_over(board.largest()) {
                    let sum = game.tile_sum(&board);
                    waiting.entry(sum).or_default().insert(board.canonical());
                }
            }
        }
        layers.insert(sum, positions);
    }
    Ok(layers)
}

/// The canonical boards after a legal slide, without those on which play has stopped.
fn afterstates(
    task: &Task,
    game: &Game,
    positions: &HashSet<Board>,
) -> Result<HashSet<Board>, TileTooLarge> {
    let mut afterstates = HashSet::new();
    for position in positions {
        for slide in game.slides(&at(game, position))? {
            let board = slide.afterstate.into_board();
            if !task.is_over(board.largest()) {
                afterstates.insert(board.canonical());
            }
        }
    }
    Ok(afterstates)
}

fn at(game: &Game, board: &Board) -> Position<Board> {
    game.position(board.clone()).expect("a board of this shape")
}

/// The number of distinct images of a board.
fn images(board: &Board) -> u64 {
    let group = Symmetry::of(board.shape());
    group.iter().map(|&symmetry| board.image(symmetry)).collect::<HashSet<_>>().len() as u64
}
