//! Counting by a plain search with sets of boards: slow, obvious, and what the engines are held to.

use std::collections::{BTreeMap, BTreeSet};

use twofold_core::{Board, Game, Grid, Packed, Position, Symmetry, TileTooLarge};

use twofold_layers::{LayerCount, LayeredGame};

/// Every layer of a game, by a search that follows the rules word by word.
///
/// ```
/// use twofold_core::{Rules, Tile};
/// use twofold_solve::count;
/// use twofold_layers::{Start, LayeredGame};
///
/// let game = LayeredGame::new(Rules::classic("2x2".parse()?), Tile::new(5), Start::TwoTiles)?;
/// let layers = count::naive(&game)?;
/// let live: u64 = layers.iter().map(|layer| layer.positions().live.orbits).sum();
/// assert_eq!(live, 57);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn naive(game: &LayeredGame) -> Result<Vec<LayerCount>, TileTooLarge> {
    let layers = naive_positions(game)?;
    let play = Game::new(game.rules().clone());
    let count = |(&sum, positions): (&u64, &BTreeSet<Board>)| {
        let mut count = LayerCount::new(sum);
        for position in positions {
            let dead = play.is_dead(&at(&play, position));
            let counted = count.with_largest(position.largest());
            if dead { &mut counted.dead } else { &mut counted.live }.add(images(position));
        }
        for afterstate in afterstates(game, &play, positions)? {
            count.afterstates.add(images(&afterstate));
        }
        Ok(count)
    };
    layers.iter().map(count).collect()
}

/// The canonical codes of all positions, ascending, by tile sum.
pub fn naive_codes(game: &LayeredGame) -> Result<BTreeMap<u64, Vec<u64>>, TileTooLarge> {
    let codes = |positions: BTreeSet<Board>| {
        let code = |board: Board| board.convert::<Packed>().expect("play stayed in bounds").code();
        let mut codes: Vec<u64> = positions.into_iter().map(code).collect();
        codes.sort_unstable();
        codes
    };
    let layers = naive_positions(game)?;
    Ok(layers.into_iter().map(|(sum, positions)| (sum, codes(positions))).collect())
}

/// The canonical positions by tile sum, from the lowest sum upwards.
fn naive_positions(game: &LayeredGame) -> Result<BTreeMap<u64, BTreeSet<Board>>, TileTooLarge> {
    let play = Game::new(game.rules().clone());
    let mut waiting = BTreeMap::<u64, BTreeSet<Board>>::new();
    for (sum, codes) in game.starts() {
        let board = |&code| {
            let packed = Packed::from_code(game.rules().shape, code).expect("a code of this shape");
            packed.convert().expect("every rank fits a board")
        };
        waiting.insert(sum, codes.iter().map(board).collect());
    }
    let mut layers = BTreeMap::new();
    while let Some((sum, positions)) = waiting.pop_first() {
        for board in afterstates(game, &play, &positions)? {
            let afterstate = play.afterstate(board).expect("a board of this shape");
            for outcome in play.outcomes(&afterstate) {
                let board = outcome.position.into_board();
                if !game.is_over(board.largest()) {
                    let sum = play.tile_sum(&board);
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
    game: &LayeredGame,
    play: &Game,
    positions: &BTreeSet<Board>,
) -> Result<BTreeSet<Board>, TileTooLarge> {
    let mut afterstates = BTreeSet::new();
    for position in positions {
        for slide in play.slides(&at(play, position)) {
            let board = slide.afterstate.into_board();
            if !game.is_over(board.largest()) {
                afterstates.insert(board.canonical());
            }
        }
    }
    Ok(afterstates)
}

fn at(play: &Game, board: &Board) -> Position<Board> {
    play.position(board.clone()).expect("a board of this shape")
}

/// The number of distinct images of a board.
fn images(board: &Board) -> u64 {
    let group = Symmetry::of(board.shape());
    group.iter().map(|&symmetry| board.image(symmetry)).collect::<BTreeSet<_>>().len() as u64
}
