//! CMA-ES: covariance matrix adaptation.
//!
//! This is the (μ/μ_w, λ) strategy with the default constants of Hansen, *The CMA Evolution Strategy: A
//! Tutorial* (2016), for six weights. Each weight is scaled by its initial value.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use twofold_core::Watch;

use super::{Generation, Objective, Optimiser, ScoredWeights, generator, means, play, summary};
use crate::arena::ArenaError;
use crate::features::FeatureWeights;

const N: usize = 6;

type Vector = [f64; N];
type Matrix = [[f64; N]; N];

/// The state of CMA-ES: a normal distribution of weights that moves towards better ones.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CmaEs {
    seed: u64,
    size: usize,
    generation: u64,
    /// The scale of each weight.
    units: Vector,
    mean: Vector,
    /// The step size.
    step: f64,
    covariance: Matrix,
    /// The evolution paths of the step size and of the covariance.
    step_path: Vector,
    path: Vector,
    /// The best weights so far.
    pub best: Option<ScoredWeights>,
}

impl CmaEs {
    /// Starts around some weights, with `size` samples in each generation.
    pub fn new(size: usize, start: FeatureWeights, seed: u64) -> CmaEs {
        let units = start.to_array().map(|weight| if weight == 0.0 { 1.0 } else { weight.abs() });
        let weights = start.to_array();
        let mean = std::array::from_fn(|i| weights[i] / units[i]);
        let covariance =
            std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))));
        CmaEs {
            seed,
            size: size.max(4),
            generation: 0,
            units,
            mean,
            step: 0.5,
            covariance,
            step_path: [0.0; N],
            path: [0.0; N],
            best: None,
        }
    }

    /// Whether this state continues a run that began like the given one: the same seed, size and units,
    /// with numbers everywhere.
    pub fn continues(&self, start: &CmaEs) -> bool {
        let vectors = [self.mean, self.step_path, self.path];
        let numbers = vectors.iter().chain(&self.covariance).flatten();
        self.seed == start.seed
            && self.size == start.size
            && self.units == start.units
            && self.step > 0.0
            && numbers.chain([&self.step]).all(|number| number.is_finite())
    }

    /// The number of the last generation played, from 1.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    fn weights(&self, point: &Vector) -> FeatureWeights {
        FeatureWeights::from_array(std::array::from_fn(|i| point[i] * self.units[i]))
    }

    /// Samples the next generation.
    fn draw(&self) -> Vec<Vector> {
        let mut random = generator(self.seed, self.generation + 1);
        let (values, vectors) = eigen(&self.covariance);
        let sample = |_| {
            let z: Vector = std::array::from_fn(|_| normal(&mut random));
            std::array::from_fn(|i| {
                let along = |k: usize| vectors[i][k] * values[k].max(0.0).sqrt() * z[k];
                self.mean[i] + self.step * (0..N).map(along).sum::<f64>()
            })
        };
        (0..self.size).map(sample).collect()
    }

    /// Updates the distribution, given samples from best to worst.
    fn learn(&mut self, ranked: &[Vector]) {
        let n = N as f64;
        let parents = self.size / 2;
        let raw = (0..parents).map(|i| (parents as f64 + 0.5).ln() - (i as f64 + 1.0).ln());
        let raw: Vec<f64> = raw.collect();
        let total: f64 = raw.iter().sum();
        let shares: Vec<f64> = raw.iter().map(|weight| weight / total).collect();
        let effective = 1.0 / shares.iter().map(|share| share * share).sum::<f64>();
        let step_rate = (effective + 2.0) / (n + effective + 5.0);
        let damping =
            1.0 + 2.0 * (((effective - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + step_rate;
        let path_rate = (4.0 + effective / n) / (n + 4.0 + 2.0 * effective / n);
        let one_rate = 2.0 / ((n + 1.3).powi(2) + effective);
        let many_rate = (1.0 - one_rate)
            .min(2.0 * (effective - 2.0 + 1.0 / effective) / ((n + 2.0).powi(2) + effective));
        let expected = n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n));

        let old = self.mean;
        self.mean = std::array::from_fn(|i| {
            shares.iter().zip(ranked).map(|(share, point)| share * point[i]).sum()
        });
        let shift: Vector = std::array::from_fn(|i| (self.mean[i] - old[i]) / self.step);
        let (values, vectors) = eigen(&self.covariance);
        // The shift in whitened coordinates.
        let rounded: Vector = std::array::from_fn(|i| {
            let part = |k: usize| {
                let along: f64 = (0..N).map(|j| vectors[j][k] * shift[j]).sum();
                vectors[i][k] * along / values[k].max(1e-30).sqrt()
            };
            (0..N).map(part).sum()
        });
        let pull = (step_rate * (2.0 - step_rate) * effective).sqrt();
        for (path, rounded) in self.step_path.iter_mut().zip(rounded) {
            *path = (1.0 - step_rate) * *path + pull * rounded;
        }
        let length = self.step_path.iter().map(|x| x * x).sum::<f64>().sqrt();
        let age = 2.0 * (self.generation as f64 + 1.0);
        let usual = length / (1.0 - (1.0 - step_rate).powf(age)).sqrt() / expected;
        let steady = usual < 1.4 + 2.0 / (n + 1.0);
        let pull = if steady { (path_rate * (2.0 - path_rate) * effective).sqrt() } else { 0.0 };
        for (path, shift) in self.path.iter_mut().zip(shift) {
            *path = (1.0 - path_rate) * *path + pull * shift;
        }
        let missing = if steady { 0.0 } else { path_rate * (2.0 - path_rate) };
        let before = self.covariance;
        self.covariance = std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                let deviation = |point: &Vector, i: usize| (point[i] - old[i]) / self.step;
                let many: f64 = shares
                    .iter()
                    .zip(ranked)
                    .map(|(share, point)| share * deviation(point, i) * deviation(point, j))
                    .sum();
                (1.0 - one_rate - many_rate + one_rate * missing) * before[i][j]
                    + one_rate * self.path[i] * self.path[j]
                    + many_rate * many
            })
        });
        self.step *= ((step_rate / damping) * (length / expected - 1.0)).exp();
    }
}

