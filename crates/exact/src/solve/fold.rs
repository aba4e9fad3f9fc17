//! How the one who drops tiles turns the worth of what may follow into the worth of a board.

use twofold_core::SpawnValues;

use super::judge::Judge;
use super::value::Value;

/// Folds the worth of positions after a drop.
pub(super) trait Fold<V>: Sync {
    /// Over the cells in which one tile may appear; there is at least one.
    fn cells(&self, judge: &Judge, worths: &[V]) -> V;

    /// Over the tiles that may appear, in the order of the spawn rule.
    fn tiles(&self, judge: &Judge, worths: &[V]) -> V;
}

/// Chance: the mean, weighted by probability.
pub(super) struct Mean {
    weights: Vec<f64>,
    total: f64,
}

impl Mean {
    pub(super) fn new(values: &SpawnValues) -> Mean {
        let weights: Vec<f64> = values.iter().map(|(tile, _)| values.weight(tile).into()).collect();
        let total = weights.iter().sum();
        Mean { weights, total }
    }
}

impl Fold<f64> for Mean {
    fn cells(&self, _: &Judge, worths: &[f64]) -> f64 {
        sum(worths.iter().copied()) / worths.len() as f64
    }

    fn tiles(&self, _: &Judge, worths: &[f64]) -> f64 {
        sum(worths.iter().zip(&self.weights).map(|(worth, weight)| worth * weight)) / self.total
    }
}

/// A sum that carries what rounding takes away (Neumaier's).
pub(super) fn sum(numbers: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut lost) = (0.0_f64, 0.0);
    for number in numbers {
        let more = sum + number;
        lost += if sum.abs() >= number.abs() { sum - more + number } else { number - more + sum };
        sum = more;
    }
    // What is lost of an infinite sum is no number.
    if sum.is_finite() { sum + lost } else { sum }
}

/// Somebody who chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// What is worst for Slider.
    Worst,
    /// What is best.
    Best,
}

impl<V: Value> Fold<V> for Choice {
    fn cells(&self, judge: &Judge, worths: &[V]) -> V {
        let choose = |chosen: V, worth: V| {
            let better = match self {
                Choice::Best => judge.is_better(worth, chosen),
                Choice::Worst => judge.is_better(chosen, worth),
            };
            if better { worth } else { chosen }
        };
        worths.iter().copied().reduce(choose).unwrap_or_default()
    }

    fn tiles(&self, judge: &Judge, worths: &[V]) -> V {
        self.cells(judge, worths)
    }
}
