//! Learning any game, step by step as it is defined.

use rand_chacha::ChaCha8Rng;
use twofold_core::{BitParallel, Game, Grid, Position, SlideEngine, TileTooLarge};

use super::{Played, Trainer, largest};
use crate::arena::draw;
use crate::ntuple::network::Weights;

impl Trainer {
    /// Plays one game and learns from it.
    pub(super) fn plain_game(&self, random: &mut ChaCha8Rng) -> Played {
        let rules = self.network.rules();
        // Where a packed board is too small for a tile, the game ends early; such games are the
        // longest of all, and what came before has been learned.
        match BitParallel::new(rules) {
            Ok(engine) => self.learn(&Game::with_engine(rules.clone(), engine), random),
            Err(_) => self.learn(&self.game_rules(), random),
        }
    }

    fn learn<E: SlideEngine>(&self, game: &Game<E>, random: &mut ChaCha8Rng) -> Played {
        let mut played = Played { score: 0, moves: 0, largest: 0 };
        // A tile that does not exist ends the game.
        let _ = self.learn_to_the_end(game, random, &mut played);
        played
    }

    fn learn_to_the_end<E: SlideEngine>(
        &self,
        game: &Game<E>,
        random: &mut ChaCha8Rng,
        played: &mut Played,
    ) -> Result<(), TileTooLarge> {
        let Some(first) = draw(game, &game.start(), random)? else { return Ok(()) };
        let mut position = first.position;
        if !position.board().is_full() {
            let afterstate = game.afterstate(position.into_board()).expect("the same shape");
            position = draw(game, &afterstate, random)?.expect("there is room").position;
        }
        let mut before: Option<(Vec<u8>, f64)> = None;
        loop {
            played.largest = largest(position.board());
            let Some((ranks, value, score, afterstate)) = self.best(game, &position)? else {
                if let Some((ranks, value)) = before {
                    self.adjust(&ranks, -value);
                }
                return Ok(());
            };
            if let Some((ranks, old)) = before {
                self.adjust(&ranks, score as f64 + value - old);
            }
            before = Some((ranks, value));
            played.score += score;
            played.moves += 1;
            let Some(outcome) = draw(game, &afterstate, random)? else { return Ok(()) };
            position = outcome.position;
        }
    }

    /// The slide of greatest points and value: the ranks behind it, their value, the points.
    #[allow(clippy::type_complexity)]
    fn best<E: SlideEngine>(
        &self,
        game: &Game<E>,
        position: &Position<E::Board>,
    ) -> Result<Option<(Vec<u8>, f64, u64, twofold_core::Afterstate<E::Board>)>, TileTooLarge> {
        let mut best: Option<(f64, (Vec<u8>, f64, u64, _))> = None;
        for slide in game.slides(position)? {
            let ranks: Vec<u8> = slide.afterstate.board().tiles().map(|tile| tile.rank()).collect();
            let value = self.network.value_of_ranks(&ranks);
            let total = slide.score as f64 + value;
            if best.as_ref().is_none_or(|(most, _)| total > *most) {
                best = Some((total, (ranks, value, slide.score, slide.afterstate)));
            }
        }
        Ok(best.map(|(_, found)| found))
    }

    /// Moves the value of a board by a part of an error.
    pub(super) fn adjust(&self, ranks: &[u8], error: f64) {
        let Weights::Shared(weights) = &self.network.weights else { return };
        let error = error as f32 * self.part();
        self.network.layout().select(ranks, |entry| {
            let mut step = self.settings.rate * error;
            if let Some(coherence) = &self.coherence {
                let (sum, size) = (coherence.get(2 * entry), coherence.get(2 * entry + 1));
                if size > 0.0 {
                    step *= sum.abs() / size;
                }
                coherence.set(2 * entry, sum + error);
                coherence.set(2 * entry + 1, size + error.abs());
            }
            weights.set(entry, weights.get(entry) + step);
        });
    }
}
