//! Minimax with alpha-beta pruning: Slider maximises, an adversary chooses the worst spawn.

use twofold_core::{Afterstate, Board, Game, Outcome, Position, Slide, SlideEngine, TileTooLarge};

use crate::heuristic::LineRating;
use crate::search::SlideEvaluator;

/// Minimax over the line rating; the adversary chooses any spawn that the spawn rule allows, however
/// unlikely.
#[derive(Clone, Debug)]
pub struct Minimax {
    /// The evaluation of leaves.
    pub rating: LineRating,
    /// Spawns to look ahead.
    pub depth: u8,
}

impl SlideEvaluator for Minimax {
    fn value<E: SlideEngine>(
        &self,
        game: &Game<E>,
        slide: &Slide<E::Board>,
        _: &Board,
    ) -> Result<f64, TileTooLarge> {
        self.afterstate(game, &slide.afterstate, self.depth, Window::OPEN)
    }
}

/// The alpha-beta window: values outside it do not change the result.
#[derive(Clone, Copy, Debug)]
struct Window {
    low: f64,
    high: f64,
}

impl Window {
    const OPEN: Window = Window { low: f64::NEG_INFINITY, high: f64::INFINITY };
}

impl Minimax {
    /// The value of an afterstate: the minimum over all spawns.
    fn afterstate<E: SlideEngine>(
        &self,
        game: &Game<E>,
        afterstate: &Afterstate<E::Board>,
        depth: u8,
        window: Window,
    ) -> Result<f64, TileTooLarge> {
        let outcomes = game.outcomes(afterstate);
        if depth == 0 || outcomes.len() == 0 {
            return Ok(self.rating.board(afterstate.board()));
        }
        let mut least = f64::INFINITY;
        for outcome in outcomes {
            let window = Window { high: window.high.min(least), ..window };
            least = least.min(self.position(game, &outcome.position, depth - 1, window)?);
            if least <= window.low {
                break;
            }
        }
        Ok(least)
    }

    /// The value of a position: the maximum over all slides; zero if the game is lost.
    fn position<E: SlideEngine>(
        &self,
        game: &Game<E>,
        position: &Position<E::Board>,
        depth: u8,
        window: Window,
    ) -> Result<f64, TileTooLarge> {
        let mut most = None;
        for slide in game.try_slides(position) {
            let slide = slide?;
            let low = most.map_or(window.low, |most: f64| window.low.max(most));
            let value =
                self.afterstate(game, &slide.afterstate, depth, Window { low, ..window })?;
            most = Some(most.map_or(value, |most: f64| most.max(value)));
            if most.is_some_and(|most| most >= window.high) {
                break;
            }
        }
        Ok(most.unwrap_or(0.0))
    }

    /// The worst spawn for Slider; the first of several. `None` if there is no room for one.
    pub fn worst_spawn<E: SlideEngine>(
        &self,
        game: &Game<E>,
        afterstate: &Afterstate<E::Board>,
    ) -> Result<Option<Outcome<E::Board>>, TileTooLarge> {
        let mut worst: Option<(f64, Outcome<E::Board>)> = None;
        for outcome in game.outcomes(afterstate) {
            let high = worst.as_ref().map_or(f64::INFINITY, |&(value, _)| value);
            let window = Window { high, ..Window::OPEN };
            let depth = self.depth.saturating_sub(1);
            let value = self.position(game, &outcome.position, depth, window)?;
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

    /// The definition, without window.
    fn plain(
        method: &Minimax,
        game: &Game<BitParallel>,
        start: &Afterstate<Packed>,
        depth: u8,
    ) -> f64 {
        if depth == 0 {
            return method.rating.board(start.board());
        }
        let behind = |outcome: Outcome<Packed>| {
            let slides = game.try_slides(&outcome.position).map(Result::unwrap);
            slides.map(|slide| plain(method, game, &slide.afterstate, depth - 1)).reduce(f64::max)
        };
        let values = game.outcomes(start).map(behind);
        values.map(|value| value.unwrap_or(0.0)).fold(f64::INFINITY, f64::min)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn bounds_change_nothing(code in 0_u64..1 << 36, depth in 1_u8..=2) {
            let rules = Rules::classic("3x3".parse().unwrap());
            let engine = BitParallel::new(&rules).unwrap();
            let game = Game::with_engine(engine);
            let board = Packed::from_code(rules.shape, code & 0x3_3333_3333).unwrap();
            prop_assume!(!board.is_full());
            let start = game.afterstate(board).unwrap();
            let method = Minimax { rating: LineRating::default(), depth };
            let fast = method.afterstate(&game, &start, depth, Window::OPEN).unwrap();
            prop_assert_eq!(fast, plain(&method, &game, &start, depth));
            let worst = method.worst_spawn(&game, &start).unwrap().unwrap();
            let behind = method.position(&game, &worst.position, depth - 1, Window::OPEN).unwrap();
            prop_assert_eq!(behind, fast);
        }
    }
}
