//! Training for any game: the specification of the fast paths.

use rand_chacha::ChaCha8Rng;
use twofold_core::{
    Afterstate, BitParallel, Board, Game, Grid, Position, SlideEngine, TileTooLarge,
};

use super::{Played, Trainer, largest};
use crate::arena::draw;
use crate::ntuple::network::Weights;

/// A chosen slide.
struct Choice<B> {
    afterstate: Afterstate<B>,
    ranks: Vec<u8>,
    stage: usize,
    value: f64,
    score: u64,
}

impl Trainer {
    /// Plays one game and learns from it.
    pub(super) fn plain_game(&self, random: &mut ChaCha8Rng) -> Played {
        let rules = self.network.rules();
        // A game ends early where a packed board is too small for a tile; such games are the longest of
        // all, and their earlier slides have been learned from.
        match BitParallel::new(rules) {
            Ok(engine) => self.learn(&Game::with_engine(engine), random),
            Err(_) => self.learn(&self.game_rules(), random),
        }
    }

    fn learn<E: SlideEngine>(&self, game: &Game<E>, random: &mut ChaCha8Rng) -> Played {
        let mut played = Played { score: 0, slides: 0, largest: 0 };
        // A tile that does not exist ends the game.
        let _ = self.learn_from_start(game, random, &mut played);
        let slides = u64::from(self.settings.carousel) * played.slides;
        self.stage_starts.play(slides, random, |stage, ranks, random| {
            let mut again = Played { score: 0, slides: 0, largest: 0 };
            let _ = self.learn_from_stage_start(game, random, stage, ranks, &mut again);
            played.slides += again.slides;
            again.slides
        });
        played
    }

    fn learn_from_stage_start<E: SlideEngine>(
        &self,
        game: &Game<E>,
        random: &mut ChaCha8Rng,
        stage: usize,
        ranks: &[u8],
        played: &mut Played,
    ) -> Result<(), TileTooLarge> {
        let board = Board::from_ranks(game.rules().shape, ranks).expect("ranks of a board");
        let board = board.convert().expect("a board that the engine had before");
        let afterstate = game.afterstate(board).expect("the same shape");
        let Some(outcome) = draw(game, &afterstate, random)? else { return Ok(()) };
        let value = self.network.value_of_ranks(ranks);
        let before = Choice { afterstate, ranks: ranks.to_vec(), stage, value, score: 0 };
        self.learn_on(game, random, outcome.position, Some(before), played)
    }

    fn learn_from_start<E: SlideEngine>(
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
        self.learn_on(game, random, position, None, played)
    }

    /// Plays to the end and learns; `before` is the last afterstate, if there was one.
    fn learn_on<E: SlideEngine>(
        &self,
        game: &Game<E>,
        random: &mut ChaCha8Rng,
        mut position: Position<E::Board>,
        mut before: Option<Choice<E::Board>>,
        played: &mut Played,
    ) -> Result<(), TileTooLarge> {
        let mut stage = before.as_ref().map_or(0, |before| before.stage);
        loop {
            played.largest = largest(position.board());
            let Some(choice) = self.best(game, &position)? else {
                if let Some(before) = before {
                    self.adjust(&before.ranks, -before.value);
                }
                return Ok(());
            };
            if let Some(before) = before {
                self.adjust(&before.ranks, choice.score as f64 + choice.value - before.value);
            }
            if choice.stage > stage {
                stage = choice.stage;
                self.stage_starts.note(stage, choice.ranks.clone());
            }
            played.score += choice.score;
            played.slides += 1;
            let outcome = draw(game, &choice.afterstate, random)?;
            before = Some(choice);
            let Some(outcome) = outcome else { return Ok(()) };
            position = outcome.position;
        }
    }

    /// The slide with the highest score plus value of the afterstate.
    fn best<E: SlideEngine>(
        &self,
        game: &Game<E>,
        position: &Position<E::Board>,
    ) -> Result<Option<Choice<E::Board>>, TileTooLarge> {
        let mut best: Option<Choice<E::Board>> = None;
        for slide in game.try_slides(position) {
            let slide = slide?;
            let ranks: Vec<u8> = slide.afterstate.board().tiles().map(|tile| tile.rank()).collect();
            let value = self.network.value_of_ranks(&ranks);
            let total = slide.score as f64 + value;
            if best.as_ref().is_none_or(|best| total > best.score as f64 + best.value) {
                let stage = self.network.stage_of_ranks(&ranks);
                let (score, afterstate) = (slide.score, slide.afterstate);
                best = Some(Choice { afterstate, ranks, stage, value, score });
            }
        }
        Ok(best)
    }

    /// Moves the value of a board towards the TD target, given the TD error.
    pub(in crate::ntuple) fn adjust(&self, ranks: &[u8], error: f64) {
        let Weights::Shared(weights) = &self.network.weights else { return };
        let error = error as f32 * self.part();
        self.network.select(ranks, |entry| {
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
