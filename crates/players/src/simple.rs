//! Players that look at nothing but the slides themselves.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use twofold_core::{Board, Game, Position, TileTooLarge};

use crate::player::{Judged, Meaning, Player, judge_each};

/// Slides anywhere, all legal slides being equally likely.
#[derive(Clone, Debug)]
pub struct Random {
    game: Game,
    random: ChaCha8Rng,
}

impl Random {
    /// A player with a generator of its own.
    pub fn new(game: Game, random: ChaCha8Rng) -> Random {
        Random { game, random }
    }
}

impl Player for Random {
    fn game(&self) -> &Game {
        &self.game
    }

    fn judge(&mut self, position: &Position<Board>) -> Result<Judged, TileTooLarge> {
        let random = &mut self.random;
        judge_each(&self.game, position, Meaning::Rating, |_| Ok(random.random::<f64>()))
    }
}

/// Takes the slide that scores most at once.
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

    fn judge(&mut self, position: &Position<Board>) -> Result<Judged, TileTooLarge> {
        judge_each(&self.game, position, Meaning::Rating, |slide| Ok(slide.score as f64))
    }
}
