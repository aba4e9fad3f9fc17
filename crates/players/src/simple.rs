//! Players without look-ahead or evaluation.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use twofold_core::{Board, Game, Position};

use crate::player::{EvaluateError, Player, SlideValues, ValueKind, evaluate_each};

/// Chooses a legal slide uniformly at random.
#[derive(Clone, Debug)]
pub struct Random {
    game: Game,
    random: ChaCha8Rng,
}

impl Random {
    /// A player of a game, with its random number generator.
    pub fn new(game: Game, random: ChaCha8Rng) -> Random {
        Random { game, random }
    }
}

impl Player for Random {
    fn game(&self) -> &Game {
        &self.game
    }

    fn evaluate(&mut self, position: &Position<Board>) -> Result<SlideValues, EvaluateError> {
        let random = &mut self.random;
        evaluate_each(&self.game, position, ValueKind::Rating, |_| Ok(random.random::<f64>()))
    }
}

/// Chooses the slide with the highest immediate score.
#[derive(Clone, Debug)]
pub struct Greedy {
    game: Game,
}

impl Greedy {
    /// A player of a game.
    pub fn new(game: Game) -> Greedy {
        Greedy { game }
    }
}

impl Player for Greedy {
    fn game(&self) -> &Game {
        &self.game
    }

    fn evaluate(&mut self, position: &Position<Board>) -> Result<SlideValues, EvaluateError> {
        evaluate_each(&self.game, position, ValueKind::Rating, |slide| Ok(slide.score as f64))
    }
}
