//! How the evaluations of future boards become the value of a slide.

use std::fmt;
use std::str::FromStr;

use twofold_core::{
    Afterstate, Board, Direction, Game, Position, Slide, SlideEngine, TileTooLarge,
};

use super::{FeatureWeights, Features, Sheet};
use crate::player::{Judged, Player};
use crate::search::{Method, Searcher};

/// The three ways of "Future Observation".
///
/// A future is a board after some slides of the player, each with the tile that appears behind it. A
/// line of play that ends early counts with the board on which it ends.
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

    /// The word that commands use.
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

/// A word that is no way to look ahead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no way to look ahead called `{0}`; there are best, sum and average")]
pub struct UnknownLookAhead(String);

impl FromStr for LookAhead {
    type Err = UnknownLookAhead;

    fn from_str(name: &str) -> Result<LookAhead, UnknownLookAhead> {
        let known = LookAhead::ALL.into_iter().find(|look| look.name() == name);
        known.ok_or_else(|| UnknownLookAhead(name.to_owned()))
    }
}

/// The evaluation of futures.
#[derive(Clone, Copy, Debug)]
pub struct Futures {
    /// How much each feature counts.
    pub weights: FeatureWeights,
    /// How futures become one value.
    pub look: LookAhead,
    /// How many slides lie between now and the future.
    pub moves: u8,
}

/// What is known of the futures so far.
struct Tally {
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
        moves: u8,
        likelihood: f64,
        tally: &mut Tally,
    ) -> Result<(), TileTooLarge> {
        for outcome in game.outcomes(afterstate)? {
            let likelihood = likelihood * outcome.chance.to_f64();
            let slides = if moves > 1 { game.slides(&outcome.position)? } else { Vec::new() };
            if slides.is_empty() {
                let sheet = Sheet::new(outcome.position.board(), game.rules().tiles);
                let value = Features::of(&sheet, slide).weigh(&self.weights);
                tally.best = tally.best.max(value);
                tally.sum += likelihood * value;
                tally.count += 1.0;
            }
            for next in slides {
                let direction = next.direction;
                self.follow(game, &next.afterstate, direction, moves - 1, likelihood, tally)?;
            }
        }
        Ok(())
    }
}

impl Method for Futures {
    fn value<E: SlideEngine>(
        &self,
        game: &Game<E>,
        slide: &Slide<E::Board>,
        _: &Board,
    ) -> Result<f64, TileTooLarge> {
        let mut tally = Tally { best: f64::NEG_INFINITY, sum: 0.0, count: 0.0 };
        self.follow(game, &slide.afterstate, slide.direction, self.moves, 1.0, &mut tally)?;
        Ok(match self.look {
            // Nothing can appear on a full board, which a slide never leaves behind in these games.
            _ if tally.count == 0.0 => 0.0,
            LookAhead::Best => tally.best,
            LookAhead::Sum => tally.sum,
            LookAhead::Average => tally.sum / tally.count,
        })
    }
}

/// The player of Catania and Raymond.
pub struct FeaturePlayer(Searcher<Futures>);

impl FeaturePlayer {
    /// A player of a game.
    pub fn new(game: Game, weights: FeatureWeights, look: LookAhead, moves: u8) -> FeaturePlayer {
        FeaturePlayer(Searcher::new(game, Futures { weights, look, moves }))
    }
}

impl Player for FeaturePlayer {
    fn game(&self) -> &Game {
        self.0.game()
    }

    fn judge(&mut self, position: &Position<Board>) -> Result<Judged, TileTooLarge> {
        self.0.judge(position)
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::{Rules, notation::logarithmic};

    use super::*;

    /// One move ahead the three ways can be worked out by hand.
    #[test]
    fn the_three_ways_differ_as_described() {
        let game = Game::new(Rules::classic("1x3".parse().unwrap()));
        let position = game.position(logarithmic::parse("110").unwrap()).unwrap();
        let weights = FeatureWeights { empty: 1.0, largest: 1.0, ..FeatureWeights::default() };
        let value = |look| {
            let mut player = FeaturePlayer::new(game.clone(), weights, look, 1);
            player.judge(&position).unwrap().slides[0].value
        };
        // To the left: 4 . . and then a 2 (0.9) or a 4 (0.1) in one of two cells. One cell stays
        // empty, and a 4 is the largest tile and in a corner each time.
        assert_eq!(value(LookAhead::Best), 5.0);
        assert!((value(LookAhead::Sum) - 5.0).abs() < 1e-12);
        assert!((value(LookAhead::Average) - 5.0 / 4.0).abs() < 1e-12);
    }
}
