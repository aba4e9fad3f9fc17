//! From a problem to the numbers and the fold that it is solved with.

use super::fold::{Choice, Fold, Mean};
use super::goal::Goal;
use super::opponent::Opponent;
use super::probability::{Precision, Probability};
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
            let mean = Mean::new(&problem.game().rules().spawn.tiles);
            return match problem.precision() {
                Precision::Double => generic.with::<f64, _>(mean),
                Precision::Bits32 => generic.with::<Probability<32>, _>(mean),
                Precision::Bits16 => generic.with::<Probability<16>, _>(mean),
            };
        }
        Opponent::Adversary => Choice::Worst,
        Opponent::Helper => Choice::Best,
    };
    match problem.goal() {
        Goal::Score | Goal::MostSlides | Goal::FewestSlides => generic.with::<u32, _>(choice),
        Goal::Tile | Goal::Largest => generic.with::<u8, _>(choice),
    }
}
