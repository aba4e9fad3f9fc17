//! Positions whose outcome shows within one move.

use std::collections::{BTreeMap, BTreeSet};

use twofold_core::{Board, Game, Grid, Packed, Position, SlideEngine, Tile};
use twofold_layers::LayeredGame;

/// Whether a position is certain to be won with the next slide, or to be lost whatever follows it: one
/// that Lees-Miller (2017) calls one move to win or one move to lose.
///
/// Some slide makes the target, or every spawn after every slide leaves a dead position.
pub fn is_resolved<E: SlideEngine>(
    game: &Game<E>,
    target: Option<Tile>,
    position: &Position<E::Board>,
) -> bool {
    // A tile that outgrows the boards of an engine is no dead end.
    let mut slides = game.try_slides(position).filter_map(Result::ok).peekable();
    if slides.peek().is_none() {
        return false;
    }
    let mut is_lost = true;
    for slide in slides {
        if target.is_some_and(|target| slide.afterstate.board().largest() >= target) {
            return true;
        }
        is_lost = is_lost
            && game.outcomes(&slide.afterstate).all(|outcome| game.is_dead(&outcome.position));
    }
    is_lost
}

/// By tile sum, the live positions that remain if resolved ones are taken as the end of the game: they
/// are not counted, and nothing is followed from them. Positions on which play starts are counted in
/// any case, as the author does. A plain search, for small boards.
pub fn unresolved(game: &LayeredGame) -> BTreeMap<u64, u64> {
    let play = Game::new(game.rules().clone());
    let board = |code: &u64| -> Board {
        let packed = Packed::from_code(game.rules().shape, *code).expect("a code of this shape");
        packed.convert().expect("every rank fits a board")
    };
    let code = |position: &Position<Board>| -> u64 {
        position.board().convert::<Packed>().expect("every rank fits a packed board").code()
    };
    let starts = game.starts();
    let mut waiting: BTreeMap<u64, BTreeSet<Board>> =
        starts.iter().map(|(&sum, codes)| (sum, codes.iter().map(board).collect())).collect();
    let mut counts = BTreeMap::new();
    while let Some((sum, boards)) = waiting.pop_first() {
        for board in boards {
            let position = play.position(board).expect("a board of this shape");
            let is_start = starts.get(&sum).is_some_and(|starts| starts.contains(&code(&position)));
            let is_over = play.is_dead(&position) || is_resolved(&play, game.target(), &position);
            if is_over && !is_start {
                continue;
            }
            *counts.entry(sum).or_default() += 1;
            for slide in play.slides(&position) {
                for outcome in play.outcomes(&slide.afterstate) {
                    let board = outcome.position.into_board().canonical();
                    waiting.entry(play.tile_sum(&board)).or_default().insert(board);
                }
            }
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use twofold_core::Rules;
    use twofold_layers::Start;

    /// The author's own counts: jdleesmiller/twenty48, data/layer_tabulate.csv, depth 1.
    #[test]
    fn small_games_have_as_many_unresolved_positions_as_the_author_counts() {
        for (shape, target, published) in [
            ("2x2", 3, 11),
            ("2x2", 4, 30),
            ("2x2", 5, 54),
            ("2x2", 6, 73),
            ("3x3", 3, 356),
            ("3x3", 4, 9828),
        ] {
            let rules = Rules::classic(shape.parse().unwrap());
            let game = LayeredGame::new(rules, Tile::new(target), Start::TwoTiles).unwrap();
            let count: u64 = unresolved(&game).values().sum();
            assert_eq!(count, published, "{shape} to rank {target}");
        }
    }
}
