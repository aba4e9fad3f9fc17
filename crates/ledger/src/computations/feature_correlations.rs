//! Which weights of the features go with high tiles.

use twofold_core::Watch;
use twofold_players::features::{FeatureWeights, Features, LookAhead, Variant};
use twofold_players::tune::Objective;

use super::{Arguments, Computation, ComputeError};
use crate::computed::Computed;

pub(super) const COMPUTATIONS: &[Computation] = &[Computation {
    name: "feature-correlations",
    about: "the three features whose weights correlate most with the mean largest tile, over `sets` of random \
            weights that play so many `games` each on a `shape`, or the one that correlates least (`which`: most \
            or least)",
    run: correlations,
}];

/// Weights are drawn from −RANGE to RANGE, as in the first generation of the genetic algorithm.
const RANGE: u64 = 400;

fn correlations(arguments: &Arguments, watch: &dyn Watch) -> Result<Computed, ComputeError> {
    let (sets, seed): (u64, u64) = (arguments.get("sets")?, arguments.get("seed")?);
    let rules = arguments.rules()?;
    let objective = Objective {
        rules,
        variant: Variant::Text,
        look: LookAhead::Best,
        slides: 1,
        games: arguments.get("games")?,
        seed,
    };
    let mut draw = Draw(seed);
    let (mut all, mut means) = (Vec::new(), Vec::new());
    for _ in 0..sets {
        let weights: [f64; 6] = std::array::from_fn(|_| draw.weight());
        let tiles = objective.largest_tiles(FeatureWeights::from_array(weights), 0, watch);
        let tiles = tiles.map_err(ComputeError::failed)?;
        means.push(tiles.iter().sum::<u64>() as f64 / tiles.len().max(1) as f64);
        all.push(weights);
    }
    let correlation = |feature: usize| {
        let weights: Vec<f64> = all.iter().map(|weights| weights[feature]).collect();
        pearson(&weights, &means)
    };
    let mut features: Vec<(f64, &str)> =
        (0..6).map(|feature| (correlation(feature), Features::NAMES[feature])).collect();
    features.sort_by(|one, other| other.0.total_cmp(&one.0));
    if arguments.text("which")? == "least" {
        return Ok(features[5].1.into());
    }
    let mut most: Vec<&str> = features[..3].iter().map(|feature| feature.1).collect();
    most.sort_unstable();
    Ok(most.join(", ").into())
}

/// The correlation of two lists; none if one of them is constant.
fn pearson(one: &[f64], other: &[f64]) -> f64 {
    let mean = |list: &[f64]| list.iter().sum::<f64>() / list.len().max(1) as f64;
    let (a, b) = (mean(one), mean(other));
    let pairs = || one.iter().zip(other).map(|(x, y)| (x - a, y - b));
    let product: f64 = pairs().map(|(x, y)| x * y).sum();
    let squares: (f64, f64) =
        pairs().fold((0.0, 0.0), |sums, (x, y)| (sums.0 + x * x, sums.1 + y * y));
    let spread = (squares.0 * squares.1).sqrt();
    if spread > 0.0 { product / spread } else { 0.0 }
}

/// Numbers of the generator SplitMix64.
struct Draw(u64);

impl Draw {
    fn weight(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut number = self.0;
        number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((number ^ (number >> 31)) % (2 * RANGE + 1)) as f64 - RANGE as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn correlations_are_between_one_and_minus_one() {
        assert_eq!(pearson(&[1.0, 2.0, 3.0], &[2.0, 4.0, 6.0]), 1.0);
        assert_eq!(pearson(&[1.0, 2.0, 3.0], &[3.0, 2.0, 1.0]), -1.0);
        assert_eq!(pearson(&[1.0, 2.0], &[5.0, 5.0]), 0.0);
        assert!(pearson(&[1.0, 2.0, 3.0, 4.0], &[1.0, -1.0, -1.0, 1.0]).abs() < 1e-12);
    }

    #[test]
    fn weights_are_drawn_from_the_whole_range() {
        let mut draw = Draw(1);
        let weights: Vec<f64> = (0..2000).map(|_| draw.weight()).collect();
        let (low, high) = (
            weights.iter().copied().fold(0.0, f64::min),
            weights.iter().copied().fold(0.0, f64::max),
        );
        assert!((-400.0..-390.0).contains(&low) && high > 390.0 && high <= 400.0);
    }
}
