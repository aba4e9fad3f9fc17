//! How evaluations of future boards are combined into the value of a slide.

use std::fmt;
use std::str::FromStr;

use twofold_core::{
    Afterstate, Board, Direction, Game, Position, Slide, SlideEngine, TileTooLarge,
};

use super::{FeatureBoard, FeatureWeights, Features};
use crate::player::{EvaluateError, Player, SlideValues};
use crate::search::{SearchPlayer, SlideEvaluator};

/// The three variants of "Future Observation".
///
/// A future is a board after some slides, each followed by a spawn. A line of play that ends early
/// counts with its last board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LookAhead {
    /// The best evaluation of all futures, however unlikely.
    Best,
    /// The sum over all futures of evaluation times probability.
    Sum,
    /// That sum divided by the number of futures.
    Average,
}

impl LookAhead {
    /// All three.
    pub const ALL: [LookAhead; 3] = [LookAhead::Best, LookAhead::Sum, LookAhead::Average];

    /// The name in commands.
    pub const fn name(self) -> &'static str {
        match self {
            LookAhead::Best => "best",
            LookAhead::Sum => "sum",
            LookAhead::Average => "average",
        }
    }
}

impl fmt::Display for LookAhead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no look-ahead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no look-ahead `{0}`; there are best, sum and average")]
pub struct UnknownLookAhead(String);

impl FromStr for LookAhead {
    type Err = UnknownLookAhead;

    fn from_str(name: &str) -> Result<LookAhead, UnknownLookAhead> {
        let known = LookAhead::ALL.into_iter().find(|look| look.name() == name);
        known.ok_or_else(|| UnknownLookAhead(name.to_owned()))
    }
}

/// The evaluation of slides by their futures.
#[derive(Clone, Copy, Debug)]
pub struct Futures {
    /// The weights of the features.
    pub weights: FeatureWeights,
    /// How futures are combined.
    pub look: LookAhead,
    /// Slides to look ahead.
    pub slides: u8,
}

/// Totals over the futures so far.
struct FutureTotals {
    best: f64,
    sum: f64,
    count: f64,
}

impl Futures {
    fn follow<E: SlideEngine>(
        &self,
        game: &Game<E>,
        afterstate: &Afterstate<E::Board>,
        slide: Direction,
        slides: u8,
        likelihood: f64,
        totals: &mut FutureTotals,
    ) -> Result<(), TileTooLarge> {
        for outcome in game.outcomes(afterstate) {
            let likelihood = likelihood * outcome.chance.to_f64();
            if slides <= 1 || game.is_dead(&outcome.position) {
                let future = FeatureBoard::new(outcome.position.board(), game.rules().tiles);
                let value = Features::of(&future, slide).weigh(&self.weights);
                totals.best = totals.best.max(value);
                totals.sum += likelihood * value;
                totals.count += 1.0;
                continue;
            }
            for next in game.try_slides(&outcome.position) {
                let next = next?;
                let direction = next.direction;
                self.follow(game, &next.afterstate, direction, slides - 1, likelihood, totals)?;
            }
        }
        Ok(())
    }
}

impl SlideEvaluator for Futures {
    fn value<E: SlideEngine>(
        &self,
        game: &Game<E>,
        slide: &Slide<E::Board>,
        _: &Board,
    ) -> Result<f64, TileTooLarge> {
        let mut totals = FutureTotals { best: f64::NEG_INFINITY, sum: 0.0, count: 0.0 };
        self.follow(game, &slide.afterstate, slide.direction, self.slides, 1.0, &mut totals)?;
        Ok(match self.look {
            // There is no spawn on a full board; a slide never leaves one in these games.
            _ if totals.count == 0.0 => 0.0,
            LookAhead::Best => totals.best,
            LookAhead::Sum => totals.sum,
            LookAhead::Average => totals.sum / totals.count,
        })
    }
}

/// The player of Catania and Raymond.
pub struct FeaturePlayer(SearchPlayer<Futures>);

impl FeaturePlayer {
    /// A player of a game.
    pub fn new(game: Game, weights: FeatureWeights, look: LookAhead, slides: u8) -> FeaturePlayer {
        FeaturePlayer(SearchPlayer::new(game, Futures { weights, look, slides }))
    }
}

impl Player for FeaturePlayer {
    fn game(&self) -> &Game {
        self.0.game()
    }

    fn evaluate(&mut self, position: &Position<Board>) -> Result<SlideValues, EvaluateError> {
        self.0.evaluate(position)
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::{Rules, notation::ranks};

    use super::*;

    /// One slide ahead the three variants can be computed by hand.
    #[test]
    fn the_three_ways_differ_as_described() {
        let game = Game::new(Rules::classic("1x3".parse().unwrap()));
        let position = game.position(ranks::parse("110").unwrap()).unwrap();
        let weights = FeatureWeights { empty: 1.0, largest: 1.0, ..FeatureWeights::default() };
        let value = |look| {
            let mut player = FeaturePlayer::new(game.clone(), weights, look, 1);
            player.evaluate(&position).unwrap().slides[0].value
        };
        // To the left: 4 . . and then a 2 (0.9) or a 4 (0.1) in one of two cells. One cell stays
        // empty, and a 4 is the largest tile and in a corner each time.
        assert_eq!(value(LookAhead::Best), 5.0);
        assert!((value(LookAhead::Sum) - 5.0).abs() < 1e-12);
        assert!((value(LookAhead::Average) - 5.0 / 4.0).abs() < 1e-12);
    }
}
