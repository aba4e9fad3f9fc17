//! How the opponent's turn folds the values of its outcomes: mean, minimum or maximum.

use twofold_core::SpawnTiles;

use super::probability::Probability;
use super::valuation::Valuation;
use super::value::Value;

/// Folds the values of the positions that spawns lead to.
pub(super) trait Fold<V>: Sync {
    /// Over the cells in which one tile may appear; there is at least one.
    fn cells(&self, valuation: &Valuation, values: &[V]) -> V;

    /// Over the tiles that may appear, in the order of the spawn rule.
    fn tiles(&self, valuation: &Valuation, values: &[V]) -> V;
}

/// Chance: the mean, weighted by probability.
pub(super) struct Mean {
    weights: Vec<f64>,
    total: f64,
}

impl Mean {
    pub(super) fn new(values: &SpawnTiles) -> Mean {
        let weights: Vec<f64> = values.iter().map(|(tile, _)| values.weight(tile).into()).collect();
        let total = weights.iter().sum();
        Mean { weights, total }
    }
}

impl Fold<f64> for Mean {
    fn cells(&self, _: &Valuation, values: &[f64]) -> f64 {
        sum(values.iter().copied()) / values.len() as f64
    }

    fn tiles(&self, _: &Valuation, values: &[f64]) -> f64 {
        sum(values.iter().zip(&self.weights).map(|(value, weight)| value * weight)) / self.total
    }
}

impl<const BITS: u8> Fold<Probability<BITS>> for Mean {
    fn cells(&self, _: &Valuation, values: &[Probability<BITS>]) -> Probability<BITS> {
        let sum: u64 = values.iter().map(|value| u64::from(value.steps())).sum();
        Probability::from_steps(sum as f64 / values.len() as f64)
    }

    fn tiles(&self, _: &Valuation, values: &[Probability<BITS>]) -> Probability<BITS> {
        let weighted = values.iter().zip(&self.weights);
        let sum: f64 = weighted.map(|(value, weight)| f64::from(value.steps()) * weight).sum();
        Probability::from_steps(sum / self.total)
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

/// An opponent who chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// The minimum: an adversary.
    Worst,
    /// The maximum: a helper.
    Best,
}

impl<V: Value> Fold<V> for Choice {
    fn cells(&self, valuation: &Valuation, values: &[V]) -> V {
        let choose = |chosen: V, value: V| {
            let better = match self {
                Choice::Best => valuation.is_better(value, chosen),
                Choice::Worst => valuation.is_better(chosen, value),
            };
            if better { value } else { chosen }
        };
        values.iter().copied().reduce(choose).unwrap_or_default()
    }

    fn tiles(&self, valuation: &Valuation, values: &[V]) -> V {
        self.cells(valuation, values)
    }
}
