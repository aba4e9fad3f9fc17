//! The genetic algorithm of "Formulation of Heuristics".
//!
//! Weights are strings of six integers. Parents are selected with a probability proportional to their
//! score ("having a parent that scored twice as well as another parent would mean that it would be
//! twice as likely to be selected"). Pairs of parents may exchange the weight at one index (crossover);
//! then each may have one weight replaced by a random one (mutation). The rate of mutation falls and
//! that of crossover rises, here linearly.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use twofold_core::Watch;

use super::{Generation, Objective, Optimiser, ScoredWeights, generator, means, play, summary};
use crate::arena::ArenaError;
use crate::features::FeatureWeights;

/// The rates of crossover and mutation over the generations.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GeneticRates {
    /// The probability that a pair exchanges a weight, in the first and the last generation.
    pub crossover: [f64; 2],
    /// The probability that a weight is replaced, in the first and the last generation.
    pub mutation: [f64; 2],
    /// The number of generations.
    pub generations: u64,
    /// Random weights are integers from minus this to this.
    pub range: i32,
}

impl Default for GeneticRates {
    fn default() -> GeneticRates {
        GeneticRates { crossover: [0.3, 0.8], mutation: [0.5, 0.05], generations: 30, range: 400 }
    }
}

impl GeneticRates {
    /// The probabilities of crossover and mutation in a generation.
    fn at(&self, generation: u64) -> (f64, f64) {
        let way = (generation as f64 / (self.generations as f64).max(1.0)).min(1.0);
        let between = |[first, last]: [f64; 2]| first * (1.0 - way) + last * way;
        (between(self.crossover), between(self.mutation))
    }
}

/// The state of the genetic algorithm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GeneticAlgorithm {
    seed: u64,
    rates: GeneticRates,
    generation: u64,
    population: Vec<FeatureWeights>,
    /// The best weights so far.
    pub best: Option<ScoredWeights>,
}

impl GeneticAlgorithm {
    /// A population of random weights that includes some known ones.
    pub fn new(
        size: usize,
        known: &[FeatureWeights],
        rates: GeneticRates,
        seed: u64,
    ) -> GeneticAlgorithm {
        let mut random = generator(seed, 0);
        let mut population: Vec<FeatureWeights> = known.iter().copied().take(size).collect();
        while population.len() < size.max(2) {
            let weights = [(); 6].map(|()| weight(&rates, &mut random));
            population.push(FeatureWeights::from_array(weights));
        }
        GeneticAlgorithm { seed, rates, generation: 0, population, best: None }
    }

    /// Whether this state continues a run that began like the given one: the same seed, rates and size,
    /// with weights that are numbers.
    pub fn continues(&self, start: &GeneticAlgorithm) -> bool {
        let finite = |weights: &FeatureWeights| weights.to_array().iter().all(|w| w.is_finite());
        self.seed == start.seed
            && self.rates == start.rates
            && self.population.len() == start.population.len()
            && self.population.iter().all(finite)
    }

    /// The number of the last generation played, from 1.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The next population, given the scores of this one.
    fn children(&self, scores: &[f64], random: &mut impl Rng) -> Vec<FeatureWeights> {
        let (crossover, mutation) = self.rates.at(self.generation);
        let size = self.population.len();
        let mut children: Vec<[f64; 6]> =
            (0..size).map(|_| self.population[roulette(scores, random)].to_array()).collect();
        for pair in children.chunks_exact_mut(2) {
            if random.random_bool(crossover) {
                let index = random.random_range(0..6);
                let [a, b] = pair else { unreachable!("pairs are two") };
                std::mem::swap(&mut a[index], &mut b[index]);
            }
        }
        for child in &mut children {
            if random.random_bool(mutation) {
                child[random.random_range(0..6)] = weight(&self.rates, random);
            }
        }
        children.into_iter().map(FeatureWeights::from_array).collect()
    }
}

fn weight(rates: &GeneticRates, random: &mut impl Rng) -> f64 {
    f64::from(random.random_range(-rates.range..=rates.range))
}

/// Draws an index with a probability proportional to its score.
fn roulette(scores: &[f64], random: &mut impl Rng) -> usize {
    let mut left = random.random::<f64>() * scores.iter().sum::<f64>();
    let found = scores.iter().position(|score| {
        left -= score;
        left < 0.0
    });
    found.unwrap_or(scores.len() - 1)
}

impl Optimiser for GeneticAlgorithm {
    fn step(&mut self, objective: &Objective, watch: &dyn Watch) -> Result<Generation, ArenaError> {
        let number = self.generation + 1;
        let tiles = play(&self.population, number, objective, watch)?;
        let generation = summary(number, &self.population, &tiles, objective);
        self.generation = number;
        self.population = self.children(&means(&tiles), &mut generator(self.seed, number));
        if self.best.is_none_or(|best| generation.best.score.mean > best.score.mean) {
            self.best = Some(generation.best);
        }
        Ok(generation)
    }
}

#[cfg(test)]
mod tests {
    use twofold_core::Rules;

    use super::*;
    use crate::features::{LookAhead, Variant};

    fn objective() -> Objective {
        let rules = Rules::classic("3x3".parse().unwrap());
        Objective {
            rules,
            variant: Variant::Text,
            look: LookAhead::Best,
            slides: 1,
            games: 4,
            seed: 3,
        }
    }

    #[test]
    fn parents_are_selected_in_proportion() {
        let mut random = generator(1, 1);
        let mut counts = [0; 3];
        (0..4000).for_each(|_| counts[roulette(&[1.0, 2.0, 1.0], &mut random)] += 1);
        // 1000, 2000 and 1000 are to be expected, with a standard deviation of about 30.
        assert!(
            (870..1130).contains(&counts[0]) && (1850..2150).contains(&counts[1]),
            "{counts:?}"
        );
    }

    #[test]
    fn rates_go_from_first_to_last() {
        let rates = GeneticRates { generations: 10, ..GeneticRates::default() };
        assert_eq!(rates.at(0), (0.3, 0.5));
        let (crossover, mutation) = rates.at(5);
        assert!((crossover - 0.55).abs() < 1e-12 && (mutation - 0.275).abs() < 1e-12);
        assert_eq!(rates.at(20), (0.8, 0.05));
    }

    #[test]
    fn a_resumed_run_equals_an_uninterrupted_one() {
        let objective = objective();
        let mut whole = GeneticAlgorithm::new(6, &[], GeneticRates::default(), 8);
        let first = whole.step(&objective, &()).unwrap();
        let text = serde_json::to_string(&whole).unwrap();
        let second = whole.step(&objective, &()).unwrap();
        let mut resumed: GeneticAlgorithm = serde_json::from_str(&text).unwrap();
        assert_eq!(resumed.step(&objective, &()).unwrap(), second);
        assert_eq!(resumed, whole);
        assert_eq!((first.number, second.number), (1, 2));
        assert!(first.best.score.mean >= first.mean.mean);
    }

    #[test]
    fn without_mutation_children_are_made_of_their_parents() {
        let rates =
            GeneticRates { crossover: [1.0; 2], mutation: [0.0; 2], ..GeneticRates::default() };
        let genetic = GeneticAlgorithm::new(8, &[], rates, 2);
        let children = genetic.children(&[1.0; 8], &mut generator(5, 5));
        for (index, child) in children.iter().flat_map(|c| c.to_array().into_iter().enumerate()) {
            assert!(genetic.population.iter().any(|parent| parent.to_array()[index] == child));
        }
    }
}
