//! Tuning the weights of the features.
//!
//! Two optimisers work on the same [`Objective`]: the [genetic] algorithm of Catania and Raymond 2024,
//! and [CMA-ES](covariance). Each works generation by generation; between two of them, everything that
//! it knows is plain data, which is what a checkpoint holds. All random numbers come from the seed and
//! the number of the generation: so a run that was stopped goes on as if it had not been, and the
//! number of threads makes no difference.

pub mod covariance;
pub mod genetic;
mod objective;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};
use twofold_exact::Watch;

pub use covariance::Covariance;
pub use genetic::{Genetic, Rates};
pub use objective::Objective;

use crate::arena::ArenaError;
use crate::features::FeatureWeights;

/// A set of weights and what it reached.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scored {
    /// The weights.
    pub weights: FeatureWeights,
    /// The mean largest tile of its games.
    pub score: f64,
}

/// What one generation was like.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Generation {
    /// Its number, from 1.
    pub number: u64,
    /// The mean score.
    pub mean: f64,
    /// The best of it.
    pub best: Scored,
}

/// Something that improves weights generation by generation.
pub trait Optimiser {
    /// Lets a generation play and makes the next one. If it is stopped, nothing has changed.
    fn step(&mut self, objective: &Objective, watch: &dyn Watch) -> Result<Generation, ArenaError>;
}

/// The generator of a generation.
fn generator(seed: u64, generation: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(generation);
    random
}

/// Lets all weights of a generation play.
fn play(
    all: &[FeatureWeights],
    generation: u64,
    objective: &Objective,
    watch: &dyn Watch,
) -> Result<Vec<f64>, ArenaError> {
    let mut scores = Vec::with_capacity(all.len());
    for (place, weights) in all.iter().enumerate() {
        scores.push(objective.score(*weights, generation, watch)?);
        let done = place as u64 + 1;
        watch.report(twofold_exact::Progress { done, total: Some(all.len() as u64) });
    }
    Ok(scores)
}

/// A generation in a few numbers; of equal ones the first is the best.
fn summary(number: u64, all: &[FeatureWeights], scores: &[f64]) -> Generation {
    let pairs = all.iter().zip(scores).map(|(&weights, &score)| Scored { weights, score });
    let best = pairs.reduce(|best, next| if next.score > best.score { next } else { best });
    let mean = scores.iter().sum::<f64>() / scores.len() as f64;
    Generation { number, mean, best: best.expect("a generation is not empty") }
}
