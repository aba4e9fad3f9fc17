//! The expectimax players with fast searches.

use twofold_core::{Board, Game, Position};

use super::limits::Limits;
use super::lines::LineTable;
use super::packed::Search;
use super::small::{SmallLines, SmallSearch};
use crate::four::{Classic4x4, pack};
use crate::player::{EvaluateError, Player, SlideValues, ValueKind, evaluate_each};

/// Expectimax over the line rating, with the fast search of 4×4.
pub struct Expectimax {
    game: Game,
    search: Search<LineTable>,
    limits: Limits,
}

impl Expectimax {
    /// A player with prepared tables.
    pub(crate) fn new(
        game: Game,
        four: Classic4x4,
        lines: LineTable,
        limits: Limits,
    ) -> Expectimax {
        Expectimax { game, search: Search::new(four, lines, limits.cutoff), limits }
    }
}

impl Player for Expectimax {
    fn game(&self) -> &Game {
        &self.game
    }

    fn evaluate(&mut self, position: &Position<Board>) -> Result<SlideValues, EvaluateError> {
        let depth = self.limits.depth_at(position.board());
        let search = &mut self.search;
        search.clear();
        evaluate_each(&self.game, position, ValueKind::Rating, |slide| {
            let board = pack(slide.afterstate.board());
            Ok(search.afterstate(board, depth, 1.0).into())
        })
    }
}

/// Expectimax over the line rating, with the fast search of small boards.
pub struct SmallExpectimax {
    game: Game,
    search: SmallSearch<SmallLines>,
    limits: Limits,
}

impl SmallExpectimax {
    /// A player with prepared tables.
    pub(crate) fn new(game: Game, search: SmallSearch<SmallLines>, limits: Limits) -> Self {
        SmallExpectimax { game, search, limits }
    }
}

impl Player for SmallExpectimax {
    fn game(&self) -> &Game {
        &self.game
    }

    fn evaluate(&mut self, position: &Position<Board>) -> Result<SlideValues, EvaluateError> {
        let depth = self.limits.depth_at(position.board());
        let search = &mut self.search;
        search.begin();
        evaluate_each(&self.game, position, ValueKind::Rating, |slide| {
            Ok(search.afterstate(pack(slide.afterstate.board()), depth, 1.0))
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use twofold_core::{Grid, Packed};

    use super::super::limits::Depth;
    use super::super::plain::PlainExpectimax;
    use super::*;
    use crate::four::classic;
    use crate::heuristic::LineRating;
    use crate::search::SearchPlayer;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn fast_and_plain_searches_agree(code: u64, gaps: u64, more: u64, depth in 0_u8..=2, cut: bool) {
            // With a cutoff, a transposition may have another value, which takes depth 2.
            // Crowded boards keep the plain search short.
            let board = code & (((gaps | more) & 0x1111_1111_1111_1111) * 15) & 0x3333_3333_3333_3333;
            let game = classic();
            let board = Packed::from_code(game.rules().shape, board).unwrap().convert().unwrap();
            let position = game.position(board).unwrap();
            let limits = Limits { depth: Depth::Fixed(depth), cutoff: if cut && depth < 2 { 0.02 } else { 0.0 } };
            let four = Classic4x4::of(game.rules()).unwrap();
            let rating = LineRating::default();
            let mut fast = Expectimax::new(game.clone(), four, LineTable::new(&rating), limits);
            let mut slow = SearchPlayer::new(game, PlainExpectimax { rating, limits });
            let (fast, slow) = (fast.evaluate(&position).unwrap(), slow.evaluate(&position).unwrap());
            prop_assert_eq!(fast.slides.len(), slow.slides.len());
            for (fast, slow) in fast.slides.iter().zip(&slow.slides) {
                let close = (fast.value - slow.value).abs() <= 1e-5 * slow.value.abs();
                prop_assert!(close, "{} {}", fast.value, slow.value);
            }
        }
    }
}
