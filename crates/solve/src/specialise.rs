//! From a problem to the numbers and the fold that it is solved with.

use super::fold::{Choice, Fold, Mean};
use super::goal::Goal;
use super::opponent::Opponent;
use super::problem::Problem;
use super::value::Value;

/// A computation that is written once for all kinds of numbers.
pub(super) trait Generic {
    type Output;

    fn with<V: Value, F: Fold<V> + Send + 'static>(self, fold: F) -> Self::Output;
}

/// Runs a computation with the numbers and the fold of a problem: real numbers against chance, and
/// the smallest whole numbers that suffice otherwise.
pub(super) fn specialise<G: Generic>(problem: &Problem, generic: G) -> G::Output {
    let choice = match problem.opponent() {
        Opponent::Chance => {
            return generic.with::<f64, _>(Mean::new(&problem.game().rules().spawn.tiles));
        }
        Opponent::Adversary => Choice::Worst,
        Opponent::Helper => Choice::Best,
    };
    match problem.goal() {
        Goal::Score | Goal::MostSlides | Goal::FewestSlides => generic.with::<u32, _>(choice),
        Goal::Tile | Goal::Largest => generic.with::<u8, _>(choice),
    }
}