impl Optimiser for CmaEs {
    fn step(&mut self, objective: &Objective, watch: &dyn Watch) -> Result<Generation, ArenaError> {
        let number = self.generation + 1;
        let points = self.draw();
        let weights: Vec<FeatureWeights> = points.iter().map(|point| self.weights(point)).collect();
        let tiles = play(&weights, number, objective, watch)?;
        let generation = summary(number, &weights, &tiles, objective);
        let scores = means(&tiles);
        let mut order: Vec<usize> = (0..points.len()).collect();
        order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]));
        let ranked: Vec<Vector> = order.into_iter().map(|index| points[index]).collect();
        self.learn(&ranked);
        self.generation = number;
        if self.best.is_none_or(|best| generation.best.score.mean > best.score.mean) {
            self.best = Some(generation.best);
        }
        Ok(generation)
    }
}

/// A standard normal number (Box-Muller).
fn normal(random: &mut impl Rng) -> f64 {
    let (u, v): (f64, f64) = (random.random(), random.random());
    (-2.0 * (1.0 - u).ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

/// Eigenvalues and eigenvectors (as columns) of a symmetric matrix, by Jacobi rotations.
fn eigen(matrix: &Matrix) -> (Vector, Matrix) {
    let mut a = *matrix;
    let mut v: Matrix =
        std::array::from_fn(|i| std::array::from_fn(|j| f64::from(u8::from(i == j))));
    for _ in 0..60 {
        let off: f64 =
            (0..N).flat_map(|i| (0..i).map(move |j| (i, j))).map(|(i, j)| a[i][j].powi(2)).sum();
        if off < 1e-24 {
            break;
        }
        for p in 0..N {
            for q in p + 1..N {
                if a[p][q].abs() < 1e-300 {
                    continue;
                }
                let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
                let c = 1.0 / (t * t + 1.0).sqrt();
                let s = t * c;
                for row in &mut a {
                    (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
                }
                (a[p], a[q]) = (
                    std::array::from_fn(|k| c * a[p][k] - s * a[q][k]),
                    std::array::from_fn(|k| s * a[p][k] + c * a[q][k]),
                );
                for row in &mut v {
                    (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
                }
            }
        }
    }
    (std::array::from_fn(|i| a[i][i]), v)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How far the mean of the distribution gets on a function to be made small.
    fn minimum(size: usize, generations: u64, cost: impl Fn(&Vector) -> f64) -> f64 {
        let mut strategy = CmaEs::new(size, FeatureWeights::from_array([1.0; 6]), 4);
        for _ in 0..generations {
            let mut points = strategy.draw();
            points.sort_by(|a, b| cost(a).total_cmp(&cost(b)));
            strategy.learn(&points);
            strategy.generation += 1;
        }
        cost(&strategy.mean)
    }

    #[test]
    fn spheres_and_crooked_valleys_are_followed_down() {
        assert!(minimum(10, 150, |x| x.iter().map(|x| (x - 3.0).powi(2)).sum()) < 1e-9);
        let ellipsoid = |x: &Vector| (0..N).map(|i| 10_f64.powi(i as i32) * x[i] * x[i]).sum();
        assert!(minimum(10, 500, ellipsoid) < 1e-9);
        let rosenbrock = |x: &Vector| {
            let step = |i: usize| 100.0 * (x[i + 1] - x[i] * x[i]).powi(2) + (1.0 - x[i]).powi(2);
            (0..N - 1).map(step).sum()
        };
        assert!(minimum(12, 700, rosenbrock) < 1e-9);
    }

    #[test]
    fn eigenvectors_make_up_the_matrix() {
        let matrix: Matrix = std::array::from_fn(|i| {
            std::array::from_fn(|j| ((i * j) as f64).sin() + f64::from(u8::from(i == j)))
        });
        let symmetric: Matrix =
            std::array::from_fn(|i| std::array::from_fn(|j| matrix[i][j] + matrix[j][i]));
        let (values, vectors) = eigen(&symmetric);
        for i in 0..N {
            for j in 0..N {
                let made: f64 = (0..N).map(|k| vectors[i][k] * values[k] * vectors[j][k]).sum();
                assert!((made - symmetric[i][j]).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn a_checkpoint_is_the_whole_state() {
        let strategy = CmaEs::new(8, FeatureWeights::TUNED, 4);
        let text = serde_json::to_string(&strategy).unwrap();
        assert_eq!(serde_json::from_str::<CmaEs>(&text).unwrap(), strategy);
    }
}
