//! Minimax: the player takes the best, an adversary drops the worst tile in the worst place.

use twofold_core::{Afterstate, Board, Game, Outcome, Position, Slide, SlideEngine, TileTooLarge};

use crate::heuristic::LineRating;
use crate::search::Method;

/// The rating by lines behind some drops of an adversary who wants it small.
///
/// The adversary drops whatever the spawn rule allows, however unlikely it is by chance.
#[derive(Clone, Debug)]
pub struct WorstCase {
    /// How boards are rated.
    pub rating: LineRating,
    /// How many drops to look ahead.
    pub depth: u8,
}

impl Method for WorstCase {
    fn value<E: SlideEngine>(
        &self,
        game: &Game<E>,
        slide: &Slide<E::Board>,
        _: &Board,
    ) -> Result<f64, TileTooLarge> {
        self.afterstate(game, &slide.afterstate, self.depth, Bounds::OPEN)
    }
}

/// Values outside these bounds make no difference.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    low: f64,
    high: f64,
}

impl Bounds {
    const OPEN: Bounds = Bounds { low: f64::NEG_INFINITY, high: f64::INFINITY };
}

impl WorstCase {
    /// The least value that a drop leaves.
    fn afterstate<E: SlideEngine>(
        &self,
        game: &Game<E>,
        afterstate: &Afterstate<E::Board>,
        depth: u8,
        bounds: Bounds,
    ) -> Result<f64, TileTooLarge> {
        let outcomes = if depth == 0 { Vec::new() } else { game.outcomes(afterstate)? };
        if outcomes.is_empty() {
            return Ok(self.rating.board(afterstate.board()));
        }
        let mut least = f64::INFINITY;
        for outcome in outcomes {
            let bounds = Bounds { high: bounds.high.min(least), ..bounds };
            least = least.min(self.position(game, &outcome.position, depth - 1, bounds)?);
            if least <= bounds.low {
                break;
            }
        }
        Ok(least)
    }

    /// The greatest value that a slide leaves; a lost game is worth nothing.
    fn position<E: SlideEngine>(
        &self,
        game: &Game<E>,
        position: &Position<E::Board>,
        depth: u8,
        bounds: Bounds,
    ) -> Result<f64, TileTooLarge> {
        let mut most = None;
        for slide in game.slides(position)? {
            let low = most.map_or(bounds.low, |most: f64| bounds.low.max(most));
            let value =
                self.afterstate(game, &slide.afterstate, depth, Bounds { low, ..bounds })?;
            most = Some(most.map_or(value, |most: f64| most.max(value)));
            if most.is_some_and(|most| most >= bounds.high) {
                break;
            }
        }
        Ok(most.unwrap_or(0.0))
    }

    /// The drop that leaves Slider worst off; the first of several. `None` if nothing can be dropped.
    pub fn drop_tile<E: SlideEngine>(
        &self,
        game: &Game<E>,
        afterstate: &Afterstate<E::Board>,
    ) -> Result<Option<Outcome<E::Board>>, TileTooLarge> {
        let mut worst: Option<(f64, Outcome<E::Board>)> = None;
        for outcome in game.outcomes(afterstate)? {
            let high = worst.as_ref().map_or(f64::INFINITY, |&(value, _)| value);
            let bounds = Bounds { high, ..Bounds::OPEN };
            let depth = self.depth.saturating_sub(1);
            let value = self.position(game, &outcome.position, depth, bounds)?;
            if worst.as_ref().is_none_or(|&(least, _)| value < least) {
                worst = Some((value, outcome));
            }
        }
        Ok(worst.map(|(_, outcome)| outcome))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use twofold_core::{BitParallel, Grid, Packed, Rules};

    use super::*;

    /// The definition, without bounds.
    fn plain(
        method: &WorstCase,
        game: &Game<BitParallel>,
        start: &Afterstate<Packed>,
        depth: u8,
    ) -> f64 {
        if depth == 0 {
            return method.rating.board(start.board());
        }
        let behind = |outcome: Outcome<Packed>| {
            let slides = game.slides(&outcome.position).unwrap().into_iter();
            slides.map(|slide| plain(method, game, &slide.afterstate, depth - 1)).reduce(f64::max)
        };
        let values = game.outcomes(start).unwrap().into_iter().map(behind);
        values.map(|value| value.unwrap_or(0.0)).fold(f64::INFINITY, f64::min)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn bounds_change_nothing(code in 0_u64..1 << 36, depth in 1_u8..=2) {
            let rules = Rules::classic("3x3".parse().unwrap());
            let engine = BitParallel::new(&rules).unwrap();
            let game = Game::with_engine(rules.clone(), engine);
            let board = Packed::from_code(rules.shape, code & 0x3_3333_3333).unwrap();
            prop_assume!(!board.is_full());
            let start = game.afterstate(board).unwrap();
            let method = WorstCase { rating: LineRating::default(), depth };
            let fast = method.afterstate(&game, &start, depth, Bounds::OPEN).unwrap();
            prop_assert_eq!(fast, plain(&method, &game, &start, depth));
            let worst = method.drop_tile(&game, &start).unwrap().unwrap();
            let behind = method.position(&game, &worst.position, depth - 1, Bounds::OPEN).unwrap();
            prop_assert_eq!(behind, fast);
        }
    }
}
