//! A player that searches any game with the fastest engine that supports its rules.

use twofold_core::{
    BitParallel, Board, Game, Grid, Position, Slide, SlideEngine, Table, TileTooLarge,
};

use crate::player::{EvaluateError, Player, SlideValue, SlideValues, ValueKind};

/// Evaluates slides by looking ahead, with any slide engine.
pub trait SlideEvaluator: Send {
    /// The value of a slide. `root` is the position that the search started from.
    fn value<E: SlideEngine>(
        &self,
        game: &Game<E>,
        slide: &Slide<E::Board>,
        root: &Board,
    ) -> Result<f64, TileTooLarge>;

    /// The values of all legal slides, in their order.
    fn values<E: SlideEngine>(
        &self,
        game: &Game<E>,
        position: &Position<E::Board>,
        root: &Board,
    ) -> Result<Vec<f64>, TileTooLarge> {
        game.try_slides(position).map(|slide| self.value(game, &slide?, root)).collect()
    }
}

/// A faster engine for the same rules, if there is one.
enum Engine {
    BitParallel(Game<BitParallel>),
    Table(Game<Table>),
    None,
}

/// A player that searches.
pub struct SearchPlayer<M> {
    game: Game,
    engine: Engine,
    method: M,
}

impl<M: SlideEvaluator> SearchPlayer<M> {
    /// A player of a game.
    pub fn new(game: Game, method: M) -> SearchPlayer<M> {
        let rules = game.rules();
        let engine = if let Ok(engine) = BitParallel::new(rules) {
            Engine::BitParallel(Game::with_engine(engine))
        } else if let Ok(engine) = Table::new(rules) {
            Engine::Table(Game::with_engine(engine))
        } else {
            Engine::None
        };
        SearchPlayer { game, engine, method }
    }

    fn values<E: SlideEngine>(&self, game: &Game<E>, root: &Position<Board>) -> Option<Vec<f64>> {
        let position = game.position(root.board().convert().ok()?).ok()?;
        self.method.values(game, &position, root.board()).ok()
    }
}

impl<M: SlideEvaluator> Player for SearchPlayer<M> {
    fn game(&self) -> &Game {
        &self.game
    }

    fn evaluate(&mut self, position: &Position<Board>) -> Result<SlideValues, EvaluateError> {
        let values = match &self.engine {
            Engine::BitParallel(game) => self.values(game, position),
            Engine::Table(game) => self.values(game, position),
            Engine::None => None,
        };
        // A packed board may be too small for a tile; the plain engine takes over.
        let values = match values {
            Some(values) => values,
            None => self.method.values(&self.game, position, position.board())?,
        };
        let slides = self
            .game
            .slides(position)
            .zip(values)
            .map(|(slide, value)| SlideValue { slide, value })
            .collect();
        Ok(SlideValues::new(slides, ValueKind::Rating))
    }
}
