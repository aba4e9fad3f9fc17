//! From a question to the numbers and the fold that answer it.

use super::fold::{Choice, Fold, Mean};
use super::question::{Goal, Opponent, Question};
use super::value::Value;

/// Work that is the same for all kinds of numbers.
pub(super) trait Work {
    type Result;

    fn with<V: Value, F: Fold<V> + Send + 'static>(self, fold: F) -> Self::Result;
}

/// Does work with the numbers and the fold that a question asks for.
pub(super) fn dispatch<W: Work>(question: &Question, work: W) -> W::Result {
    let choice = match question.opponent() {
        Opponent::Random => {
            return work.with::<f64, _>(Mean::new(&question.task().rules().spawn.values));
        }
        Opponent::Adversary => Choice::Worst,
        Opponent::Friend => Choice::Best,
    };
    match question.goal() {
        Goal::Score | Goal::Moves | Goal::FewestMoves => work.with::<u32, _>(choice),
        Goal::Tile(_) | Goal::MaxTile => work.with::<u8, _>(choice),
    }
}
