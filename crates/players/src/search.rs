//! A player that searches any game with the fastest engine that takes its rules.

use twofold_core::{
    BitParallel, Board, Game, Grid, Position, Slide, SlideEngine, Table, TileTooLarge,
};

use crate::player::{Judged, Judgement, Meaning, Player, judge_each};

/// A way to value slides by looking ahead, whatever engine slides.
pub trait Method: Send {
    /// The value of a slide. `root` is the position that the search started from.
    fn value<E: SlideEngine>(
        &self,
        game: &Game<E>,
        slide: &Slide<E::Board>,
        root: &Board,
    ) -> Result<f64, TileTooLarge>;
}

/// The same rules with an engine that is faster than the plain one, if there is one.
enum Engine {
    BitParallel(Game<BitParallel>),
    Table(Game<Table>),
    None,
}

/// A player that searches.
pub struct Searcher<M> {
    game: Game,
    engine: Engine,
    method: M,
}

impl<M: Method> Searcher<M> {
    /// A player of a game.
    pub fn new(game: Game, method: M) -> Searcher<M> {
        let rules = game.rules();
        let engine = if let Ok(engine) = BitParallel::new(rules) {
            Engine::BitParallel(Game::with_engine(rules.clone(), engine))
        } else if let Ok(engine) = Table::new(rules) {
            Engine::Table(Game::with_engine(rules.clone(), engine))
        } else {
            Engine::None
        };
        Searcher { game, engine, method }
    }

    fn values<E: SlideEngine>(&self, game: &Game<E>, root: &Position<Board>) -> Option<Vec<f64>> {
        let position = game.position(root.board().convert().ok()?).ok()?;
        let slides = game.slides(&position).ok()?.into_iter();
        let value = |slide: Slide<E::Board>| self.method.value(game, &slide, root.board()).ok();
        slides.map(value).collect()
    }
}

impl<M: Method> Player for Searcher<M> {
    fn game(&self) -> &Game {
        &self.game
    }

    fn judge(&mut self, position: &Position<Board>) -> Result<Judged, TileTooLarge> {
        let values = match &self.engine {
            Engine::BitParallel(game) => self.values(game, position),
            Engine::Table(game) => self.values(game, position),
            Engine::None => None,
        };
        // A tile that a packed board cannot hold is left to the plain engine.
        let Some(values) = values else {
            return judge_each(&self.game, position, Meaning::Rating, |slide| {
                self.method.value(&self.game, slide, position.board())
            });
        };
        let slides = self.game.slides(position)?;
        debug_assert_eq!(slides.len(), values.len());
        let judged = slides.into_iter().zip(values);
        let slides = judged.map(|(slide, value)| Judgement { slide, value }).collect();
        Ok(Judged { slides, meaning: Meaning::Rating })
    }
}
