//! Tuning the weights of the features.
//!
//! Two optimisers work on the same [`Objective`]: the [genetic] algorithm of Catania and Raymond 2024,
//! and [CMA-ES](cma_es). Their state between two generations is plain data, which a checkpoint holds.
//! All random numbers derive from the seed and the number of the generation, so that a resumed run
//! equals an uninterrupted one, on any number of threads.

mod checkpoint;
pub mod cma_es;
pub mod genetic;
mod objective;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};
use twofold_core::{Figure, Watch};

pub use checkpoint::{CheckpointError, TuneCheckpoint, TuneState};
pub use cma_es::CmaEs;
pub use genetic::{GeneticAlgorithm, GeneticRates};
pub use objective::Objective;

use crate::arena::{ArenaError, mean_figure};
use crate::features::FeatureWeights;

/// The mean largest tile of some games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeanLargest {
    /// The mean.
    pub mean: f64,
    /// Half the width of its 95 % confidence interval; a single game has none.
    pub margin: Option<f64>,
    /// The number of games.
    pub games: u64,
    /// Their seed.
    pub seed: u64,
}

impl MeanLargest {
    /// The mean as a sample.
    pub fn figure(&self) -> Option<Figure> {
        let MeanLargest { mean, margin, games, seed } = *self;
        margin.map(|margin| Figure::sample(mean, margin, games, seed))
    }
}

/// A set of weights and its score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoredWeights {
    /// The weights.
    pub weights: FeatureWeights,
    /// The mean largest tile of its games.
    pub score: MeanLargest,
}

/// A summary of one generation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u64,
    /// The mean over all sets of weights. They play the same games, so that the interval is that of the
    /// means by game.
    pub mean: MeanLargest,
    /// The best set of weights.
    pub best: ScoredWeights,
}

/// An optimiser that improves weights generation by generation.
pub trait Optimiser {
    /// Plays a generation and creates the next one. If it is stopped, the state is unchanged.
    fn step(&mut self, objective: &Objective, watch: &dyn Watch) -> Result<Generation, ArenaError>;
}

/// The random number generator of a generation.
fn generator(seed: u64, generation: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(generation);
    random
}

/// The largest tiles of all sets of weights of a generation, game by game.
fn play(
    all: &[FeatureWeights],
    generation: u64,
    objective: &Objective,
    watch: &dyn Watch,
) -> Result<Vec<Vec<u64>>, ArenaError> {
    let mut scores = Vec::with_capacity(all.len());
    for (place, weights) in all.iter().enumerate() {
        scores.push(objective.largest_tiles(*weights, generation, watch)?);
        let done = place as u64 + 1;
        watch.report(twofold_core::Progress { done, total: Some(all.len() as u64) });
    }
    Ok(scores)
}

/// The mean of each set of weights.
fn means(tiles: &[Vec<u64>]) -> Vec<f64> {
    let mean = |tiles: &Vec<u64>| tiles.iter().sum::<u64>() as f64 / tiles.len() as f64;
    tiles.iter().map(mean).collect()
}

/// The mean of some numbers, one for each game.
fn mean_largest(sum: u64, squares: u128, games: u64, seed: u64) -> MeanLargest {
    let margin = match mean_figure(sum, squares, games, seed) {
        Some(Figure::Sample { mean, high, .. }) => Some(high - mean),
        _ => None,
    };
    MeanLargest { mean: sum as f64 / games as f64, margin, games, seed }
}

/// The summary of a generation; the first of several best sets counts.
fn summary(
    number: u64,
    all: &[FeatureWeights],
    tiles: &[Vec<u64>],
    objective: &Objective,
) -> Generation {
    let seed = objective.generation_seed(number);
    let score = |numbers: &[u64]| {
        let squares = numbers.iter().map(|&number| u128::from(number).pow(2)).sum();
        mean_largest(numbers.iter().sum(), squares, numbers.len() as u64, seed)
    };
    let pairs = all.iter().zip(tiles);
    let pairs = pairs.map(|(&weights, tiles)| ScoredWeights { weights, score: score(tiles) });
    let best =
        pairs.reduce(|best, next| if next.score.mean > best.score.mean { next } else { best });
    // The sum over all sets for each game: games differ in luck, sets share it.
    let by_game: Vec<u64> =
        (0..objective.games as usize).map(|game| tiles.iter().map(|set| set[game]).sum()).collect();
    let sets = all.len() as f64;
    let sums = score(&by_game);
    let mean = MeanLargest {
        mean: sums.mean / sets,
        margin: sums.margin.map(|margin| margin / sets),
        games: objective.games * all.len() as u64,
        seed,
    };
    Generation { number, mean, best: best.expect("a generation is not empty") }
}

#[cfg(test)]
mod tests {
    use twofold_core::Rules;

    use super::*;
    use crate::features::{LookAhead, Variant};

    #[test]
    fn the_interval_of_a_generation_is_that_of_its_games() {
        let rules = Rules::classic("2x2".parse().unwrap());
        let objective = Objective {
            rules,
            variant: Variant::Text,
            look: LookAhead::Best,
            slides: 1,
            games: 3,
            seed: 4,
        };
        let all = [FeatureWeights::TUNED; 2];
        let tiles = [vec![8, 16, 32], vec![16, 16, 64]];
        let generation = summary(2, &all, &tiles, &objective);
        assert_eq!((generation.best.score.mean, generation.best.score.games), (32.0, 3));
        let mean = generation.mean;
        assert!((mean.mean - 152.0 / 6.0).abs() < 1e-12);
        assert_eq!((mean.games, mean.seed), (6, 6));
        // By game 12, 16 and 48: variance 389.33, standard error 11.39.
        assert!((mean.margin.unwrap() - 1.959_964 * 11.392).abs() < 1e-2, "{mean:?}");
        let single = Objective { games: 1, ..objective };
        let generation = summary(1, &all, &[vec![8], vec![4]], &single);
        assert_eq!((generation.mean.figure(), generation.mean.mean), (None, 6.0));
    }
}
